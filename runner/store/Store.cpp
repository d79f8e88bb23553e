// SPDX-License-Identifier: Apache-2.0
// Opening the store: the folder and its lock, the schema, what a killed runner left behind; and the artifacts.
#include "runner/store/Store.h"
#include "runner/store/ArtifactFiles.h"
#include "runner/store/Migrations.h"
#include "shared/artifact/Artifact.h"
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

/// 3 is the last schema of SQLite's own; from there on each numbered migration but the first, which made PostgreSQL's
/// tables, is one more for both.
static constexpr int64_t ownSchema = 3, firstShared = 1,
                         schemaVersion = ownSchema + std::size(migrations) - firstShared;
static constexpr int64_t applicationId = 0x54534C52; // `TSLR`: tells our databases from others

static constexpr const char *schema = R"sql(
BEGIN IMMEDIATE;
CREATE TABLE artifacts(digest TEXT PRIMARY KEY, bytes INTEGER NOT NULL, manifest TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE jobs(
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, artifact TEXT NOT NULL, device TEXT NOT NULL,
  deadline INTEGER NOT NULL, repetitions INTEGER NOT NULL, state TEXT NOT NULL, created INTEGER NOT NULL,
  started INTEGER, finished INTEGER, attempts INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0, lease_until INTEGER, cancel_requested INTEGER NOT NULL DEFAULT 0,
  result TEXT, problem TEXT, idempotency_key TEXT UNIQUE, timeline INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 0);
CREATE INDEX jobs_by_state ON jobs(state, device, number);
CREATE TABLE events(
  job TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE, number INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
  PRIMARY KEY(job, number)) WITHOUT ROWID;
CREATE TABLE attempts(
  job TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE, number INTEGER NOT NULL, cause TEXT NOT NULL,
  reason TEXT NOT NULL, ended INTEGER NOT NULL, PRIMARY KEY(job, number)) WITHOUT ROWID;
PRAGMA application_id=0x54534C52;
PRAGMA user_version=4;
COMMIT;
)sql";

/// To schema 2: whether a job makes timelines.
static constexpr const char *toSchema2 = R"sql(
BEGIN IMMEDIATE;
ALTER TABLE jobs ADD COLUMN timeline INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version=2;
COMMIT;
)sql";

/// To schema 3: attempts that ended without an outcome, whose fault that was, when to try again, and how many events of
/// the present one are stored.
static constexpr const char *toSchema3 = R"sql(
BEGIN IMMEDIATE;
ALTER TABLE jobs ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN published INTEGER NOT NULL DEFAULT 0;
CREATE TABLE attempts(
  job TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE, number INTEGER NOT NULL, cause TEXT NOT NULL,
  reason TEXT NOT NULL, ended INTEGER NOT NULL, PRIMARY KEY(job, number)) WITHOUT ROWID;
PRAGMA user_version=3;
COMMIT;
)sql";

/// How many jobs wait in each line (NextJob.cpp), kept by the connection, whose process alone changes jobs: else a
/// submission would count a queue of ten thousand to know that it has room, and another time for its position. In
/// memory and made anew at each start, so there is nothing in the file that could be wrong.
static constexpr const char *countLines = R"sql(
PRAGMA temp_store=MEMORY;
CREATE TEMP TABLE waiting(
  owner TEXT NOT NULL, device TEXT NOT NULL, priority INTEGER NOT NULL, jobs INTEGER NOT NULL,
  PRIMARY KEY(owner, device, priority)) WITHOUT ROWID;
INSERT INTO waiting
  SELECT owner, device, priority, count(*) FROM jobs WHERE state='queued' GROUP BY owner, device, priority;
CREATE TEMP TRIGGER waiting_comes AFTER INSERT ON main.jobs WHEN new.state='queued' BEGIN
  INSERT INTO waiting VALUES(new.owner, new.device, new.priority, 1) ON CONFLICT DO UPDATE SET jobs=jobs+1;
END;
CREATE TEMP TRIGGER waiting_changes AFTER UPDATE OF state ON main.jobs
    WHEN (old.state='queued') <> (new.state='queued') BEGIN
  INSERT INTO waiting VALUES(new.owner, new.device, new.priority, CASE new.state WHEN 'queued' THEN 1 ELSE -1 END)
    ON CONFLICT DO UPDATE SET jobs=jobs+excluded.jobs;
  DELETE FROM waiting WHERE owner=new.owner AND device=new.device AND priority=new.priority AND jobs=0;
END;
CREATE TEMP TRIGGER waiting_goes AFTER DELETE ON main.jobs WHEN old.state='queued' BEGIN
  UPDATE waiting SET jobs=jobs-1 WHERE owner=old.owner AND device=old.device AND priority=old.priority;
