package dev.interlock.runner.outcome;

import dev.interlock.runner.outcome.Signal.Interruption;
import dev.interlock.runner.outcome.Signal.NoCompleteResponse;
import dev.interlock.runner.outcome.Signal.NothingSent;
import dev.interlock.runner.outcome.Signal.Obstacle;
import dev.interlock.runner.outcome.Signal.Response;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What every signal must mean, written down by hand from the article's error matrix, and what must
/// follow. Nothing here is computed: who changes the classification has to change this page.
public final class OutcomeTable {
  public static final List<String> COLUMNS = List.of("Read", "write, keyed", "write, unkeyed");

  private OutcomeTable() {}

  public static final String VALID = "{\"id\":\"ch_1\"}";

  /// `retry` means certainly no effect; `retry with the key` means that there may be one.
  static final String SIGNALS =
      """
      signal                               | the policy says   | Read                         | write, keyed                             | write, unkeyed
      nothing sent NAME_RESOLUTION         |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent CONNECTION_REFUSED      |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent CONNECT_TIMEOUT         |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent TLS_FAILURE             |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent NO_CONNECTION           |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent CIRCUIT_OPEN            |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent STREAM_REFUSED          |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent CREDENTIAL_MISSING      |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent LEASE_LOST              |                   | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      nothing sent RATE_LIMITED            |                   | retry rate_limited           | retry rate_limited                       | retry rate_limited
      nothing sent CANCELLED               |                   | retry cancelled              | retry cancelled                          | retry cancelled
      nothing sent ADDRESS_FORBIDDEN       |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      no complete response TIMEOUT         |                   | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      no complete response CONNECTION_LOST |                   | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      no complete response TRUNCATED       |                   | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      no complete response PROTOCOL_ERROR  |                   | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      no complete response CANCELLED       |                   | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      no complete response ABANDONED       |                   | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      cut after status 200 TRUNCATED       |                   | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      cut after status 429 TRUNCATED       | refusedBefore 429 | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      cut after status 500 CONNECTION_LOST |                   | retry upstream_unavailable   | retry with the key timeout_unknown       | unknown timeout_unknown
      status 200 valid                     |                   | succeeded                    | succeeded                                | succeeded
      status 201 valid                     |                   | succeeded                    | succeeded                                | succeeded
      status 202 valid                     |                   | succeeded                    | succeeded                                | succeeded
      status 204 valid                     |                   | succeeded                    | succeeded                                | succeeded
      status 299 valid                     |                   | succeeded                    | succeeded                                | succeeded
      status 200 valid                     | refusedBefore 200 | succeeded                    | succeeded                                | succeeded
      status 200 violated                  |                   | permanent invalid_result     | succeeded, withheld                      | succeeded, withheld
      status 200 unparsable                |                   | permanent invalid_result     | succeeded, withheld                      | succeeded, withheld
      status 200 empty                     |                   | permanent invalid_result     | succeeded, withheld                      | succeeded, withheld
      status 200 too large                 |                   | permanent invalid_result     | succeeded, withheld                      | succeeded, withheld
      status 201 violated                  |                   | permanent invalid_result     | succeeded, withheld                      | succeeded, withheld
      status 202 unparsable                |                   | permanent invalid_result     | succeeded, withheld                      | succeeded, withheld
      status 202 valid                     | accepted Pending  | pending /jobs/1              | pending /jobs/1                          | pending /jobs/1
      status 202 unparsable                | accepted Pending  | pending /jobs/1              | pending /jobs/1                          | pending /jobs/1
      status 200 valid                     | accepted Pending  | succeeded                    | succeeded                                | succeeded
      status 300 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 301 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 302 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 303 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 304 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 307 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 308 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 400 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 404 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 405 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 410 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 411 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 413 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 414 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 415 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 422 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 401 valid                     |                   | permanent forbidden          | permanent forbidden                      | permanent forbidden
      status 403 valid                     |                   | permanent forbidden          | permanent forbidden                      | permanent forbidden
      status 408 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 408 valid                     | refusedBefore 408 | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      status 408 valid                     | refusedBefore 429 | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 425 valid                     |                   | retry upstream_unavailable   | retry upstream_unavailable               | permanent upstream_unavailable
      status 425 valid                     | refusedBefore 425 | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      status 429 valid                     |                   | retry rate_limited           | retry rate_limited                       | permanent rate_limited
      status 429 valid                     | refusedBefore 429 | retry rate_limited           | retry rate_limited                       | retry rate_limited
      status 429 valid                     | refusedBefore 503 | retry rate_limited           | retry rate_limited                       | permanent rate_limited
      status 409 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 409 valid                     | in flight 425     | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 409 valid                     | in flight 409     | permanent permanent_failure  | retry with the key upstream_unavailable  | permanent permanent_failure
      status 500 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 502 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 504 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 503 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 503 valid                     | refusedBefore 503 | retry upstream_unavailable   | retry upstream_unavailable               | retry upstream_unavailable
      status 503 valid                     | refusedBefore 429 | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 501 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 505 valid                     |                   | permanent permanent_failure  | permanent permanent_failure              | permanent permanent_failure
      status 506 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 507 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 508 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 511 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 520 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 524 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 529 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 599 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 600 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      status 999 valid                     |                   | retry upstream_unavailable   | retry with the key upstream_unavailable  | unknown timeout_unknown
      """;

