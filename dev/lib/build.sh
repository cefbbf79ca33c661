# Builds the runner when something has changed. Sourced after jdk.sh, in the checkout's root.

RUNNER_JAR=runner-sidecar/target/runner/interlock-runner.jar
# Classes parsed, linked and profiled ahead of time, by a run of the runner itself.
RUNNER_CACHE=runner-sidecar/target/runner/interlock-runner.aot
# One process on two small cores: the serial collector, small stacks, compact headers, memory given
# back to the system.
RUNNER_FLAGS=(-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -Xss512k -Xmx64m
  -XX:+UnlockExperimentalVMOptions -XX:TrimNativeHeapInterval=5000
  --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)

build_runner() {
  if [ -f "$RUNNER_JAR" ] &&
    [ -z "$(find pom.xml crds runner-sidecar/pom.xml runner-sidecar/src/main crds/src -newer "$RUNNER_JAR" \
      -type f -not -path '*/target/*' -print -quit)" ]; then
    return
  fi
  need_maven
  echo "building the runner..." >&2
  if ! mvn --batch-mode --quiet --no-transfer-progress package -DskipTests -Dspotless.check.skip >&2; then
    echo "the build failed; see above" >&2
    exit 2
  fi
  touch "$RUNNER_JAR"
  train_runner
}

# Makes the cache. A runner without it works too, and starts slower.
train_runner() {
  rm -f "$RUNNER_CACHE"
  if ! "$JAVA_HOME/bin/java" dev/lib/Train.java "$JAVA_HOME/bin/java" "${RUNNER_FLAGS[@]}" \
    "-XX:AOTCacheOutput=$RUNNER_CACHE" -jar "$RUNNER_JAR" >&2; then
    echo "no ahead-of-time cache could be made; the runner starts slower without it" >&2
  fi
}

# The command that runs the runner, in the array RUNNER.
runner_command() {
  RUNNER=("$JAVA_HOME/bin/java" "${RUNNER_FLAGS[@]}" "-XX:AOTCache=$RUNNER_CACHE" -jar "$RUNNER_JAR")
}

run_runner() {
  runner_command
  exec "${RUNNER[@]}" "$@"
}
