@NullMarked
package dev.interlock.runner.journal.table;

import org.jspecify.annotations.NullMarked;
