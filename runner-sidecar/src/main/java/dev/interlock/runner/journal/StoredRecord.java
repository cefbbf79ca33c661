package dev.interlock.runner.journal;

import dev.interlock.runner.operation.Ownership;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A record as a store holds it now.
///
/// @param id an operation's id, or a name with a prefix of its kind, for example `run:<id>`
/// @param version grows by one with every commit, from 1
/// @param due when somebody has to look at it again; absent when nothing is scheduled
/// @param attention whether a person should see it
/// @param content what the codec wrote
public record StoredRecord(
    String id,
    long version,
    Ownership ownership,
    @Nullable Instant due,
    boolean attention,
    byte[] content) {}
