// SPDX-License-Identifier: Apache-2.0
// One connection to PostgreSQL. A statement that finds it broken, outside of a transaction, connects again and is run
// once more; inside of one it fails, and what was done is undone.
#pragma once

#include "runner/store/Database.h"
#include "runner/store/Libpq.h"
#include <map>
#include <vector>

namespace tessera::runner {

/// What came by `LISTEN`.
struct Notification {
  std::string channel, payload;
};

class PostgresDatabase final : public Database {
public:
  /// `url` is `postgresql://..`, or any other text that libpq takes.
  static Result<std::unique_ptr<PostgresDatabase>> open(const std::string &url);
  ~PostgresDatabase() override;
  PostgresDatabase(const PostgresDatabase &) = delete;
  PostgresDatabase &operator=(const PostgresDatabase &) = delete;

  Status query(const char *sql, std::initializer_list<SqlValue> values = {},
               const std::function<void(const Row &)> &onRow = nullptr) override;
  Status execute(const std::string &script) override;
  /// The bytes of a query of one `bytea`, which travel as they are; nothing without a row.
  Result<std::optional<std::vector<uint8_t>>> queryBytes(const char *sql, std::initializer_list<SqlValue> values);
  int64_t changes() const override { return changed; }
  Status begin(const std::string &key) override;
  Status lock(const std::string &key) override;
  Result<bool> tryLock(const std::string &key) override;
  Result<std::optional<int64_t>> usedBytes() override { return std::optional<int64_t>(); }
  bool isShared() const override { return true; }

  /// Waits at most `milliseconds` for notifications of what `LISTEN` named, and gives what they carry. A problem where
  /// the connection is lost; it is made again by the next statement.
  Result<std::vector<Notification>> waitForNotifications(int milliseconds);

private:
  PostgresDatabase(const Libpq &api, PGconn *connection, std::string name)
      : api(api), connection(connection), name(std::move(name)) {}
  enum class Format { text, binary }; // of what a query gives
  Status query(const char *sql, std::initializer_list<SqlValue> values, const std::function<void(const Row &)> &onRow,
               Format format);
  Status run(const char *sql, std::initializer_list<SqlValue> values, const std::function<void(const Row &)> &onRow,
             Format format, bool &isBroken);
  Status reconnect();
  Problem describe(const PGresult *result) const;

  const Libpq &api;
  PGconn *connection;
  std::string name; // without a password
  std::map<const char *, std::string> statements;
  int64_t changed = 0, nextStatement = 0;
};

} // namespace tessera::runner
