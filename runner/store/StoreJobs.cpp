// SPDX-License-Identifier: Apache-2.0
// Jobs in the store: every change of a job's state and the event that tells it are one transaction, and a lessee's
// reports count only while its fence, the number of the attempt, is still the job's.
#include "runner/store/Store.h"
#include "shared/protocol/Json.h"
#include <sys/random.h>

using namespace tessera;
using namespace tessera::runner;

#define TESSERA_JOB_COLUMNS                                                                                            \
  "id, artifact, device, deadline, repetitions, state, created, started, finished, attempts, cancel_requested, "       \
  "result, problem, lost, timeline"

static std::optional<int64_t> optionalInteger(const Row &row, int column) {
  return row.isNull(column) ? std::nullopt : std::optional(row.integer(column));
}

static Job readJob(const Row &row) {
  Job job;
  job.id = row.text(0);
  job.request = {row.text(1), row.text(2), {row.integer(3), row.integer(4), row.integer(14) != 0}};
  job.state = parseJobState(row.text(5)).value_or(JobState::failed);
  job.createdAt = row.integer(6);
  job.startedAt = optionalInteger(row, 7);
  job.finishedAt = optionalInteger(row, 8);
  job.attempts = row.integer(9);
  job.cancelRequested = row.integer(10) != 0;
  job.result = row.text(11);
  job.problem = row.text(12);
  job.lost = row.integer(13);
  return job;
}

/// 64 random bits: an id says nothing about other jobs.
static std::string makeId() {
  unsigned char bytes[8];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    abort(); // only for a kernel without entropy
  std::string id = "job-";
  for (unsigned char byte : bytes)
    for (unsigned char digit : {byte >> 4, byte & 15})
      id += "0123456789abcdef"[digit];
  return id;
}

/// A key means the same request only if all of this is the same.
static bool isSame(const JobRequest &a, const JobRequest &b) {
  return a.artifact == b.artifact && a.device == b.device && a.options.deadlineMs == b.options.deadlineMs &&
         a.options.repetitions == b.options.repetitions && a.options.timeline == b.options.timeline;
}

Status Store::fillPosition(Job &job) {
  job.position = 0;
  if (job.state != JobState::queued)
    return Done();
  return database->query(
      "SELECT count(*) FROM jobs WHERE state='queued' AND device=? AND number < (SELECT number FROM jobs WHERE id=?)",
      {job.request.device, job.id}, [&](const Row &row) { job.position = row.integer(0); });
}

Result<Job> Store::load(const std::string &id) {
  std::optional<Job> job;
  Status status = database->query("SELECT " TESSERA_JOB_COLUMNS " FROM jobs WHERE id=?", {id},
                                  [&](const Row &row) { job = readJob(row); });
  if (!status)
    return status.problem();
  if (!job)
    return makeProblem(ProblemCode::notFound, "the runner has no job `" + id + "`");
  if (Status position = fillPosition(*job); !position)
    return position.problem();
  return *job;
}

/// The job while `lease` still holds it.
Result<std::optional<Job>> Store::loadLeased(const Lease &lease) {
  Result<Job> job = load(lease.job.id);
  if (!job)
    return job.problem().code == ProblemCode::notFound ? Result<std::optional<Job>>(std::nullopt) : job.problem();
  if (job->state != JobState::running || job->attempts != lease.fence)
    return std::optional<Job>();
  return std::optional<Job>(*job);
}

Status Store::appendEvent(const Job &job, const std::string &kind, const std::string &data) {
  return database->query("INSERT INTO events SELECT ?1, 1 + coalesce(max(number), 0), ?2, ?3 FROM events WHERE job=?1",
                         {job.id, kind, data});
}

Status Store::appendState(const Job &job) {
  return appendEvent(job, "state", protocol::toText(toJson(job, /*withResult=*/false)));
}

Result<std::optional<Job>> Store::loadByKey(const std::string &key) {
  std::string id;
  Status status =
      database->query("SELECT id FROM jobs WHERE idempotency_key=?", {key}, [&](const Row &row) { id = row.text(0); });
  if (!status)
    return status.problem();
  if (id.empty())
    return std::optional<Job>();
  Result<Job> job = load(id);
  if (!job)
    return job.problem();
  return std::optional<Job>(*job);
}

Result<Job> Store::insert(const JobRequest &request, const std::string &idempotencyKey) {
  int64_t queued = 0;
  if (Status status = database->query("SELECT count(*) FROM jobs WHERE state='queued'", {},
                                      [&](const Row &row) { queued = row.integer(0); });
      !status)
    return status.problem();
  if (queued >= options.queueLimit)
    return makeProblem(ProblemCode::queueFull, std::to_string(queued) + " jobs wait, the queue takes " +
                                                   std::to_string(options.queueLimit) + "; try again later");
  std::string id = makeId();
  SqlValue key = idempotencyKey.empty() ? SqlValue(nullptr) : SqlValue(idempotencyKey);
  Status status = database->query(
      "INSERT INTO jobs(id, artifact, device, deadline, repetitions, timeline, state, created, idempotency_key) "
      "VALUES(?, ?, ?, ?, ?, ?, 'queued', ?, ?)",
      {id, request.artifact, request.device, request.options.deadlineMs, request.options.repetitions,
       int64_t(request.options.timeline), now(), key});
  if (!status)
    return status.problem();
  Result<Job> job = load(id);
  if (job)
    if (Status event = appendState(*job); !event)
      return event.problem();
  return job;
}

