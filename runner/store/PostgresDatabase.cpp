// SPDX-License-Identifier: Apache-2.0
#include "runner/store/PostgresDatabase.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <vector>

using namespace tessera;
using namespace tessera::runner;

namespace {
/// A result that goes with its holder.
class Held {
public:
  Held(const Libpq &api, PGresult *result) : api(api), result(result) {}
  ~Held() { api.clear(result); }
  Held(const Held &) = delete;
  Held &operator=(const Held &) = delete;
  PGresult *get() const { return result; }

private:
  const Libpq &api;
  PGresult *result;
};

class PostgresRow : public Row {
public:
  PostgresRow(const Libpq &api, const PGresult *result, int row) : api(api), result(result), row(row) {}
  bool isNull(int column) const override { return api.getisnull(result, row, column) != 0; }
  int64_t integer(int column) const override { return std::strtoll(api.getvalue(result, row, column), nullptr, 10); }
  std::string text(int column) const override { return std::string(view(column)); }
  std::string_view view(int column) const {
    return {api.getvalue(result, row, column), static_cast<size_t>(api.getlength(result, row, column))};
  }

private:
  const Libpq &api;
  const PGresult *result;
  int row;
};
} // namespace

/// `?` and `?2` as `$1` and `$2`. Our statements have no question marks in texts.
static std::string toDollars(const char *sql) {
  std::string text;
  int next = 0;
  for (const char *c = sql; *c; ++c) {
    if (*c != '?') {
      text += *c;
      continue;
    }
    text += '$';
    if (c[1] < '1' || c[1] > '9')
      text += std::to_string(++next);
  }
  return text;
}

/// Where and as whom, without what is secret.
static std::string hidePassword(const std::string &url) {
  size_t scheme = url.find("://");
  if (scheme == std::string::npos)
    return "PostgreSQL";
  size_t host = scheme + 3, at = url.find('@', host), colon = url.find(':', host);
  std::string shown = url.substr(0, url.find('?'));
  return at != std::string::npos && colon < at ? shown.substr(0, colon) + shown.substr(at) : shown;
}

Result<std::unique_ptr<PostgresDatabase>> PostgresDatabase::open(const std::string &url) {
  Result<const Libpq *> api = Libpq::load();
  if (!api)
    return api.problem();
  PGconn *connection = (*api)->connectdb(url.c_str());
  std::unique_ptr<PostgresDatabase> database(new PostgresDatabase(**api, connection, hidePassword(url)));
  if ((*api)->status(connection) != CONNECTION_OK)
    return database->describe(nullptr);
  (*api)->setNoticeProcessor(connection, [](void *, const char *) {}, nullptr); // `IF NOT EXISTS` and the like
  return database;
}

PostgresDatabase::~PostgresDatabase() { api.finish(connection); }

Problem PostgresDatabase::describe(const PGresult *result) const {
  std::string reason = result ? api.resultErrorMessage(result) : api.errorMessage(connection);
  if (reason.empty())
    reason = api.errorMessage(connection);
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  const char *state = result ? api.resultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
  // Classes: 08 connections, 53 resources, 57 the operator, 40 conflicts; what is left is ours.
  bool isPassing = !state || std::strncmp(state, "08", 2) == 0 || std::strncmp(state, "53", 2) == 0 ||
                   std::strncmp(state, "57", 2) == 0 || std::strncmp(state, "40", 2) == 0;
  return makeProblem(isPassing ? ProblemCode::unavailable : ProblemCode::internal,
                     "the database `" + name + "` " + (isPassing ? "can't be used now" : "refuses") + ": " + reason);
}

Status PostgresDatabase::reconnect() {
  api.reset(connection);
  statements.clear();
  return api.status(connection) == CONNECTION_OK ? Status(Done()) : Status(describe(nullptr));
}