  /// What follows an outcome of the second attempt: are attempts left, and was the first ambiguous?
  static final String FOLLOWS =
      """
      outcome            | left, clean        | left, ambiguous    | none left, clean | none left, ambiguous
      retry              | again              | again              | budget_exhausted | find out
      retry with the key | again with the key | again with the key | find out         | find out
      unknown            | find out           | find out           | find out         | find out
      pending            | find out by handle | find out by handle | find out by handle | find out by handle
      succeeded          | record             | record             | record           | record
      permanent          | record             | find out           | record           | find out
      """;

  /// One line of `SIGNALS`.
  public record Row(Signal signal, String says, List<String> cells, String text) {

    /// What must follow in this column, `Read`, `write, keyed` or `write, unkeyed`.
    public String cell(String column) {
      return cells.get(COLUMNS.indexOf(column));
    }

    String read() {
      return cells.get(0);
    }

    String keyed() {
      return cells.get(1);
    }

    String unkeyed() {
      return cells.get(2);
    }

    public Set<Integer> refusedBefore() {
      return says.startsWith("refusedBefore") ? Set.of(number(says)) : Set.of();
    }

    public int inFlightStatus() {
      return says.startsWith("in flight") ? number(says) : 0;
    }

    public boolean pendingOn202() {
      return says.equals("accepted Pending");
    }

    @Override
    public String toString() {
      return says.isEmpty() ? text : text + ", " + says;
    }
  }

  public static List<Row> rows() {
    return SIGNALS.lines().skip(1).map(OutcomeTable::row).toList();
  }

  /// What follows `outcome` in the column with this header.
  static String follows(String outcome, String column) {
    var lines = FOLLOWS.lines().map(OutcomeTable::cells).toList();
    int at = lines.getFirst().indexOf(column);
    return lines.stream()
        .filter(line -> line.getFirst().equals(outcome))
        .findAny()
        .orElseThrow()
        .get(at);
  }

  private static Row row(String line) {
    var cells = cells(line);
    return new Row(signal(cells.get(0)), cells.get(1), cells.subList(2, 5), cells.get(0));
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
  }

  private static Signal signal(String text) {
    var word = text.substring(text.lastIndexOf(' ') + 1);
    if (text.startsWith("nothing sent")) {
      return new NothingSent(Obstacle.valueOf(word), "detail");
    }
    if (text.startsWith("no complete response")) {
      return new NoCompleteResponse(Interruption.valueOf(word), 0, "detail");
    }
    if (text.startsWith("cut after")) {
      return new NoCompleteResponse(Interruption.valueOf(word), number(text), "detail");
    }
    return response(number(text), text.split(" ", 3)[2]);
  }

  private static Response response(int status, String body) {
    var text =
        switch (body) {
          case "valid", "too large" -> VALID;
          case "violated" -> "{\"id\":7}";
          case "unparsable" -> "{\"id\":";
          case "empty" -> "";
          default -> throw new IllegalArgumentException("no such body: " + body);
        };
    return new Response(
        status,
        Map.of("location", List.of("/jobs/1"), "retry-after", List.of("7")),
        text.getBytes(StandardCharsets.UTF_8),
        body.equals("too large"));
  }

  private static int number(String text) {
    return Integer.parseInt(text.replaceAll("[^0-9]", ""));
  }
}
