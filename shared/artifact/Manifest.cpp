// SPDX-License-Identifier: Apache-2.0
// The manifest as JSON and back. A reader ignores fields that it does not know, so that a later version may add some
// within format 1; it refuses one that is missing or of another type, with the field's name.
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::artifact;
using protocol::toUtf8;

static llvm::json::Array toStrings(const std::vector<std::string> &texts) {
  llvm::json::Array array;
  for (const std::string &text : texts)
    array.push_back(toUtf8(text));
  return array;
}

static llvm::json::Value toJson(const ManifestKernel &kernel) {
  llvm::json::Object object{{"name", toUtf8(kernel.name)},
                            {"source", toUtf8(kernel.source)},
                            {"grid", llvm::json::Array(kernel.grid)},
                            {"targets", toStrings(kernel.targets)}};
  if (kernel.sharedBytes)
    object["sharedBytes"] = *kernel.sharedBytes;
  return object;
}

llvm::json::Value artifact::toJson(const Manifest &manifest) {
  llvm::json::Array kernels;
  for (const ManifestKernel &kernel : manifest.kernels)
    kernels.push_back(::toJson(kernel));
  llvm::json::Object object{{"compiler", toUtf8(manifest.compiler)}, {"target", toUtf8(manifest.target)},
                            {"kernels", std::move(kernels)},         {"sourceDigest", toUtf8(manifest.sourceDigest)},
                            {"fileName", toUtf8(manifest.fileName)}, {"options", llvm::json::Object(manifest.options)}};
  if (manifest.sourceText)
    object["sourceText"] = toUtf8(*manifest.sourceText);
  if (!manifest.moduleTexts.empty()) {
    llvm::json::Object texts;
    for (const auto &[name, text] : manifest.moduleTexts)
      texts[toUtf8(name)] = toUtf8(text);
    object["moduleTexts"] = std::move(texts);
  }
  return object;
}

namespace {
/// Takes fields out of one JSON object and remembers the first that does not fit.
class FieldReader {
public:
  FieldReader(const llvm::json::Object &object, std::string &problem) : object(object), problem(problem) {}

  void read(llvm::StringRef name, std::string &text) {
    if (std::optional<llvm::StringRef> value = object.getString(name))
      text = value->str();
    else
      complain(name, "a string");
  }
  void read(llvm::StringRef name, std::optional<std::string> &text) {
    if (object.get(name))
      read(name, text.emplace());
  }
  void read(llvm::StringRef name, std::optional<int64_t> &number) {
    if (!object.get(name))
      return;
    number = object.getInteger(name);
    if (!number || *number < 0)
      complain(name, "a count");
  }
  void read(llvm::StringRef name, std::vector<int64_t> &numbers) {
    forEach(name, [&](const llvm::json::Value &value) {
      if (std::optional<int64_t> number = value.getAsInteger())
        return numbers.push_back(*number);
      complain(name, "a list of integers");
    });
  }
  void read(llvm::StringRef name, std::vector<std::string> &texts) {
    forEach(name, [&](const llvm::json::Value &value) {
      if (std::optional<llvm::StringRef> text = value.getAsString())
        return texts.push_back(text->str());
      complain(name, "a list of strings");
    });
  }
  void read(llvm::StringRef name, llvm::json::Object &value) {
    if (const llvm::json::Object *inner = object.getObject(name))
      value = *inner;
    else
      complain(name, "an object");
  }
  template <typename F> void forEach(llvm::StringRef name, F visit) {
    const llvm::json::Array *array = object.getArray(name);
    if (!array)
      return complain(name, "a list");
    for (const llvm::json::Value &value : *array)
      visit(value);
  }
  void complain(llvm::StringRef name, llvm::StringRef expected) {
    if (problem.empty())
      problem =
          (object.get(name) ? "field `" + name + "` is not " : "field `" + name + "` is missing: it should be ").str() +
          expected.str();
  }

private:
  const llvm::json::Object &object;
  std::string &problem;
};
} // namespace

static ManifestKernel readKernel(const llvm::json::Object &object, std::string &problem) {
  ManifestKernel kernel;
  FieldReader reader(object, problem);
  reader.read("name", kernel.name);
  reader.read("source", kernel.source);
  reader.read("grid", kernel.grid);
  reader.read("sharedBytes", kernel.sharedBytes);
  reader.read("targets", kernel.targets);
  return kernel;
}

Result<Manifest> artifact::manifestFromJson(const llvm::json::Value &value) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return Refusal{DiagnosticId::artifactAltered, "the artifact's manifest is not a JSON object"};
  Manifest manifest;
  std::string problem;
  FieldReader reader(*object, problem);
  reader.read("compiler", manifest.compiler);
  reader.read("target", manifest.target);
  reader.forEach("kernels", [&](const llvm::json::Value &kernel) {
    if (const llvm::json::Object *inner = kernel.getAsObject())
      return manifest.kernels.push_back(readKernel(*inner, problem));
    reader.complain("kernels", "a list of objects");
  });
  reader.read("sourceDigest", manifest.sourceDigest);
  reader.read("fileName", manifest.fileName);
  reader.read("options", manifest.options);
  reader.read("sourceText", manifest.sourceText);
  if (object->get("moduleTexts")) {
    llvm::json::Object texts;
    reader.read("moduleTexts", texts);
    for (const auto &[name, value] : texts) {
      std::optional<llvm::StringRef> text = value.getAsString();
      if (!text)
        reader.complain("moduleTexts", "an object of texts");
      manifest.moduleTexts.emplace_back(name.str(), text.value_or("").str());
    }
    std::sort(manifest.moduleTexts.begin(), manifest.moduleTexts.end());
  }
  if (!problem.empty())
    return Refusal{DiagnosticId::artifactAltered, "the artifact's manifest is not one of ours: " + problem};
  return manifest;
}
