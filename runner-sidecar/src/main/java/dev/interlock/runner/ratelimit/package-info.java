/// How often calls may be made. Bucket4j only here. Start reading at `LocalRateLimits`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.ratelimit;
