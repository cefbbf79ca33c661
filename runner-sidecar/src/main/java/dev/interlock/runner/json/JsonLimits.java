package dev.interlock.runner.json;

/// What bounds one JSON document. The bounds keep memory, stack and later arithmetic small whatever
/// the sender writes.
///
/// @param maxBytes the document's size in UTF-8, at least 1
/// @param maxDepth how many arrays and objects may be open at once, 1..1000
/// @param maxValues how many values (scalars, arrays and objects) there may be, at least 1
/// @param maxDigits how many digits one number may have, leading zeros and the exponent aside,
///   21..10,000
/// @param maxExponent the largest power of ten of a number's first digit, either sign, 21..10,000:
///   no later conversion to plain digits can explode
public record JsonLimits(
    int maxBytes, int maxDepth, int maxValues, int maxDigits, int maxExponent) {

  /// 1 MiB, 64 levels, 100,000 values, numbers of 1000 digits between 1e-1000 and 1e+1000.
  public static final JsonLimits DEFAULT = new JsonLimits(1 << 20, 64, 100_000, 1000, 1000);

  public JsonLimits {
    requireRange("maxBytes", maxBytes, 1, Integer.MAX_VALUE);
    requireRange("maxDepth", maxDepth, 1, 1000);
    requireRange("maxValues", maxValues, 1, Integer.MAX_VALUE);
    requireRange("maxDigits", maxDigits, 21, 10_000);
    requireRange("maxExponent", maxExponent, 21, 10_000);
  }

  /// These limits with another size.
  public JsonLimits withMaxBytes(int bytes) {
    return new JsonLimits(bytes, maxDepth, maxValues, maxDigits, maxExponent);
  }

  /// These limits with another depth.
  public JsonLimits withMaxDepth(int depth) {
    return new JsonLimits(maxBytes, depth, maxValues, maxDigits, maxExponent);
  }

  private static void requireRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(name + " must be " + min + ".." + max + ", got " + value);
    }
  }
}
