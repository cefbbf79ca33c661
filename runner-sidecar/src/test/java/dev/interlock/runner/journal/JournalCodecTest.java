package dev.interlock.runner.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.operation.Basis;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolOutcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalCodecTest {
  private static final Basis BASIS = Samples.intent(Samples.ID);

  static List<Operation> states() {
    return Samples.states();
  }

  static List<OperationEvent> events() {
    return Samples.events();
  }

  @ParameterizedTest
  @MethodSource("states")
  void everyStateComesBackAsItWas(Operation state) {
    var stored = stored(JournalCodec.write(state));

    assertThat(JournalCodec.readSnapshot(stored))
        .isEqualTo(new Snapshot(state, 7, Samples.OWNER, Samples.AT, true));
  }

  @ParameterizedTest
  @MethodSource("events")
  void everyEventComesBackAsItWas(OperationEvent event) {
    var stored = new StoredEvent(4, Samples.AT, JournalCodec.write(event, BASIS));

    assertThat(JournalCodec.readEvent("op", stored, BASIS))
        .isEqualTo(new JournaledEvent(4, Samples.AT, event));
  }

  @Test
  void aRunComesBackAsItWasWhateverItsDurationIs() {
    for (var duration : Samples.durations()) {
      var run =
          new Run(
              Samples.RUN,
              Samples.AT,
              null,
              new RunBudget(0, Long.MAX_VALUE, duration, 5, Map.of("t", 1L)),
              true);

      assertThat(JournalCodec.readRun(stored(JournalCodec.write(run)))).isEqualTo(run);
    }
  }

  @Test
  void everyPermittedTypeHasASample() {
    assertSampled(Operation.class, Samples.states());
    assertSampled(OperationEvent.class, Samples.events());
    assertSampled(ToolOutcome.Final.class, Samples.outcomes());
    assertSampled(Operation.Phase.class, Samples.phases());
    assertSampled(Operation.Reconciliation.class, Samples.reconciliations());
  }

  private static void assertSampled(Class<?> sealed, List<?> samples) {
    Set<Class<?>> sampled = samples.stream().map(Object::getClass).collect(Collectors.toSet());
    assertThat(sampled)
        .as("samples of %s", sealed.getSimpleName())
        .isEqualTo(new HashSet<>(List.of(sealed.getPermittedSubclasses())));
  }

  @Test
  void equalValuesGiveEqualBytesWhateverTheOrderOfTheirMaps() {
    var labels = Stream.of("a", "b", "c", "d", "e");
    Map<String, Long> one = labels.collect(Collectors.toMap(key -> key, _ -> 1L));
    var other = new TreeMap<String, Long>(Comparator.reverseOrder());
    other.putAll(one);

    assertThat(JournalCodec.write(run(Map.copyOf(other)))).isEqualTo(JournalCodec.write(run(one)));
  }

  private static Run run(Map<String, Long> perTool) {
    var budget = new RunBudget(1, 1, Duration.ofSeconds(1), 1, perTool);
    return new Run(Samples.RUN, Samples.AT, null, budget, false);
  }

  @Test
  void theProposalAndTheInputAreStoredOnce() {
    var history =
        List.of(
            new OperationEvent.CallProposed(BASIS.proposal()),
            new OperationEvent.InputFrozen((Basis.Intent) BASIS));

    for (var event : history) {
      assertThat(JournalCodec.write(event, BASIS)).hasSizeLessThan(40);
    }
  }

  @Test
  void theBytesOfAStateAreAsTheyWereWhenTheFormatWasMade() {
    var state =
        new Operation.Executing(
            Samples.plainIntent(),
            Samples.KEY,
            1,
            Samples.AT,
            new Operation.Phase.InFlight(Samples.OWNER, Samples.AT, 30_000),
            false,
            false);

    assertThat(new String(JournalCodec.write(state), UTF_8))
        .isEqualTo(
            """
            {"v":1,"d":{"t":"executing","basis":{"proposal":{"id":"op-01jqx7z3k4m5n6p7q8r9s0t1v2",\
            "call":{"call_id":"c","tool":"t","raw_arguments":"{}","run_id":"r","turn":0,\
            "agent":{"namespace":"default","pod":"host","service_account":"","labels":{}},\
            "trace_id":""},"at":0},"frozen_input":"{}","input_hash":"%s",\
            "policy":{"name":"p","generation":0,"hash":""},"risk":"READ","authorization":"",\
            "limits":{"deadline":0,"max_attempts":1,"max_in_flight":0},"business_key":"order-1",\
            "reserved":0},"key":"%s","attempt":1,"first_attempt_at":1796119200123456789,\
            "phase":{"t":"in_flight","by":{"owner":"i-1","epoch":3},\
            "started_at":1796119200123456789,"timeout_millis":30000},"may_have_effect":false,\
            "cancelled":false}}\
            """
                .formatted(Samples.HASH, Samples.KEY));
  }

  @Test
  void aNewerRecordIsRefusedBeforeAnythingOfItIsInterpreted() {
    var newer = stored("{\"v\":2,\"d\":{\"t\":\"teleported\"}}".getBytes(UTF_8));

    assertThatThrownBy(() -> JournalCodec.readSnapshot(newer))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessage(
            "%s was written in journal format 2, this runner knows up to 1: start a newer runner",
            Samples.ID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "{}",
        "{\"v\":1}",
        "{\"v\":0,\"d\":{}}",
        "{\"v\":\"1\",\"d\":{}}",
        "{\"v\":1,\"d\":null}",
        "{\"v\":1,\"d\":{}}",
        "{\"v\":1,\"d\":{\"t\":\"teleported\"}}",
        "{\"v\":1,\"d\":{\"t\":\"validated\"}}",
        "{\"v\":1,\"d\":{\"t\":\"proposed\",\"basis\":{\"id\":\"nonsense\"}}}"
      })
  void aCorruptRecordIsRefusedByNameOfItsOperation(String text) {
    var corrupt = stored(text.getBytes(UTF_8));

    assertThatThrownBy(() -> JournalCodec.readSnapshot(corrupt))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining(Samples.ID + ": its record in the journal is corrupt");
  }

  @Test
  void aRecordThatLostAByteAnywhereIsRefusedOrReadsAsWritten() {
    var state = Samples.states().getLast();
    var bytes = JournalCodec.write(state);

    for (int length = 0; length < bytes.length; length++) {
      var cut = stored(Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> JournalCodec.readSnapshot(cut))
          .isInstanceOf(UnreadableRecordException.class);
    }
  }

  @Test
  void anotherOperationsRecordIsRefused() {
    var bytes = JournalCodec.write(Samples.states().getFirst());
    var misplaced = new StoredRecord("op-other", 1, Samples.OWNER, null, false, bytes);

    assertThatThrownBy(() -> JournalCodec.readSnapshot(misplaced))
        .hasMessageContaining("op-other: its record in the journal is corrupt (it holds op-01jqx");
  }

  private static StoredRecord stored(byte[] content) {
    return new StoredRecord(Samples.ID.value(), 7, Samples.OWNER, Samples.AT, true, content);
  }
}
