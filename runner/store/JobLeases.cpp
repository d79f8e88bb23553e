// SPDX-License-Identifier: Apache-2.0
// Leases in the store: who runs a job, until when, and what becomes of it when that ends without an outcome.
#include "runner/store/JobStore.h"
#include "shared/protocol/Json.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;

/// The job while `lease` still holds it.
Result<std::optional<Job>> JobStore::loadLeased(const Lease &lease) {
  Result<Job> job = load(lease.job.id);
  if (!job)
    return job.problem().code == ProblemCode::notFound ? Result<std::optional<Job>>(std::nullopt) : job.problem();
  if (job->state != JobState::running || job->attempts != lease.fence)
    return std::optional<Job>();
  return std::optional<Job>(*job);
}

/// How long a job waits that the machine lost: the first time not at all, then the longer, the more often.
static int64_t pauseAfter(int64_t losses) {
  static constexpr int64_t second = 250, most = 30000;
  return losses < 2 ? 0 : std::min(second << std::min<int64_t>(losses - 2, 10), most);
}

static std::string describeLosses(const Job &job) {
  std::string text;
  for (const Loss &loss : job.losses)
    text += "; attempt " + std::to_string(loss.attempt) + ": " + loss.reason;
  return text;
}

/// For the fleet's front ends, which see no attempt end. On one machine the process that answers is the one that sees.
Status JobStore::countFailure(FailureCause cause) {
  if (!database->isShared())
    return Done();
  return database->query("INSERT INTO failures VALUES(?, ?, 1) ON CONFLICT (cause, lane) DO UPDATE SET "
                         "attempts=failures.attempts+1",
                         {std::string(failureCauseTexts[static_cast<size_t>(cause)]), lane});
}

/// Notes that an attempt of `id` ended without an outcome. The job is queued again until it was lost too often.
Status JobStore::noteLoss(const std::string &id, LossCause cause, const std::string &reason) {
  bool isOurs = cause == LossCause::machine;
  Status noted =
      database->query("INSERT INTO attempts SELECT id, attempts, ?2, ?3, CAST(?4 AS BIGINT) FROM jobs WHERE id=?1",
                      {id, getText(cause).str(), reason, now()});
  if (noted)
    noted = database->query(
        "UPDATE jobs SET started=NULL, lease_until=NULL, lost=lost+?2, failures=failures+1-?2 WHERE id=?1",
        {id, int64_t(isOurs)});
  if (!noted)
    return noted;
  Result<Job> job = load(id);
  if (!job)
    return job.problem();
  if (Status counted = countFailure(isOurs ? FailureCause::machine : FailureCause::crash); !counted)
    return counted;
  int64_t count = isOurs ? job->lost : job->failures;
  bool isLast = count >= (isOurs ? limits.machineAttempts : limits.jobAttempts);
  JobState state = job->cancelRequested ? JobState::cancelled : isLast ? JobState::failed : JobState::queued;
  SqlValue finished = nullptr, problem = nullptr;
  if (isFinal(state))
    finished = now();
  if (state == JobState::failed)
    problem =
        protocol::toText(protocol::toJson(makeProblem(isOurs ? ProblemCode::unavailable : ProblemCode::internal,
                                                      "the job was tried " + std::to_string(job->attempts) +
                                                          " times and is not tried again" + describeLosses(*job))));
  int64_t pause = isOurs ? pauseAfter(count) : 0;
  Status changed = database->query("UPDATE jobs SET state=?, finished=?, problem=?, not_before=? WHERE id=?",
                                   {getText(state).str(), finished, problem, pause > 0 ? ticks() + pause : 0, id});
  return changed ? beginAgain(id) : changed;
}

/// Tells the state of a job that nobody runs any more. What its attempt said goes when another follows, which says it
/// again; the event of the state comes first, so that numbers go on after those that readers know.
Status JobStore::beginAgain(const std::string &id) {
  Result<Job> job = load(id);
  if (!job)
    return job.problem();
  Status told = appendState(*job);
  if (!told || job->state != JobState::queued)
    return told;
  return database->query("DELETE FROM events WHERE job=? AND kind IN ('output', 'progress')", {id});
}

/// Unless somebody else was first, or its lessee has renewed its lease.
Status JobStore::takeBack(const std::string &id, bool everything, int64_t ticks) {
  bool isLost = everything;
  if (!everything)
    if (Status status = database->query("SELECT id FROM jobs WHERE id=? AND state='running' AND lease_until<?",
                                        {id, ticks}, [&](const Row &) { isLost = true; });
        !status)
      return status;
  if (!isLost)
    return Done();
  if (!everything) // else how long it ran is not known: the runner may have been away for hours
    if (Status charged = chargeTime(id, now()); !charged)
      return charged;
  reclaimed.push_back(id);
  return noteLoss(id, LossCause::machine, everything ? "the runner stopped while it ran" : "its lease ran out");
}

Status JobStore::reclaim(bool everything, int64_t ticks) {
  std::vector<std::string> lost;
  auto add = [&](const Row &row) { lost.push_back(row.text(0)); };
  Status status = everything
                      ? database->query("SELECT id FROM jobs WHERE state='running'", {}, add)
                      : database->query("SELECT id FROM jobs WHERE state='running' AND lease_until<?", {ticks}, add);
  for (size_t i = 0; status && i < lost.size(); ++i) {
    Transaction transaction(*database, lost[i]);
    status = transaction.status();
    if (status)
      status = takeBack(lost[i], everything, ticks);
    if (status)
      status = transaction.commit();
  }
  return status;
}

