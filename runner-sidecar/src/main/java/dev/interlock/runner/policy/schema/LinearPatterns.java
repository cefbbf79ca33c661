package dev.interlock.runner.policy.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;

/// Regular expressions that take time linear in the text, whatever the text: no look-around, no
/// back-references. Source: RE2.
final class LinearPatterns implements RegularExpressionFactory {
  private static final int MAX_PROGRAM = 10_000;

  @Override
  public RegularExpression getRegularExpression(String pattern) {
    var compiled = compile(pattern);
    return text -> compiled.matcher(text).find();
  }

  /// The pattern, ready to use.
  ///
  /// @throws IllegalArgumentException with what is wrong with it
  static Pattern compile(String pattern) {
    try {
      var compiled = Pattern.compile(pattern.replaceAll("\\\\u([0-9A-Fa-f]{4})", "\\\\x{$1}"));
      if (compiled.programSize() > MAX_PROGRAM) {
        throw new IllegalArgumentException("repeats too much: write smaller counts");
      }
      return compiled;
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "is not a pattern that can be matched in linear time (RE2 syntax, without look-around and"
              + " back-references): "
              + e.getDescription(),
          e);
    }
  }
}
