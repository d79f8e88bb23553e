// SPDX-License-Identifier: Apache-2.0
// Looking at jobs and workers. Results may be megabytes: why a job failed is read from those that are small.
#include "runner/store/Fleet.h"
#include "runner/store/JobStore.h"
#include "shared/protocol/Json.h"

using namespace tessera;
using namespace tessera::runner;

llvm::json::Value runner::toJson(const WorkerInfo &worker) {
  llvm::json::Array devices;
  for (const DeviceInfo &device : worker.devices)
    devices.push_back(toJson(device));
  llvm::json::Object running;
  for (const auto &[device, job] : worker.facts.running)
    running[device] = job;
  return llvm::json::Object{{"version", worker.facts.version},
                            {"draining", worker.facts.isDraining},
                            {"sandbox", llvm::json::Object(worker.facts.sandbox)},
                            {"running", std::move(running)},
                            {"devices", std::move(devices)}};
}

WorkerInfo runner::readWorker(std::string name, const llvm::json::Value &value) {
  WorkerInfo worker{std::move(name), {}, {}, std::nullopt};
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return worker;
  worker.facts.version = object->getString("version").value_or("").str();
  worker.facts.isDraining = object->getBoolean("draining").value_or(false);
  if (const llvm::json::Object *sandbox = object->getObject("sandbox"))
    worker.facts.sandbox = *sandbox;
  if (const llvm::json::Object *running = object->getObject("running"))
    for (const auto &[device, job] : *running)
      worker.facts.running[llvm::StringRef(device).str()] = job.getAsString().value_or("").str();
  if (const llvm::json::Array *devices = object->getArray("devices"))
    for (const llvm::json::Value &entry : *devices)
      if (std::optional<DeviceInfo> device = readDeviceInfo(entry))
        worker.devices.push_back(std::move(*device));
  return worker;
}

/// `kernel.py:5: ` and the first line of what is wrong there.
static std::string describeDiagnostic(const llvm::json::Object &diagnostic) {
  std::string place;
  if (const llvm::json::Object *range = diagnostic.getObject("range"))
    if (const llvm::json::Object *begin = range->getObject("begin")) {
      llvm::StringRef path = range->getString("file").value_or("");
      place = path.substr(path.rfind('/') + 1).str() + ":" + // `npos` + 1 is 0
              std::to_string(begin->getInteger("line").value_or(0)) + ": ";
    }
  llvm::StringRef message = diagnostic.getString("message").value_or("").trim();
  return place + message.take_until([](char c) { return c == '\n'; }).str();
}

/// Of a problem's or a result's JSON text.
static std::string describeFailure(const std::string &problem, const std::string &result) {
  std::string ignored;
  std::optional<llvm::json::Value> value = protocol::parseJson(problem.empty() ? result : problem, ignored);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object)
    return "";
  if (!problem.empty())
    return object->getString("detail").value_or("").str();
  if (const llvm::json::Array *diagnostics = object->getArray("diagnostics"))
    for (const llvm::json::Value &entry : *diagnostics)
      if (const llvm::json::Object *diagnostic = entry.getAsObject();
          diagnostic && diagnostic->getString("severity") == "error")
        return describeDiagnostic(*diagnostic);
  return "";
}

Result<Overview> JobStore::overview(int64_t recent, const std::optional<std::string> &owner) {
  static constexpr size_t shownBytes = 400;
  Overview overview;
  std::vector<std::pair<std::string, std::string>> failures; // of `recent`: problem and result
  auto summary = [](const Row &row) {
    auto time = [&](int column) { return row.isNull(column) ? std::nullopt : std::optional(row.integer(column)); };
    return JobSummary{row.text(0),
                      row.text(1),
                      parseJobState(row.text(2)).value_or(JobState::failed),
                      row.integer(3),
                      row.integer(6),
                      time(4),
                      time(5),
                      ""};
  };
  {
    std::lock_guard lock(mutex);
    overview.now = now();
    Status status = database->query(
        "SELECT device, count(*), min(created) FROM jobs WHERE state='queued' GROUP BY device "
        "ORDER BY min(created)",
        {}, [&](const Row &row) { overview.waiting.push_back({row.text(0), row.integer(1), row.integer(2)}); });
    if (status)
      status = database->query("SELECT id, device, state, created, started, finished, attempts, owner FROM jobs "
                               "WHERE state='running' ORDER BY number",
                               {}, [&](const Row &row) {
                                 overview.running.push_back(summary(row));
                                 overview.running.back().owner = row.text(7);
                               });
    if (status)
      status = database->query(
          "SELECT id, device, state, created, started, finished, attempts, problem, CASE WHEN problem IS NULL AND "
          "state='failed' AND length(result) <= 262144 THEN result END FROM jobs WHERE (?2=0 OR owner=?3) "
          "ORDER BY number DESC LIMIT ?1",
          {recent, int64_t(owner.has_value()), owner.value_or("")}, [&](const Row &row) {
            overview.recent.push_back(summary(row));
            failures.emplace_back(row.text(7), row.text(8));
          });
    if (!status)
      return status.problem();
  }
  for (size_t i = 0; i < failures.size(); ++i)
    if (isFinal(overview.recent[i].state) && overview.recent[i].state != JobState::succeeded)
      if (std::string reason = describeFailure(failures[i].first, failures[i].second); !reason.empty())
        overview.recent[i].reason = protocol::toUtf8(llvm::StringRef(reason).take_front(shownBytes).str());
  return overview;
}
