package dev.interlock.runner.journal;

import org.jspecify.annotations.Nullable;

/// A record of the journal that this process cannot read, and therefore leaves exactly as it is.
public final class UnreadableRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private UnreadableRecordException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// Something newer than this process wrote the record.
  public static UnreadableRecordException newer(String id, int version, int known) {
    return new UnreadableRecordException(
        "%s was written in journal format %d, this runner knows up to %d: start a newer runner"
            .formatted(id, version, known),
        null);
  }

  /// The record's bytes are not what any version writes.
  public static UnreadableRecordException corrupt(String id, @Nullable Throwable cause) {
    return new UnreadableRecordException(
        "%s: its record in the journal is corrupt%s; restore the journal from a backup or settle the operation by hand"
            .formatted(id, cause == null ? "" : " (" + firstLine(cause) + ")"),
        cause);
  }

  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }
}
