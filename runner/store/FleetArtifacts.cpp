// SPDX-License-Identifier: Apache-2.0
// Artifacts of a fleet. Their rows are in the database; their bytes are there, too, or in a place that all machines
// share. Wherever they come from, the digest is checked. Bytes travel on a connection of their own, as they are and in
// slices: 64 MiB of them cost a front end those 64 MiB once more, and nobody who asks for jobs waits for them.
#include "runner/store/ArtifactFiles.h"
#include "runner/store/FleetStore.h"
#include "shared/artifact/Artifact.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <filesystem>
#include <spdlog/spdlog.h>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

/// What is read at a time, and from where on a connection's buffers are worth giving back.
static constexpr int64_t sliceBytes = mostPieceBytes, largeBytes = int64_t(1) << 20;

Result<PostgresDatabase *> FleetStore::connectForBytes() {
  if (!bytesDatabase) {
    Result<std::unique_ptr<PostgresDatabase>> opened = PostgresDatabase::open(options.url);
    if (!opened)
      return opened.problem();
    bytesDatabase = std::move(*opened);
  }
  return bytesDatabase.get();
}

/// The client library keeps buffers of the largest message for as long as the connection lives.
void FleetStore::releaseBytes(int64_t bytes) {
  if (bytes > largeBytes)
    bytesDatabase = nullptr;
}

Result<std::vector<uint8_t>> FleetStore::readSlice(PostgresDatabase &database, const std::string &digest,
                                                   int64_t begin, int64_t bytes) {
  Result<std::optional<std::vector<uint8_t>>> slice =
      database.queryBytes("SELECT substring(content FROM ?2::integer FOR ?3::integer) FROM artifacts WHERE digest=?1",
                          {digest, begin + 1, std::min(sliceBytes, bytes - begin)});
  if (!slice)
    return slice.problem();
  if (!*slice)
    return describeMissing(digest);
  return std::move(**slice);
}

Result<std::vector<uint8_t>> FleetStore::readContent(PostgresDatabase &database, const std::string &digest,
                                                     int64_t bytes) {
  std::vector<uint8_t> content;
  content.reserve(static_cast<size_t>(bytes));
  for (int64_t begin = 0; begin < bytes; begin += sliceBytes) {
    Result<std::vector<uint8_t>> slice = readSlice(database, digest, begin, bytes);
    if (!slice)
      return slice;
    content.insert(content.end(), slice->begin(), slice->end());
  }
  return content;
}

Result<std::vector<uint8_t>> FleetStore::readFrom(const std::string &place, const std::string &digest, int64_t bytes) {
  if (!options.artifacts)
    return makeProblem(ProblemCode::unavailable, "the artifact `" + digest + "` is kept at `" + place +
                                                     "`; start this with `--artifacts " + place + "`");
  Result<std::vector<uint8_t>> content = options.artifacts->get(digest, static_cast<uint64_t>(bytes));
  // One that is too large or gone is no better than one with other bytes.
  bool isLost = !content && (content.problem().code == ProblemCode::notFound ||
                             content.problem().code == ProblemCode::payloadTooLarge);
  return isLost ? std::vector<uint8_t>() : content;
}

/// Its row, and its bytes where they are in the database.
Status FleetStore::loadArtifact(const std::string &digest, KeptArtifact &kept, bool withContent) {
  std::lock_guard lock(bytesMutex);
  Result<PostgresDatabase *> connected = connectForBytes();
  if (!connected)
    return connected.problem();
  std::optional<int64_t> size;
  Status status =
      (*connected)->query("SELECT bytes, place FROM artifacts WHERE digest=?", {digest}, [&](const Row &row) {
        size = row.integer(0), kept.place = row.text(1);
      });
  if (!status)
    return status;
  if (!size)
    return describeMissing(digest);
  kept.bytes = *size;
  if (!kept.place.empty() || !withContent)
    return Done();
  Result<std::vector<uint8_t>> content = readContent(**connected, digest, *size);
  releaseBytes(*size);
  if (!content)
    return content.problem();
  kept.content = std::move(*content);
  return Done();
}

Status FleetStore::forgetArtifact(const std::string &digest, const std::string &place) {
  spdlog::error("artifact {} is damaged in {}; it is forgotten", digest, place.empty() ? "the database" : place);
  std::lock_guard lock(bytesMutex);
  Result<PostgresDatabase *> connected = connectForBytes();
  if (!connected)
    return connected.problem();
  Status removed = (*connected)->query("DELETE FROM artifacts WHERE digest=?", {digest});
  return removed && !place.empty() ? options.artifacts->remove(digest) : removed;
}

