package dev.interlock.runner;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.RateLimits;
import dev.interlock.runner.execution.TransitionListener;
import dev.interlock.runner.execution.Upstreams;
import dev.interlock.runner.journal.JournalStore;
import dev.interlock.runner.journal.Journals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Who may depend on whom. The JDK and JSpecify are open to all; whatever else a package uses is in
/// its line of `ALLOWED`.
class PackageRulesTest {
  private static final String BASE = "dev.interlock.runner";
  private static final Path SOURCES = Path.of("src/main/java");
  private static final int LONGEST_FILE = 400;

  private static final String ALLOWED =
      """
      package           | ours                                                                                    | libraries
      operation         |                                                                                         |
      json              | operation                                                                               | tools.jackson
      outcome           | operation                                                                               |
      policy            | operation                                                                               | tools.jackson.databind
      policy.terms      | operation policy                                                                        | tools.jackson.databind
      policy.schema     | policy                                                                                  | tools.jackson.databind com.networknt.schema com.google.re2j
      policy.expression | operation json policy policy.schema                                                     | tools.jackson.databind dev.cel com.google.common
      policy.template   | operation json policy policy.schema policy.terms                                        | tools.jackson.databind
      policy.compile    | operation json policy policy.schema policy.terms policy.expression policy.template      | tools.jackson.databind
      policy.load       | operation policy policy.terms policy.compile                                            | tools.jackson.databind org.slf4j dev.interlock.crd org.snakeyaml.engine com.fasterxml.jackson.annotation
      execution         | operation json outcome policy                                                           | tools.jackson.databind org.slf4j com.github.f4b6a3.ulid
      journal           | operation execution journal.memory journal.embedded                                     | tools.jackson org.slf4j com.fasterxml.jackson.annotation
      journal.table     | operation execution journal                                                             |
      journal.memory    | execution journal journal.table                                                         |
      journal.embedded  | execution journal journal.table                                                         | org.slf4j org.apache.activemq.artemis org.h2.mvstore
      ratelimit         | operation policy execution                                                              | io.github.bucket4j
      tool.http         | outcome policy execution                                                                | io.vertx.core io.netty.channel
      telemetry         | operation execution                                                                     | io.micrometer org.slf4j
      provider          | operation json                                                                          | tools.jackson.databind
      api               | operation json policy execution provider                                                | tools.jackson.databind org.slf4j io.vertx com.nimbusds
      management        | operation json execution                                                                | tools.jackson.databind org.slf4j io.vertx
      command           | json management                                                                         | tools.jackson picocli
      """;

  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(BASE);

  /// One line of `ALLOWED`.
  record Line(String holder, List<String> ours, List<String> libraries) {
    @Override
    public String toString() {
      return holder;
    }
  }

  static List<Line> lines() {
    return ALLOWED.lines().skip(1).map(PackageRulesTest::line).toList();
  }

  private static Line line(String text) {
    var cells = Arrays.stream(text.split("\\|", -1)).map(String::strip).toList();
    return new Line(cells.get(0), words(cells.get(1)), words(cells.get(2)));
  }

