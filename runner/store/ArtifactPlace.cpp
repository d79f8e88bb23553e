// SPDX-License-Identifier: Apache-2.0
// A folder that several machines share. A file appears by a rename, which network file systems do atomically, too; its
// name while it is written is one by chance.
#include "runner/store/ArtifactPlace.h"
#include "runner/store/ArtifactFiles.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

namespace {
class FolderPlace final : public ArtifactPlace {
public:
  FolderPlace(std::string url, std::string path) : name(std::move(url)), path(std::move(path)) {}

  const std::string &url() const override { return name; }
  Status put(const std::string &digest, llvm::ArrayRef<uint8_t> bytes) override {
    return writeFileWhole(path, digest, bytes);
  }
  Result<std::vector<uint8_t>> get(const std::string &digest, uint64_t limit) override {
    std::string file = path + "/" + digest;
    // A mount that is away is no reason to forget what is there.
    if (access(file.c_str(), F_OK) != 0 && errno == ENOENT && access(marker().c_str(), F_OK) == 0)
      return makeProblem(ProblemCode::notFound, "`" + name + "` has no artifact `" + digest + "`");
    return readFileWhole(file, limit);
  }
  Status remove(const std::string &digest) override {
    if (unlink((path + "/" + digest).c_str()) == 0 || errno == ENOENT)
      return Done();
    return makeProblem(ProblemCode::unavailable,
                       "can't remove the artifact `" + digest + "` from `" + name + "`: " + std::strerror(errno));
  }
  Status probe() override {
    static constexpr uint64_t room = 1 << 20;
    if (access(marker().c_str(), F_OK) != 0)
      return makeProblem(ProblemCode::unavailable, "`" + name +
                                                       "` is not there, or is not the folder that it was at "
                                                       "the start; mount it again");
    return probeRoom(path, room);
  }
  Status open() {
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
      return makeProblem(ProblemCode::unavailable, "can't create the folder `" + path + "`: " + error.message());
    removeLeftovers(path, std::chrono::hours(24)); // others may be writing
    if (access(marker().c_str(), F_OK) == 0)
      return Done();
    return writeFileWhole(path, markerName, {});
  }

private:
  static constexpr const char *markerName = "tessera-artifacts";
  /// Tells the folder from the empty one below a mount.
  std::string marker() const { return path + "/" + markerName; }

  std::string name, path;
};
} // namespace

Result<std::shared_ptr<ArtifactPlace>> runner::openFolderPlace(std::string url, std::string path) {
  auto place = std::make_shared<FolderPlace>(std::move(url), std::move(path));
  if (Status status = place->open(); !status)
    return status.problem();
  return std::shared_ptr<ArtifactPlace>(std::move(place));
}