Result<std::vector<uint8_t>> FleetStore::readArtifact(const std::string &digest) {
  KeptArtifact kept;
  if (Status status = loadArtifact(digest, kept); !status)
    return status.problem();
  if (!kept.place.empty()) { // which may take its time: nobody waits for it
    Result<std::vector<uint8_t>> content = readFrom(kept.place, digest, kept.bytes);
    if (!content)
      return content.problem();
    kept.content = std::move(*content);
  }
  if (artifact::digestOf(kept.content) == digest)
    return std::move(kept.content);
  return forgetDamaged(digest, kept.place);
}

Problem FleetStore::forgetDamaged(const std::string &digest, const std::string &place) {
  if (Status forgotten = forgetArtifact(digest, place); !forgotten)
    return forgotten.problem();
  return makeProblem(ProblemCode::artifactAltered, "the artifact `" + digest + "` was damaged in the runner's " +
                                                       (place.empty() ? "database" : "store `" + place + "`") +
                                                       "; `PUT` it again");
}

/// Bytes that are in the database, a slice at a time: others get theirs in between.
class FleetStore::SliceReader final : public ArtifactReader {
public:
  SliceReader(FleetStore &store, std::string digest, int64_t bytes)
      : store(store), digest(std::move(digest)), bytes(bytes) {}
  ~SliceReader() override {
    std::lock_guard lock(store.bytesMutex);
    store.releaseBytes(bytes);
  }
  int64_t size() const override { return bytes; }
  void rewind() override { at = 0; }
  Result<std::vector<uint8_t>> next() override {
    if (at >= bytes)
      return std::vector<uint8_t>();
    std::lock_guard lock(store.bytesMutex);
    Result<PostgresDatabase *> connected = store.connectForBytes();
    if (!connected)
      return connected.problem();
    Result<std::vector<uint8_t>> slice = store.readSlice(**connected, digest, at, bytes);
    at += slice ? static_cast<int64_t>(slice->size()) : 0;
    return slice;
  }

private:
  FleetStore &store; // outlives all who answer requests
  std::string digest;
  int64_t bytes, at = 0;
};

Result<std::shared_ptr<ArtifactReader>> FleetStore::openArtifact(const std::string &digest) {
  KeptArtifact kept;
  if (Status status = loadArtifact(digest, kept, /*withContent=*/false); !status)
    return status.problem();
  std::unique_ptr<ArtifactReader> reader;
  if (kept.place.empty()) {
    reader = std::make_unique<SliceReader>(*this, digest, kept.bytes);
  } else {
    Result<std::vector<uint8_t>> content = readFrom(kept.place, digest, kept.bytes);
    if (!content)
      return content.problem();
    reader = readArtifactFrom(std::move(*content));
  }
  Result<bool> isWhole = hasDigest(*reader, digest);
  if (!isWhole)
    return isWhole.problem();
  if (*isWhole)
    return std::shared_ptr<ArtifactReader>(std::move(reader));
  reader = nullptr; // gives its connection back, which forgetting needs
  return forgetDamaged(digest, kept.place);
}

/// The oldest artifacts that no unfinished job needs go. Runs in a transaction of all who do this.
Status FleetStore::makeRoom(PostgresDatabase &database, int64_t bytes) {
  int64_t held = 0;
  struct Idle {
    std::string digest, place;
    int64_t bytes;
  };
  std::vector<Idle> idle;
  Status status = database.query("SELECT coalesce(sum(bytes), 0)::bigint FROM artifacts", {},
                                 [&](const Row &row) { held = row.integer(0); });
  if (!status || held + bytes <= options.artifactBytes)
    return status;
  status =
      database.query("SELECT digest, place, bytes FROM artifacts WHERE digest NOT IN (SELECT artifact FROM jobs "
                     "WHERE state IN ('queued', 'running')) AND digest NOT IN (SELECT b.baseline FROM benchmarks b "
                     "JOIN jobs j ON j.id=b.job WHERE j.state IN ('queued', 'running')) ORDER BY created",
                     {}, [&](const Row &row) { idle.push_back({row.text(0), row.text(1), row.integer(2)}); });
  for (size_t i = 0; status && i < idle.size() && held + bytes > options.artifactBytes; ++i) {
    if (!idle[i].place.empty() && !options.artifacts)
      continue; // whoever can reach it removes it
    status = database.query("DELETE FROM artifacts WHERE digest=?", {idle[i].digest});
    if (status && !idle[i].place.empty())
      status = options.artifacts->remove(idle[i].digest);
    held -= idle[i].bytes;
  }
  if (status && held + bytes > options.artifactBytes)
    return describeFull(held, bytes, options.artifactBytes);
  return status;
}