Result<Job> Store::submit(const JobRequest &request, const std::string &idempotencyKey) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status().problem();
  if (!idempotencyKey.empty()) {
    Result<std::optional<Job>> before = loadByKey(idempotencyKey);
    if (!before)
      return before.problem();
    if (*before && isSame((*before)->request, request))
      return **before;
    if (*before)
      return makeProblem(ProblemCode::idempotencyConflict, "the key `" + idempotencyKey + "` made job `" +
                                                               (*before)->id +
                                                               "` from another request; use a new key for a new job");
  }
  Result<Job> job = insert(request, idempotencyKey);
  if (!job)
    return job;
  if (Status status = transaction.commit(); !status)
    return status.problem();
  lock.unlock();
  notify(job->id);
  return job;
}

Result<Job> Store::find(const std::string &id) {
  std::lock_guard lock(mutex);
  return load(id);
}

Result<std::vector<Job>> Store::list(int64_t limit, const std::string &before) {
  std::lock_guard lock(mutex);
  if (!before.empty())
    if (Result<Job> job = load(before); !job)
      return job.problem();
  std::vector<Job> jobs;
  Status status = database->query("SELECT " TESSERA_JOB_COLUMNS
                                  " FROM jobs WHERE ?1='' OR number < (SELECT number FROM jobs WHERE id=?1) "
                                  "ORDER BY number DESC LIMIT ?2",
                                  {before, limit}, [&](const Row &row) { jobs.push_back(readJob(row)); });
  if (!status)
    return status.problem();
  for (Job &job : jobs)
    if (Status position = fillPosition(job); !position)
      return position.problem();
  return jobs;
}

Result<std::vector<JobEvent>> Store::events(const std::string &id, int64_t after, int64_t limit) {
  std::lock_guard lock(mutex);
  std::vector<JobEvent> events;
  Status status = database->query(
      "SELECT number, kind, data FROM events WHERE job=? AND number>? ORDER BY number LIMIT ?", {id, after, limit},
      [&](const Row &row) { events.push_back({row.integer(0), row.text(1), row.text(2)}); });
  if (!status)
    return status.problem();
  return events;
}

Result<Job> Store::cancel(const std::string &id) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status().problem();
  Result<Job> job = load(id);
  if (!job || isFinal(job->state))
    return job;
  Status status =
      job->state == JobState::queued
          ? database->query("UPDATE jobs SET state='cancelled', cancel_requested=1, finished=? WHERE id=?", {now(), id})
          : database->query("UPDATE jobs SET cancel_requested=1 WHERE id=?", {id});
  if (!status)
    return status.problem();
  bool wasQueued = job->state == JobState::queued;
  job = load(id);
  if (job && wasQueued)
    if (Status event = appendState(*job); !event)
      return event.problem();
  if (Status committed = transaction.commit(); !committed)
    return committed.problem();
  lock.unlock();
  notify(id);
  return job;
}

Result<QueueCounts> Store::counts() {
  std::lock_guard lock(mutex);
  QueueCounts counts;
  Status status = database->query(
      "SELECT state, count(*) FROM jobs WHERE state IN ('queued', 'running') GROUP BY state", {},
      [&](const Row &row) { (row.text(0) == "queued" ? counts.queued : counts.running) = row.integer(1); });
  if (!status)
    return status.problem();
  return counts;
}

/// Takes back jobs whose lease ran out, or every running job when the runner starts.
Status Store::reclaim(bool everything) {
  std::vector<Job> lost;
  Status status =
      database->query("SELECT " TESSERA_JOB_COLUMNS " FROM jobs WHERE state='running' AND (? OR lease_until < ?)",
                      {static_cast<int64_t>(everything), now()}, [&](const Row &row) { lost.push_back(readJob(row)); });
  if (!status)
    return status;
  for (Job &job : lost) {
    job.state = job.cancelRequested                    ? JobState::cancelled
                : job.lost + 1 >= options.attemptLimit ? JobState::failed
                                                       : JobState::queued;
    if (job.state == JobState::failed)
      job.problem = protocol::toText(protocol::toJson(
          makeProblem(ProblemCode::internal, "the runner stopped while this job ran, " + std::to_string(job.lost + 1) +
                                                 " times; it is not tried again")));
    SqlValue finished = isFinal(job.state) ? SqlValue(now()) : SqlValue(nullptr);
    SqlValue problem = job.problem.empty() ? SqlValue(nullptr) : SqlValue(job.problem);
    if (Status updated = database->query(
            "UPDATE jobs SET state=?, finished=?, problem=?, lease_until=NULL, started=NULL, lost=lost+1 WHERE id=?",
            {getText(job.state).str(), finished, problem, job.id});
        !updated)
      return updated;
    Result<Job> changed = load(job.id);
    if (!changed)
      return changed.problem();
    if (Status event = appendState(*changed); !event)
      return event;
    reclaimed.push_back(job.id);
  }
  return Done();
}

