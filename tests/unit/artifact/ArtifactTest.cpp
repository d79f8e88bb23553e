// SPDX-License-Identifier: Apache-2.0
// The container survives a round trip and refuses every truncation, every altered byte and every other version, each
// with the id that README.md promises.
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tessera;
using namespace tessera::artifact;

static Manifest makeManifest() {
  Manifest manifest;
  manifest.compiler = "0.1.0 (test)";
  manifest.target = "sm_90a";
  manifest.kernels = {{"add", "pallas", {2, 3}, 4096, {"sm_80", "sm_90a"}}, {"mul", "triton", {}, std::nullopt, {}}};
  manifest.sourceDigest = std::string(64, 'a');
  manifest.fileName = "añadir.py";
  manifest.options["stages"] = 3;
  manifest.sourceText = "print('héllo')\n";
  return manifest;
}

static const std::vector<uint8_t> module = {'M', 'L', 0xEF, 'R', 0, 1, 2, 3, 4, 5};

/// A container around any manifest text, with a digest that matches: what a forger would write.
static std::vector<uint8_t> wrap(llvm::StringRef manifest, llvm::ArrayRef<uint8_t> body = module) {
  std::vector<uint8_t> bytes = write(Manifest(), body);
  bytes.resize(headerBytes);
  bytes.insert(bytes.end(), manifest.begin(), manifest.end());
  bytes.insert(bytes.end(), body.begin(), body.end());
  llvm::support::endian::write32le(bytes.data() + 12, manifest.size());
  auto digest = llvm::SHA256::hash(llvm::ArrayRef<uint8_t>(bytes).drop_front(headerBytes));
  std::memcpy(bytes.data() + 24, digest.data(), digest.size());
  return bytes;
}

static void expectRefusal(llvm::ArrayRef<uint8_t> bytes, DiagnosticId id, llvm::StringRef part = "") {
  Result<Artifact> result = read(bytes);
  ASSERT_FALSE(result);
  EXPECT_EQ(getText(result.refusal().id).str(), getText(id).str()) << result.refusal().message;
  EXPECT_NE(result.refusal().message.find(part.str()), std::string::npos) << result.refusal().message;
}

TEST(Artifact, RoundTrip) {
  std::vector<uint8_t> bytes = write(makeManifest(), module);
  Result<Artifact> result = read(bytes);
  ASSERT_TRUE(result) << result.refusal().message;
  EXPECT_EQ(result->module, module);
  EXPECT_EQ(toJson(result->manifest), toJson(makeManifest()));
  EXPECT_EQ(write(result->manifest, result->module), bytes) << "the bytes are a function of the content";
  Result<Manifest> manifest = readManifest(bytes);
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->kernels[0].grid, (std::vector<int64_t>{2, 3}));
}

TEST(Artifact, EmptyModuleAndNoSource) {
  Manifest manifest = makeManifest();
  manifest.sourceText.reset();
  Result<Artifact> result = read(write(manifest, {}));
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->manifest.sourceText);
  EXPECT_TRUE(result->module.empty());
}

TEST(Artifact, TruncatedAtEveryOffset) {
  std::vector<uint8_t> bytes = write(makeManifest(), module);
  for (size_t size = 0; size < bytes.size(); ++size)
    expectRefusal(llvm::ArrayRef<uint8_t>(bytes).take_front(size), DiagnosticId::artifactTruncated);
}

TEST(Artifact, AlteredAtEveryOffset) {
  const std::vector<uint8_t> bytes = write(makeManifest(), module);
  for (size_t at = 0; at < bytes.size(); ++at)
    for (uint8_t flip : {0x01, 0x20, 0x80, 0xFF}) {
      std::vector<uint8_t> altered = bytes;
      altered[at] ^= flip;
      Result<Artifact> result = read(altered);
      ASSERT_FALSE(result) << "byte " << at;
      DiagnosticId id = result.refusal().id;
      if (at < 8)
        EXPECT_EQ(id, DiagnosticId::notAnArtifact) << "byte " << at;
      else if (at < 12)
        EXPECT_EQ(id, DiagnosticId::artifactVersion) << "byte " << at;
      else if (at >= 24)
        EXPECT_EQ(id, DiagnosticId::artifactAltered) << "byte " << at;
      else // a length: more than there is, or less
        EXPECT_TRUE(id == DiagnosticId::artifactTruncated || id == DiagnosticId::artifactAltered) << "byte " << at;
    }
}

