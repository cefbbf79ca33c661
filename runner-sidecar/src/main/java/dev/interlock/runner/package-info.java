/// The program: its options and its wiring. Nothing else constructs adapters. Start reading at
/// `Main`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner;
