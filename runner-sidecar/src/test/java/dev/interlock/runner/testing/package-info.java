/// Real counterparts for tests: an HTTP upstream that can be told to fail in every way a network
/// and a server can, and that counts the effects it commits.
@NullMarked
package dev.interlock.runner.testing;

import org.jspecify.annotations.NullMarked;
