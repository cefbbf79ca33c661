@NullMarked
package dev.interlock.runner.operation;

import org.jspecify.annotations.NullMarked;
