package dev.interlock.runner.execution;

import dev.interlock.runner.execution.Decisions.Person;
import dev.interlock.runner.execution.Decisions.Step;
import dev.interlock.runner.execution.Decisions.Verdict;
import dev.interlock.runner.operation.Approval;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Snapshot;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;

/// Who may answer an approval, and when: never the requester, never twice, never too late.
final class Approving {
  private Approving() {}

  /// Why the decision is not to be recorded: refused, or recorded already. Empty when it counts.
  static Optional<Step> check(Snapshot current, Person person, boolean granted, Instant now) {
    var awaiting = (AwaitingApproval) current.state();
    var earlier =
        awaiting.decisions().stream()
            .filter(decision -> decision.approver().equals(person.name()))
            .findFirst();
    if (earlier.isPresent()) {
      return Optional.of(
          earlier.get().granted() == granted
              ? new Step.Answer(new Verdict.Accepted(current))
              : refusal(
                  "%s has decided already, and a decision is permanent".formatted(person.name())));
    }
    if (!now.isBefore(awaiting.request().expiresAt())) {
      return Optional.of(refusal("the approval expired at " + awaiting.request().expiresAt()));
    }
    if (awaiting.isApproved() || awaiting.isDenied()) {
      return Optional.of(refusal("the approval is decided already"));
    }
    if (isRequester(awaiting, person)) {
      return Optional.of(refusal("the requester cannot approve: ask somebody else"));
    }
    return mayAnswer(awaiting.request(), person)
        ? Optional.empty()
        : Optional.of(
            refusal(
                "%s is not among the approvers: users %s, groups %s"
                    .formatted(
                        person.name(), awaiting.request().users(), awaiting.request().groups())));
  }

  private static Step refusal(String reason) {
    return new Step.Answer(new Verdict.NotAccepted(reason));
  }

  private static boolean isRequester(AwaitingApproval awaiting, Person person) {
    var user = awaiting.basis().proposal().call().user();
    return user != null && user.subject().equals(person.name());
  }

  /// On the command line nobody vouches for groups: whoever holds the runner's token may answer for
  /// them, and the decision is kept as local evidence.
  private static boolean mayAnswer(Approval.Request request, Person person) {
    boolean anybody = request.users().isEmpty() && request.groups().isEmpty();
    boolean byGroup =
        !request.groups().isEmpty()
            && (person.evidence().equals("local")
                || !Collections.disjoint(request.groups(), person.groups()));
    return anybody || byGroup || request.users().contains(person.name());
  }
}
