package dev.interlock.runner.journal.embedded;

import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.core.journal.LoaderCallback;
import org.apache.activemq.artemis.core.journal.PreparedTransactionInfo;
import org.apache.activemq.artemis.core.journal.RecordInfo;

/// Collects a log's records by id while it is loaded. The log has no updates and no transactions.
record RecordCollector(Map<Long, byte[]> records) implements LoaderCallback {
  @Override
  public void addRecord(RecordInfo info) {
    records.put(info.id, info.data);
  }

  @Override
  public void deleteRecord(long id) {
    records.remove(id);
  }

  @Override
  public void updateRecord(RecordInfo info) {
    throw new IllegalStateException("the log has an update, which this runner never writes");
  }

  @Override
  public void addPreparedTransaction(PreparedTransactionInfo transaction) {
    throw new IllegalStateException("the log has a transaction, which this runner never writes");
  }

  @Override
  public void failedTransaction(
      long id, List<RecordInfo> records, List<RecordInfo> recordsToDelete) {
    throw new IllegalStateException("the log has a transaction, which this runner never writes");
  }
}
