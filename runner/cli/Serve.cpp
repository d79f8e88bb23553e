// SPDX-License-Identifier: Apache-2.0
// `tessera serve`: puts the runner's rooms together.
#include "compiler/driver/Compiler.h"
#include "runner/cli/Command.h"
#include "runner/cli/JobMetrics.h"
#include "runner/cli/JobRunner.h"
#include "runner/cli/Remote.h"
#include "runner/cli/ServeMcp.h"
#include "runner/cli/Terminal.h"
#include "runner/http/Server.h"
#include "runner/objects/ObjectPlace.h"
#include "runner/store/FleetStore.h"
#include "runner/store/Store.h"
#include <CLI/Option.hpp>
#include <csignal>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/resource.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct ServeCommand {
  std::string listen = "127.0.0.1:8420", data, database, artifacts, site, tokenFile, tlsCertificate, tlsKey;
  std::vector<std::string> allowedOrigins;
  int64_t queueLimit = 1000, deadlineLimitMs = 600000, storeMiB = 16384, shortLinks = 0;
  int64_t headKiB = 16, artifactMiB = 64, bodiesMiB = 512;
  int64_t headTimeoutMs = 10000, bodyTimeoutMs = 120000, idleTimeoutMs = 60000, writeTimeoutMs = 60000;
  http::ServerOptions limits; // those that need no unit
  JobRunnerOptions jobs;
  ServeMcpOptions mcp;
  bool json = false;
};
} // namespace

/// `host:port`, `[::1]:port`, or a port alone.
static Status readListen(const std::string &text, http::ServerOptions &options) {
  llvm::StringRef rest = text;
  auto [host, port] = rest.contains(':') ? rest.rsplit(':') : std::pair(llvm::StringRef("127.0.0.1"), rest);
  if (host.consume_front("["))
    host.consume_back("]");
  options.host = host.str();
  if (host.empty() || port.getAsInteger(10, options.port))
    return makeProblem(ProblemCode::badRequest,
                       "`--listen` is `" + text + "`, expected an address and a port such as `127.0.0.1:8420`");
  return Done();
}

static http::ServerOptions makeServerOptions(const ServeCommand &command) {
  http::ServerOptions options = command.limits;
  options.headerBytes = command.headKiB << 10;
  options.bodyBytes = command.bodiesMiB << 20;
  options.headerTimeout = std::chrono::milliseconds(command.headTimeoutMs);
  options.bodyTimeout = std::chrono::milliseconds(command.bodyTimeoutMs);
  options.idleTimeout = std::chrono::milliseconds(command.idleTimeoutMs);
  options.writeTimeout = std::chrono::milliseconds(command.writeTimeoutMs);
  options.tlsCertificate = command.tlsCertificate;
  options.tlsKey = command.tlsKey;
  options.handleSignals = true;
  return options;
}

/// Descriptors for all connections and some files, as far as the system gives them.
static void raiseDescriptorLimit(uint64_t connections) {
  rlimit limits{};
  uint64_t wanted = connections + 256;
  if (getrlimit(RLIMIT_NOFILE, &limits) != 0 || limits.rlim_cur >= wanted)
    return;
  limits.rlim_cur = std::min<rlim_t>(wanted, limits.rlim_max);
  if (setrlimit(RLIMIT_NOFILE, &limits) != 0 || limits.rlim_cur < wanted)
    spdlog::warn("`--connections` is {}, but this process may have {} files open", connections, limits.rlim_cur);
}

static void announce(const ServeCommand &command, const http::Server &server, const api::Services &services) {
  if (command.json) {
    llvm::json::Array devices;
    for (const DeviceInfo &device : services.devices)
      devices.push_back(device.id);
    printJson(llvm::json::Object{{"url", server.url()},
                                 {"version", services.version},
                                 {"devices", std::move(devices)},
                                 {"sandbox", llvm::json::Object(services.sandbox)}});
  }
  std::string names;
  for (const DeviceInfo &device : services.devices)
    names += (names.empty() ? "" : "; ") + device.name;
  if (!command.database.empty())
    names = "a fleet's workers";
  spdlog::info("tessera {} at {} with {}", services.version, server.url(), names);
}

