package dev.interlock.runner.simulation;

import java.util.ArrayList;
import java.util.List;

/// A rule of the production code, replaced by a wrong one.
///
/// @param name what is wrong then, in a sentence
/// @param replacements the methods that are replaced
record Mutation(String name, List<Replacement> replacements) {
  private static final String ROOT = "dev.interlock.runner.";

  /// One method.
  ///
  /// @param type the class's full name
  /// @param method all methods of this name
  /// @param by what runs instead
  record Replacement(String type, String method, Body by) {}

  /// What runs instead of a method.
  sealed interface Body {
    /// It returns this: 0 or 1 for a boolean, any int.
    record Constant(int value) implements Body {}

    /// It returns null.
    record Null() implements Body {}

    /// A static method of another class with the same parameters, the receiver first. It may call
    /// the method that it replaces by the name with `$original`, by reflection.
    record Call(String type, String method) implements Body {}
  }

  @Override
  public String toString() {
    return name;
  }

  static Mutation of(String name) {
    return new Mutation(name, List.of());
  }

  /// The method returns this number, or false or true for 0 or 1.
  Mutation returns(String type, String method, int value) {
    return and(type, method, new Body.Constant(value));
  }

  Mutation returnsNull(String type, String method) {
    return and(type, method, new Body.Null());
  }

  /// The method does what the method of the same name does in `wrong`.
  Mutation does(String type, String method, String wrong) {
    return and(type, method, new Body.Call(ROOT + wrong, method));
  }

  private Mutation and(String type, String method, Body by) {
    var all = new ArrayList<>(replacements);
    all.add(new Replacement(ROOT + type, method, by));
    return new Mutation(name, List.copyOf(all));
  }
}
