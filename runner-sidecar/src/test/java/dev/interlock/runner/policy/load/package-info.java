/// Tests of what policies mean and of what they may not say.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.policy.load;
