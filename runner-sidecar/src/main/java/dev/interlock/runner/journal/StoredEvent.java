package dev.interlock.runner.journal;

import java.time.Instant;

/// An event as a store holds it.
///
/// @param sequence its place in its record's history, from 1 without gaps
/// @param storedAt the store's clock at the commit that brought it
public record StoredEvent(long sequence, Instant storedAt, byte[] content) {}
