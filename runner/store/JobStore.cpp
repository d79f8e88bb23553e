// SPDX-License-Identifier: Apache-2.0
// Jobs in the store: every change of a job's state and the event that tells it are one transaction.
#include "runner/store/JobStore.h"
#include "shared/protocol/Json.h"
#include <chrono>
#include <sys/random.h>

using namespace tessera;
using namespace tessera::runner;

#define TESSERA_JOB_COLUMNS                                                                                            \
  "id, artifact, device, deadline, repetitions, state, created, started, finished, attempts, cancel_requested, "       \
  "result, problem, lost, timeline, failures, owner, traceparent, priority"

static std::optional<int64_t> optionalInteger(const Row &row, int column) {
  return row.isNull(column) ? std::nullopt : std::optional(row.integer(column));
}

static Job readJob(const Row &row) {
  Job job;
  job.id = row.text(0);
  job.request = {row.text(1),  row.text(2),  {row.integer(3), row.integer(4), row.integer(14) != 0},
                 row.text(16), row.text(17), row.integer(18)};
  job.state = parseJobState(row.text(5)).value_or(JobState::failed);
  job.createdAt = row.integer(6);
  job.startedAt = optionalInteger(row, 7);
  job.finishedAt = optionalInteger(row, 8);
  job.attempts = row.integer(9);
  job.cancelRequested = row.integer(10) != 0;
  job.result = row.text(11);
  job.problem = row.text(12);
  job.lost = row.integer(13);
  job.failures = row.integer(15);
  return job;
}

