// SPDX-License-Identifier: Apache-2.0
#include "runner/store/ArtifactReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;

static constexpr size_t pieceBytes = size_t(256) << 10;

namespace {
class FileReader final : public ArtifactReader {
public:
  FileReader(int file, int64_t bytes) : file(file), bytes(bytes) {}
  ~FileReader() override { close(file); }
  int64_t size() const override { return bytes; }
  void rewind() override { at = 0; }
  /// A file that grows is read as far as it went; one that shrinks has other bytes than it should.
  Result<std::vector<uint8_t>> next() override {
    std::vector<uint8_t> piece(static_cast<size_t>(std::min<int64_t>(pieceBytes, bytes - at)));
    ssize_t got = 0;
    while (!piece.empty() && (got = pread(file, piece.data(), piece.size(), at)) < 0 && errno == EINTR) {
    }
    if (got < 0)
      return makeProblem(ProblemCode::unavailable, std::string("an artifact can't be read: ") + std::strerror(errno));
    piece.resize(static_cast<size_t>(got));
    at += got;
    return piece;
  }

private:
  int file;
  int64_t bytes, at = 0;
};

class BytesReader final : public ArtifactReader {
public:
  explicit BytesReader(std::vector<uint8_t> bytes) : bytes(std::move(bytes)) {}
  int64_t size() const override { return static_cast<int64_t>(bytes.size()); }
  void rewind() override { at = 0; }
  Result<std::vector<uint8_t>> next() override {
    size_t count = std::min(pieceBytes, bytes.size() - at);
    std::vector<uint8_t> piece(bytes.begin() + static_cast<ptrdiff_t>(at),
                               bytes.begin() + static_cast<ptrdiff_t>(at + count));
    at += count;
    return piece;
  }

private:
  std::vector<uint8_t> bytes;
  size_t at = 0;
};
} // namespace

Result<std::unique_ptr<ArtifactReader>> runner::openArtifactFile(const std::string &path) {
  struct stat facts = {};
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &facts) != 0) {
    Problem problem = makeProblem(ProblemCode::unavailable, "can't open `" + path + "`: " + std::strerror(errno));
    if (file >= 0)
      close(file);
    return problem;
  }
  return std::unique_ptr<ArtifactReader>(new FileReader(file, facts.st_size));
}

std::unique_ptr<ArtifactReader> runner::readArtifactFrom(std::vector<uint8_t> bytes) {
  return std::make_unique<BytesReader>(std::move(bytes));
}

Result<bool> runner::hasDigest(ArtifactReader &reader, const std::string &digest) {
  llvm::SHA256 sum;
  for (;;) {
    Result<std::vector<uint8_t>> piece = reader.next();
    if (!piece)
      return piece.problem();
    if (piece->empty())
      break;
    sum.update(*piece);
  }
  reader.rewind();
  return llvm::toHex(sum.final(), /*LowerCase=*/true) == digest;
}
