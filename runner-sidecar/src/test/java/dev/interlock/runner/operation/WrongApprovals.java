package dev.interlock.runner.operation;

import dev.interlock.runner.operation.Operation.AwaitingApproval;

/// Wrong countings of approvals.
final class WrongApprovals {
  private WrongApprovals() {}

  /// One person is enough.
  static final class OneIsEnough {
    private OneIsEnough() {}

    static boolean isApproved(AwaitingApproval state) {
      return !state.decisions().isEmpty()
          && state.decisions().stream().allMatch(Approval.Decision::granted);
    }
  }

  /// A no is not heard.
  static final class DeafToNo {
    private DeafToNo() {}

    static boolean isApproved(AwaitingApproval state) {
      return state.decisions().size() >= state.request().required();
    }
  }
}
