package dev.interlock.runner.simulation;

/// What a seed lets happen in a schedule. Each can be left out, which is how a failing schedule is
/// shrunk.
enum Step {
  CALL,
  CANCEL,
  APPROVAL,
  RESOLUTION,
  CRASH,
  PAUSE,
  PAUSE_BEFORE_SENDING,
  CLOCK_JUMP,
  POLICY_CHANGE,
  JOURNAL_REQUEST_LOST,
  JOURNAL_REQUEST_LATE,
  JOURNAL_ANSWER_LOST,
  JOURNAL_TWICE,
  REQUEST_LOST,
  RESPONSE_LOST,
  NETWORK_SLOW,
  UPSTREAM_FAILS,
  UPSTREAM_ANSWERS_ODDLY,
  LOOK_UP_FAILS
}
