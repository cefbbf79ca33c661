@NullMarked
package dev.interlock.runner.policy;

import org.jspecify.annotations.NullMarked;
