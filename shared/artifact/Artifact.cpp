// SPDX-License-Identifier: Apache-2.0
// The container: header, digest, lengths. Every number is read with its bound checked first, so that no input can make
// this read outside `bytes` or allocate more than `bytes` holds.
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"
#include <algorithm>
#include <cstring>

using namespace tessera;
using namespace tessera::artifact;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

namespace {
constexpr uint8_t magic[8] = {'T', 'E', 'S', 'S', 'E', 'R', 'A', 0x1A};
constexpr size_t versionAt = 8, manifestLengthAt = 12, moduleLengthAt = 16, digestAt = 24;

/// The two parts of a container whose header and digest hold.
struct Parts {
  llvm::ArrayRef<uint8_t> manifest, module;
};

std::string toBytes(uint64_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }
} // namespace

/// Magic, header and version: what can be said before any length is believed.
static std::optional<Refusal> checkHeader(llvm::ArrayRef<uint8_t> bytes) {
  size_t shared = std::min(bytes.size(), sizeof magic);
  if (shared != 0 && std::memcmp(bytes.data(), magic, shared) != 0)
    return Refusal{DiagnosticId::notAnArtifact, "the bytes do not begin with an artifact's magic `TESSERA`"};
  // The version stands early: a file from a newer format may have a shorter header, and is refused for the right
  // reason.
  if (bytes.size() >= manifestLengthAt && read32le(bytes.data() + versionAt) != formatVersion)
    return Refusal{DiagnosticId::artifactVersion, "the artifact has format version " +
                                                      std::to_string(read32le(bytes.data() + versionAt)) +
                                                      ", this build reads version " + std::to_string(formatVersion) +
                                                      "; compile it again with this version of `tessera`"};
  if (bytes.size() < headerBytes)
    return Refusal{DiagnosticId::artifactTruncated, "the artifact ends after " + toBytes(bytes.size()) +
                                                        ", its header alone takes " + std::to_string(headerBytes)};
  return std::nullopt;
}

/// Lengths and digest.
static Result<Parts> split(llvm::ArrayRef<uint8_t> bytes) {
  if (std::optional<Refusal> refusal = checkHeader(bytes))
    return *refusal;
  uint64_t manifestLength = read32le(bytes.data() + manifestLengthAt);
  uint64_t moduleLength = read64le(bytes.data() + moduleLengthAt);
  uint64_t rest = bytes.size() - headerBytes;
  if (manifestLength > rest || moduleLength > rest - manifestLength)
    return Refusal{DiagnosticId::artifactTruncated,
                   "the artifact ends after " + toBytes(bytes.size()) + ", its header promises a manifest of " +
                       toBytes(manifestLength) + " and a module of " + toBytes(moduleLength)};
  if (manifestLength + moduleLength != rest)
    return Refusal{DiagnosticId::artifactAltered,
                   "the artifact has " + toBytes(rest - manifestLength - moduleLength) + " after its end"};
  llvm::ArrayRef<uint8_t> content = bytes.drop_front(headerBytes);
  std::array<uint8_t, 32> digest = llvm::SHA256::hash(content);
  llvm::ArrayRef<uint8_t> promised = bytes.slice(digestAt, digest.size());
  if (llvm::ArrayRef<uint8_t>(digest) != promised)
    return Refusal{DiagnosticId::artifactAltered, "the artifact's content has digest " + llvm::toHex(digest, true) +
                                                      ", its header promises " + llvm::toHex(promised, true)};
  return Parts{content.take_front(manifestLength), content.drop_front(manifestLength)};
}

static Result<Manifest> parseManifest(llvm::ArrayRef<uint8_t> bytes) {
  llvm::StringRef text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  // Exactly an object: white space at the end could hide that a byte moved from the module into the manifest.
  if (!text.starts_with("{") || !text.ends_with("}"))
    return Refusal{DiagnosticId::artifactAltered, "the artifact's manifest is not a JSON object"};
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(text, error);
  if (!value)
    return Refusal{DiagnosticId::artifactAltered, "the artifact's manifest is not JSON: " + error};
  return manifestFromJson(*value);
}

std::vector<uint8_t> artifact::write(const Manifest &manifest, llvm::ArrayRef<uint8_t> module) {
  std::string text = protocol::toText(toJson(manifest));
  std::vector<uint8_t> bytes(headerBytes);
  bytes.insert(bytes.end(), text.begin(), text.end());
  bytes.insert(bytes.end(), module.begin(), module.end());
  std::memcpy(bytes.data(), magic, sizeof magic);
  llvm::support::endian::write32le(bytes.data() + versionAt, formatVersion);
  llvm::support::endian::write32le(bytes.data() + manifestLengthAt, static_cast<uint32_t>(text.size()));
  llvm::support::endian::write64le(bytes.data() + moduleLengthAt, module.size());
  std::array<uint8_t, 32> digest = llvm::SHA256::hash(llvm::ArrayRef<uint8_t>(bytes).drop_front(headerBytes));
  std::memcpy(bytes.data() + digestAt, digest.data(), digest.size());
  return bytes;
}

Result<Manifest> artifact::readManifest(llvm::ArrayRef<uint8_t> bytes) {
  Result<Parts> parts = split(bytes);
  if (!parts)
    return parts.refusal();
  return parseManifest(parts->manifest);
}

Result<Artifact> artifact::read(llvm::ArrayRef<uint8_t> bytes) {
  Result<Parts> parts = split(bytes);
  if (!parts)
    return parts.refusal();
  Result<Manifest> manifest = parseManifest(parts->manifest);
  if (!manifest)
    return manifest.refusal();
  return Artifact{std::move(*manifest), parts->module.vec()};
}

std::string artifact::digestOf(llvm::ArrayRef<uint8_t> bytes) {
  return llvm::toHex(llvm::SHA256::hash(bytes), /*LowerCase=*/true);
}
