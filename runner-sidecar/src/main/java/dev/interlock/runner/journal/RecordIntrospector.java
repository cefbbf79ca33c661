package dev.interlock.runner.journal;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/// Tells Jackson how our records look in the journal, so that they carry no annotations and a new
/// state or event needs no entry anywhere:
///
/// - a sealed interface's implementation is named by `t`, its simple name in snake_case;
/// - a record whose only component is `value` is written as that value;
/// - a component that is not `@Nullable` must be there when read.
final class RecordIntrospector extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1L;
  private static final JsonTypeInfo.Value BY_NAME =
      JsonTypeInfo.Value.construct(
          JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, "t", null, false, null, null);

  /// The name of a state's or event's type in the journal.
  static String typeName(Class<?> type) {
    return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  @Override
  public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
      MapperConfig<?> config, Annotated annotated) {
    return annotated.getRawType().isSealed() ? BY_NAME : null;
  }

  @Override
  public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
    return annotated.getRawType().isSealed()
        ? leaves(annotated.getRawType()).map(leaf -> new NamedType(leaf, typeName(leaf))).toList()
        : null;
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(RecordIntrospector::leaves)
        : Stream.of(type);
  }

  @Override
  public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass annotated) {
    return annotated.getRawType().isRecord() ? typeName(annotated.getRawType()) : null;
  }

  @Override
  public @Nullable Boolean hasAsValue(MapperConfig<?> config, Annotated annotated) {
    boolean isTheValue =
        annotated instanceof AnnotatedMethod method
            && method.getName().equals("value")
            && isValue(method.getDeclaringClass());
    return isTheValue ? true : null;
  }

  @Override
  public JsonCreator.@Nullable Mode findCreatorAnnotation(
      MapperConfig<?> config, Annotated annotated) {
    boolean takesTheValue =
        annotated instanceof AnnotatedConstructor constructor
            && isValue(constructor.getDeclaringClass());
    return takesTheValue ? JsonCreator.Mode.DELEGATING : null;
  }

  @Override
  public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    if (!(member instanceof AnnotatedParameter parameter)
        || !parameter.getDeclaringClass().isRecord()) {
      return null;
    }
    var component = parameter.getDeclaringClass().getRecordComponents()[parameter.getIndex()];
    return !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static boolean isValue(Class<?> type) {
    return type.isRecord()
        && type.getRecordComponents().length == 1
        && type.getRecordComponents()[0].getName().equals("value");
  }
}
