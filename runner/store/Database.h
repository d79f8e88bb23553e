// SPDX-License-Identifier: Apache-2.0
// A database that jobs can live in, whoever makes it: SQLite for one machine, PostgreSQL for a fleet. Statements are
// prepared once, every error is a `Problem` that names the database and what to do. Not thread-safe: its owner holds a
// mutex.
#pragma once

#include "runner/Result.h"
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace tessera::runner {

/// Bytes of somebody else's, which live as long as the statement.
struct SqlBytes {
  const uint8_t *data = nullptr;
  size_t size = 0;
};

using SqlValue = std::variant<std::nullptr_t, int64_t, std::string, SqlBytes>;

/// The current row of a query.
class Row {
public:
  virtual ~Row() = default;
  virtual bool isNull(int column) const = 0;
  virtual int64_t integer(int column) const = 0;
  virtual std::string text(int column) const = 0;
};

class Database {
public:
  virtual ~Database() = default;

  /// Runs one statement, with `?` or `?1`, `?2`.. for values; `sql` must be a literal, since prepared statements are
  /// kept by its address. Both kinds of database have to understand it.
  virtual Status query(const char *sql, std::initializer_list<SqlValue> values = {},
                       const std::function<void(const Row &)> &onRow = nullptr) = 0;
  /// Runs a script of statements that take no values.
  virtual Status execute(const std::string &script) = 0;
  /// Rows that the last statement changed.
  virtual int64_t changes() const = 0;
  /// Begins a transaction that no other of the same `key` runs beside; without a key others may change the same rows.
  virtual Status begin(const std::string &key) = 0;
  /// Waits until no other transaction holds `key`, which is this one's to its end.
  virtual Status lock(const std::string &key) = 0;
  /// The same without waiting: false where another has it.
  virtual Result<bool> tryLock(const std::string &key) = 0;
  /// What its contents take; nothing where that is no matter of ours.
  virtual Result<std::optional<int64_t>> usedBytes() = 0;
  /// Other processes use it, too, at the same time.
  virtual bool isShared() const = 0;
};

/// Begins at construction, rolls back at destruction unless committed.
class Transaction {
public:
  explicit Transaction(Database &database, const std::string &key = "")
      : database(database), begun(database.begin(key)) {}
  ~Transaction() {
    if (begun && !finished)
      (void)database.query("ROLLBACK");
  }
  Transaction(const Transaction &) = delete;
  Transaction &operator=(const Transaction &) = delete;

  const Status &status() const { return begun; }
  Status commit() {
    Status status = database.query("COMMIT");
    finished = static_cast<bool>(status);
    return status;
  }

private:
  Database &database;
  Status begun;
  bool finished = false;
};

} // namespace tessera::runner
