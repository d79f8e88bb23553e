// SPDX-License-Identifier: Apache-2.0
// What jobs of benchmarks leave to others: results of the same key, and baselines.
#include "runner/store/JobStore.h"

using namespace tessera;
using namespace tessera::runner;

/// Entries of all baselines together; the oldest make room.
static constexpr int64_t mostEntries = 20000;

Result<std::optional<Job>> JobStore::findCached(const std::string &cacheKey, const std::optional<std::string> &owner) {
  std::lock_guard lock(mutex);
  std::string id;
  Status status = database->query("SELECT j.id FROM benchmarks b JOIN jobs j ON j.id=b.job WHERE b.cache_key=?1 AND "
                                  "j.state='succeeded' AND (?2=0 OR j.owner=?3) ORDER BY j.number DESC LIMIT 1",
                                  {cacheKey, int64_t(owner.has_value()), owner.value_or("")},
                                  [&](const Row &row) { id = row.text(0); });
  if (!status)
    return status.problem();
  if (id.empty() || cacheKey.empty())
    return std::optional<Job>();
  Result<Job> job = load(id);
  if (!job)
    return job.problem();
  return std::optional<Job>(std::move(*job));
}

Status JobStore::putBaseline(const std::string &name, llvm::ArrayRef<BaselineEntry> entries) {
  std::lock_guard lock(mutex);
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status();
  int64_t time = now();
  for (const BaselineEntry &entry : entries)
    if (Status status = database->query("INSERT INTO baselines VALUES(?, ?, ?, ?) ON CONFLICT(name, entry) DO UPDATE "
                                        "SET content=excluded.content, created=excluded.created",
                                        {name, entry.name, entry.content, time});
        !status)
      return status;
  if (Status status = database->query("DELETE FROM baselines WHERE created <= (SELECT created FROM baselines ORDER BY "
                                      "created DESC LIMIT 1 OFFSET ?)",
                                      {mostEntries});
      !status)
    return status;
  return transaction.commit();
}

Result<std::vector<BaselineEntry>> JobStore::readBaseline(const std::string &name) {
  std::lock_guard lock(mutex);
  std::vector<BaselineEntry> entries;
  Status status =
      database->query("SELECT entry, content, created FROM baselines WHERE name=? ORDER BY entry", {name},
                      [&](const Row &row) { entries.push_back({row.text(0), row.text(1), row.integer(2)}); });
  if (!status)
    return status.problem();
  return entries;
}
