// SPDX-License-Identifier: Apache-2.0
#include "runner/store/TuneCache.h"
#include <cstdlib>
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

/// Another layout of the table gets another file: nothing is migrated, it is a cache.
static constexpr const char *fileName = "tune-1.sqlite";

std::string TuneCache::getDefaultFolder() {
  if (const char *cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return std::string(cache) + "/tessera";
  const char *home = std::getenv("HOME");
  return std::string(home && *home ? home : "/var/cache") + (home && *home ? "/.cache/tessera" : "/tessera");
}

Result<std::unique_ptr<TuneCache>> TuneCache::open(const std::string &folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return makeProblem(ProblemCode::unavailable,
                       "can't create `" + folder + "`: " + error.message() +
                           "; choose another with `XDG_CACHE_HOME`, or go without: `--no-cache`");
  Result<std::unique_ptr<SqliteDatabase>> database =
      SqliteDatabase::open(folder + "/" + fileName, {"the tuning cache", "remove it, or go without: `--no-cache`"});
  if (!database)
    return database.problem();
  Status made = (*database)->execute(
      "CREATE TABLE IF NOT EXISTS choices(digest TEXT, compiler TEXT, target TEXT, device TEXT, tune TEXT NOT NULL, "
      "how TEXT NOT NULL, "
      "nanoseconds INTEGER NOT NULL, made TEXT NOT NULL, PRIMARY KEY(digest, compiler, target, device))");
  if (!made)
    return made.problem();
  return std::unique_ptr<TuneCache>(new TuneCache(std::move(*database)));
}

Result<std::optional<TunedChoice>> TuneCache::find(const TuneKey &key, const std::string &device) {
  std::optional<TunedChoice> choice;
  Status status = database->query("SELECT tune, how, device, nanoseconds, made FROM choices WHERE digest = ? AND "
                                  "compiler = ? AND target = ? AND (? = '' OR device = ?) "
                                  "ORDER BY how = 'measured' DESC, made DESC LIMIT 1",
                                  {key.digest, key.compiler, key.target, device, device}, [&](const Row &row) {
                                    double nanoseconds = static_cast<double>(row.integer(3));
                                    bool isMeasured = row.text(1) == "measured";
                                    choice = TunedChoice{row.text(0), row.text(1), row.text(2),
                                                         nanoseconds / (isMeasured ? 1e6 : 1e3), row.text(4)};
                                  });
  if (!status)
    return status.problem();
  return choice;
}

Status TuneCache::keep(const TuneKey &key, const TunedChoice &choice) {
  auto nanoseconds = static_cast<int64_t>(choice.value * (choice.how == "measured" ? 1e6 : 1e3));
  return database->query(
      "INSERT OR REPLACE INTO choices(digest, compiler, target, device, tune, how, nanoseconds, made) VALUES(?, ?, ?, "
      "?, ?, ?, ?, ?)",
      {key.digest, key.compiler, key.target, choice.device, choice.tune, choice.how, nanoseconds, choice.when});
}
