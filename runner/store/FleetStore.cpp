// SPDX-License-Identifier: Apache-2.0
#include "runner/store/FleetStore.h"
#include "runner/store/ArtifactFiles.h"
#include "runner/store/Migrations.h"
#include "shared/protocol/Json.h"
#include <chrono>
#include <filesystem>
#include <random>
#include <spdlog/spdlog.h>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

Result<std::unique_ptr<FleetStore>> FleetStore::open(FleetOptions options) {
  std::unique_ptr<FleetStore> store(new FleetStore(std::move(options)));
  Result<std::unique_ptr<PostgresDatabase>> database = PostgresDatabase::open(store->options.url);
  if (!database)
    return database.problem();
  store->database = std::move(*database);
  static constexpr uint32_t lanes = 16; // of device time: few rows to sum up, and few who wait for each other
  store->lane = std::random_device()() % lanes;
  if (Status status = store->migrate(); !status)
    return status.problem();
  if (!store->options.cache.empty()) {
    std::error_code error;
    fs::create_directories(store->options.cache, error);
    if (error)
      return makeProblem(ProblemCode::unavailable, "can't create the folder `" + store->options.cache +
                                                       "`: " + error.message() + "; choose another with `--data`");
    removeLeftovers(store->options.cache);
  }
  store->listener = std::thread([&store = *store] { store.listen(); });
  return store;
}

FleetStore::~FleetStore() {
  isStopping = true;
  if (listener.joinable())
    listener.join();
}

/// Each migration once, in order; several processes may start together.
Status FleetStore::migrate() {
  Transaction transaction(*database, "tessera-migrations");
  if (!transaction.status())
    return transaction.status();
  if (Status status =
          database->execute("CREATE TABLE IF NOT EXISTS migrations(number BIGINT PRIMARY KEY, name TEXT NOT NULL)");
      !status)
    return status;
  int64_t done = 0;
  if (Status status = database->query("SELECT coalesce(max(number), 0) FROM migrations", {},
                                      [&](const Row &row) { done = row.integer(0); });
      !status)
    return status;
  int64_t known = static_cast<int64_t>(std::size(migrations));
  if (done > known)
    return makeProblem(ProblemCode::internal, "the database has migration " + std::to_string(done) +
                                                  ", made by a newer `tessera`; this one knows " +
                                                  std::to_string(known));
  for (int64_t number = done; number < known; ++number) {
    const Migration &migration = migrations[number];
    Status status = database->execute(migration.text);
    if (status)
      status = database->query("INSERT INTO migrations VALUES(?, ?)", {number + 1, std::string(migration.name)});
    if (!status)
      return status;
  }
  return transaction.commit();
}

/// The system's where the database does not answer: what follows then fails by itself.
int64_t FleetStore::now() {
  int64_t time = 0;
  Status status = database->query("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", {},
                                  [&](const Row &row) { time = row.integer(0); });
  return status && !limits.clock ? time : JobStore::now();
}

//===-- who is told of what ------------------------------------------------------------------------------------===//

/// Workers have a channel of their own. They wake for what they can do something about, which is a fifth of all that is
/// told: at a hundred jobs a second looking for more would else be most of what they do.
void FleetStore::notify(const std::string &id, Concerns whom) {
  notifyHere(id, whom);
  std::lock_guard lock(mutex);
  // Outside of the transaction: NOTIFY inside takes a lock of the whole cluster. One that is lost is made up for by
  // looking once a second.
  Status told = whom == Concerns::followers
                    ? database->query("SELECT pg_notify('tessera_jobs', ?)", {id})
                    : database->query("SELECT pg_notify('tessera_jobs', ?), pg_notify('tessera_work', ?)",
                                      {id, whom == Concerns::itsWorker ? id : ""});
  if (!told)
    spdlog::debug("a change of {} is not told: {}", id, told.problem().detail);
}

