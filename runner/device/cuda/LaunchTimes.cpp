// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/LaunchTimes.h"
#include "runner/device/cuda/LaunchGraph.h"

using namespace tessera::runner::cuda;

namespace {
/// The two events that a time lies between.
class EventPair {
public:
  explicit EventPair(Context &context) : context(context) {
    for (EventHandle *event : {&begin, &end})
      if (context.failed() || !context.check(context.driver.eventCreate(event, 0), "making an event"))
        *event = nullptr;
  }
  ~EventPair() {
    for (EventHandle event : {begin, end})
      if (event)
        context.driver.eventDestroy(event);
  }
  EventPair(const EventPair &) = delete;
  bool isMade() const { return begin && end; }

  EventHandle begin = nullptr, end = nullptr;

private:
  Context &context;
};
} // namespace

static bool timeOnce(Context &context, const TimedLaunch &timed, EventPair &events, Buffer *flush,
                     std::vector<double> &samples) {
  const Driver &driver = context.driver;
  float milliseconds = 0;
  if (!timed.reset() || (flush && !flush->poison()))
    return false;
  bool isTimed = context.check(driver.eventRecord(events.begin, nullptr), "recording an event") &&
                 timed.launch(nullptr) &&
                 context.check(driver.eventRecord(events.end, nullptr), "recording an event") &&
                 context.check(driver.eventSynchronize(events.end), "running `" + timed.name.str() + "` again") &&
                 context.check(driver.eventElapsedTime(&milliseconds, events.begin, events.end), "reading a time");
  if (isTimed)
    samples.push_back(milliseconds);
  return isTimed;
}

bool tessera::runner::cuda::timeLaunches(Context &context, const TimedLaunch &timed, int64_t repetitions,
                                         std::vector<double> &samples) {
  std::optional<Buffer> flush;
  if (context.facts.l2Bytes)
    flush.emplace(context, 2 * context.facts.l2Bytes);
  EventPair events(context);
  bool isTimed = events.isMade();
  for (int64_t i = 0; isTimed && i < repetitions; ++i)
    isTimed = timeOnce(context, timed, events, flush ? &*flush : nullptr, samples);
  return isTimed;
}

bool tessera::runner::cuda::timeInGraph(Context &context, const TimedLaunch &timed, int64_t repetitions,
                                        std::vector<double> &samples) {
  static constexpr unsigned launches = 20;
  LaunchGraph graph(context, launches, timed.launch);
  if (!graph.isMade())
    return false;
  EventPair events(context);
  double milliseconds = 0;
  bool isTimed = events.isMade() && graph.time(events.begin, events.end, milliseconds); // the first one is not counted
  for (int64_t i = 0; isTimed && i < repetitions; ++i)
    if (isTimed = graph.time(events.begin, events.end, milliseconds); isTimed)
      samples.push_back(milliseconds);
  return isTimed;
}
