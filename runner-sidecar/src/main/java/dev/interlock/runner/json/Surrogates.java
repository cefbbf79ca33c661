package dev.interlock.runner.json;

/// Surrogate code units that stand alone: they are no character, have no UTF-8 form, and encoders
/// replace them with `?`, so that two different texts would hash alike.
final class Surrogates {

  private Surrogates() {}

  /// The index of the first lone surrogate, or -1.
  static int firstLone(CharSequence text) {
    int i = 0;
    while (i < text.length()) {
      // A pair comes back as one code point above the surrogates, half a pair as itself.
      int codePoint = Character.codePointAt(text, i);
      if (Character.MIN_SURROGATE <= codePoint && codePoint <= Character.MAX_SURROGATE) {
        return i;
      }
      i += Character.charCount(codePoint);
    }
    return -1;
  }
}
