package dev.interlock.runner.policy.load;

/// One thing that is wrong with a policy file.
///
/// @param file the file's name, or the folder's
/// @param line from 1; 0 when it is about the file as a whole
/// @param field the path of the field, for example `spec.retry.maxAttempts`; empty for none
/// @param message what is wrong and what to write instead
public record Problem(String file, int line, String field, String message) {

  /// All of it in one line.
  public String describe() {
    return (line == 0 ? file : file + ":" + line)
        + ": "
        + (field.isEmpty() ? "" : field + ": ")
        + message;
  }
}
