@NullMarked
package dev.interlock.runner.execution;

import org.jspecify.annotations.NullMarked;
