/// The message formats of the model providers, and nothing but formats: calls out of a model's
/// message, answers back in its shape, tool definitions for its request. Pure; may use `json` and
/// `operation`. Start reading at `ProviderFormat`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.provider;
