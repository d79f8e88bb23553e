// SPDX-License-Identifier: Apache-2.0
// The frozen kernel as bytes: a header, a manifest that people and servers read, and the module that only the compiler
// reads. See README.md for the layout and the order in which bad bytes are refused. Reading accepts any bytes whatever.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tessera::artifact {

constexpr uint32_t formatVersion = 2; // 1 had MLIR bytecode
constexpr size_t headerBytes = 56;

/// One kernel, as the manifest tells it to those who don't read the module.
struct ManifestKernel {
  std::string name;
  std::string source;                 // `pallas`, `triton` or `mosaic_gpu`
  std::vector<int64_t> grid;          // of its first launch
  std::optional<int64_t> sharedBytes; // of one program, when scheduled
  std::vector<std::string> targets;   // for which the module holds a schedule
};

struct Manifest {
  std::string compiler; // version and commit of who froze it
  std::string target;
  std::vector<ManifestKernel> kernels;
  std::string sourceDigest; // SHA-256 of the source text, lower-case hex
  std::string fileName;
  llvm::json::Object options;
  std::optional<std::string> sourceText; // only when the user agreed
  std::vector<std::pair<std::string, std::string>> moduleTexts; // of the files that it imports, by name; only then too
};

struct Artifact {
  Manifest manifest;
  std::vector<uint8_t> module; // MLIR's generic text, UTF-8
};

/// Why bytes are refused: one of the four artifact ids and a sentence with the numbers.
struct Refusal {
  DiagnosticId id;
  std::string message;

  Diagnostic toDiagnostic() const { return Diagnostic(id, {}, message); }
};

/// A value or a refusal, in the manner of `FailureOr`.
template <typename T> class Result {
public:
  Result(T value) : content(std::move(value)) {}
  Result(Refusal refusal) : content(std::move(refusal)) {}

  explicit operator bool() const { return std::holds_alternative<T>(content); }
  T &operator*() { return *std::get_if<T>(&content); }
  const T &operator*() const { return *std::get_if<T>(&content); }
  T *operator->() { return std::get_if<T>(&content); }
  const T *operator->() const { return std::get_if<T>(&content); }
  const Refusal &refusal() const { return *std::get_if<Refusal>(&content); }

private:
  std::variant<T, Refusal> content;
};

/// The container's bytes. Text that is not UTF-8 is written with replacement characters.
std::vector<uint8_t> write(const Manifest &manifest, llvm::ArrayRef<uint8_t> module);

/// Refuses in the order of README.md; never guesses.
Result<Artifact> read(llvm::ArrayRef<uint8_t> bytes);
/// As `read`, without copying the module: what a server that only stores and names artifacts needs.
Result<Manifest> readManifest(llvm::ArrayRef<uint8_t> bytes);

/// SHA-256 in lower-case hex: an artifact's name when given all its bytes.
std::string digestOf(llvm::ArrayRef<uint8_t> bytes);

llvm::json::Value toJson(const Manifest &manifest);
/// Fields that it does not know are ignored; a missing or mistyped one is `artifact-altered`.
Result<Manifest> manifestFromJson(const llvm::json::Value &value);

} // namespace tessera::artifact
