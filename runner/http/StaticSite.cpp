// SPDX-License-Identifier: Apache-2.0
// Files below one folder. A path is looked up by its canonical form, so neither `..`, nor an escape, nor a symbolic
// link leads out of the folder. Files with a hash in their name (the bundler's `assets/`) may be kept for ever; all
// others are asked for again with their ETag.
#include "runner/http/StaticSite.h"
#include "runner/store/ArtifactFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <filesystem>
#include <sys/stat.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
namespace fs = std::filesystem;

static constexpr uint64_t fileLimit = uint64_t(256) << 20;

Result<std::unique_ptr<StaticSite>> StaticSite::open(const std::string &directory) {
  std::error_code error;
  fs::path root = fs::canonical(directory, error);
  if (error)
    return makeProblem(ProblemCode::unavailable, "can't open the site folder `" + directory + "`: " + error.message());
  if (!fs::is_regular_file(root / "index.html", error))
    return makeProblem(ProblemCode::unavailable,
                       "the site folder `" + directory + "` has no `index.html`; build it with `./dev web`");
  return std::unique_ptr<StaticSite>(new StaticSite(root.string()));
}

llvm::StringRef http::mediaTypeOf(llvm::StringRef fileName) {
  return llvm::StringSwitch<llvm::StringRef>(fileName.rsplit('.').second)
      .Case("html", "text/html; charset=utf-8")
      .Cases({"js", "mjs"}, "text/javascript; charset=utf-8")
      .Case("css", "text/css; charset=utf-8")
      .Case("wasm", "application/wasm")
      .Cases({"json", "map"}, "application/json")
      .Case("webmanifest", "application/manifest+json")
      .Case("svg", "image/svg+xml")
      .Case("png", "image/png")
      .Case("ico", "image/x-icon")
      .Case("woff2", "font/woff2")
      .Cases({"txt", "py", "md"}, "text/plain; charset=utf-8")
      .Default("application/octet-stream");
}

/// The regular file that `path` names below `root`, or empty.
static std::string resolve(const std::string &root, const std::string &path) {
  std::error_code error;
  fs::path file = fs::canonical(root + path, error);
  if (!error && fs::is_directory(file, error))
    file = fs::canonical(file / "index.html", error);
  if (error || !fs::is_regular_file(file, error))
    return {};
  return llvm::StringRef(file.string()).starts_with(root + "/") ? file.string() : std::string();
}

static bool takesEncoding(llvm::StringRef header, llvm::StringRef encoding) {
  while (!header.empty()) {
    auto [entry, rest] = header.split(',');
    auto [name, parameters] = entry.split(';');
    llvm::StringRef weight = parameters.trim();
    double value = 1;
    if (weight.consume_front("q="))
      (void)weight.getAsDouble(value);
    if (name.trim().equals_insensitive(encoding) && value > 0)
      return true;
    header = rest;
  }
  return false;
}

/// Changes whenever the file is written again.
static std::string makeTag(const std::string &file, llvm::StringRef encoding) {
  struct stat status{};
  if (stat(file.c_str(), &status) != 0)
    return {};
  return "\"" + llvm::utohexstr(status.st_size, true) + "-" +
         llvm::utohexstr(status.st_mtim.tv_sec * 1000000000ull + status.st_mtim.tv_nsec, true) + encoding.str() + "\"";
}

static bool hasTag(llvm::StringRef header, llvm::StringRef tag) {
  llvm::SmallVector<llvm::StringRef> tags;
  header.split(tags, ',');
  return llvm::any_of(tags, [&](llvm::StringRef entry) {
    entry = entry.trim();
    entry.consume_front("W/");
    return entry == tag || entry == "*";
  });
}

api::Response StaticSite::handle(const api::Request &request) const {
  if (request.method != "GET" && request.method != "HEAD") {
    api::Response refused = api::Response::problem(
        makeProblem(ProblemCode::methodNotAllowed, "`" + request.path + "` is a page; it takes GET and HEAD"));
    refused.headers.emplace_back("Allow", "GET, HEAD");
    return refused;
  }
  std::string file = resolve(root, request.path);
  if (file.empty())
    return api::Response::problem(makeProblem(ProblemCode::notFound, "there is no `" + request.path + "` here"));
  std::string type = mediaTypeOf(file).str(), chosen = file, encoding;
  for (auto [name, suffix] : {std::pair("br", ".br"), std::pair("gzip", ".gz")}) {
    std::error_code error;
    if (encoding.empty() && takesEncoding(request.header("accept-encoding"), name) &&
        fs::is_regular_file(file + suffix, error)) {
      chosen = file + suffix;
      encoding = name;
    }
  }
  api::Response response;
  std::string tag = makeTag(chosen, encoding);
  response.headers = {
      {"Content-Type", type}, {"ETag", tag}, {"Vary", "Accept-Encoding"}, {"X-Content-Type-Options", "nosniff"}};
  bool isHashed = llvm::StringRef(request.path).starts_with("/assets/");
  response.headers.emplace_back("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
  if (hasTag(request.header("if-none-match"), tag)) {
    response.status = 304;
    return response;
  }
  Result<std::vector<uint8_t>> bytes = readFileWhole(chosen, fileLimit);
  if (!bytes)
    return api::Response::problem(bytes.problem());
  if (!encoding.empty())
    response.headers.emplace_back("Content-Encoding", encoding);
  response.body.assign(bytes->begin(), bytes->end());
  return response;
}
