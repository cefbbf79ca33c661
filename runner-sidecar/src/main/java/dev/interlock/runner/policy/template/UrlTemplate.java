package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.UndecidableException;
import dev.interlock.runner.policy.template.PlaceholderCheck.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An upstream's address with placeholders in path and query. Whatever the values are, the path has
/// the same segments and the query the same parameters.
///
/// @param segments of the path, without the slashes
/// @param parameters of the query, in order
record UrlTemplate(Origin origin, List<Text> segments, List<Parameter> parameters) {
  private static final String PATH_CHARACTERS = "[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}";
  private static final String QUERY_CHARACTERS = PATH_CHARACTERS + "|[/?]";

  UrlTemplate {
    segments = List.copyOf(segments);
    parameters = List.copyOf(parameters);
  }

  /// One parameter of the query.
  ///
  /// @param name as written, encoded
  /// @param value absent when there is no `=`
  record Parameter(String name, @Nullable Text value) {}

  /// Whether a path can be sent as it is: no dot segments, nothing unencoded.
  static boolean isPlainPath(String path) {
    return path.matches("(/(" + PATH_CHARACTERS + ")*)+")
        && List.of(path.split("/")).stream().noneMatch(UrlTemplate::isDots);
  }

  private static boolean isDots(String segment) {
    var plain = segment.replaceAll("(?i)%2e", ".");
    return plain.equals(".") || plain.equals("..");
  }

  /// Reads an address; empty when it is none.
  ///
  /// @param parameters the place of a value that is a whole query parameter
  static Optional<UrlTemplate> parse(
      String url, String field, PlaceholderCheck check, Place parameters) {
    return Origin.read(url, field, check.findings())
        .map(address -> new Reading(field, check, parameters).read(address));
  }

  private record Reading(String field, PlaceholderCheck check, Place whole) {

    UrlTemplate read(Origin.Address address) {
      int mark = address.target().indexOf('?');
      var path = mark < 0 ? address.target() : address.target().substring(0, mark);
      var segments = new ArrayList<Text>();
      for (var segment : (path.isEmpty() ? "/" : path).substring(1).split("/", -1)) {
        segments.add(segment(segment));
      }
      var parameters = new ArrayList<Parameter>();
      if (mark >= 0) {
        for (var parameter : address.target().substring(mark + 1).split("&", -1)) {
          parameters.add(parameter(parameter));
        }
      }
      return new UrlTemplate(address.origin(), segments, parameters);
    }

    private Text segment(String source) {
      var text = text(source, PATH_CHARACTERS, "path");
      check.check(text, field, Place.INSIDE);
      if (text.isLiteral() && isDots(text.literals())) {
        findings()
            .reject(
                field, "must not hold the path segment " + source + ": write the path it leads to");
      }
      return text;
    }

    private Parameter parameter(String source) {
      int equals = source.indexOf('=');
      var name = equals < 0 ? source : source.substring(0, equals);
      if (!text(name, QUERY_CHARACTERS, "query").isLiteral()) {
        findings()
            .reject(
                field,
                "a placeholder may stand in a query parameter's value only, not in its name");
      }
      if (equals < 0) {
        return new Parameter(name, null);
      }
      var value = text(source.substring(equals + 1), QUERY_CHARACTERS, "query");
      check.check(value, field, value.only().isPresent() ? whole : Place.INSIDE);
      return new Parameter(name, value);
    }

    private Text text(String source, String characters, String part) {
      var text = Text.parse(source, field, findings());
      if (!text.literals().matches("(" + characters + ")*")) {
        findings()
            .reject(
                field,
                "the %s holds a character that must be percent-encoded: %s"
                    .formatted(part, source));
      }
      return text;
    }

    private Findings findings() {
      return check.findings();
    }
  }

  /// Path and query with the values in it.
  ///
  /// @throws UndecidableException when a value cannot stand in its segment
  String render(JsonNode input, RequestFacts facts) {
    var target = new StringBuilder();
    for (var segment : segments) {
      target.append('/').append(segment(segment, input, facts));
    }
    char separator = '?';
    for (var parameter : parameters) {
      var rendered = parameter(parameter, input, facts);
      if (rendered.isPresent()) {
        target.append(separator).append(rendered.get());
        separator = '&';
      }
    }
    return target.toString();
  }

  private static String segment(Text segment, JsonNode input, RequestFacts facts) {
    var rendered = new StringBuilder();
    for (var part : segment.parts()) {
      rendered.append(encoded(part, input, facts));
    }
    if (!segment.isLiteral() && (rendered.isEmpty() || isDots(rendered.toString()))) {
      throw new UndecidableException(
          "a value that is empty, \".\" or \"..\" cannot stand in the upstream's path");
    }
    return rendered.toString();
  }

  private static Optional<String> parameter(
      Parameter parameter, JsonNode input, RequestFacts facts) {
    var value = parameter.value();
    if (value == null) {
      return Optional.of(parameter.name());
    }
    var only = value.only();
    if (only.isPresent()) {
      return only.get()
          .text(input, facts)
          .map(text -> parameter.name() + "=" + PercentEncoding.encode(text));
    }
    var rendered = new StringBuilder(parameter.name()).append('=');
    value.parts().forEach(part -> rendered.append(encoded(part, input, facts)));
    return Optional.of(rendered.toString());
  }

  private static String encoded(Text.Part part, JsonNode input, RequestFacts facts) {
    return switch (part) {
      case Text.Part.Literal(var literal) -> literal;
      case Text.Part.Value(var placeholder) ->
          PercentEncoding.encode(Values.required(placeholder, input, facts));
    };
  }
}