int64_t JobStore::now() {
  if (limits.clock)
    return limits.clock();
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

int64_t JobStore::ticks() {
  if (limits.ticks)
    return limits.ticks();
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void JobStore::watch(std::function<void(const std::string &)> callback) {
  std::lock_guard lock(watchersMutex);
  watchers.push_back(std::move(callback));
}

Problem JobStore::describeFull(int64_t held, int64_t more, int64_t limit) {
  return makeProblem(ProblemCode::unavailable, "the runner keeps " + std::to_string(held) +
                                                   " bytes of artifacts for unfinished jobs, and " +
                                                   std::to_string(more) + " more exceed its limit of " +
                                                   std::to_string(limit) + "; try again when jobs have finished");
}

Problem JobStore::describeMissing(const std::string &digest) {
  return makeProblem(ProblemCode::notFound, "the runner has no artifact `" + digest + "`; `PUT` it first");
}

Result<ArtifactInfo> JobStore::findArtifact(const std::string &digest) {
  std::lock_guard lock(mutex);
  std::optional<ArtifactInfo> info;
  Status status =
      database->query("SELECT bytes, manifest FROM artifacts WHERE digest=?", {digest},
                      [&](const Row &row) { info = ArtifactInfo{digest, row.integer(0), row.text(1), false}; });
  if (!status)
    return status.problem();
  return info ? Result<ArtifactInfo>(*info) : describeMissing(digest);
}

void JobStore::watchWork(std::function<void(const std::string &)> callback) {
  std::lock_guard lock(watchersMutex);
  workWatchers.push_back(std::move(callback));
}

void JobStore::notify(const std::string &id, Concerns whom) { notifyHere(id, whom); }

void JobStore::notifyHere(const std::string &id, Concerns whom) {
  tellFollowers(id);
  if (whom != Concerns::followers)
    tellWorkers(whom == Concerns::itsWorker ? id : "");
}

void JobStore::tell(const std::vector<std::function<void(const std::string &)>> &those, const std::string &id) {
  std::vector<std::function<void(const std::string &)>> copy;
  {
    std::lock_guard lock(watchersMutex);
    copy = those;
  }
  for (const auto &watcher : copy)
    watcher(id);
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

/// Keys are their owner's: what one token names is nothing to another. They hold no line ends.
static std::string scopeKey(const JobRequest &request, const std::string &key) {
  return key.empty() || request.owner.empty() ? key : request.owner + "\n" + key;
}

/// A key means the same request only if all of this is the same.
static bool isSame(const JobRequest &a, const JobRequest &b) {
  return a.artifact == b.artifact && a.device == b.device && a.options.deadlineMs == b.options.deadlineMs &&
         a.priority == b.priority && a.options.repetitions == b.options.repetitions &&
         a.options.timeline == b.options.timeline && a.bench.options == b.bench.options &&
         a.bench.baseline == b.bench.baseline;
}

/// What is not in the job's own row. `position`: where it is known.
Status JobStore::complete(Job &job, std::optional<int64_t> position) {
  job.position = position.value_or(0);
  if (job.lost + job.failures > 0)
    if (Status status =
            database->query("SELECT number, cause, reason, ended FROM attempts WHERE job=? ORDER BY number", {job.id},
                            [&](const Row &row) {
                              LossCause cause = parseLossCause(row.text(1)).value_or(LossCause::machine);
                              job.losses.push_back({row.integer(0), cause, row.text(2), row.integer(3)});
                            });
        !status)
      return status;
  if (job.state != JobState::queued || position)
    return Done();
  // Two ranges of the index. As one condition with an `OR` it would be checked row by row.
  return database->query(
      "SELECT (SELECT count(*) FROM jobs WHERE state='queued' AND owner=?1 AND device=?2 AND priority>?3) + (SELECT "
      "count(*) FROM jobs WHERE state='queued' AND owner=?1 AND device=?2 AND priority=?3 AND number < (SELECT number "
      "FROM jobs WHERE id=?4))",
      {job.request.owner, job.request.device, job.request.priority, job.id},
      [&](const Row &row) { job.position = row.integer(0); });
}

Status JobStore::completeBenchmark(Job &job) {
  return database->query("SELECT request, baseline, cache_key FROM benchmarks WHERE job=?", {job.id},
                         [&](const Row &row) { job.request.bench = {row.text(0), row.text(1), row.text(2)}; });
}

Result<Job> JobStore::load(const std::string &id, std::optional<int64_t> position) {
  std::optional<Job> job;
  Status status = database->query("SELECT " TESSERA_JOB_COLUMNS ", request, baseline, cache_key FROM jobs LEFT JOIN "
                                  "benchmarks ON job=id WHERE id=?",
                                  {id}, [&](const Row &row) {
                                    job = readJob(row);
                                    if (!row.isNull(19)) // else it measures nothing
                                      job->request.bench = {row.text(19), row.text(20), row.text(21)};
                                  });
  if (!status)
    return status.problem();
  if (!job)
    return makeProblem(ProblemCode::notFound, "the runner has no job `" + id + "`");
  if (Status completed = complete(*job, position); !completed)
    return completed.problem();
  return *job;
}

Status JobStore::appendEvent(const Job &job, const std::string &kind, const std::string &data) {
  return database->query("INSERT INTO events SELECT ?1, 1 + coalesce(max(number), 0), ?2, ?3 FROM events WHERE job=?1",
                         {job.id, kind, data});
}

Status JobStore::appendState(const Job &job) {
  return appendEvent(job, "state", protocol::toText(toJson(job, /*withResult=*/false)));
}

Result<std::optional<Job>> JobStore::loadByKey(const std::string &key) {
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

/// One look for all that a submission asks. One process keeps count by lines (Store.cpp); of a fleet's queue the index
/// is read once.
Result<JobStore::Waiting> JobStore::countWaiting(const JobRequest &request) {
  Waiting waiting;
  auto take = [&](const Row &row) { waiting = {row.integer(0), row.integer(1), row.integer(2)}; };
  std::initializer_list<SqlValue> line = {request.owner, request.device, request.priority};
  Status status =
      database->isShared()
          ? database->query("SELECT count(*), count(*) FILTER (WHERE owner=?1), count(*) FILTER (WHERE owner=?1 AND "
                            "device=?2 AND priority>=?3) FROM jobs WHERE state='queued'",
                            line, take)
          : database->query(
                "SELECT coalesce(sum(jobs), 0), coalesce(sum(jobs) FILTER (WHERE owner=?1), 0), "
                "coalesce(sum(jobs) FILTER (WHERE owner=?1 AND device=?2 AND priority>=?3), 0) FROM waiting",
                line, take);
  return status ? Result<Waiting>(waiting) : status.problem();
}

Result<Job> JobStore::insert(const JobRequest &request, const std::string &idempotencyKey) {
  Result<int64_t> most = findQueueLimit(request.owner);
  Result<Waiting> waiting = most ? countWaiting(request) : Result<Waiting>(most.problem());
  if (!waiting)
    return waiting.problem();
  if (waiting->all >= limits.queueLimit)
    return makeProblem(ProblemCode::queueFull, std::to_string(waiting->all) + " jobs wait, the queue takes " +
                                                   std::to_string(limits.queueLimit) + "; try again later");
  if (*most > 0 && waiting->owners >= *most)
    return describeFullQueue(request.owner, waiting->owners);
  std::string id = makeId();
  SqlValue key = idempotencyKey.empty() ? SqlValue(nullptr) : SqlValue(scopeKey(request, idempotencyKey));
  Status status = database->query(
      "INSERT INTO jobs(id, artifact, device, deadline, repetitions, timeline, state, created, idempotency_key, owner, "
      "traceparent, priority) VALUES(?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?)",
      {id, request.artifact, request.device, request.options.deadlineMs, request.options.repetitions,
       int64_t(request.options.timeline), now(), key, request.owner, request.traceparent, request.priority});
  if (status && !request.bench.options.empty())
    status = database->query("INSERT INTO benchmarks VALUES(?, ?, ?, ?)",
                             {id, request.bench.options, request.bench.baseline, request.bench.cacheKey});
  if (!status)
    return status.problem();
  Result<Job> job = load(id, waiting->before);
  if (job)
    if (Status event = appendState(*job); !event)
      return event.problem();
  return job;
}

Result<Job> JobStore::submit(const JobRequest &request, const std::string &idempotencyKey) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database, scopeKey(request, idempotencyKey));
  if (!transaction.status())
    return transaction.status().problem();
  if (!idempotencyKey.empty()) {
    Result<std::optional<Job>> before = loadByKey(scopeKey(request, idempotencyKey));
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
  notify(job->id, Concerns::anyWorker);
  return job;
}

Result<Job> JobStore::find(const std::string &id) {
  std::lock_guard lock(mutex);
  return load(id);
}

Result<std::vector<Job>> JobStore::list(int64_t limit, const std::string &before, const JobFilter &filter) {
  std::lock_guard lock(mutex);
  if (!before.empty())
    if (Result<Job> job = load(before); !job)
      return job.problem();
  std::vector<Job> jobs;
  Status status = database->query(
      "SELECT " TESSERA_JOB_COLUMNS " FROM jobs WHERE (?1='' OR number < (SELECT number FROM jobs WHERE id=?1)) AND "
      "(?3=0 OR owner=?4) AND (?5=0 OR (state='failed' AND result IS NULL)) "
      "ORDER BY number DESC LIMIT ?2",
      {before, limit, int64_t(filter.owner.has_value()), filter.owner.value_or(""), int64_t(filter.isDead)},
      [&](const Row &row) { jobs.push_back(readJob(row)); });
  if (!status)
    return status.problem();
  for (Job &job : jobs) {
    Status completed = completeBenchmark(job);
    if (completed)
      completed = complete(job);
    if (!completed)
      return completed.problem();
  }
  return jobs;
}

Result<std::vector<JobEvent>> JobStore::events(const std::string &id, int64_t after, int64_t limit) {
  std::lock_guard lock(mutex);
  std::vector<JobEvent> events;
  Status status = database->query(
      "SELECT number, kind, data FROM events WHERE job=? AND number>? ORDER BY number LIMIT ?", {id, after, limit},
      [&](const Row &row) { events.push_back({row.integer(0), row.text(1), row.text(2)}); });
  if (!status)
    return status.problem();
  return events;
}

Result<std::string> JobStore::output(const std::string &id) {
  std::lock_guard lock(mutex);
  if (Result<Job> job = load(id); !job)
    return job.problem();
  std::string output;
  Status status = database->query("SELECT data FROM events WHERE job=? AND kind='output' ORDER BY number", {id},
                                  [&](const Row &row) {
                                    std::string error;
                                    std::optional<llvm::json::Value> data = protocol::parseJson(row.text(0), error);
                                    if (const llvm::json::Object *object = data ? data->getAsObject() : nullptr)
                                      output += object->getString("text").value_or("");
                                  });
  if (!status)
    return status.problem();
  return output;
}

Result<Job> JobStore::cancel(const std::string &id) {
  std::unique_lock lock(mutex);
  Transaction transaction(*database, id);
  if (!transaction.status())
    return transaction.status().problem();
  // Somebody may lease it meanwhile: then it runs, and the wish is noted.
  Status status = database->query(
      "UPDATE jobs SET state='cancelled', cancel_requested=1, finished=? WHERE id=? AND state='queued'", {now(), id});
  bool wasQueued = status && database->changes() == 1;
  if (status && !wasQueued)
    status = database->query("UPDATE jobs SET cancel_requested=1 WHERE id=? AND state='running'", {id});
  if (!status)
    return status.problem();
  Result<Job> job = load(id);
  if (job && wasQueued)
    if (Status event = appendState(*job); !event)
      return event.problem();
  if (Status committed = transaction.commit(); !committed)
    return committed.problem();
  lock.unlock();
  if (job)
    notify(id, Concerns::itsWorker);
  return job;
}

Result<QueueCounts> JobStore::counts() {
  std::lock_guard lock(mutex);
  QueueCounts counts;
  std::optional<int64_t> oldest;
  Status status = database->query(
      "SELECT (SELECT count(*) FROM jobs WHERE state='queued'), (SELECT count(*) FROM jobs WHERE state='running'), "
      "(SELECT min(created) FROM jobs WHERE state='queued')",
      {}, [&](const Row &row) {
        counts.queued = row.integer(0);
        counts.running = row.integer(1);
        oldest = row.isNull(2) ? std::nullopt : std::optional(row.integer(2));
      });
  if (!status)
    return status.problem();
  if (oldest)
    counts.oldestQueuedMs = std::max<int64_t>(now() - *oldest, 0); // the clock may have been set
  if (!database->isShared())
    return counts;
  auto &failures = counts.failures.emplace();
  failures.fill(0);
  status = database->query("SELECT cause, CAST(sum(attempts) AS BIGINT) FROM failures GROUP BY cause", {},
                           [&](const Row &row) {
                             for (size_t i = 0; i < failures.size(); ++i)
                               if (row.text(0) == failureCauseTexts[i])
                                 failures[i] = row.integer(1);
                           });
  if (!status)
    return status.problem();
  return counts;
}

/// The oldest finished jobs go: those beyond the number that is kept, and, as results may be megabytes, those that
/// would fill the database.
Status JobStore::pruneJobs() {
  for (bool more = true; more;) {
    Result<std::optional<int64_t>> used = database->usedBytes();
    if (!used)
      return used.problem();
    if (!*used || **used <= limits.databaseBytes / 2)
      break;
    Status status = database->query(
        "DELETE FROM jobs WHERE number = (SELECT min(number) FROM jobs WHERE state NOT IN ('queued', 'running')) AND "
        "number < (SELECT max(number) FROM jobs WHERE state NOT IN ('queued', 'running'))",
        {});
    if (!status)
      return status;
    more = database->changes() > 0;
  }
  // The kept ones are counted from the newest to the last, so not for each that comes.
  if (++unpruned <= limits.keptJobs / 100)
    return Done();
  unpruned = 0;
  return database->query(
      "DELETE FROM jobs WHERE state NOT IN ('queued', 'running') AND number <= (SELECT number FROM jobs WHERE "
      "state NOT IN ('queued', 'running') ORDER BY number DESC LIMIT 1 OFFSET ?)",
      {limits.keptJobs});
}
