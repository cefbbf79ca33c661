package dev.interlock.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
  private final ManualClock wall = new ManualClock();
  private final AtomicLong nanos = new AtomicLong(7);
  private final SteadyClock steady = new SteadyClock(wall, nanos::get);

  @Test
  void timeGoesOnWhenTheWallClockIsSetBack() {
    var before = steady.instant();
    pass(Duration.ofSeconds(10), Duration.ofHours(-1));
    assertThat(steady.instant()).isEqualTo(before.plusSeconds(10));
    pass(Duration.ofSeconds(5), Duration.ofSeconds(5));
    assertThat(steady.instant()).isEqualTo(before.plusSeconds(15));
  }

  @Test
  void aWallClockThatIsSetForwardIsFollowed() {
    var before = steady.instant();
    pass(Duration.ofSeconds(1), Duration.ofHours(1));
    assertThat(steady.instant()).isEqualTo(before.plus(Duration.ofHours(1)));
  }

  private void pass(Duration monotonic, Duration byTheWall) {
    nanos.addAndGet(monotonic.toNanos());
    wall.advance(byTheWall);
  }
}