/// One machine's folder, or the database that a fleet shares.
static Result<std::unique_ptr<Storage>> openStorage(const ServeCommand &command) {
  if (command.database.empty()) {
    StoreOptions options;
    options.directory = command.data.empty() ? getDefaultData() : command.data;
    options.queueLimit = command.queueLimit;
    options.artifactBytes = command.storeMiB << 20;
    Result<std::unique_ptr<Store>> store = Store::open(options);
    return store ? Result<std::unique_ptr<Storage>>(std::move(*store)) : store.problem();
  }
  FleetOptions options;
  options.url = command.database;
  options.queueLimit = command.queueLimit;
  options.artifactBytes = command.storeMiB << 20;
  if (!command.artifacts.empty()) {
    Result<std::shared_ptr<ArtifactPlace>> place = objects::openPlace(command.artifacts);
    if (!place)
      return place.problem();
    options.artifacts = *place;
  }
  Result<std::unique_ptr<FleetStore>> store = FleetStore::open(options);
  return store ? Result<std::unique_ptr<Storage>>(std::move(*store)) : store.problem();
}

static Status readAccess(const ServeCommand &command, api::Services &services) {
  services.access.allowedOrigins = command.allowedOrigins;
  services.limits.deadlineMs = command.deadlineLimitMs;
  services.limits.artifactBytes = command.artifactMiB << 20;
  services.limits.links.links = command.shortLinks;
  if (command.tokenFile.empty())
    return Done();
  Result<std::string> token = readToken(command.tokenFile);
  if (!token)
    return token.problem();
  services.access.token = *token;
  return Done();
}

namespace {
/// What runs jobs here: nothing in a fleet, whose workers do.
struct Runners {
  std::optional<JobProcesses> processes;
  SandboxState sandbox;
  std::unique_ptr<Dispatcher> dispatcher;
};
} // namespace

static Status prepareRunners(const ServeCommand &command, api::Services &services, Runners &runners) {
  if (!command.database.empty())
    return Done();
  services.devices = listDevices();
  sandbox::Mode mode = *sandbox::parseMode(command.jobs.sandbox);
  Result<SandboxState> sandbox =
      findSandboxState(runners.processes.emplace(mode).command(), services.devices, command.jobs.memoryBytes(), mode);
  if (!sandbox)
    return sandbox.problem();
  runners.sandbox = *sandbox;
  services.sandbox = sandbox->toJson();
  return Done();
}

static void startRunners(const ServeCommand &command, api::Services &services, Runners &runners) {
  if (!command.database.empty())
    return;
  std::vector<std::string> devices;
  for (const DeviceInfo &device : services.devices)
    devices.push_back(device.id);
  runners.dispatcher = std::make_unique<Dispatcher>(
      services.store, devices,
      countJobs(services.metrics,
                makeRunJob(services.store, *runners.processes, runners.sandbox, command.jobs.memoryBytes(),
                           [&services] { ++services.metrics.jobsFinished; })));
}

static int run(const ServeCommand &command) {
  std::signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1); // what a worker leaves is ours, and not that of a first process that may not care
  startLogging(command.jobs);
  auto refuse = [&](const Problem &problem) { return cli::refuse(problem, command.json); };
  http::ServerOptions options = makeServerOptions(command);
  if (Status status = readListen(command.listen, options); !status)
    return refuse(status.problem());
  raiseDescriptorLimit(options.connections);
  Result<std::unique_ptr<Storage>> storage = openStorage(command);
  if (!storage)
    return refuse(storage.problem());
  api::Services services{**storage, {}, getVersion(), {}, {}, {}, false};
  if (Status status = readAccess(command, services); !status)
    return refuse(status.problem());
  Runners runners;
  if (Status status = prepareRunners(command, services, runners); !status)
    return refuse(status.problem());
  std::unique_ptr<http::StaticSite> site;
  if (!command.site.empty()) {
    Result<std::unique_ptr<http::StaticSite>> opened = http::StaticSite::open(command.site);
    if (!opened)
      return refuse(opened.problem());
    site = std::move(*opened);
  }
  Result<std::unique_ptr<http::Server>> server = http::Server::open(services, site.get(), options);
  if (!server)
    return refuse(server.problem());
  std::unique_ptr<mcp::HttpSessions> agents =
      openMcp(command.mcp, command.database.empty() ? &runners.sandbox : nullptr, command.jobs.memoryBytes(), services);
  services.mcp = agents.get();
  startRunners(command, services, runners);
  announce(command, **server, services);
  if (runners.dispatcher)
    tellSandbox(runners.sandbox);
  (*server)->run();
  agents.reset(); // its calls may still ask for jobs
  if (runners.dispatcher)
    runners.dispatcher->stop();
  spdlog::info("stopped");
  return exitOk;
}

