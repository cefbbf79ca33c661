package dev.interlock.runner.journal.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A claim as its table holds it.
///
/// @param holder the record that took it last
/// @param until after which a terminal holder has lost it; absent when it keeps it
record ClaimRow(String holder, @Nullable Instant until) {}
