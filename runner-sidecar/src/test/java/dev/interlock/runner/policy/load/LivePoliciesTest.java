package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.AGENT;
import static dev.interlock.runner.policy.load.Policies.FILES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.ToolPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Live policies")
class LivePoliciesTest {
  private static final Duration NEVER = Duration.ofDays(1);
  private static final Duration OFTEN = Duration.ofMillis(20);

  @TempDir private Path folder;
  private final BlockingQueue<Reload> told = new LinkedBlockingQueue<>();
  private final java.util.List<LivePolicies> open = new java.util.ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(LivePolicies::close);
  }

  private LivePolicies follow(Duration poll) {
    var live = LivePolicies.follow(FILES, folder, poll, told::add);
    open.add(live);
    return live;
  }

  private static String tool(String name, String description) {
    return """
    apiVersion: interlock.dev/v1alpha1
    kind: ToolPolicy
    metadata: {name: %s}
    spec:
      tool: {description: %s, inputSchema: {type: object}}
      risk: Read
      upstream: {http: {method: GET, url: "https://shop.example/"}}
    """
        .formatted(name, description);
  }

  private void write(Path to, String text) throws IOException {
    var temporary = Files.writeString(folder.resolve(".writing"), text);
    Files.move(temporary, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private Reload next() throws InterruptedException {
    var reload = told.poll(60, TimeUnit.SECONDS);
    assertThat(reload).as("a reload within a minute").isNotNull();
    return java.util.Objects.requireNonNull(reload);
  }

  private static java.util.List<String> descriptions(ToolPolicies policies) {
    return policies.offeredTo(AGENT).stream().map(ToolContract::description).toList();
  }

  @Test
  void a_changed_file_is_in_force_after_a_reload() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(NEVER);
    write(folder.resolve("a.yaml"), tool("a", "two"));

    live.reload();

    assertThat(descriptions(live.get())).containsExactly("two");
    assertThat(live.lastProblem()).isEmpty();
  }

  @Test
  void one_bad_file_keeps_the_whole_old_set_and_says_why() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(NEVER);
    var before = live.get();
    write(folder.resolve("a.yaml"), tool("a", "two"));
    write(folder.resolve("b.yaml"), tool("b", "three").replace("Read", "Reed"));

    assertThat(live.reload()).isInstanceOf(Reload.Rejected.class);

    assertThat(live.get()).isSameAs(before);
    assertThat(live.lastProblem())
        .hasValueSatisfying(
            problem -> assertThat(problem).startsWith("b.yaml:6: spec.risk: must be Read,"));
  }

  @Test
  void the_problem_is_gone_when_the_file_is_mended() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(NEVER);
    write(folder.resolve("a.yaml"), "not: a policy");
    live.reload();
    write(folder.resolve("a.yaml"), tool("a", "one"));

    assertThat(live.reload()).isEqualTo(new Reload.Unchanged());

    assertThat(live.lastProblem()).isEmpty();
  }

  @Test
  void there_is_no_start_with_a_bad_folder() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one") + "  rsik: Read");

    assertThatExceptionOfType(PoliciesRejectedException.class)
        .isThrownBy(() -> follow(NEVER))
        .withMessageContaining("a.yaml:8: spec.rsik: there is no such field; did you mean risk?");
  }

  @Test
  void an_emptied_file_is_not_taken_for_a_removed_policy() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(NEVER);
    Files.writeString(folder.resolve("a.yaml"), "");

    assertThat(live.reload()).isInstanceOf(Reload.Rejected.class);

    assertThat(descriptions(live.get())).containsExactly("one");
  }

  @Test
  void a_removed_policy_is_gone_even_the_last_one() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(NEVER);
    Files.delete(folder.resolve("a.yaml"));

    live.reload();

    assertThat(live.get().offeredTo(AGENT)).isEmpty();
  }

  @Test
  void a_link_that_leads_nowhere_is_not_taken_for_a_removed_policy() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(NEVER);
    Files.delete(folder.resolve("a.yaml"));
    Files.createSymbolicLink(folder.resolve("a.yaml"), Path.of("nowhere.yaml"));

    assertThat(live.reload()).isInstanceOf(Reload.Rejected.class);
    assertThat(live.lastProblem()).hasValueSatisfying(p -> assertThat(p).contains("a.yaml"));
  }

  @Test
  void a_vanished_folder_keeps_the_old_set() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(NEVER);
    Files.delete(folder.resolve("a.yaml"));
    Files.delete(folder);

    assertThat(live.reload()).isInstanceOf(Reload.Rejected.class);

    assertThat(descriptions(live.get())).containsExactly("one");
  }

  @Test
  void a_changed_file_is_noticed() throws Exception {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(OFTEN);
    write(folder.resolve("a.yaml"), tool("a", "two"));

    assertThat(next()).isInstanceOf(Reload.Loaded.class);

    assertThat(descriptions(live.get())).containsExactly("two");
  }

  @Test
  void a_swapped_kubernetes_volume_is_noticed_as_a_whole() throws Exception {
    var old = Files.createDirectory(folder.resolve("..2026_01"));
    Files.writeString(old.resolve("a.yaml"), tool("a", "one"));
    Files.writeString(old.resolve("b.yaml"), tool("b", "one"));
    Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026_01"));
    Files.createSymbolicLink(folder.resolve("a.yaml"), Path.of("..data", "a.yaml"));
    Files.createSymbolicLink(folder.resolve("b.yaml"), Path.of("..data", "b.yaml"));
    var live = follow(OFTEN);
    assertThat(descriptions(live.get())).containsExactly("one", "one");

    var fresh = Files.createDirectory(folder.resolve("..2026_02"));
    Files.writeString(fresh.resolve("a.yaml"), tool("a", "two"));
    Files.writeString(fresh.resolve("b.yaml"), tool("b", "two"));
    var link = Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of("..2026_02"));
    Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

    var reload = next();
    while (!(reload instanceof Reload.Loaded)) {
      assertThat(reload).isEqualTo(new Reload.Unchanged());
      reload = next();
    }
    assertThat(descriptions(((Reload.Loaded) reload).policies())).containsExactly("two", "two");
  }

  @Test
  void nobody_is_told_after_close() throws IOException {
    write(folder.resolve("a.yaml"), tool("a", "one"));
    var live = follow(OFTEN);
    live.close();
    told.clear();
    write(folder.resolve("a.yaml"), tool("a", "two"));

    assertThat(descriptions(live.get())).containsExactly("one");
    assertThat(told).isEmpty();
  }
}
