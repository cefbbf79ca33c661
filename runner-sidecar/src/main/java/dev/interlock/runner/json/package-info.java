/// JSON as this product needs it: parsed strictly, numbers exact, one canonical form, one hash.
/// Pure; may use Jackson core and databind and `operation`, nothing else of ours. Start reading at
/// `StrictJson`, then `CanonicalJson`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.json;