void FleetStore::listen() {
  std::unique_ptr<PostgresDatabase> connection;
  auto lookedAt = std::chrono::steady_clock::now();
  while (!isStopping) {
    if (!connection) {
      Result<std::unique_ptr<PostgresDatabase>> opened = PostgresDatabase::open(options.url);
      if (opened &&
          (*opened)->execute(worker.empty() ? "LISTEN tessera_jobs; LISTEN tessera_work" : "LISTEN tessera_work"))
        connection = std::move(*opened);
      else
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    if (connection) {
      Result<std::vector<Notification>> told = connection->waitForNotifications(/*milliseconds=*/100);
      if (!told)
        connection = nullptr;
      for (const auto &[channel, id] : told ? *told : std::vector<Notification>())
        channel == "tessera_work" ? tellWorkers(id) : tellFollowers(id);
    }
    if (auto time = std::chrono::steady_clock::now(); time - lookedAt >= std::chrono::seconds(1)) {
      lookedAt = time;
      notifyHere("", Concerns::anyWorker); // whatever it was
    }
  }
}

//===-- workers ------------------------------------------------------------------------------------------------===//

/// How long a worker that was lost is still shown, and how long it is remembered.
static constexpr int64_t shownMs = 3600000, rememberedMs = 24 * shownMs;

Status FleetStore::announceWorker(const std::string &id, llvm::ArrayRef<DeviceInfo> devices, const WorkerFacts &facts) {
  llvm::json::Array offered;
  if (!facts.isDraining)
    for (const DeviceInfo &device : devices)
      offered.push_back(toJson(device));
  llvm::json::Value told = toJson(WorkerInfo{id, devices.vec(), facts, std::nullopt});
  std::lock_guard lock(mutex);
  int64_t time = now();
  Status status = database->query(
      "INSERT INTO workers(id, devices, seen, facts) VALUES(?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET "
      "devices=excluded.devices, seen=excluded.seen, facts=excluded.facts",
      {id, protocol::toText(std::move(offered)), time, protocol::toText(told)});
  if (!status || time < forgottenWorkersAt + shownMs)
    return status;
  forgottenWorkersAt = time;
  return database->query("DELETE FROM workers WHERE seen<?", {time - rememberedMs});
}

/// One of an earlier version tells its devices alone.
static WorkerInfo readWorkerRow(const Row &row) {
  std::string ignored;
  std::optional<llvm::json::Value> facts = protocol::parseJson(row.text(3), ignored);
  WorkerInfo worker = readWorker(row.text(0), facts ? *facts : nullptr);
  if (worker.facts.version.empty() && worker.devices.empty())
    if (std::optional<llvm::json::Value> devices = protocol::parseJson(row.text(1), ignored))
      worker.devices = readWorker("", llvm::json::Object{{"devices", std::move(*devices)}}).devices;
  worker.seenAt = row.integer(2);
  return worker;
}

Result<std::optional<std::vector<WorkerInfo>>> FleetStore::workers() {
  std::lock_guard lock(mutex);
  std::vector<WorkerInfo> workers;
  int64_t time = now();
  Status status = database->query("SELECT id, devices, seen, facts FROM workers WHERE seen>? ORDER BY id",
                                  {time - shownMs}, [&](const Row &row) {
                                    workers.push_back(readWorkerRow(row));
                                    workers.back().isSilent = row.integer(2) <= time - options.workerTimeoutMs;
                                  });
  Result<std::vector<std::string>> drained = status ? loadDrained() : status.problem();
  if (!drained)
    return drained.problem();
  for (const std::string &name : *drained) {
    auto known = llvm::find_if(workers, [&](const WorkerInfo &worker) { return worker.name == name; });
    if (known == workers.end())
      known = workers.insert(known, WorkerInfo{name, {}, {}, std::nullopt, /*isSilent=*/true});
    known->isDrained = true;
  }
  return std::optional<std::vector<WorkerInfo>>(std::move(workers));
}

Status FleetStore::forgetWorker(const std::string &id) {
  std::lock_guard lock(mutex);
  return database->query("DELETE FROM workers WHERE id=?", {id});
}

Result<std::optional<std::vector<DeviceInfo>>> FleetStore::fleetDevices() {
  std::lock_guard lock(mutex);
  std::vector<DeviceInfo> devices;
  Status status = database->query("SELECT devices FROM workers WHERE seen>? ORDER BY id",
                                  {now() - options.workerTimeoutMs}, [&](const Row &row) {
                                    std::string error;
                                    std::optional<llvm::json::Value> value = protocol::parseJson(row.text(0), error);
                                    if (const llvm::json::Array *array = value ? value->getAsArray() : nullptr)
                                      for (const llvm::json::Value &entry : *array)
                                        if (std::optional<DeviceInfo> device = readDeviceInfo(entry);
                                            device && !llvm::is_contained(devices, *device))
                                          devices.push_back(std::move(*device));
                                  });
  if (!status)
    return status.problem();
  return std::optional<std::vector<DeviceInfo>>(std::move(devices));
}