Result<std::optional<Lease>> JobStore::lease(const std::string &device, int64_t milliseconds) {
  std::unique_lock lock(mutex);
  int64_t tick = ticks(), time = database->isShared() ? tick : now(); // a fleet's are both the database's
  // One look for those who find nothing: they are many, where many wait for the same job.
  bool isQueued = false, isExpired = false;
  Status looked =
      database->query("SELECT CAST(EXISTS (SELECT 1 FROM jobs WHERE state='queued') AS INTEGER), "
                      "CAST(EXISTS (SELECT 1 FROM jobs WHERE state='running' AND lease_until<?) AS INTEGER)",
                      {tick}, [&](const Row &row) {
                        isQueued = row.integer(0) != 0;
                        isExpired = row.integer(1) != 0;
                      });
  if (looked && isExpired)
    looked = reclaim(/*everything=*/false, tick);
  if (!looked)
    return looked.problem();
  if (!isQueued && !isExpired)
    return std::optional<Lease>();
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status().problem();
  std::string id;
  Status status = findQueued(device, time, tick, id);
  if (status && !id.empty())
    status = database->query("UPDATE jobs SET state='running', started=CASE WHEN created>?1 THEN created ELSE ?1 END, "
                             "attempts=attempts+1, published=0, "
                             "lease_until=?2, kind=?4 WHERE id=?3",
                             {time, tick + milliseconds, id, kindOf(device)});
  if (!status)
    return status.problem();
  std::optional<Lease> lease;
  if (!id.empty()) {
    Result<Job> job = load(id);
    if (!job)
      return job.problem();
    if (Status event = appendState(*job); !event)
      return event.problem();
    lease = Lease{*job, job->attempts};
  }
  if (Status committed = transaction.commit(); !committed)
    return committed.problem();
  std::vector<std::string> changed = std::move(reclaimed);
  reclaimed.clear();
  lock.unlock();
  for (const std::string &other : changed)
    notify(other, Concerns::anyWorker);
  if (lease)
    notify(id, Concerns::followers);
  return lease;
}

Result<bool> JobStore::renew(const Lease &lease, int64_t milliseconds) {
  std::lock_guard lock(mutex);
  Status status = database->query(
      "UPDATE jobs SET lease_until=? WHERE id=? AND state='running' AND attempts=? AND cancel_requested=0",
      {ticks() + milliseconds, lease.job.id, lease.fence});
  if (!status)
    return status.problem();
  return database->changes() == 1;
}

/// Makes `change` in a transaction while `lease` holds; false when it is lost.
Result<bool> JobStore::whileLeased(const Lease &lease, Concerns whom, llvm::function_ref<Status()> change) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database, lease.job.id);
  if (!transaction.status())
    return transaction.status().problem();
  Result<std::optional<Job>> job = loadLeased(lease);
  if (!job)
    return job.problem();
  if (!*job)
    return false;
  if (Status changed = change(); !changed)
    return changed.problem();
  if (Status committed = transaction.commit(); !committed)
    return committed.problem();
  lock.unlock();
  notify(lease.job.id, whom);
  return true;
}

Result<bool> JobStore::publish(const Lease &lease, int64_t number, const std::string &kind,
                               const llvm::json::Value &data) {
  return whileLeased(lease, Concerns::followers, [&]() -> Status {
    Status counted =
        database->query("UPDATE jobs SET published=published+1 WHERE id=? AND published=?", {lease.job.id, number});
    return counted && database->changes() == 1 ? appendEvent(lease.job, kind, protocol::toText(data)) : counted;
  });
}

Result<bool> JobStore::finish(const Lease &lease, const JobOutcome &outcome) {
  // An owner may have only so many that run, and another of its jobs may have waited for this one's end.
  Concerns whom = lease.job.request.owner.empty() ? Concerns::followers : Concerns::anyWorker;
  return whileLeased(lease, whom, [&]() -> Status {
    int64_t time = now();
    if (Status charged = chargeTime(lease.job.id, time); !charged)
      return charged;
    if (std::optional<FailureCause> cause = findCause(outcome))
      if (Status counted = countFailure(*cause); !counted)
        return counted;
    SqlValue result = nullptr, problem = nullptr;
    if (outcome.result)
      result = protocol::toText(*outcome.result);
    if (outcome.problem)
      problem = protocol::toText(protocol::toJson(*outcome.problem));
    Status status =
        database->query("UPDATE jobs SET state=?, finished=?, result=?, problem=?, lease_until=NULL WHERE id=?",
                        {getText(outcome.state).str(), time, result, problem, lease.job.id});
    if (!status)
      return status;
    Result<Job> changed = load(lease.job.id);
    if (!changed)
      return changed.problem();
    if (outcome.result) // before the final state, after which a reader hangs up
      if (Status event = appendEvent(*changed, "result", std::get<std::string>(result)); !event)
        return event;
    if (Status event = appendState(*changed); !event)
      return event;
    return pruneJobs();
  });
}

Result<bool> JobStore::lose(const Lease &lease, LossCause cause, const std::string &reason) {
  return whileLeased(lease, Concerns::anyWorker, [&]() -> Status {
    Status charged = chargeTime(lease.job.id, now());
    return charged ? noteLoss(lease.job.id, cause, reason) : charged;
  });
}

Result<bool> JobStore::giveBack(const Lease &lease) {
  return whileLeased(lease, Concerns::anyWorker, [&]() -> Status {
    Status status = chargeTime(lease.job.id, now());
    if (status)
      status =
          database->query("UPDATE jobs SET state='queued', started=NULL, lease_until=NULL WHERE id=?", {lease.job.id});
    return status ? beginAgain(lease.job.id) : status;
  });
}
