// SPDX-License-Identifier: Apache-2.0
// Which job a device takes next, by the rule of runner/README.md: the highest priority; of those, the job whose owner
// has the fewest jobs running on devices of this kind; then whose owner had the least time of such devices in the last
// hour; then the oldest. So one owner's ten thousand jobs do not keep another's one waiting.
//
// Jobs of one owner, device expression and priority are a line, in order of their age. An index has all lines one after
// the other, so that finding their heads takes one step a line, however long they are. Only heads are compared:
//   owner a, `h100`, 5: 101 102 103 ..    a has 1 running, 40 s
//   owner b, `cuda`, 5: 9000              b has 1 running, 2 s     <- next
// Rejected: counters of each owner in a row of its own, which every submission and every lease of the owner would lock.
#include "runner/device/DeviceInfo.h"
#include "runner/store/JobStore.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace tessera;
using namespace tessera::runner;

static constexpr int64_t periodMs = 300000, periods = 12;

std::string JobStore::kindOf(llvm::StringRef device) {
  return device.take_until([](char c) { return c == ' ' || c == ':'; }).str();
}

Status JobStore::findLines(int64_t ticks, std::vector<Line> &lines) {
  auto add = [&](const Row &row) {
    if (!row.isNull(3)) // else all of it waits a bit
      lines.push_back({row.text(0), row.text(1), row.integer(2), row.integer(3), row.isNull(4) ? 0 : row.integer(4)});
  };
  if (database->isShared())
    return database->query(
        "WITH RECURSIVE lines AS ((SELECT owner, device, priority FROM jobs WHERE state='queued' AND NOT EXISTS "
        "(SELECT 1 "
        "FROM drained WHERE worker=?2) ORDER BY owner, device, priority LIMIT 1) UNION ALL SELECT later.owner, "
        "later.device, later.priority FROM lines CROSS JOIN LATERAL (SELECT owner, device, priority FROM jobs WHERE "
        "state='queued' AND (owner, device, priority) > (lines.owner, lines.device, lines.priority) ORDER BY owner, "
        "device, priority LIMIT 1) later) SELECT owner, device, priority, (SELECT number FROM jobs WHERE "
        "state='queued' "
        "AND owner=lines.owner AND device=lines.device AND priority=lines.priority AND not_before<=?1 ORDER BY number "
        "LIMIT 1), (SELECT max_running FROM tokens WHERE name=lines.owner) FROM lines",
        {ticks, worker}, add);
  bool isDrained = false;
  Status status =
      database->query("SELECT 1 FROM drained WHERE worker=?", {worker}, [&](const Row &) { isDrained = true; });
  for (Line next{"", "", -1}; status && !isDrained;) {
    bool isThere = false;
    status = database->query("SELECT owner, device, priority FROM jobs WHERE state='queued' AND (owner, device, "
                             "priority) > (?, ?, ?) ORDER BY owner, device, priority LIMIT 1",
                             {next.owner, next.device, next.priority}, [&](const Row &row) {
                               isThere = true;
                               next = {row.text(0), row.text(1), row.integer(2)};
                             });
    if (!isThere)
      break;
    if (status)
      status =
          database->query("SELECT owner, device, priority, number, (SELECT max_running FROM tokens WHERE name=owner) "
                          "FROM jobs WHERE state='queued' AND owner=? AND device=? AND priority=? AND not_before<=? "
                          "ORDER BY number LIMIT 1",
                          {next.owner, next.device, next.priority, ticks}, add);
  }
  return status;
}

/// What each owner of `lines` runs now, and has had of devices of `kind` lately.
Status JobStore::findShares(const std::string &kind, int64_t now, std::vector<Line> &lines) {
  std::map<std::string, int64_t> running, spent;
  Status status = database->query("SELECT owner, count(*) FROM jobs WHERE state='running' AND kind=? GROUP BY owner",
                                  {kind}, [&](const Row &row) { running[row.text(0)] = row.integer(1); });
  if (status)
    status = database->query(
        "SELECT owner, CAST(sum(spent) AS BIGINT) FROM device_time WHERE period>? AND kind=? GROUP BY owner",
        {now / periodMs - periods, kind}, [&](const Row &row) { spent[row.text(0)] = row.integer(1); });
  for (Line &line : lines) {
    line.running = running[line.owner];
    line.spent = spent[line.owner];
  }
  return status;
}

/// The owner may have `most` jobs running, and has as many; or somebody is just leasing one of its jobs, and who looks
/// again will know.
Result<bool> JobStore::isAtRunningLimit(const std::string &owner, int64_t most) {
  if (most == 0)
    return false;
  Result<bool> isAlone = database->tryLock("running:" + owner);
  if (!isAlone || !*isAlone)
    return isAlone ? Result<bool>(true) : isAlone;
  int64_t running = 0;
  Status status = database->query("SELECT count(*) FROM jobs WHERE state='running' AND owner=?", {owner},
                                  [&](const Row &row) { running = row.integer(0); });
  if (!status)
    return status.problem();
  return running >= most;
}

/// The job that `device` takes next; none leaves `id` empty. In a shared database it is nobody else's until the
/// transaction ends; jobs that others are just taking are passed over.
Status JobStore::findQueued(const std::string &device, int64_t now, int64_t ticks, std::string &id) {
  std::vector<Line> lines;
  if (Status status = findLines(ticks, lines); !status)
    return status;
  llvm::erase_if(lines, [&](const Line &line) { return !mayRunOn(line.device, device); });
  bool areSeveral = llvm::any_of(lines, [&](const Line &line) { return line.owner != lines.front().owner; });
  if (areSeveral)
    if (Status status = findShares(kindOf(device), now, lines); !status)
      return status;
  llvm::sort(lines, [](const Line &a, const Line &b) {
    return std::tuple(-a.priority, a.running, a.spent, a.number) <
           std::tuple(-b.priority, b.running, b.spent, b.number);
  });
  for (const Line &line : lines) {
    Result<bool> isFull = isAtRunningLimit(line.owner, line.maxRunning);
    if (!isFull)
      return isFull.problem();
    if (*isFull)
      continue;
    auto take = [&](const Row &row) { id = row.text(0); };
    Status status =
        database->isShared()
            ? database->query("SELECT id FROM jobs WHERE state='queued' AND owner=? AND device=? AND priority=? AND "
                              "not_before<=? ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED",
                              {line.owner, line.device, line.priority, ticks}, take)
            : database->query("SELECT id FROM jobs WHERE number=?", {line.number}, take);
    if (!status || !id.empty())
      return status;
  }
  return Done();
}

/// Adds the time since the attempt at `id` has started to its owner's. What an hour ago was is forgotten.
Status JobStore::chargeTime(const std::string &id, int64_t now) {
  int64_t period = now / periodMs;
  Status status = database->query(
      "INSERT INTO device_time SELECT CAST(?2 AS BIGINT), kind, owner, CAST(?3 AS BIGINT), CASE WHEN started<?4 THEN "
      "?4-started ELSE 0 END FROM jobs WHERE id=?1 AND started IS NOT NULL ON CONFLICT (period, kind, owner, lane) DO "
      "UPDATE SET spent=device_time.spent+excluded.spent",
      {id, period, lane, now});
  if (!status || period == forgottenAt)
    return status;
  Result<bool> isAlone = database->tryLock("device-time");
  if (!isAlone)
    return isAlone.problem();
  forgottenAt = period;
  return *isAlone ? database->query("DELETE FROM device_time WHERE period<=?", {period - periods}) : Status(Done());
}
