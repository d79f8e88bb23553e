// SPDX-License-Identifier: Apache-2.0
// What admins decide about jobs and machines: dead letters are queued again or forgotten, machines take no further
// jobs.
#include "runner/store/JobStore.h"

using namespace tessera;
using namespace tessera::runner;

Status JobStore::setDrained(const std::string &name, bool isDrained) {
  {
    std::lock_guard lock(mutex);
    Status status = isDrained ? database->query("INSERT INTO drained VALUES(?) ON CONFLICT DO NOTHING", {name})
                              : database->query("DELETE FROM drained WHERE worker=?", {name});
    if (!status)
      return status;
  }
  tellWorkers(""); // those who wait for jobs look again
  return Done();
}

Result<std::vector<std::string>> JobStore::loadDrained() {
  std::vector<std::string> names;
  Status status = database->query("SELECT worker FROM drained ORDER BY worker", {},
                                  [&](const Row &row) { names.push_back(row.text(0)); });
  if (!status)
    return status.problem();
  return names;
}

Result<std::vector<std::string>> JobStore::drainedWorkers() {
  std::lock_guard lock(mutex);
  return loadDrained();
}

/// Makes `change` to the dead letter `id`, and answers what it is then, or was.
Result<Job> JobStore::changeDead(const std::string &id, llvm::function_ref<Status()> change) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database, id);
  if (!transaction.status())
    return transaction.status().problem();
  Result<Job> job = load(id);
  if (!job)
    return job;
  if (!job->isDead())
    return makeProblem(ProblemCode::badRequest, "`" + id + "` is " + getText(job->state).str() +
                                                    (job->state == JobState::failed ? " with a result" : "") +
                                                    ", no dead letter: those were tried too often and have no result");
  if (Status changed = change(); !changed)
    return changed.problem();
  if (Result<Job> after = load(id))
    job = after;
  if (Status committed = transaction.commit(); !committed)
    return committed.problem();
  lock.unlock();
  notify(id, Concerns::anyWorker);
  return job;
}

/// The number of the attempt goes on, since it is the fence of leases.
Result<Job> JobStore::retry(const std::string &id) {
  return changeDead(id, [&]() -> Status {
    Status status =
        database->query("UPDATE jobs SET state='queued', started=NULL, finished=NULL, problem=NULL, lost=0, "
                        "failures=0, not_before=0, cancel_requested=0 WHERE id=?",
                        {id});
    return status ? beginAgain(id) : status;
  });
}

Result<Job> JobStore::remove(const std::string &id) {
  return changeDead(id, [&] { return database->query("DELETE FROM jobs WHERE id=?", {id}); });
}
