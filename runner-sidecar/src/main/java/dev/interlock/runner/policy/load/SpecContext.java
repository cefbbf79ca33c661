package dev.interlock.runner.policy.load;

import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.policy.Findings;
import java.time.Duration;

/// What the readers of a spec's sections share.
///
/// @param findings takes problems, with paths from the document's root
/// @param reader knows which fields could not be read, so that nothing is concluded from them
/// @param risk decides the careful defaults
/// @param journalRetention how long the journal keeps finished operations at least
record SpecContext(Findings findings, RecordReader reader, Risk risk, Duration journalRetention) {

  Values values() {
    return new Values(findings);
  }

  void reject(String field, String message) {
    findings.reject(field, message);
  }

  /// Reports a rule about several fields, unless one of them could not be read.
  void rejectUnlessBroken(String field, String message, String... fields) {
    for (var used : fields) {
      if (reader.isBroken(used)) {
        return;
      }
    }
    if (!reader.isBroken(field)) {
      findings.reject(field, message);
    }
  }
}
