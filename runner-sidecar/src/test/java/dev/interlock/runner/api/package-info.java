/// The agent's door, over real HTTP with a real engine behind it.
@NullMarked
package dev.interlock.runner.api;

import org.jspecify.annotations.NullMarked;
