// SPDX-License-Identifier: Apache-2.0
// Everything that a runner remembers: jobs, artifacts, and in a fleet the machines that run jobs. SQLite and a folder
// keep it for one machine (Store.h), PostgreSQL for a fleet (FleetStore.h); both pass the same tests.
#pragma once

#include "runner/device/DeviceInfo.h"
#include "runner/jobs/JobSource.h"
#include "runner/store/ArtifactReader.h"
#include "runner/store/Fleet.h"
#include "runner/store/Token.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera::runner {

struct ArtifactInfo {
  std::string digest;
  int64_t bytes = 0;
  std::string manifest; // JSON text
  bool created = false; // by this call
};

/// What a token may still put today.
struct UploadRoom {
  std::optional<int64_t> bytes = std::nullopt; // any number where nothing
  int64_t endsInSeconds = 0;                   // the day
};

/// A point of a baseline that a runner keeps: what was measured, as JSON text, for whoever named it.
struct BaselineEntry {
  std::string name, content;
  int64_t createdAt = 0;
};

/// What all short links together may take.
struct LinkRoom {
  int64_t links = 0; // none are kept
  int64_t bytes = int64_t(256) << 20;
};

/// The fewest letters of a text's hash that name it: 60 bits.
inline constexpr size_t shortestLink = 10;

struct KeptLink {
  std::string id;
  bool created = false; // by this call
};

class Storage : public JobSource {
public:
  /// Keeps `bytes`, whose digest the caller has checked. The oldest artifacts that no unfinished job needs make room.
  virtual Result<ArtifactInfo> putArtifact(const std::string &digest, llvm::ArrayRef<uint8_t> bytes,
                                           const std::string &manifest) = 0;
  virtual Result<ArtifactInfo> findArtifact(const std::string &digest) = 0;
  /// The bytes, when they are still those of the digest; else they are forgotten (`artifact-altered`).
  virtual Result<std::vector<uint8_t>> readArtifact(const std::string &digest) = 0;
  /// The same piece by piece; all of them are checked before the first is given.
  virtual Result<std::shared_ptr<ArtifactReader>> openArtifact(const std::string &digest) = 0;
  /// A file of this machine with the bytes, checked like `readArtifact`.
  virtual Result<std::string> fetchArtifact(const std::string &digest) = 0;
  /// Fails when nothing can be written now.
  virtual Status probe() = 0;
  /// The last job of this key that succeeded, of `owner` if there is one; nothing when there is none.
  virtual Result<std::optional<Job>> findCached(const std::string &cacheKey,
                                                const std::optional<std::string> &owner = std::nullopt) = 0;
  /// Each entry takes the place of the one that it has the name of.
  virtual Status putBaseline(const std::string &name, llvm::ArrayRef<BaselineEntry> entries) = 0;
  virtual Result<std::vector<BaselineEntry>> readBaseline(const std::string &name) = 0;
  /// Keeps `content`, whose `hash` (base64url) the caller has made; `id` is the beginning of it that is nobody else's.
  virtual Result<KeptLink> keepLink(const std::string &hash, const std::string &content, const LinkRoom &room) = 0;
  virtual Result<std::string> readLink(const std::string &id) = 0;
  /// Of the fleet's machines that are there now; nothing where this machine runs the jobs.
  virtual Result<std::optional<std::vector<DeviceInfo>>> fleetDevices() = 0;
  /// The fleet's workers by name, with those that were lost lately or are drained; nothing where this machine runs the
  /// jobs.
  virtual Result<std::optional<std::vector<WorkerInfo>>> workers() = 0;
  /// What waits, what runs, and the `recent` jobs made last, newest first; those of `owner` alone where there is one.
  virtual Result<Overview> overview(int64_t recent, const std::optional<std::string> &owner = std::nullopt) = 0;
  /// Names of the machines that take no further jobs; one that has it all is called `local`.
  virtual Result<std::vector<std::string>> drainedWorkers() = 0;
  /// Whether the machine takes further jobs; it is remembered however often the machine starts again.
  virtual Status setDrained(const std::string &worker, bool isDrained) = 0;
  /// Queues a dead letter again, as if it had never been tried.
  virtual Result<Job> retry(const std::string &id) = 0;
  /// Forgets a dead letter.
  virtual Result<Job> remove(const std::string &id) = 0;

  /// All that were ever made, revoked ones too, by name.
  virtual Result<std::vector<Token>> tokens() = 0;
  /// A new one with `token`'s name, scope, hash and limits, which ends in `expiresInMs`; never without.
  virtual Result<Token> createToken(const Token &token, std::optional<int64_t> expiresInMs) = 0;
  /// Gives the token a new secret; the one before is taken for `graceMs` more.
  virtual Result<Token> rotateToken(const std::string &name, const std::string &hash, int64_t graceMs) = 0;
  virtual Result<Token> revokeToken(const std::string &name) = 0;
  virtual Result<Token> limitToken(const std::string &name, const TokenLimits &limits) = 0;
  /// Notes that the token `owner` puts an artifact of so many bytes, or (negative) that it did not come to it; refused
  /// where it may not put as many in a day.
  virtual Status chargeUpload(const std::string &owner, int64_t bytes) = 0;
  virtual Result<UploadRoom> uploadRoom(const std::string &owner) = 0;
  /// Takes up to `wanted` of the requests that `owner` may make in the whole fleet, which come back evenly, `perMinute`
  /// in a minute and at most as many at a time; how many there were. Nothing where one process answers all requests:
  /// it counts by itself.
  virtual Result<std::optional<int64_t>> takeRequests(const std::string &owner, int64_t perMinute, int64_t wanted) = 0;
};

} // namespace tessera::runner
