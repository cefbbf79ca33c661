@NullMarked
package dev.interlock.runner.outcome;

import org.jspecify.annotations.NullMarked;
