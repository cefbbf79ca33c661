package dev.interlock.runner.policy;

import java.util.Collection;
import java.util.Optional;

/// Finds the name that a mistyped one was probably meant to be.
public final class Names {
  private Names() {}

  /// `; did you mean x?` for the nearest of the known names; empty when none is near.
  public static String suggestion(String written, Collection<String> known) {
    return nearest(written, known).map(name -> "; did you mean " + name + "?").orElse("");
  }

  /// The known name with the fewest edits, at most a third of its length and two at least.
  static Optional<String> nearest(String written, Collection<String> known) {
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (var name : known) {
      int edits = edits(written, name);
      if (edits < fewest && edits <= Math.max(2, name.length() / 3) && edits < name.length()) {
        best = name;
        fewest = edits;
      }
    }
    return Optional.ofNullable(best);
  }

  /// Levenshtein distance, letter case ignored.
  private static int edits(String written, String name) {
    if (Math.abs(written.length() - name.length()) > 8) {
      return Integer.MAX_VALUE;
    }
    int[] row = new int[name.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= written.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        boolean same =
            Character.toLowerCase(written.charAt(i - 1))
                == Character.toLowerCase(name.charAt(j - 1));
        int next = Math.min(Math.min(row[j], row[j - 1]) + 1, diagonal + (same ? 0 : 1));
        diagonal = row[j];
        row[j] = next;
      }
    }
    return row[name.length()];
  }
}
