package dev.interlock.runner.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Makes new texts out of old ones: bytes changed, pieces of JSON put in, ranges left out, repeated
/// or taken from another text. Texts that still parse become parents themselves.
final class JsonMutants {

  private static final int MAX_CORPUS = 500;
  private static final int MAX_LENGTH = 4096;
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "\\u",
          "\\ud83d",
          "\\ude00",
          "null",
          "true",
          "0",
          "-0",
          "1e",
          "e-5",
          ".5",
          "1e1000",
          "9007199254740993",
          "NaN",
          "Infinity",
          "\"a\":",
          "\"\":1,",
          "{}",
          "[]",
          "//",
          "/*",
          "\u00ef\u00bb\u00bf",
          "\u00e2\u0082\u00ac",
          "\u0000",
          "\n",
          "\u00f0\u009f\u0098\u0080");

  private final List<byte[]> corpus;
  private final Random random;
  private byte[] last = new byte[0];
  private long parsed;

  JsonMutants(List<byte[]> corpus, Random random) {
    this.corpus = corpus;
    this.random = random;
  }

  byte[] next() {
    var text = parent();
    for (int i = random.nextInt(3); i >= 0; i--) {
      text = mutated(text);
    }
    last = text.length > MAX_LENGTH ? Arrays.copyOf(text, MAX_LENGTH) : text;
    return last;
  }

  /// Tells how the last mutant fared.
  void keepIfParsed(boolean isJson) {
    if (!isJson) {
      return;
    }
    parsed++;
    if (corpus.size() < MAX_CORPUS) {
      corpus.add(last);
    } else {
      corpus.set(random.nextInt(MAX_CORPUS), last);
    }
  }

  long parsed() {
    return parsed;
  }

  private byte[] mutated(byte[] text) {
    int from = random.nextInt(text.length + 1);
    int to = from + random.nextInt(Math.min(text.length - from, 16) + 1);
    return switch (random.nextInt(6)) {
      case 0 -> joined(text, from, new byte[] {(byte) random.nextInt(256)}, to);
      case 1 -> joined(text, from, new byte[0], to);
      case 2 -> joined(text, to, Arrays.copyOfRange(text, from, to), to);
      case 3 -> joined(text, from, slice(parent()), to);
      default -> joined(text, from, piece(), from);
    };
  }

  private byte[] piece() {
    return PIECES.get(random.nextInt(PIECES.size())).getBytes(ISO_8859_1);
  }

  private byte[] parent() {
    return corpus.get(random.nextInt(corpus.size()));
  }

  private byte[] slice(byte[] text) {
    int from = random.nextInt(text.length + 1);
    return Arrays.copyOfRange(text, from, from + random.nextInt(text.length - from + 1));
  }

  private static byte[] joined(byte[] text, int head, byte[] middle, int tail) {
    var out = new ByteArrayOutputStream();
    out.write(text, 0, head);
    out.writeBytes(middle);
    out.write(text, tail, text.length - tail);
    return out.toByteArray();
  }
}