TEST(Artifact, FutureVersionIsNamedEvenWithAnotherHeader) {
  std::vector<uint8_t> bytes = write(makeManifest(), module);
  bytes[8] = 3;
  expectRefusal(bytes, DiagnosticId::artifactVersion, "format version 3, this build reads version 2");
  bytes.resize(20); // shorter than today's header
  expectRefusal(bytes, DiagnosticId::artifactVersion);
}

TEST(Artifact, OtherFilesAreNotArtifacts) {
  std::string elf = "\x7f"
                    "ELF";
  expectRefusal({reinterpret_cast<const uint8_t *>(elf.data()), elf.size()}, DiagnosticId::notAnArtifact, "TESSERA");
  expectRefusal(std::vector<uint8_t>(100, 0), DiagnosticId::notAnArtifact);
}

TEST(Artifact, BytesAfterTheEnd) {
  std::vector<uint8_t> bytes = write(makeManifest(), module);
  bytes.push_back(0);
  expectRefusal(bytes, DiagnosticId::artifactAltered, "1 byte after its end");
}

TEST(Artifact, LengthsThatWouldOverflow) {
  std::vector<uint8_t> bytes = write(makeManifest(), module);
  llvm::support::endian::write64le(bytes.data() + 16, UINT64_MAX);
  expectRefusal(bytes, DiagnosticId::artifactTruncated);
  llvm::support::endian::write32le(bytes.data() + 12, UINT32_MAX);
  expectRefusal(bytes, DiagnosticId::artifactTruncated);
}

TEST(Artifact, LengthsThatTradeBytesBetweenTheParts) {
  std::vector<uint8_t> bytes = wrap(protocol::toText(toJson(makeManifest())), {' ', 'x'});
  ASSERT_TRUE(read(bytes));
  llvm::support::endian::write32le(bytes.data() + 12, llvm::support::endian::read32le(bytes.data() + 12) + 1);
  llvm::support::endian::write64le(bytes.data() + 16, 1);
  expectRefusal(bytes, DiagnosticId::artifactAltered);
}

TEST(Artifact, ForgedManifests) {
  expectRefusal(wrap(""), DiagnosticId::artifactAltered, "not a JSON object");
  expectRefusal(wrap("[]"), DiagnosticId::artifactAltered, "not a JSON object");
  expectRefusal(wrap("{]}"), DiagnosticId::artifactAltered, "not JSON");
  expectRefusal(wrap("{\"a\":\"\xff\"}"), DiagnosticId::artifactAltered, "UTF-8");
  expectRefusal(wrap("{\"a\":" + std::string(100000, '[') + "}"), DiagnosticId::artifactAltered, "nested");
  expectRefusal(wrap("{}"), DiagnosticId::artifactAltered, "field `compiler` is missing");
}

TEST(Artifact, EachFieldOfTheManifestIsChecked) {
  const struct {
    const char *field;
    llvm::json::Value value;
  } wrongs[] = {{"compiler", 1}, {"target", nullptr}, {"kernels", "x"},    {"fileName", true},
                {"options", 3},  {"sourceText", 1},   {"sourceDigest", 1}, {"kernels", llvm::json::Array{1}}};
  for (const auto &wrong : wrongs) {
    llvm::json::Value value = toJson(makeManifest());
    (*value.getAsObject())[wrong.field] = wrong.value;
    expectRefusal(wrap(protocol::toText(value)), DiagnosticId::artifactAltered,
                  std::string("field `") + wrong.field + "`");
  }
  for (const char *field : {"name", "source", "grid", "targets", "sharedBytes"}) {
    llvm::json::Value value = toJson(makeManifest());
    (*(*value.getAsObject()->getArray("kernels"))[0].getAsObject())[field] = -1;
    expectRefusal(wrap(protocol::toText(value)), DiagnosticId::artifactAltered, std::string("field `") + field + "`");
  }
}

TEST(Artifact, UnknownFieldsAreIgnored) {
  llvm::json::Value value = toJson(makeManifest());
  (*value.getAsObject())["later"] = 1;
  EXPECT_TRUE(read(wrap(protocol::toText(value))));
}

TEST(Artifact, NamedByItsDigest) {
  EXPECT_EQ(digestOf({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Artifact, ManifestTextThatIsNotUtf8IsMended) {
  Manifest manifest = makeManifest();
  manifest.fileName = "\xff.py";
  EXPECT_TRUE(read(write(manifest, module)));
}
