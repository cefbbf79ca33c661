package dev.interlock.runner.simulation;

import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/// The right rule behind a wrong one.
public final class Original {
  private Original() {}

  /// Calls the method that was replaced.
  ///
  /// @param self null for a static method
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public static <T> T of(
      Class<?> type, String method, @Nullable Object self, @Nullable Object... arguments) {
    return call(type, method + "$original", self, arguments);
  }

  /// Calls a private method of the code under test.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <T> T call(
      Class<?> type, String method, @Nullable Object self, @Nullable Object... arguments) {
    for (var candidate : type.getDeclaredMethods()) {
      if (candidate.getName().equals(method)) {
        candidate.setAccessible(true);
        try {
          return (T) candidate.invoke(self, arguments);
        } catch (InvocationTargetException e) {
          throw Original.<RuntimeException>unchecked(e.getCause());
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    throw new IllegalStateException(type + " has no method " + method);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchecked(@Nullable Throwable e) throws E {
    throw (E) e;
  }
}
