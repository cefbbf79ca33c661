package dev.interlock.runner;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/// The program's version, from its jar.
final class Version implements IVersionProvider {
  static String current() {
    @Nullable String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"interlock runner " + current()};
  }
}
