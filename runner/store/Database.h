// SPDX-License-Identifier: Apache-2.0
// SQLite with the runner's manners: statements prepared once, every error a `Problem` that names the file and what to
// do. Not thread-safe: its owner holds a mutex.
#pragma once

#include "runner/Result.h"
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace tessera::runner {

using SqlValue = std::variant<std::nullptr_t, int64_t, std::string>;

/// The current row of a query.
class Row {
public:
  explicit Row(sqlite3_stmt *statement) : statement(statement) {}
  bool isNull(int column) const;
  int64_t integer(int column) const;
  std::string text(int column) const;

private:
  sqlite3_stmt *statement;
};

/// What a problem calls the data base, and tells to do about one that is no good or can't be written.
struct DatabaseWords {
  std::string name = "the job store";
  std::string remedy = {}; // empty: a store's
};

class Database {
public:
  /// Opens or creates `path`; checks that it is a database that can be read.
  static Result<std::unique_ptr<Database>> open(const std::string &path, DatabaseWords words = {});
  ~Database();
  Database(const Database &) = delete;
  Database &operator=(const Database &) = delete;

  /// Runs one statement; `sql` must be a literal, since prepared statements are kept by its address.
  Status query(const char *sql, std::initializer_list<SqlValue> values = {},
               const std::function<void(const Row &)> &onRow = nullptr);
  /// Runs a script of statements that take no values.
  Status execute(const std::string &script);
  /// Rows that the last statement changed.
  int64_t changes() const;
  int64_t lastRowId() const;
  /// What its contents take, without pages that are free.
  Result<int64_t> usedBytes();
  /// The database file may not grow beyond this.
  Status limitBytes(int64_t bytes);

private:
  Database(sqlite3 *handle, std::string path, DatabaseWords words)
      : handle(handle), path(std::move(path)), words(std::move(words)) {}
  Problem describe(int code, const char *doing) const;

  sqlite3 *handle;
  std::string path;
  DatabaseWords words;
  std::map<const char *, sqlite3_stmt *> statements;
};

/// Begins at construction, rolls back at destruction unless committed.
class Transaction {
public:
  explicit Transaction(Database &database) : database(database), begun(database.query("BEGIN IMMEDIATE")) {}
  ~Transaction();
  const Status &status() const { return begun; }
  Status commit();

private:
  Database &database;
  Status begun;
  bool finished = false;
};

} // namespace tessera::runner
