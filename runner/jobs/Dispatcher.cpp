// SPDX-License-Identifier: Apache-2.0
// The loop of a device. A store that fails for a moment (a full disk) costs a retry, not the thread.
#include "runner/jobs/Dispatcher.h"
#include "runner/api/Trace.h"
#include "runner/jobs/FailureCause.h"
#include "runner/log/Log.h"
#include <algorithm>
#include <chrono>

using namespace tessera;
using namespace tessera::runner;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

Dispatcher::Dispatcher(JobSource &source, std::vector<std::string> devices, RunJob runJob, int64_t leaseMs)
    : source(source), runJob(std::move(runJob)), leaseMs(leaseMs) {
  source.watchWork([signal = signal](const std::string &job) {
    {
      std::lock_guard lock(signal->mutex);
      if (job.empty())
        ++signal->changes;
      else if (auto found = signal->wishes.find(job); found != signal->wishes.end())
        ++found->second;
    }
    signal->changed.notify_all();
  });
  for (std::string &device : devices)
    threads.emplace_back([this, device = std::move(device)] { serve(device); });
}

Dispatcher::~Dispatcher() { stop(); }

void Dispatcher::drain(milliseconds most) {
  std::unique_lock lock(signal->mutex);
  signal->draining = true;
  signal->changed.notify_all();
  signal->changed.wait_for(lock, most, [&] { return signal->running == 0; });
}

void Dispatcher::stop() {
  {
    std::lock_guard lock(signal->mutex);
    signal->stopping = true;
  }
  signal->changed.notify_all();
  for (std::thread &thread : threads)
    thread.join();
  threads.clear();
}

void Dispatcher::serve(const std::string &device) {
  while (!signal->stopping && !signal->draining) {
    uint64_t seen = signal->count(); // before looking, so that a change meanwhile is not slept through
    Result<std::optional<Lease>> lease = source.lease(device, leaseMs);
    if (lease && *lease) {
      count(+1);
      (*lease)->job.request.device = llvm::StringRef(device).split(' ').first.str();
      runOne(**lease);
      count(-1);
      continue;
    }
    if (!lease)
      spdlog::error("no job can be leased: {}", lease.problem().detail);
    // A second at most, so that leases which ran out are noticed without a notification.
    std::unique_lock lock(signal->mutex);
    signal->changed.wait_for(lock, milliseconds(1000),
                             [&] { return signal->stopping || signal->draining || signal->changes != seen; });
  }
}

void Dispatcher::count(int more) {
  std::lock_guard lock(signal->mutex);
  signal->running += more;
  signal->changed.notify_all();
}

/// What each line of the log says of a job.
static llvm::json::Object describeFields(const Lease &lease) {
  llvm::json::Object fields{
      {"job", lease.job.id}, {"device", lease.job.request.device}, {"attempt", static_cast<int64_t>(lease.fence)}};
  if (const std::string &traceparent = lease.job.request.traceparent; !traceparent.empty()) {
    fields["traceparent"] = traceparent;
    fields["trace"] = api::traceIdOf(traceparent); // as requests' lines have it
  }
  return fields;
}

void Dispatcher::runOne(const Lease &lease) {
  auto began = steady_clock::now();
  log::tell(spdlog::level::info,
            lease.job.id + " starts on " + lease.job.request.device + " (attempt " + std::to_string(lease.fence) + ")",
            describeFields(lease));
  bool lost = false;
  signal->begin(lease.job.id);
  // A wish that nobody tells of is noticed by looking.
  milliseconds pause(std::min<int64_t>(leaseMs / 3, 1000));
  auto renewAt = steady_clock::now() + pause;
  auto isCancelled = [&] {
    if (!lost && (signal->takeWishes(lease.job.id) || steady_clock::now() >= renewAt)) {
      renewAt = steady_clock::now() + pause;
      if (Result<bool> held = source.renew(lease, leaseMs); held)
        lost = !*held;
    }
    return lost || signal->stopping;
  };
  Events unsaid;
  auto onEvent = [&](const std::string &kind, const llvm::json::Value &data) {
    if (kind != "output" && kind != "progress")
      return;
    unsaid.waiting.emplace_back(kind, data);
    if (Status said = publish(lease, unsaid); !said && unsaid.waiting.size() == 1)
      spdlog::warn("{}: an event can't be stored, later ones wait for it: {}", lease.job.id, said.problem().detail);
  };
  JobOutcome outcome = runJob(lease.job, isCancelled, onEvent);
  signal->end(lease.job.id);
  if (outcome.state == JobState::cancelled && signal->stopping && !lost) {
    if (Result<bool> given = source.giveBack(lease); !given)
      spdlog::error("{} can't be given back: {}", lease.job.id, given.problem().detail);
    return;
  }
  report(lease, outcome, unsaid, std::chrono::duration_cast<milliseconds>(steady_clock::now() - began));
}

static std::string describe(const JobOutcome &outcome) {
  return outcome.problem ? outcome.problem->detail : "it broke off";
}

/// Tells `events` in order, as far as that goes. What a lost lease has to say interests nobody.
Status Dispatcher::publish(const Lease &lease, Events &events) {
  while (!events.waiting.empty()) {
    const auto &[kind, data] = events.waiting.front();
    Result<bool> published = source.publish(lease, events.taken, kind, data);
    if (!published)
      return published.problem();
    if (!*published)
      events.waiting.clear();
    else
      events.waiting.pop_front(), ++events.taken;
  }
  return Done();
}

void Dispatcher::report(const Lease &lease, const JobOutcome &outcome, Events &unsaid, milliseconds took) {
  for (int attempt = 0; attempt < 5; ++attempt) {
    Status said = publish(lease, unsaid);
    Result<bool> finished = !said          ? Result<bool>(said.problem())
                            : outcome.loss ? source.lose(lease, *outcome.loss, describe(outcome))
                                           : source.finish(lease, outcome);
    if (finished) {
      llvm::json::Object fields = describeFields(lease);
      fields["state"] = outcome.loss ? "lost" : getText(outcome.state);
      fields["milliseconds"] = static_cast<int64_t>(took.count());
      if (std::optional<FailureCause> cause = findCause(outcome))
        fields["cause"] = failureCauseTexts[static_cast<size_t>(*cause)];
      log::tell(spdlog::level::info,
                lease.job.id + (outcome.loss ? " has lost an attempt" : " is " + getText(outcome.state).str()) +
                    (*finished ? "" : ", but its lease was lost"),
                fields);
      return;
    }
    spdlog::error("{}: its outcome can't be stored: {}", lease.job.id, finished.problem().detail);
    std::unique_lock lock(signal->mutex);
    if (signal->changed.wait_for(lock, milliseconds(200 << attempt), [&] { return signal->stopping.load(); }))
      break;
  }
}