END;
)sql";

Result<std::unique_ptr<Store>> Store::open(StoreOptions options) {
  std::unique_ptr<Store> store(new Store(std::move(options)));
  if (Status status = store->openDirectory(); !status)
    return status.problem();
  Result<std::unique_ptr<SqliteDatabase>> database = SqliteDatabase::open(store->options.directory + "/jobs.sqlite");
  if (!database)
    return database.problem();
  SqliteDatabase &sqlite = **database;
  store->database = std::move(*database);
  if (Status status = store->migrate(); !status)
    return status.problem();
  if (Status status = store->database->execute(countLines); !status)
    return status.problem();
  if (Status status = sqlite.limitBytes(store->options.databaseBytes); !status)
    return status.problem();
  if (Status status = store->reclaim(/*everything=*/true, store->ticks()); !status)
    return status.problem();
  // A restart took its time already, and ticks of before may be those of another start of the machine.
  if (Status status = store->database->query("UPDATE jobs SET not_before=0 WHERE not_before>0", {}); !status)
    return status.problem();
  store->reclaimed.clear();
  return store;
}

Store::~Store() {
  if (lockFile >= 0)
    close(lockFile);
}

Status Store::openDirectory() {
  std::error_code error;
  fs::create_directories(options.directory + "/artifacts", error);
  if (error)
    return makeProblem(ProblemCode::unavailable, "can't create the state folder `" + options.directory +
                                                     "`: " + error.message() + "; choose another with `--data`");
  std::string lockPath = options.directory + "/lock";
  lockFile = ::open(lockPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lockFile < 0)
    return makeProblem(ProblemCode::unavailable, "can't write in the state folder `" + options.directory +
                                                     "`: " + std::strerror(errno) + "; choose another with `--data`");
  if (flock(lockFile, LOCK_EX | LOCK_NB) != 0)
    return makeProblem(ProblemCode::unavailable, "another runner uses the state folder `" + options.directory +
                                                     "`; stop it or choose another with `--data`");
  removeLeftovers(options.directory + "/artifacts");
  return Done();
}

Status Store::migrate() {
  int64_t version = 0, application = 0, tables = 0;
  std::string path = "`" + options.directory + "/jobs.sqlite`";
  if (Status status = database->query("PRAGMA user_version", {}, [&](const Row &row) { version = row.integer(0); });
      !status)
    return status;
  if (Status status =
          database->query("PRAGMA application_id", {}, [&](const Row &row) { application = row.integer(0); });
      !status)
    return status;
  if (Status status =
          database->query("SELECT count(*) FROM sqlite_schema", {}, [&](const Row &row) { tables = row.integer(0); });
      !status)
    return status;
  if (tables == 0) {
    if (Status status = database->execute(schema); !status)
      return status;
    application = applicationId;
    version = ownSchema;
  }
  if (application != applicationId)
    return makeProblem(ProblemCode::internal, path + " is not a job store; choose another `--data`");
  if (version > schemaVersion)
    return makeProblem(ProblemCode::internal, "the job store " + path + " has schema " + std::to_string(version) +
                                                  ", written by a newer `tessera`; this one reads schema " +
                                                  std::to_string(schemaVersion));
  Status status = version < 2 ? database->execute(toSchema2) : Status(Done());
  if (status && version < ownSchema)
    status = database->execute(toSchema3);
  for (int64_t next = std::max(version, ownSchema) + 1; status && next <= schemaVersion; ++next) {
    const Migration &migration = migrations[next - ownSchema - 1 + firstShared];
    status = database->execute("BEGIN IMMEDIATE;\n" + std::string(migration.isFleets ? "" : migration.text) +
                               "PRAGMA user_version=" + std::to_string(next) + ";\nCOMMIT;");
  }
  return status;
}

/// Does what accepting a job takes, since a full disk lets a transaction begin: an artifact's bytes, and a row that is
/// committed. The row's own pages are free again in the same transaction.
Status Store::probe() {
  static constexpr int64_t artifactRoom = 1 << 20, rowRoom = 1 << 16;
  std::lock_guard lock(mutex);
  if (Status room = probeRoom(options.directory + "/artifacts", artifactRoom); !room)
    return room;
  Transaction transaction(*database);
  if (!transaction.status())
    return transaction.status();
  if (Status status = database->query("INSERT INTO artifacts VALUES('probe', 0, hex(zeroblob(?)), 0)", {rowRoom / 2});
      !status)
    return status;
  if (Status status = database->query("DELETE FROM artifacts WHERE digest='probe'"); !status)
    return status;
  return transaction.commit();
}