Result<std::optional<Lease>> Store::lease(const std::string &device, int64_t milliseconds) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status().problem();
  if (Status status = reclaim(/*everything=*/false); !status)
    return status.problem();
  std::string id;
  Status status = database->query("SELECT id FROM jobs WHERE state='queued' AND device=? ORDER BY number LIMIT 1",
                                  {device}, [&](const Row &row) { id = row.text(0); });
  if (status && !id.empty())
    status =
        database->query("UPDATE jobs SET state='running', started=?1, attempts=attempts+1, lease_until=?2 WHERE id=?3",
                        {now(), now() + milliseconds, id});
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
    notify(other);
  if (lease)
    notify(id);
  return lease;
}

Result<bool> Store::renew(const Lease &lease, int64_t milliseconds) {
  std::lock_guard lock(mutex);
  Status status = database->query(
      "UPDATE jobs SET lease_until=? WHERE id=? AND state='running' AND attempts=? AND cancel_requested=0",
      {now() + milliseconds, lease.job.id, lease.fence});
  if (!status)
    return status.problem();
  return database->changes() == 1;
}

Result<bool> Store::publish(const Lease &lease, const std::string &kind, const llvm::json::Value &data) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status().problem();
  Result<std::optional<Job>> job = loadLeased(lease);
  if (!job)
    return job.problem();
  if (!*job)
    return false;
  if (Status status = appendEvent(**job, kind, protocol::toText(data)); !status)
    return status.problem();
  if (Status status = transaction.commit(); !status)
    return status.problem();
  lock.unlock();
  notify(lease.job.id);
  return true;
}

Result<bool> Store::finish(const Lease &lease, const JobOutcome &outcome) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status().problem();
  Result<std::optional<Job>> job = loadLeased(lease);
  if (!job)
    return job.problem();
  if (!*job)
    return false;
  SqlValue result = nullptr, problem = nullptr;
  if (outcome.result)
    result = protocol::toText(*outcome.result);
  if (outcome.problem)
    problem = protocol::toText(protocol::toJson(*outcome.problem));
  Status status =
      database->query("UPDATE jobs SET state=?, finished=?, result=?, problem=?, lease_until=NULL WHERE id=?",
                      {getText(outcome.state).str(), now(), result, problem, lease.job.id});
  if (!status)
    return status.problem();
  Result<Job> changed = load(lease.job.id);
  if (!changed)
    return changed.problem();
  if (outcome.result) // before the final state, after which a reader hangs up
    if (Status event = appendEvent(*changed, "result", std::get<std::string>(result)); !event)
      return event.problem();
  if (Status event = appendState(*changed); !event)
    return event.problem();
  if (Status pruned = pruneJobs(); !pruned)
    return pruned.problem();
  if (Status committed = transaction.commit(); !committed)
    return committed.problem();
  lock.unlock();
  notify(lease.job.id);
  return true;
}

Result<bool> Store::giveBack(const Lease &lease) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status().problem();
  Result<std::optional<Job>> job = loadLeased(lease);
  if (!job)
    return job.problem();
  if (!*job)
    return false;
  Status status =
      database->query("UPDATE jobs SET state='queued', started=NULL, lease_until=NULL WHERE id=?", {lease.job.id});
  if (!status)
    return status.problem();
  Result<Job> changed = load(lease.job.id);
  if (!changed)
    return changed.problem();
  if (Status event = appendState(*changed); !event)
    return event.problem();
  if (Status committed = transaction.commit(); !committed)
    return committed.problem();
  lock.unlock();
  notify(lease.job.id);
  return true;
}

/// The oldest finished jobs go: those beyond the number that is kept, and, as results may be megabytes, those that
/// would fill the database.
Status Store::pruneJobs() {
  for (bool more = true; more;) {
    Result<int64_t> used = database->usedBytes();
    if (!used)
      return used.problem();
    if (*used <= options.databaseBytes / 2)
      break;
    Status status = database->query(
        "DELETE FROM jobs WHERE number = (SELECT min(number) FROM jobs WHERE state NOT IN ('queued', 'running')) AND "
        "number < (SELECT max(number) FROM jobs WHERE state NOT IN ('queued', 'running'))",
        {});
    if (!status)
      return status;
    more = database->changes() > 0;
  }
  return database->query(
      "DELETE FROM jobs WHERE state NOT IN ('queued', 'running') AND number <= (SELECT number FROM jobs WHERE "
      "state NOT IN ('queued', 'running') ORDER BY number DESC LIMIT 1 OFFSET ?)",
      {options.keptJobs});
}
