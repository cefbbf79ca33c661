package dev.interlock.runner.operation;

import java.time.Instant;

/// An event in an operation's history.
///
/// @param sequence its place, from 1 without gaps
/// @param storedAt the store's clock when it became durable
public record JournaledEvent(long sequence, Instant storedAt, OperationEvent event) {}