static void addLimits(CLI::App &sub, ServeCommand &command) {
  auto add = [&](const char *name, auto &value, int64_t least, int64_t most, const char *meaning) {
    sub.add_option(name, value, meaning)->check(CLI::Range(least, most))->capture_default_str()->group("Limits");
  };
  http::ServerOptions &limits = command.limits;
  add("--connections", limits.connections, 1, 65536, "connections; who only waits makes room for more");
  add("--connections-per-address", limits.connectionsPerAddress, 0, 65536,
      "of them, from one IPv4 address or IPv6 /64; 0: any number (behind a proxy)");
  add("--reserved-connections", limits.reservedConnections, 0, 65536,
      "of them, kept for those with the token, where there is one");
  add("--followers", limits.eventStreams, 0, 65536, "connections that follow a job");
  add("--requests-per-connection", limits.requestsPerConnection, 1, int64_t(1) << 30,
      "requests until a connection is closed");
  add("--head-kib", command.headKiB, 1, 48, "a request's head; what stands around a body's chunks");
  add("--artifact-mib", command.artifactMiB, 1, 64, "an artifact");
  add("--bodies-mib", command.bodiesMiB, 1, int64_t(1) << 20, "all bodies that come and go at a time");
  constexpr int64_t hour = 3600000;
  add("--head-timeout-ms", command.headTimeoutMs, 1, hour, "for a whole head");
  add("--body-timeout-ms", command.bodyTimeoutMs, 1, hour, "for a whole body");
  add("--idle-timeout-ms", command.idleTimeoutMs, 1, hour, "between two requests");
  add("--write-timeout-ms", command.writeTimeoutMs, 1, hour, "for an answer");
}

void cli::addServe(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<ServeCommand>();
  CLI::App *sub = addCommand(app, "serve", "run a runner: HTTP, a queue, one process a job", exitCode,
                             [command] { return run(*command); });
  sub->add_option("--listen", command->listen, "address and port; port 0 takes a free one")->capture_default_str();
  sub->add_option("--data", command->data, "the folder of jobs and artifacts (default: $XDG_STATE_HOME/tessera)");
  sub->add_option("--database", command->database,
                  "postgresql://..: jobs and artifacts are in this database, shared with other front ends and run by "
                  "`tessera worker` machines")
      ->envname("TESSERA_DATABASE")
      ->excludes(sub->get_option("--data"));
  addArtifactsOption(*sub, command->artifacts)->needs(sub->get_option("--database"));
  sub->add_option("--site", command->site, "serve the built playground in this folder too");
  sub->add_option("--allow-origin", command->allowedOrigins,
                  "a page's origin that may use this runner, for example https://example.org");
  sub->add_option("--token-file", command->tokenFile,
                  "a file with the token that requests must carry; needed beyond loopback");
  CLI::Option *certificate = sub->add_option(
      "--tls-cert", command->tlsCertificate,
      "speak TLS with this certificate (PEM, with those between it and its authority); SIGHUP reads both files again");
  CLI::Option *key = sub->add_option("--tls-key", command->tlsKey, "the certificate's key (PEM, without a password)");
  certificate->needs(key);
  key->needs(certificate);
  sub->add_option("--queue-limit", command->queueLimit, "jobs that may wait")
      ->check(CLI::Range(int64_t(1), int64_t(1000000)))
      ->capture_default_str();
  sub->add_option("--deadline-limit-ms", command->deadlineLimitMs, "the longest that a job may ask to run")
      ->check(CLI::Range(int64_t(100), int64_t(86400000)))
      ->capture_default_str();
  command->jobs.addTo(*sub);
  command->mcp.addTo(*sub);
  for (const char *name : {"--memory-mib", "--sandbox"}) // a front end runs no job: its workers have these
    sub->get_option(name)->excludes(sub->get_option("--database"));
  sub->add_option("--store-mib", command->storeMiB, "the artifacts' folder; the oldest make room")
      ->check(CLI::Range(int64_t(64), int64_t(1) << 30))
      ->capture_default_str();
  sub->add_option("--short-links", command->shortLinks,
                  "keep so many short links of programs for who shares one in the playground; none goes to make room")
      ->check(CLI::Range(int64_t(0), int64_t(10000000)))
      ->capture_default_str();
  addLimits(*sub, *command);
  sub->add_flag("--json", command->json, "print the address as JSON on standard output once it listens");
}
