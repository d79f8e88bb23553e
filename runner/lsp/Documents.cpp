// SPDX-License-Identifier: Apache-2.0
#include "runner/lsp/Documents.h"
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;

/// A program's text has at most 1 MiB (compiler/frontend/syntax); what is much larger is not even read.
static constexpr uintmax_t mostBytes = 4 << 20;

DocumentRef Documents::open(const std::string &path, int64_t version, std::string text) {
  std::lock_guard<std::mutex> lock(mutex);
  DocumentRef made = std::make_shared<Document>(Document{path, version, LineIndex(std::move(text), encoding)});
  opened[path] = made;
  return made;
}

DocumentRef Documents::change(const std::string &path, int64_t version, const llvm::json::Array &changes) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = opened.find(path);
  if (found == opened.end())
    return nullptr;
  std::string text = found->second->text();
  for (const llvm::json::Value &value : changes) {
    const llvm::json::Object *change = value.getAsObject();
    std::optional<llvm::StringRef> inserted = change ? change->getString("text") : std::nullopt;
    if (!inserted)
      return nullptr;
    const llvm::json::Value *range = change->get("range");
    if (!range || range->kind() == llvm::json::Value::Null) {
      text = inserted->str();
      continue;
    }
    // A later change counts in the text that an earlier one left.
    LineIndex lines(std::move(text), encoding);
    const llvm::json::Object *ends = range->getAsObject();
    auto offset = [&](llvm::StringRef name) -> std::optional<size_t> {
      const llvm::json::Object *end = ends ? ends->getObject(name) : nullptr;
      std::optional<int64_t> line = end ? end->getInteger("line") : std::nullopt;
      std::optional<int64_t> character = end ? end->getInteger("character") : std::nullopt;
      if (!line || !character || *line < 0 || *character < 0)
        return std::nullopt;
      return lines.offsetOf(*line, *character);
    };
    std::optional<size_t> begin = offset("start"), end = offset("end");
    if (!begin || !end || *end < *begin)
      return nullptr;
    text = lines.text().substr(0, *begin) + inserted->str() + lines.text().substr(*end);
  }
  DocumentRef made = std::make_shared<Document>(Document{path, version, LineIndex(std::move(text), encoding)});
  found->second = made;
  return made;
}

void Documents::close(const std::string &path) {
  std::lock_guard<std::mutex> lock(mutex);
  opened.erase(path);
}

DocumentRef Documents::find(const std::string &path) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = opened.find(path);
  return found == opened.end() ? nullptr : found->second;
}

std::vector<DocumentRef> Documents::all() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<DocumentRef> list;
  for (const auto &[path, document] : opened)
    list.push_back(document);
  return list;
}

DocumentRef Documents::read(const std::string &path) const {
  if (DocumentRef document = find(path))
    return document;
  std::error_code error;
  std::filesystem::path file(path);
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) > mostBytes || error)
    return nullptr;
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  if (!stream)
    return nullptr;
  return std::make_shared<Document>(Document{path, 0, LineIndex(text.str(), encoding)});
}

PackagePlace lsp::findPackage(const std::string &path) {
  PackagePlace place;
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  while (folder.has_filename() && std::filesystem::is_regular_file(folder / "__init__.py", error)) {
    place.package = folder.filename().string() + (place.package.empty() ? "" : "." + place.package);
    folder = folder.parent_path();
  }
  place.folder = folder.string();
  return place;
}
