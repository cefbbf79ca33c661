package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.IdempotencySpec;
import dev.interlock.crd.v1alpha1.IdentitySpec;
import dev.interlock.runner.policy.Idempotency;
import dev.interlock.runner.policy.Identity;
import dev.interlock.runner.policy.terms.IdempotencyTerms;
import dev.interlock.runner.policy.terms.IdempotencyTerms.Placement;
import dev.interlock.runner.policy.terms.IdentityTerms;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads `spec.idempotency` and `spec.identity`: what is the same for the upstream, and for us.
record SamenessReader(SpecContext context) {
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration SECOND = Duration.ofSeconds(1);

  IdempotencyTerms idempotency(@Nullable IdempotencySpec spec) {
    var given = spec == null ? new IdempotencySpec(null, null, null, null, null) : spec;
    var mode = mode(given.mode());
    if (mode != Idempotency.Mode.KEY) {
      requireNone("in", given.in());
      requireNone("retention", given.retention());
      requireNone("replaysFailures", given.replaysFailures());
      requireNone("inFlightStatus", given.inFlightStatus());
      return new IdempotencyTerms(new Idempotency(mode, null, false, 0), null);
    }
    var at = "spec.idempotency.";
    var values = context.values();
    var promise =
        new Idempotency(
            mode,
            values.duration(
                at + "retention", given.retention(), DAY, SECOND, DAY.multipliedBy(3650)),
            Boolean.TRUE.equals(given.replaysFailures()),
            values.number(at + "inFlightStatus", given.inFlightStatus(), 0, 400, 599));
    return new IdempotencyTerms(promise, placement(given.in()));
  }

  private static Idempotency.Mode mode(IdempotencySpec.@Nullable Mode mode) {
    return switch (mode) {
      case null -> Idempotency.Mode.NONE;
      case NONE -> Idempotency.Mode.NONE;
      case NATURAL -> Idempotency.Mode.NATURAL;
      case KEY -> Idempotency.Mode.KEY;
    };
  }

  private void requireNone(String field, @Nullable Object value) {
    if (value != null) {
      context.rejectUnlessBroken(
          "spec.idempotency." + field,
          "has a meaning only with mode: Key: remove it, or write mode: Key",
          "spec.idempotency.mode");
    }
  }

  private @Nullable Placement placement(IdempotencySpec.@Nullable Placement in) {
    var field = "spec.idempotency.in";
    if (in == null) {
      context.rejectUnlessBroken(
          field, "is required for mode: Key: write for example in: {header: Idempotency-Key}");
      return null;
    }
    long given =
        Stream.of(in.header(), in.body(), in.query(), in.meta()).filter(Objects::nonNull).count();
    if (given != 1) {
      context.rejectUnlessBroken(
          field, "must hold exactly one of header, body, query, meta; got " + given);
      return null;
    }
    if (in.format() != null && in.header() == null) {
      context.reject(field + ".format", "belongs to a header: remove it");
    }
    if (in.header() != null) {
      return new Placement.InHeader(in.header(), in.format() == IdempotencySpec.Format.QUOTED);
    }
    if (in.body() != null) {
      context.values().pointer(field + ".body", in.body());
      return new Placement.InBody(in.body());
    }
    if (in.query() != null) {
      if (!in.query().matches("[A-Za-z0-9._~-]{1,128}")) {
        context.reject(
            field + ".query", "must be a name of A-Z a-z 0-9 . _ ~ -, got " + in.query());
      }
      return new Placement.InQuery(in.query());
    }
    context.reject(field + ".meta", "belongs to an MCP upstream: write header, body or query");
    return null;
  }

  IdentityTerms identity(@Nullable IdentitySpec spec) {
    var given = spec == null ? new IdentitySpec(null, null, null) : spec;
    var by = by(given.by());
    var window =
        context
            .values()
            .duration(
                "spec.identity.window",
                given.window(),
                DAY.compareTo(context.journalRetention()) < 0 ? DAY : context.journalRetention(),
                SECOND,
                DAY.multipliedBy(3650));
    if (window.compareTo(context.journalRetention()) > 0) {
      context.reject(
          "spec.identity.window",
          "must not be longer than the journal keeps finished operations (%s), got %s"
              .formatted(GoDuration.write(context.journalRetention()), GoDuration.write(window)));
    }
    if (by == Identity.By.KEY && given.key() == null) {
      context.rejectUnlessBroken(
          "spec.identity.key", "is required for by: Key: write for example key: input.order_id");
    }
    if (by != Identity.By.KEY) {
      requireByKey("key", given.key());
      requireByKey("window", given.window());
    }
    return new IdentityTerms(new Identity(by, window), by == Identity.By.KEY ? given.key() : null);
  }

  private Identity.By by(IdentitySpec.@Nullable By by) {
    return switch (by) {
      case null -> context.risk().isWrite() ? Identity.By.INPUT : Identity.By.CALL;
      case CALL -> Identity.By.CALL;
      case INPUT -> Identity.By.INPUT;
      case KEY -> Identity.By.KEY;
    };
  }

  private void requireByKey(String field, @Nullable Object value) {
    if (value != null) {
      context.rejectUnlessBroken(
          "spec.identity." + field,
          "has a meaning only with by: Key: remove it, or write by: Key",
          "spec.identity.by");
    }
  }
}
