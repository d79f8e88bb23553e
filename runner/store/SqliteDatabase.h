// SPDX-License-Identifier: Apache-2.0
// SQLite with the runner's manners: one file that one process owns.
#pragma once

#include "runner/store/Database.h"
#include <map>

struct sqlite3;
struct sqlite3_stmt;

namespace tessera::runner {

/// What a problem calls the data base, and tells to do about one that is no good or can't be written.
struct DatabaseWords {
  std::string name = "the job store";
  std::string remedy = {}; // empty: a store's
};

class SqliteDatabase final : public Database {
public:
  /// Opens or creates `path`; checks that it is a database that can be read.
  static Result<std::unique_ptr<SqliteDatabase>> open(const std::string &path, DatabaseWords words = {});
  ~SqliteDatabase() override;
  SqliteDatabase(const SqliteDatabase &) = delete;
  SqliteDatabase &operator=(const SqliteDatabase &) = delete;

  Status query(const char *sql, std::initializer_list<SqlValue> values = {},
               const std::function<void(const Row &)> &onRow = nullptr) override;
  Status execute(const std::string &script) override;
  int64_t changes() const override;
  // One connection is all there is: its transactions have every key.
  Status lock(const std::string &) override { return Done(); }
  Result<bool> tryLock(const std::string &) override { return true; }
  /// All transactions run one after the other, whatever their key.
  Status begin(const std::string &key) override { return query("BEGIN IMMEDIATE"); }
  Result<std::optional<int64_t>> usedBytes() override;
  bool isShared() const override { return false; }
  /// The database file may not grow beyond this.
  Status limitBytes(int64_t bytes);

private:
  SqliteDatabase(sqlite3 *handle, std::string path, DatabaseWords words)
      : handle(handle), path(std::move(path)), words(std::move(words)) {}
  Problem describe(int code, const char *doing) const;

  sqlite3 *handle;
  std::string path;
  DatabaseWords words;
  std::map<const char *, sqlite3_stmt *> statements;
};

} // namespace tessera::runner
