// SPDX-License-Identifier: Apache-2.0
// Tokens in the store. One that is revoked stays as a row: a runner that has ever had tokens asks for one.
#include "runner/store/JobStore.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <iterator>

using namespace tessera;
using namespace tessera::runner;

static constexpr llvm::StringLiteral scopeTexts[] = {"read", "submit", "admin"};

llvm::StringRef runner::getText(Scope scope) { return scopeTexts[static_cast<size_t>(scope)]; }

std::optional<Scope> runner::parseScope(llvm::StringRef text) {
  for (size_t i = 0; i < std::size(scopeTexts); ++i)
    if (scopeTexts[i] == text)
      return static_cast<Scope>(i);
  return std::nullopt;
}

llvm::StringRef runner::getText(TokenState state) {
  return state == TokenState::live ? "live" : state == TokenState::expired ? "expired" : "revoked";
}

bool runner::isTokenName(llvm::StringRef text) {
  return !text.empty() && text.size() <= 64 &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '-'; });
}

#define TESSERA_TOKEN_COLUMNS                                                                                          \
  "name, scope, hash, previous_hash, previous_until, created, expires, revoked, "                                      \
  "max_priority, max_queued, max_running, max_uploads, max_requests"

/// A scope that this version does not know, a later one's, may nothing.
static std::optional<Token> readToken(const Row &row, int64_t now) {
  std::optional<Scope> scope = parseScope(row.text(1));
  if (!scope)
    return std::nullopt;
  Token token{row.text(0), *scope, row.text(2)};
  token.limits = {row.integer(8), row.integer(9), row.integer(10), row.integer(11), row.integer(12)};
  if (!row.isNull(4) && row.integer(4) > now) {
    token.previousHash = row.text(3);
    token.previousUntil = row.integer(4);
  }
  token.createdAt = row.integer(5);
  if (!row.isNull(6))
    token.expiresAt = row.integer(6);
  if (token.expiresAt && *token.expiresAt <= now)
    token.state = TokenState::expired;
  if (!row.isNull(7))
    token.state = TokenState::revoked;
  return token;
}

Result<std::vector<Token>> JobStore::tokens() {
  std::lock_guard lock(mutex);
  std::vector<Token> tokens;
  int64_t time = now();
  Status status =
      database->query("SELECT " TESSERA_TOKEN_COLUMNS " FROM tokens ORDER BY name", {}, [&](const Row &row) {
        if (std::optional<Token> token = readToken(row, time))
          tokens.push_back(std::move(*token));
      });
  if (!status)
    return status.problem();
  return tokens;
}

Result<Token> JobStore::loadToken(const std::string &name) {
  std::optional<Token> token;
  int64_t time = now();
  Status status = database->query("SELECT " TESSERA_TOKEN_COLUMNS " FROM tokens WHERE name=?", {name},
                                  [&](const Row &row) { token = readToken(row, time); });
  if (!status)
    return status.problem();
  if (!token)
    return makeProblem(ProblemCode::notFound, "the runner has no token `" + name + "`");
  return *token;
}

Status JobStore::setLimits(const std::string &name, const TokenLimits &limits) {
  return database->query("UPDATE tokens SET max_priority=?, max_queued=?, max_running=?, max_uploads=?, max_requests=? "
                         "WHERE name=?",
                         {limits.priority, limits.queued, limits.running, limits.uploadBytes, limits.requests, name});
}

/// One that lives keeps its name; that of a revoked or expired one may be given again.
Result<Token> JobStore::createToken(const Token &token, std::optional<int64_t> expiresInMs) {
  std::lock_guard lock(mutex);
  Transaction transaction(*database, "token:" + token.name);
  if (!transaction.status())
    return transaction.status().problem();
  Result<Token> before = loadToken(token.name);
  if (!before && before.problem().code != ProblemCode::notFound)
    return before;
  if (before && before->state == TokenState::live)
    return makeProblem(ProblemCode::badRequest,
                       "there is a token `" + token.name + "` already; rotate it, revoke it or choose another name");
  SqlValue expires = expiresInMs ? SqlValue(now() + *expiresInMs) : SqlValue(nullptr);
  Status status = database->query("DELETE FROM tokens WHERE name=?", {token.name});
  if (status)
    status = database->query("INSERT INTO tokens(name, scope, hash, created, expires) VALUES(?, ?, ?, ?, ?)",
                             {token.name, getText(token.scope).str(), token.hash, now(), expires});
  if (status)
    status = setLimits(token.name, token.limits);
  Result<Token> made = status ? loadToken(token.name) : Result<Token>(status.problem());
  if (made)
    if (Status committed = transaction.commit(); !committed)
      return committed.problem();
  return made;
}

/// Changes the token `name`, which has to be alive.
Result<Token> JobStore::changeToken(const std::string &name, llvm::function_ref<Status(const Token &)> change) {
  std::lock_guard lock(mutex);
  Transaction transaction(*database, "token:" + name);
  if (!transaction.status())
    return transaction.status().problem();
  Result<Token> token = loadToken(name);
  if (!token)
    return token;
  if (token->state == TokenState::revoked)
    return makeProblem(ProblemCode::badRequest, "the token `" + name + "` is revoked; create a new one");
  if (Status changed = change(*token); !changed)
    return changed.problem();
  Result<Token> now = loadToken(name);
  if (now)
    if (Status committed = transaction.commit(); !committed)
      return committed.problem();
  return now;
}

