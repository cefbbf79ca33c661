package dev.interlock.runner.policy.expression;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.interlock.runner.policy.Names;
import dev.interlock.runner.policy.schema.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Checks every property name of an expression against what the schemas know, through
/// comprehensions too: a misspelt name would make the expression fail for every call.
final class NameCheck {
  private final Consumer<String> reject;

  NameCheck(Consumer<String> reject) {
    this.reject = reject;
  }

  void check(CelExpr expression, Scope scope) {
    var known = new HashMap<String, Shape>();
    scope
        .variables()
        .forEach((name, variable) -> {
          if (variable.shape() != null) {
            known.put(name, variable.shape());
          }
        });
    visit(expression, known);
  }

  /// Checks below the expression and gives the shape of its value, if anything is known of it.
  private @Nullable Shape visit(CelExpr e, Map<String, Shape> known) {
    return switch (e.getKind()) {
      case IDENT -> known.get(e.ident().name());
      case SELECT -> property(visit(e.select().operand(), known), e.select().field());
      case CALL -> call(e.call(), known);
      case LIST -> {
        e.list().elements().forEach(item -> visit(item, known));
        yield null;
      }
      case MAP -> {
        e.map()
            .entries()
            .forEach(entry -> {
              visit(entry.key(), known);
              visit(entry.value(), known);
            });
        yield null;
      }
      case STRUCT -> {
        e.struct().entries().forEach(entry -> visit(entry.value(), known));
        yield null;
      }
      case COMPREHENSION -> comprehension(e.comprehension(), known);
      case CONSTANT, NOT_SET -> null;
    };
  }

  private @Nullable Shape call(CelExpr.CelCall call, Map<String, Shape> known) {
    call.target().ifPresent(target -> visit(target, known));
    if (!call.function().equals("_[_]")) {
      call.args().forEach(argument -> visit(argument, known));
      return null;
    }
    var operand = visit(call.args().get(0), known);
    var index = call.args().get(1);
    visit(index, known);
    if (index.getKind() == CelExpr.ExprKind.Kind.CONSTANT
        && index.constant().getKind() == CelConstant.Kind.STRING_VALUE) {
      return property(operand, index.constant().stringValue());
    }
    return operand == null ? null : operand.item();
  }

  private @Nullable Shape comprehension(CelExpr.CelComprehension loop, Map<String, Shape> known) {
    var range = visit(loop.iterRange(), known);
    visit(loop.accuInit(), known);
    var inner = new HashMap<>(known);
    var item = range == null || !range.types().contains("array") ? null : range.item();
    inner.remove(loop.iterVar2());
    if (item == null) {
      inner.remove(loop.iterVar());
    } else {
      inner.put(loop.iterVar(), item);
    }
    visit(loop.loopCondition(), inner);
    visit(loop.loopStep(), inner);
    visit(loop.result(), known);
    return null;
  }

  private @Nullable Shape property(@Nullable Shape of, String name) {
    if (of == null) {
      return null;
    }
    if (of.lacks(name)) {
      var names = of.properties().keySet();
      reject.accept(
          "there is no property "
              + name
              + Names.suggestion(name, names)
              + "; known there: "
              + String.join(", ", names));
    }
    return of.property(name);
  }
}