/// Where bytes are kept elsewhere, they are there already.
Status FleetStore::insertArtifact(PostgresDatabase &database, const std::string &digest, llvm::ArrayRef<uint8_t> bytes,
                                  const std::string &manifest) {
  Transaction transaction(database, "tessera-artifacts");
  Status status = transaction.status() ? makeRoom(database, static_cast<int64_t>(bytes.size())) : transaction.status();
  std::string place = options.artifacts ? options.artifacts->url() : "";
  if (status)
    status = database.query(
        "INSERT INTO artifacts(digest, bytes, manifest, created, content, place) VALUES(?1, ?2, ?3, "
        "(extract(epoch FROM clock_timestamp()) * 1000)::bigint, ?4, ?5) ON CONFLICT (digest) DO UPDATE SET "
        "content=excluded.content, bytes=excluded.bytes, place=excluded.place",
        {digest, static_cast<int64_t>(bytes.size()), manifest,
         options.artifacts ? SqlBytes() : SqlBytes{bytes.data(), bytes.size()}, place});
  return status ? transaction.commit() : status;
}

/// A row, with the bytes or for bytes that are elsewhere.
Status FleetStore::keepArtifact(const std::string &digest, llvm::ArrayRef<uint8_t> bytes, const std::string &manifest) {
  std::lock_guard lock(bytesMutex);
  Result<PostgresDatabase *> connected = connectForBytes();
  if (!connected)
    return connected.problem();
  Status status = insertArtifact(**connected, digest, bytes, manifest);
  releaseBytes(static_cast<int64_t>(bytes.size()));
  return status;
}

Result<ArtifactInfo> FleetStore::putArtifact(const std::string &digest, llvm::ArrayRef<uint8_t> bytes,
                                             const std::string &manifest) {
  if (readArtifact(digest)) // one that is damaged is written anew
    return findArtifact(digest);
  // The bytes come before the row that says that they are there, and before the lock: a place that takes its time is
  // waited for by nobody else.
  if (options.artifacts)
    if (Status put = options.artifacts->put(digest, bytes); !put)
      return put.problem();
  if (Status kept = keepArtifact(digest, bytes, manifest); !kept) {
    // Bytes that no row tells of would take room that nobody counts.
    bool isOrphan = options.artifacts && !findArtifact(digest);
    if (Status removed = isOrphan ? options.artifacts->remove(digest) : Status(Done()); !removed)
      spdlog::warn("artifact {} stays in {} without being known: {}", digest, options.artifacts->url(),
                   removed.problem().detail);
    return kept.problem();
  }
  return ArtifactInfo{digest, static_cast<int64_t>(bytes.size()), manifest, true};
}

/// The files that were used longest ago go, until the rest has room.
void FleetStore::trimCache(const std::string &kept) {
  struct File {
    fs::path path;
    fs::file_time_type used;
    int64_t bytes;
  };
  std::vector<File> files;
  int64_t sum = 0;
  std::error_code error;
  for (fs::directory_iterator entry(options.cache, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    files.push_back({entry->path(), entry->last_write_time(ignored), static_cast<int64_t>(entry->file_size(ignored))});
    sum += files.back().bytes;
  }
  std::sort(files.begin(), files.end(), [](const File &a, const File &b) { return a.used < b.used; });
  for (const File &file : files) {
    if (sum <= options.cacheBytes)
      return;
    if (file.path == kept)
      continue;
    fs::remove(file.path, error);
    sum -= file.bytes;
  }
}

Result<std::string> FleetStore::fetchArtifact(const std::string &digest) {
  std::string path = options.cache + "/" + digest;
  std::error_code error;
  if (fs::exists(path, error))
    if (Result<std::vector<uint8_t>> bytes = readFileWhole(path, UINT64_MAX - 1);
        bytes && artifact::digestOf(*bytes) == digest) {
      fs::last_write_time(path, fs::file_time_type::clock::now(), error);
      return path;
    }
  Result<std::vector<uint8_t>> bytes = readArtifact(digest);
  if (!bytes)
    return bytes.problem();
  if (Status written = writeFileWhole(options.cache, digest, *bytes); !written)
    return written.problem();
  trimCache(path);
  return path;
}

Status FleetStore::probe() {
  if (options.artifacts)
    if (Status reached = options.artifacts->probe(); !reached)
      return reached;
  std::lock_guard lock(mutex);
  Transaction transaction(*database);
  Status status = transaction.status();
  if (status)
    status = database->query("INSERT INTO artifacts VALUES('probe', 0, '', 0, '') ON CONFLICT DO NOTHING");
  if (status)
    status = database->query("DELETE FROM artifacts WHERE digest='probe'");
  return status ? transaction.commit() : status;
}
