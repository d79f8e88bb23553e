// SPDX-License-Identifier: Apache-2.0
// The only file that calls SQLite. WAL and full synchronisation: an answered request survives a power cut, and readers
// never wait for the writer.
#include "runner/store/SqliteDatabase.h"
#include <sqlite3.h>

using namespace tessera;
using namespace tessera::runner;

namespace {
class SqliteRow : public Row {
public:
  explicit SqliteRow(sqlite3_stmt *statement) : statement(statement) {}
  bool isNull(int column) const override { return sqlite3_column_type(statement, column) == SQLITE_NULL; }
  int64_t integer(int column) const override { return sqlite3_column_int64(statement, column); }
  std::string text(int column) const override {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? std::string(reinterpret_cast<const char *>(text), sqlite3_column_bytes(statement, column))
                : std::string();
  }

private:
  sqlite3_stmt *statement;
};
} // namespace

Problem SqliteDatabase::describe(int code, const char *doing) const {
  std::string reason = std::string(sqlite3_errmsg(handle)) + " while " + doing,
              subject = words.name + " `" + path + "` ";
  auto advise = [&](const char *usual) { return "; " + (words.remedy.empty() ? usual : words.remedy); };
  switch (code & 0xFF) {
  case SQLITE_FULL:
    return makeProblem(ProblemCode::unavailable,
                       subject + "is full (" + reason + ")" + advise("free some disk or raise the store's limit"));
  case SQLITE_READONLY:
  case SQLITE_PERM:
  case SQLITE_CANTOPEN:
    return makeProblem(ProblemCode::unavailable,
                       subject + "can't be written (" + reason + ")" +
                           advise("check the folder's permissions or choose another `--data`"));
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return makeProblem(ProblemCode::internal, subject + "is damaged (" + reason + ")" +
                                                  advise("move it away and start again with an empty one"));
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return makeProblem(ProblemCode::unavailable, subject + "is held by another process (" + reason + ")");
  default:
    return makeProblem(ProblemCode::internal, subject + "failed (" + reason + ")");
  }
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(const std::string &path, DatabaseWords words) {
  sqlite3 *handle = nullptr;
  int code = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX,
                             nullptr);
  std::unique_ptr<SqliteDatabase> database(
      new SqliteDatabase(handle, path, std::move(words))); // owns the handle even when opening failed
  if (code != SQLITE_OK)
    return database->describe(code, "opening it");
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, 5000);
  if (Status status = database->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;");
      !status)
    return status.problem();
  std::string verdict;
  if (Status status = database->query("PRAGMA quick_check(1)", {}, [&](const Row &row) { verdict = row.text(0); });
      !status)
    return status.problem();
  if (verdict != "ok")
    return makeProblem(ProblemCode::internal,
                       database->words.name + " `" + path + "` is damaged (" + verdict + "); " +
                           (database->words.remedy.empty() ? "move it away and start again with an empty one"
                                                           : database->words.remedy));
  return database;
}

SqliteDatabase::~SqliteDatabase() {
  for (auto &[sql, statement] : statements)
    sqlite3_finalize(statement);
  sqlite3_close(handle);
}

static int bind(sqlite3_stmt *statement, int index, const SqlValue &value) {
  if (const int64_t *number = std::get_if<int64_t>(&value))
    return sqlite3_bind_int64(statement, index, *number);
  if (const std::string *text = std::get_if<std::string>(&value))
    return sqlite3_bind_text64(statement, index, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  if (const SqlBytes *bytes = std::get_if<SqlBytes>(&value))
    return sqlite3_bind_blob64(statement, index, bytes->data, bytes->size,
                               SQLITE_STATIC); // unbound after the statement
  return sqlite3_bind_null(statement, index);
}

Status SqliteDatabase::query(const char *sql, std::initializer_list<SqlValue> values,
                             const std::function<void(const Row &)> &onRow) {
  sqlite3_stmt *&statement = statements[sql];
  if (!statement)
    if (int code = sqlite3_prepare_v3(handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
        code != SQLITE_OK)
      return describe(code, "reading it");
  int index = 0, code = SQLITE_OK;
  for (const SqlValue &value : values)
    if (code == SQLITE_OK)
      code = bind(statement, ++index, value);
  if (code == SQLITE_OK)
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
      if (onRow)
        onRow(SqliteRow(statement));
  Status status =
      code == SQLITE_DONE || code == SQLITE_OK ? Status(Done()) : Status(describe(code, "writing or reading it"));
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return status;
}

Status SqliteDatabase::execute(const std::string &script) {
  int code = sqlite3_exec(handle, script.c_str(), nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? Status(Done()) : Status(describe(code, "preparing it"));
}

int64_t SqliteDatabase::changes() const { return sqlite3_changes64(handle); }

Status SqliteDatabase::limitBytes(int64_t bytes) {
  int64_t pageBytes = 4096;
  if (Status status = query("PRAGMA page_size", {}, [&](const Row &row) { pageBytes = row.integer(0); }); !status)
    return status;
  return execute("PRAGMA max_page_count=" + std::to_string(std::max<int64_t>(1, bytes / pageBytes)));
}

Result<std::optional<int64_t>> SqliteDatabase::usedBytes() {
  int64_t pages = 0, free = 0, pageBytes = 0;
  for (auto [question, value] : {std::pair("PRAGMA page_count", &pages), std::pair("PRAGMA freelist_count", &free),
                                 std::pair("PRAGMA page_size", &pageBytes)})
    if (Status status = query(question, {}, [value = value](const Row &row) { *value = row.integer(0); }); !status)
      return status.problem();
  return std::optional<int64_t>((pages - free) * pageBytes);
}