std::string Store::artifactPath(const std::string &digest) const { return options.directory + "/artifacts/" + digest; }

/// A row whose file is gone is no artifact.
Result<ArtifactInfo> Store::findArtifact(const std::string &digest) {
  Result<ArtifactInfo> info = JobStore::findArtifact(digest);
  return info && access(artifactPath(digest).c_str(), R_OK) != 0 ? Result<ArtifactInfo>(describeMissing(digest)) : info;
}

Status Store::makeRoom(int64_t bytes) {
  int64_t held = 0;
  std::vector<std::pair<std::string, int64_t>> idle;
  if (Status status = database->query("SELECT coalesce(sum(bytes), 0) FROM artifacts", {},
                                      [&](const Row &row) { held = row.integer(0); });
      !status)
    return status;
  if (held + bytes <= options.artifactBytes)
    return Done();
  Status status = database->query(
      "SELECT digest, bytes FROM artifacts WHERE digest NOT IN (SELECT artifact FROM jobs WHERE "
      "state='queued' UNION ALL SELECT artifact FROM jobs WHERE state='running' UNION ALL SELECT b.baseline FROM "
      "benchmarks b JOIN jobs j ON j.id=b.job WHERE j.state IN ('queued', 'running')) ORDER BY created, rowid",
      {}, [&](const Row &row) { idle.emplace_back(row.text(0), row.integer(1)); });
  if (!status)
    return status;
  for (const auto &[digest, size] : idle) {
    if (held + bytes <= options.artifactBytes)
      break;
    if (Status removed = database->query("DELETE FROM artifacts WHERE digest=?", {digest}); !removed)
      return removed;
    unlink(artifactPath(digest).c_str());
    held -= size;
  }
  if (held + bytes <= options.artifactBytes)
    return Done();
  return describeFull(held, bytes, options.artifactBytes);
}

Result<std::vector<uint8_t>> Store::readArtifact(const std::string &digest) {
  Result<ArtifactInfo> info = findArtifact(digest);
  if (!info)
    return info.problem();
  Result<std::vector<uint8_t>> bytes = readFileWhole(artifactPath(digest), info->bytes);
  bool isWhole = bytes && artifact::digestOf(*bytes) == digest;
  if (isWhole ||
      (!bytes && bytes.problem().code != ProblemCode::payloadTooLarge)) // a file that can't be read may be whole
    return bytes;
  return forgetDamaged(digest);
}

Problem Store::forgetDamaged(const std::string &digest) {
  std::lock_guard lock(mutex);
  spdlog::error("artifact {} is damaged on the disk; it is forgotten", digest);
  unlink(artifactPath(digest).c_str());
  return makeProblem(ProblemCode::artifactAltered,
                     "the artifact `" + digest + "` was damaged on the runner's disk; `PUT` it again");
}

Result<std::shared_ptr<ArtifactReader>> Store::openArtifact(const std::string &digest) {
  if (Result<ArtifactInfo> info = findArtifact(digest); !info)
    return info.problem();
  Result<std::unique_ptr<ArtifactReader>> file = openArtifactFile(artifactPath(digest));
  if (!file)
    return file.problem();
  Result<bool> isWhole = hasDigest(**file, digest);
  if (!isWhole)
    return isWhole.problem();
  if (!*isWhole)
    return forgetDamaged(digest);
  return std::shared_ptr<ArtifactReader>(std::move(*file));
}

Result<std::string> Store::fetchArtifact(const std::string &digest) {
  if (Result<std::vector<uint8_t>> bytes = readArtifact(digest); !bytes)
    return bytes.problem();
  return artifactPath(digest);
}

Result<ArtifactInfo> Store::putArtifact(const std::string &digest, llvm::ArrayRef<uint8_t> bytes,
                                        const std::string &manifest) {
  if (readArtifact(digest)) // one that is damaged is written anew
    return findArtifact(digest);
  std::lock_guard lock(mutex);
  if (Status status = makeRoom(bytes.size()); !status)
    return status.problem();
  if (Status status = writeFileWhole(options.directory + "/artifacts", digest, bytes); !status)
    return status.problem();
  Status status = database->query("INSERT OR REPLACE INTO artifacts VALUES(?, ?, ?, ?)",
                                  {digest, static_cast<int64_t>(bytes.size()), manifest, now()});
  if (!status) {
    unlink(artifactPath(digest).c_str());
    return status.problem();
  }
  return ArtifactInfo{digest, static_cast<int64_t>(bytes.size()), manifest, true};
}
