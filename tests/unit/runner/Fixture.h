// SPDX-License-Identifier: Apache-2.0
// What the runner's tests share: a folder that goes away, a store in it, an artifact that is valid, a clock that stands
// still.
#pragma once

#include "runner/store/Store.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <filesystem>

namespace tessera::runner::test {

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tessera-test-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string path;
};

inline std::vector<uint8_t> makeArtifact(const std::string &name = "kernel.py") {
  artifact::Manifest manifest;
  manifest.compiler = "test";
  manifest.target = "sm_90a";
  manifest.fileName = name;
  return artifact::write(manifest, {1, 2, 3});
}

/// A store of jobs, whichever, with one artifact, and a clock that the test moves.
class JobTest : public testing::Test {
protected:
  virtual JobStore &jobs() = 0;

  void putArtifact() {
    std::vector<uint8_t> bytes = makeArtifact();
    digest = artifact::digestOf(bytes);
    ASSERT_TRUE(jobs().putArtifact(digest, bytes, "{}"));
  }
  Job submit(const std::string &key = "", const std::string &device = "interpreter") {
    Result<Job> job = jobs().submit({digest, device, {}}, key);
    EXPECT_TRUE(job) << job.problem().detail;
    return *job;
  }
  Lease lease(const std::string &device = "interpreter") {
    Result<std::optional<Lease>> lease = jobs().lease(device, 1000);
    EXPECT_TRUE(lease && *lease);
    return **lease;
  }
  Job find(const std::string &id) { return *jobs().find(id); }
  std::vector<std::string> kinds(const std::string &id, int64_t after = 0) {
    std::vector<std::string> kinds;
    for (const JobEvent &event : *jobs().events(id, after, 1000))
      kinds.push_back(event.kind);
    return kinds;
  }

  TemporaryFolder folder;
  int64_t now = 1700000000000, wall = 0; // `wall`: how far the clock was set
  std::string digest;
};

/// One in a folder, which can be closed and opened again.
class StoreTest : public JobTest {
protected:
  void SetUp() override { reopen(); }
  JobStore &jobs() override { return *store; }

  void reopen() {
    store.reset();
    StoreOptions copy = options;
    copy.directory = folder.path;
    copy.clock = [this] { return now + wall; };
    copy.ticks = [this] { return now; };
    Result<std::unique_ptr<Store>> opened = Store::open(copy);
    ASSERT_TRUE(opened) << opened.problem().detail;
    store = std::move(*opened);
    putArtifact();
  }

  StoreOptions options;
  std::unique_ptr<Store> store;
};

} // namespace tessera::runner::test
