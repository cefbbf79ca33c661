package dev.interlock.runner.journal;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// One record of the journal as JSON: `{"v":<format>,"d":<record>}`. The format comes first, so
/// that a newer record is recognized before anything of it is interpreted. Equal values give equal
/// bytes.
final class JournalJson {
  /// Grows when an older runner could misread what this one writes.
  static final int FORMAT = 1;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new RecordIntrospector())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .changeDefaultVisibility(visibility -> visibility.withIsGetterVisibility(Visibility.NONE))
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .addModule(times())
          .build();

  private JournalJson() {}

  /// The bytes of `value`, written as a `type`.
  static byte[] write(Class<?> type, Object value) {
    var bytes = new ByteArrayOutputStream(1024);
    try (var generator = MAPPER.createGenerator(bytes)) {
      generator.writeStartObject();
      generator.writeNumberProperty("v", FORMAT);
      generator.writeName("d");
      MAPPER.writerFor(type).writeValue(generator, value);
      generator.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /// The value in `bytes`.
  ///
  /// @param id whose record it is, for the message
  /// @throws UnreadableRecordException when the record is newer or corrupt
  static <T> T read(String id, Class<T> type, byte[] bytes) {
    try (var parser = MAPPER.createParser(bytes)) {
      require(id, parser.nextToken() == JsonToken.START_OBJECT && "v".equals(parser.nextName()));
      int format = parser.nextIntValue(0);
      if (format > FORMAT) {
        throw UnreadableRecordException.newer(id, format, FORMAT);
      }
      require(id, format > 0 && "d".equals(parser.nextName()));
      require(id, parser.nextToken() == JsonToken.START_OBJECT);
      T value = MAPPER.readerFor(type).readValue(parser);
      require(id, parser.nextToken() == JsonToken.END_OBJECT && parser.nextToken() == null);
      return value;
    } catch (JacksonException e) {
      throw UnreadableRecordException.corrupt(id, e);
    }
  }

  private static void require(String id, boolean holds) {
    if (!holds) {
      throw UnreadableRecordException.corrupt(id, null);
    }
  }

  /// Times and durations are nanoseconds, as a number where they fit a long and as text otherwise:
  /// `seconds.nanos`.
  private static SimpleModule times() {
    return new SimpleModule()
        .addSerializer(Instant.class, new TimeWriter<>(Instant::getEpochSecond, Instant::getNano))
        .addDeserializer(Instant.class, new TimeReader<>(Instant::ofEpochSecond))
        .addSerializer(Duration.class, new TimeWriter<>(Duration::getSeconds, Duration::getNano))
        .addDeserializer(Duration.class, new TimeReader<>(Duration::ofSeconds));
  }

  private static final class TimeWriter<T> extends ValueSerializer<T> {
    private final ToLongFunction<T> seconds;
    private final ToIntFunction<T> nanos;

    TimeWriter(ToLongFunction<T> seconds, ToIntFunction<T> nanos) {
      this.seconds = seconds;
      this.nanos = nanos;
    }

    @Override
    public void serialize(T value, JsonGenerator generator, SerializationContext context) {
      long second = seconds.applyAsLong(value);
      int nano = nanos.applyAsInt(value);
      if (Math.abs(second / 1_000_000_000) < 9) {
        generator.writeNumber(second * 1_000_000_000 + nano);
      } else {
        generator.writeString(second + "." + nano);
      }
    }
  }

  private static final class TimeReader<T> extends ValueDeserializer<T> {
    private final Make<T> make;

    TimeReader(Make<T> make) {
      this.make = make;
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) {
      if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
        long nanos = parser.getLongValue();
        return make.of(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
      }
      String[] parts = parser.getString().split("\\.", -1);
      try {
        return make.of(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw context.weirdStringException(parser.getString(), handledType(), "not a time");
      }
    }

    private interface Make<T> {
      T of(long seconds, long nanos);
    }
  }
}
