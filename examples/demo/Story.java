import tools.jackson.databind.JsonNode;

/// What the reader sees: who does what, in order.
final class Story {
  private Story() {}

  static void chapter(String title) {
    System.out.printf("%n%s%n%s%n", title, "-".repeat(title.length()));
  }

  static void agent(String text, Object... values) {
    line("agent", text, values);
  }

  static void payments(String text, Object... values) {
    line("payments", text, values);
  }

  static void runner(String text, Object... values) {
    line("interlock", text, values);
  }

  static void person(String text, Object... values) {
    line("you", text, values);
  }

  /// An amount in minor units as people write it.
  static String money(JsonNode charge) {
    long amount = charge.path("amount").asLong();
    return "%,d.%02d %s".formatted(amount / 100, amount % 100, charge.path("currency").asString());
  }

  private static synchronized void line(String who, String text, Object... values) {
    System.out.printf("  %-10s %s%n", who, text.formatted(values));
  }
}
