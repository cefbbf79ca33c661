/// The custom resources of `interlock.dev/v1alpha1` as plain records: the one source of the
/// contract that platform teams write. May use Jackson annotations only; never the operator or the
/// runner. Start reading at `ToolPolicySpec`.
@org.jspecify.annotations.NullMarked
package dev.interlock.crd.v1alpha1;
