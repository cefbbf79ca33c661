# Finds what the build needs. Sourced by the scripts in dev/.

# Sets JAVA_HOME to a JDK of at least version 25, or says what to install and exits with 2.
find_jdk() {
  local candidate
  for candidate in "${JAVA_HOME:-}" "$(java_on_path)" /usr/lib/jvm/*25* /usr/lib/jvm/* \
    "$HOME"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -x "$candidate/bin/javac" ] && [ "$(java_major "$candidate")" -ge 25 ]; then
      export JAVA_HOME="$candidate"
      return
    fi
  done
  echo "Interlock needs JDK 25 or newer, and none was found." >&2
  echo "Install one (for example Temurin 25 from https://adoptium.net) or set JAVA_HOME to it." >&2
  exit 2
}

java_on_path() {
  local java
  java=$(command -v java) && dirname "$(dirname "$(readlink -f "$java")")"
}

# The major version of the JDK in $1; 0 when it cannot be told.
java_major() {
  local version
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
  echo "${version:-0}"
}

# Exits with 2 unless Maven is there.
need_maven() {
  if ! command -v mvn >/dev/null; then
    echo "Interlock is built with Maven 3.8.7 or newer, and mvn was not found." >&2
    echo "Install it (Debian: apt-get install maven; macOS: brew install maven)." >&2
    exit 2
  fi
}
