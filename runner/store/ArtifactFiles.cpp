// SPDX-License-Identifier: Apache-2.0
// Whole files through a temporary name. `fsync` of the file comes before the rename, that of the folder after it.
#include "runner/store/ArtifactFiles.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

static constexpr const char *leftoverPrefix = ".incoming-";

static Problem describe(const char *doing, const std::string &path) {
  return makeProblem(ProblemCode::unavailable,
                     std::string("can't ") + doing + " `" + path + "`: " + std::strerror(errno));
}

/// By chance: several may write one file, of several machines where they share the folder.
static std::string makeNumber() {
  uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    abort(); // only for a kernel without entropy
  return std::to_string(number);
}

static bool writeAll(int file, llvm::ArrayRef<uint8_t> bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    bytes = bytes.drop_front(written);
  }
  return true;
}

Status runner::writeFileWhole(const std::string &directory, const std::string &name, llvm::ArrayRef<uint8_t> bytes) {
  std::string path = directory + "/" + name;
  std::string temporary = directory + "/" + leftoverPrefix + makeNumber() + "-" + name;
  int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0)
    return describe("create", temporary);
  bool written = writeAll(file, bytes) && fsync(file) == 0;
  Problem problem = written ? Problem{} : describe("write", temporary);
  close(file);
  if (written && rename(temporary.c_str(), path.c_str()) != 0) {
    problem = describe("rename to", path);
    written = false;
  }
  if (!written) {
    unlink(temporary.c_str());
    return problem;
  }
  if (int folder = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
    fsync(folder);
    close(folder);
  }
  return Done();
}

Status runner::probeRoom(const std::string &directory, uint64_t bytes) {
  std::string path = directory + "/" + leftoverPrefix + "probe";
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0)
    return describe("create", path);
  int error = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  close(file);
  unlink(path.c_str());
  if (error == 0)
    return Done();
  return makeProblem(ProblemCode::unavailable, "there is no room for " + std::to_string(bytes) + " bytes in `" +
                                                   directory + "`: " + std::strerror(error));
}

void runner::removeLeftovers(const std::string &directory, std::chrono::seconds age) {
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().filename().string().starts_with(leftoverPrefix)) {
      std::error_code ignored; // the next start tries again
      if (age.count() == 0 || fs::file_time_type::clock::now() - entry->last_write_time(ignored) > age)
        fs::remove(entry->path(), ignored);
    }
}

Result<std::vector<uint8_t>> runner::readFileWhole(const std::string &path, uint64_t limit) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return describe("open", path);
  std::vector<uint8_t> bytes;
  uint8_t chunk[65536];
  ssize_t got = 0;
  while (bytes.size() <= limit && ((got = read(file, chunk, sizeof chunk)) > 0 || (got < 0 && errno == EINTR)))
    if (got > 0)
      bytes.insert(bytes.end(), chunk, chunk + got);
  Problem problem = got < 0 ? describe("read", path) : Problem{};
  close(file);
  if (got < 0)
    return problem;
  if (bytes.size() > limit)
    return makeProblem(ProblemCode::payloadTooLarge,
                       "`" + path + "` is larger than " + std::to_string(limit) + " bytes, the most that is read");
  return bytes;
}