Status PostgresDatabase::run(const char *sql, std::initializer_list<SqlValue> values,
                             const std::function<void(const Row &)> &onRow, Format format, bool &isBroken) {
  auto fail = [&](const PGresult *result) {
    isBroken = api.status(connection) != CONNECTION_OK;
    return describe(result);
  };
  auto [entry, isNew] = statements.emplace(sql, "s" + std::to_string(nextStatement));
  if (isNew) {
    ++nextStatement;
    Held prepared(api, api.prepare(connection, entry->second.c_str(), toDollars(sql).c_str(), 0, nullptr));
    if (api.resultStatus(prepared.get()) != PGRES_COMMAND_OK) {
      statements.erase(entry);
      return fail(prepared.get());
    }
  }
  std::vector<std::string> texts(values.size());
  std::vector<const char *> pointers(values.size());
  std::vector<int> lengths(values.size()), formats(values.size()); // of those that are binary
  size_t next = 0;
  for (const SqlValue &value : values) {
    if (const int64_t *number = std::get_if<int64_t>(&value))
      texts[next] = std::to_string(*number);
    else if (const std::string *text = std::get_if<std::string>(&value))
      texts[next] = *text;
    pointers[next] = std::holds_alternative<std::nullptr_t>(value) ? nullptr : texts[next].c_str();
    if (const SqlBytes *bytes = std::get_if<SqlBytes>(&value)) {
      pointers[next] = bytes->size ? reinterpret_cast<const char *>(bytes->data) : "";
      lengths[next] = static_cast<int>(bytes->size);
      formats[next] = 1;
    }
    ++next;
  }
  Held result(api, api.execPrepared(connection, entry->second.c_str(), static_cast<int>(pointers.size()),
                                    pointers.data(), lengths.data(), formats.data(), format == Format::binary));
  ExecStatusType status = api.resultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    return fail(result.get());
  changed = std::strtoll(api.cmdTuples(result.get()), nullptr, 10);
  for (int row = 0, rows = onRow ? api.ntuples(result.get()) : 0; row < rows; ++row)
    onRow(PostgresRow(api, result.get(), row));
  return Done();
}

Status PostgresDatabase::query(const char *sql, std::initializer_list<SqlValue> values,
                               const std::function<void(const Row &)> &onRow) {
  return query(sql, values, onRow, Format::text);
}

Result<std::optional<std::vector<uint8_t>>> PostgresDatabase::queryBytes(const char *sql,
                                                                         std::initializer_list<SqlValue> values) {
  std::optional<std::vector<uint8_t>> bytes;
  auto take = [&](const Row &row) {
    std::string_view view = static_cast<const PostgresRow &>(row).view(0);
    bytes.emplace(view.begin(), view.end());
  };
  Status status = query(sql, values, take, Format::binary);
  if (!status)
    return status.problem();
  return bytes;
}

Status PostgresDatabase::query(const char *sql, std::initializer_list<SqlValue> values,
                               const std::function<void(const Row &)> &onRow, Format format) {
  bool isBroken = false, isAlone = api.transactionStatus(connection) == PQTRANS_IDLE;
  if (api.status(connection) != CONNECTION_OK)
    if (Status status = reconnect(); !status)
      return status;
  Status status = run(sql, values, onRow, format, isBroken);
  if (status || !isBroken || !isAlone)
    return status;
  if (Status again = reconnect(); !again)
    return again;
  return run(sql, values, onRow, format, isBroken);
}

Status PostgresDatabase::execute(const std::string &script) {
  Held result(api, api.exec(connection, script.c_str()));
  ExecStatusType status = api.resultStatus(result.get());
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? Status(Done()) : Status(describe(result.get()));
}

Status PostgresDatabase::begin(const std::string &key) {
  Status status = query("BEGIN");
  if (!status || key.empty())
    return status;
  status = lock(key);
  if (!status)
    (void)query("ROLLBACK");
  return status;
}

Status PostgresDatabase::lock(const std::string &key) {
  return query("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", {key});
}

Result<bool> PostgresDatabase::tryLock(const std::string &key) {
  bool isOurs = false;
  Status status = query("SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))::int", {key},
                        [&](const Row &row) { isOurs = row.integer(0) != 0; });
  if (!status)
    return status.problem();
  return isOurs;
}

Result<std::vector<Notification>> PostgresDatabase::waitForNotifications(int milliseconds) {
  pollfd file{api.socket(connection), POLLIN, 0};
  poll(&file, 1, milliseconds);
  if (!api.consumeInput(connection) || api.status(connection) != CONNECTION_OK)
    return describe(nullptr);
  std::vector<Notification> told;
  while (PGnotify *notification = api.notifies(connection)) {
    told.push_back({notification->relname, notification->extra});
    api.freemem(notification);
  }
  return told;
}