  private static List<String> words(String cell) {
    return cell.isEmpty() ? List.of() : List.of(cell.split(" "));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lines")
  void aPackageDependsOnWhatItsLineAllowsAndOnNothingElse(Line line) {
    var ours = line.ours().stream().map(name -> BASE + "." + name);
    var libraries = line.libraries().stream().map(name -> name + "..");
    var always = Stream.of("java..", "javax.net.ssl", "org.jspecify..", BASE + "." + line.holder());
    classes()
        .that()
        .resideInAPackage(BASE + "." + line.holder())
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                Stream.of(always, ours, libraries).flatMap(all -> all).toArray(String[]::new)))
        .check(OURS);
  }

  @Test
  void everyPackageHasALineAndEveryLineAPackage() {
    var packages =
        OURS.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> !name.equals(BASE))
            .map(name -> name.substring(BASE.length() + 1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(lines()).extracting(Line::holder).containsExactlyInAnyOrderElementsOf(packages);
  }

  @Test
  void packagesHaveNoCycles() {
    // The one place that opens a store by its address knows all kinds of stores.
    slices()
        .matching(BASE + ".(**)")
        .should()
        .beFreeOfCycles()
        .ignoreDependency(
            nameMatching(Journals.class.getName()), resideInAPackage(BASE + ".journal.."))
        .check(OURS);
  }

  @Test
  void theEngineCarriesJsonAndNeitherParsesNorPrintsIt() {
    noClasses()
        .that()
        .resideInAnyPackage(BASE + ".execution", BASE + ".policy")
        .should()
        .dependOnClassesThat(
            resideInAPackage("tools.jackson..")
                .and(DescribedPredicate.not(nameMatching("tools\\.jackson\\.databind\\.JsonNode"))))
        .check(OURS);
  }

  @Test
  void onlyToolHttpSendsHttpRequestsWithVertx() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".tool.http")
        .should()
        .dependOnClassesThat(
            nameMatching(
                "io\\.vertx\\.(core\\.http\\.(HttpClient|Pool|WebSocketClient)|ext\\.web\\.client\\.).*"))
        .check(OURS);
  }

  @Test
  void onlyTheDoorsServeHttp() {
    noClasses()
        .that()
        .resideOutsideOfPackages(BASE + ".api", BASE + ".management")
        .should()
        .dependOnClassesThat(nameMatching("io\\.vertx\\.(core\\.http\\.HttpServer|ext\\.).*"))
        .check(OURS);
  }

  @Test
  void onlyTheProgramItselfMakesAdapters() {
    for (var port :
        List.of(
            Journal.class,
            JournalStore.class,
            Upstreams.class,
            RateLimits.class,
            TransitionListener.class)) {
      constructors()
          .that()
          .areDeclaredInClassesThat()
          .areAssignableTo(port)
          .should()
          .onlyBeCalled()
          .byClassesThat(
              resideInAnyPackage(BASE + ".journal..", BASE + ".tool..", BASE + ".ratelimit..")
                  .or(nameMatching(Runner.class.getName())))
          .allowEmptyShould(true)
          .check(OURS);
    }
  }

  @Test
  void onlyTheProgramItselfKnowsTheAdaptersAndTheDoors() {
    for (var adapter :
        List.of("journal", "ratelimit", "tool", "telemetry", "api", "command", "policy.load")) {
      noClasses()
          .that()
          .resideOutsideOfPackages(BASE, BASE + "." + adapter + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(BASE + "." + adapter + "..")
          .check(OURS);
    }
  }

  @Test
  void nothingDependsOnTheProgramItself() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(BASE)
        .check(OURS);
  }

  @Test
  void noPackageIsNamedByWhatItDoesNotHold() throws IOException {
    var nameless = Set.of("utils", "util", "common", "core", "impl", "helpers", "manager");
    try (var files = Files.walk(SOURCES)) {
      assertThat(files.filter(Files::isDirectory))
          .noneMatch(folder -> nameless.contains(folder.getFileName().toString()));
    }
  }

  @Test
  void everyPackageSaysWhatItHoldsAndThatNullIsMarked() throws IOException {
    try (var files = Files.walk(SOURCES)) {
      var folders =
          files
              .filter(PackageRulesTest::isJava)
              .map(Path::getParent)
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(folders).isNotEmpty();
      for (var folder : folders) {
        assertThat(folder.resolve("package-info.java"))
            .content()
            .startsWith("/// ")
            .contains("@org.jspecify.annotations.NullMarked");
      }
    }
  }

  @Test
  void noFileIsLongerThanFourHundredLines() throws IOException {
    try (var files = Files.walk(SOURCES)) {
      for (var file : files.filter(PackageRulesTest::isJava).toList()) {
        assertThat(Files.readAllLines(file))
            .as(file.toString())
            .hasSizeLessThanOrEqualTo(LONGEST_FILE);
      }
    }
  }

  private static boolean isJava(Path file) {
    return file.toString().endsWith(".java");
  }
}
