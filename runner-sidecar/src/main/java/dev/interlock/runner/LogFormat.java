package dev.interlock.runner;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import net.logstash.logback.encoder.LogstashEncoder;
import org.slf4j.LoggerFactory;

/// The log as text (logback.xml) or as one JSON object a line.
final class LogFormat {
  private LogFormat() {}

  static void useJson() {
    var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    var encoder = new LogstashEncoder();
    encoder.setContext(root.getLoggerContext());
    encoder.start();
    var console = new ConsoleAppender<ILoggingEvent>();
    console.setContext(root.getLoggerContext());
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    root.detachAndStopAllAppenders();
    root.addAppender(console);
  }
}