Result<Token> JobStore::rotateToken(const std::string &name, const std::string &hash, int64_t graceMs) {
  return changeToken(name, [&](const Token &token) {
    return database->query("UPDATE tokens SET hash=?, previous_hash=?, previous_until=? WHERE name=?",
                           {hash, token.hash, now() + graceMs, name});
  });
}

Result<Token> JobStore::revokeToken(const std::string &name) {
  return changeToken(
      name, [&](const Token &) { return database->query("UPDATE tokens SET revoked=? WHERE name=?", {now(), name}); });
}

Result<Token> JobStore::limitToken(const std::string &name, const TokenLimits &limits) {
  return changeToken(name, [&](const Token &) { return setLimits(name, limits); });
}

//===-- what a token may have --------------------------------------------------------------------------------===//

static Problem exceed(std::string detail, int64_t retryAfterSeconds) {
  Problem problem = makeProblem(ProblemCode::quotaExceeded, std::move(detail));
  problem.retryAfterSeconds = retryAfterSeconds;
  return problem;
}

Problem JobStore::describeFullQueue(const std::string &owner, int64_t queued) {
  static constexpr int64_t usualWait = 5; // seconds, as for a full queue
  return exceed(std::to_string(queued) + " jobs of the token `" + owner + "` wait, which is as many as it may have",
                usualWait);
}

/// Runs under `mutex`, in the transaction that queues the job.
Result<int64_t> JobStore::findQueueLimit(const std::string &owner) {
  int64_t most = 0;
  if (owner.empty())
    return most;
  Status status = database->query("SELECT max_queued FROM tokens WHERE name=?", {owner},
                                  [&](const Row &row) { most = row.integer(0); });
  if (status && most > 0)
    status = database->lock("queue:" + owner); // or two that ask at once would count the same
  return status ? Result<int64_t>(most) : status.problem();
}

static constexpr int64_t dayMs = 86400000;

Result<UploadRoom> JobStore::uploadRoom(const std::string &owner) {
  UploadRoom room;
  if (owner.empty())
    return room;
  std::lock_guard lock(mutex);
  int64_t most = 0, sum = 0;
  Status status = database->query("SELECT max_uploads FROM tokens WHERE name=?", {owner},
                                  [&](const Row &row) { most = row.integer(0); });
  if (!status || most == 0)
    return status ? Result<UploadRoom>(room) : status.problem();
  int64_t time = now(), day = time / dayMs;
  status = database->query("SELECT bytes FROM uploads WHERE owner=? AND day=?", {owner, day},
                           [&](const Row &row) { sum = row.integer(0); });
  if (!status)
    return status.problem();
  room.bytes = std::max<int64_t>(0, most - sum);
  room.endsInSeconds = ((day + 1) * dayMs - time + 999) / 1000;
  return room;
}

/// One statement, so that two front ends that ask at once get what there is once. What comes back in between is a
/// fraction of a request, hence no whole numbers.
Result<std::optional<int64_t>> JobStore::takeRequests(const std::string &owner, int64_t perMinute, int64_t wanted) {
  if (!database->isShared())
    return std::optional<int64_t>();
  std::lock_guard lock(mutex);
  int64_t granted = 0;
  Status status = database->query(
      "INSERT INTO request_rates AS r VALUES(?1, CAST(?2 AS BIGINT) - least(CAST(?2 AS BIGINT), CAST(?3 AS BIGINT)), "
      "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT), least(CAST(?2 AS BIGINT), CAST(?3 AS BIGINT))) "
      "ON CONFLICT (owner) DO UPDATE SET (allowance, at, granted) = (SELECT had - floor(least(had, wanted)), time, "
      "floor(least(had, wanted)) FROM (SELECT least(CAST(?2 AS DOUBLE PRECISION), r.allowance + greatest(0, "
      "excluded.at - r.at) * CAST(?2 AS DOUBLE PRECISION) / 60000) AS had, greatest(r.at, excluded.at) AS time, "
      "CAST(?3 AS DOUBLE PRECISION) AS wanted) AS now) RETURNING granted",
      {owner, perMinute, wanted}, [&](const Row &row) { granted = row.integer(0); });
  if (!status)
    return status.problem();
  return std::optional<int64_t>(granted);
}

Status JobStore::chargeUpload(const std::string &owner, int64_t bytes) {
  if (owner.empty())
    return Done();
  std::lock_guard lock(mutex);
  Transaction transaction(*database, "uploads:" + owner);
  int64_t most = 0, sum = 0, time = now(), day = time / dayMs;
  Status status = transaction.status();
  if (status)
    status = database->query("SELECT max_uploads FROM tokens WHERE name=?", {owner},
                             [&](const Row &row) { most = row.integer(0); });
  if (!status || most == 0)
    return status;
  status = database->query("DELETE FROM uploads WHERE owner=? AND day<?", {owner, day});
  if (status)
    status = database->query("INSERT INTO uploads VALUES(?, ?, ?) ON CONFLICT (owner, day) DO UPDATE SET "
                             "bytes=uploads.bytes+excluded.bytes",
                             {owner, day, bytes});
  if (status)
    status = database->query("SELECT bytes FROM uploads WHERE owner=? AND day=?", {owner, day},
                             [&](const Row &row) { sum = row.integer(0); });
  if (!status)
    return status;
  if (sum > most && bytes > 0)
    return exceed("the token `" + owner + "` has put " + std::to_string(sum - bytes) +
                      " bytes of artifacts today, and " + std::to_string(bytes) + " more exceed the " +
                      std::to_string(most) + " that it may put in a day",
                  ((day + 1) * dayMs - time + 999) / 1000);
  return transaction.commit();
}
