// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/CompareTrace.h"
#include "runner/cli/TextTable.h"
#include "runner/emulator/time/Predict.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <zlib.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace json = llvm::json;

//===-- reading -----------------------------------------------------------------------------------------------===//

/// A profiler's trace of minutes has some hundred megabytes.
static constexpr size_t mostBytes = size_t(1) << 30;

Result<std::string> cli::readTraceFile(const std::string &file) {
  gzFile opened = gzopen(file.c_str(), "rb"); // reads what is not packed as it is
  if (!opened)
    return makeProblem(ProblemCode::badRequest, "can't read the trace `" + file + "`");
  std::string text;
  std::vector<char> piece(1 << 20);
  int read = 0;
  while ((read = gzread(opened, piece.data(), static_cast<unsigned>(piece.size()))) > 0 && text.size() <= mostBytes)
    text.append(piece.data(), static_cast<size_t>(read));
  int error = Z_OK;
  gzerror(opened, &error);
  gzclose(opened);
  if (read < 0 || (error != Z_OK && error != Z_STREAM_END))
    return makeProblem(ProblemCode::badRequest,
                       "the trace `" + file + "` can't be read, or is cut or damaged where gzip has packed it");
  if (text.size() > mostBytes)
    return makeProblem(ProblemCode::badRequest, "the trace `" + file + "` has more than 1 GiB: record fewer launches");
  return text;
}

static std::string textOf(const json::Object &event, llvm::StringRef name) {
  if (auto text = event.getString(name))
    return text->str();
  if (auto number = event.getInteger(name)) // of processes and threads both are used
    return std::to_string(*number);
  return "";
}

static bool saysGpu(llvm::StringRef text) {
  std::string lower = text.lower();
  return llvm::StringRef(lower).contains("gpu") || llvm::StringRef(lower).contains("cuda") ||
         llvm::StringRef(lower).contains("kernel") || llvm::StringRef(lower).contains("stream");
}

namespace {
class TraceReader {
public:
  explicit TraceReader(const json::Array &all) : all(all) {
    for (const json::Value &value : all)
      if (const json::Object *event = value.getAsObject())
        readName(*event);
  }

  std::vector<TracedEvent> read() {
    for (const json::Value &value : all)
      if (const json::Object *event = value.getAsObject())
        readEvent(*event);
    llvm::stable_sort(events, [](const TracedEvent &a, const TracedEvent &b) { return a.begin < b.begin; });
    return std::move(events);
  }

private:
  using Thread = std::pair<std::string, std::string>; // process and thread

  void readName(const json::Object &event) {
    std::string kind = textOf(event, "name");
    const json::Object *arguments = event.getObject("args");
    if (textOf(event, "ph") != "M" || !arguments)
      return;
    std::string name = textOf(*arguments, "name");
    if (kind == "process_name")
      names[{textOf(event, "pid"), ""}] = name;
    else if (kind == "thread_name")
      names[{textOf(event, "pid"), textOf(event, "tid")}] = name;
  }

  bool isOfGpu(const json::Object &event, const Thread &thread) {
    auto says = [&](const Thread &who) {
      auto found = names.find(who);
      return found != names.end() && saysGpu(found->second);
    };
    return saysGpu(textOf(event, "cat")) || says(thread) || says({thread.first, ""});
  }

  void readEvent(const json::Object &event) {
    std::string phase = textOf(event, "ph");
    std::optional<double> begin = event.getNumber("ts");
    Thread thread = {textOf(event, "pid"), textOf(event, "tid")};
    if (!begin || !std::isfinite(*begin))
      return;
    if (std::optional<double> lasts = event.getNumber("dur");
        phase == "X" && lasts && *lasts > 0 && std::isfinite(*lasts))
      events.push_back({textOf(event, "name"), *begin, *lasts, isOfGpu(event, thread)});
    if (phase == "B")
      open[thread].push_back({textOf(event, "name"), *begin, 0, isOfGpu(event, thread)});
    std::vector<TracedEvent> &begun = open[thread];
    if (phase != "E" || begun.empty())
      return;
    TracedEvent ended = begun.back();
    begun.pop_back();
    ended.microseconds = *begin - ended.begin;
    if (ended.microseconds > 0)
      events.push_back(std::move(ended));
  }

  const json::Array &all;
  std::map<Thread, std::string> names;
  std::map<Thread, std::vector<TracedEvent>> open;
  std::vector<TracedEvent> events;
};
} // namespace

Result<std::vector<TracedEvent>> cli::readTraceEvents(llvm::StringRef text) {
  std::string error; // it may nest as deep as it likes: nobody here wrote it
  std::optional<json::Value> parsed = protocol::parseJson(text, error);
  if (!parsed)
    return makeProblem(ProblemCode::badRequest,
                       "the trace is no JSON: " + error +
                           "; a trace in Chrome's format is wanted, as profilers export it for Perfetto");
  const json::Array *all = parsed->getAsArray();
  if (const json::Object *object = parsed->getAsObject())
    all = object->getArray("traceEvents");
  if (!all)
    return makeProblem(ProblemCode::badRequest, "the trace has no `traceEvents`: a trace in Chrome's format is wanted, "
                                                "as profilers export it for Perfetto");
  return TraceReader(*all).read();
}

//===-- comparing ---------------------------------------------------------------------------------------------===//

NameFit cli::fitName(llvm::StringRef event, llvm::StringRef kernel) {
  if (event == kernel)
    return NameFit::same;
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  NameFit best = NameFit::none;
  for (size_t at = event.find(kernel); at != llvm::StringRef::npos && !kernel.empty();
       at = event.find(kernel, at + 1)) {
    bool begins = at == 0 || !isPart(event[at - 1]),
         ends = at + kernel.size() == event.size() || !isPart(event[at + kernel.size()]);
    best = std::max(best, begins && ends ? NameFit::word : NameFit::within);
  }
  return best;
}

template <typename Range> static double medianOf(const Range &range) {
  std::vector<double> values;
  for (const auto &one : range)
    values.push_back(one.microseconds);
  if (values.empty())
    return 0;
  llvm::sort(values);
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::vector<KernelComparison> cli::compareTrace(llvm::ArrayRef<TracedEvent> events,
                                                llvm::ArrayRef<PredictedLaunch> launches) {
  std::vector<KernelComparison> kernels;
  for (const PredictedLaunch &launch : launches) {
    auto known = llvm::find_if(kernels, [&](const KernelComparison &one) { return one.kernel == launch.kernel; });
    if (known == kernels.end()) {
      kernels.emplace_back().kernel = launch.kernel;
      known = std::prev(kernels.end());
    }
    known->launches.push_back(launch);
  }
  for (KernelComparison &one : kernels) {
    auto rank = [&](const TracedEvent &event) { return std::pair(event.isOfGpu, fitName(event.name, one.kernel)); };
    for (const TracedEvent &event : events)
      if (auto [isOfGpu, fit] = rank(event); fit != NameFit::none)
        std::tie(one.areOfGpu, one.fit) = std::max(std::pair(one.areOfGpu, one.fit), std::pair(isOfGpu, fit));
    for (const TracedEvent &event : events)
      if (one.fit != NameFit::none && rank(event) == std::pair(one.areOfGpu, one.fit))
        one.events.push_back(event);
    one.medianMeasured = medianOf(one.events);
    one.medianPredicted = medianOf(one.launches);
  }
  return kernels;
}

//===-- telling -----------------------------------------------------------------------------------------------===//

static std::string formatMicroseconds(double value) { return llvm::formatv("{0:f2}", value); }

std::string cli::describe(llvm::ArrayRef<KernelComparison> kernels, llvm::StringRef trace) {
  TextTable table;
  table.add({"kernel", "in the trace", "measured, us", "least", "most", "predicted, us", "predicted / measured"});
  std::string notes;
  for (const KernelComparison &one : kernels) {
    if (one.events.empty()) {
      table.add({one.kernel, "0", "-", "-", "-", formatMicroseconds(one.medianPredicted), "-"});
      continue;
    }
    auto [least, most] =
        std::minmax_element(one.events.begin(), one.events.end(),
                            [](const TracedEvent &a, const TracedEvent &b) { return a.microseconds < b.microseconds; });
    table.add({one.kernel, std::to_string(one.events.size()), formatMicroseconds(one.medianMeasured),
               formatMicroseconds(least->microseconds), formatMicroseconds(most->microseconds),
               formatMicroseconds(one.medianPredicted),
               llvm::formatv("{0:f3}", one.medianPredicted / one.medianMeasured)});
    if (!one.areOfGpu)
      notes += "  `" + one.kernel + "`: nothing says that its events are a GPU's: they may be a function of the host\n";
    if (one.fit == NameFit::within)
      notes += "  `" + one.kernel + "` is only a part of the events' name, `" + one.events.front().name + "`\n";
  }
  bool isAnyThere = llvm::any_of(kernels, [](const KernelComparison &one) { return !one.events.empty(); });
  std::string text = "beside `" + trace.str() + "`, medians:\n" + table.print() + notes;
  return isAnyThere ? text : text + "  no event of the trace has a kernel's name\n";
}

json::Array cli::toJson(llvm::ArrayRef<KernelComparison> kernels) {
  json::Array all;
  for (const KernelComparison &one : kernels) {
    json::Array measured, predicted;
    for (const TracedEvent &event : one.events)
      measured.push_back(event.microseconds);
    for (const PredictedLaunch &launch : one.launches)
      predicted.push_back(launch.microseconds);
    json::Object row{{"kernel", one.kernel},
                     {"measured", std::move(measured)},
                     {"predicted", std::move(predicted)},
                     {"areOfGpu", one.areOfGpu}};
    if (!one.events.empty()) {
      row["event"] = one.events.front().name;
      row["ratio"] = one.medianPredicted / one.medianMeasured;
    }
    all.push_back(std::move(row));
  }
  return all;
}

std::string cli::toOverlay(llvm::ArrayRef<KernelComparison> kernels, llvm::StringRef trace) {
  json::Array events;
  auto name = [&](const char *kind, int process, int thread, std::string text) {
    events.push_back(json::Object{{"ph", "M"},
                                  {"name", kind},
                                  {"pid", process},
                                  {"tid", thread},
                                  {"args", json::Object{{"name", std::move(text)}}}});
  };
  auto add = [&](int process, int thread, llvm::StringRef kernel, double begin, double lasts) {
    events.push_back(
        json::Object{{"ph", "X"}, {"name", kernel}, {"pid", process}, {"tid", thread}, {"ts", begin}, {"dur", lasts}});
  };
  constexpr int measured = 1, predicted = 2;
  name("process_name", measured, 0, "measured: " + trace.str());
  name("process_name", predicted, 0,
       "predicted by a model, not measured (version " + std::string(emulator::timeModel) + ")");
  double first = 0;
  bool isFirst = true;
  for (const KernelComparison &one : kernels)
    for (const TracedEvent &event : one.events) {
      first = isFirst ? event.begin : std::min(first, event.begin);
      isFirst = false;
    }
  for (const auto &[index, one] : llvm::enumerate(kernels)) {
    int thread = static_cast<int>(index);
    for (int process : {measured, predicted})
      name("thread_name", process, thread, one.kernel);
    double end = 0; // of predicted launches that nothing was measured beside
    for (size_t i = 0; i < std::max(one.events.size(), one.launches.size()); ++i) {
      const PredictedLaunch &launch = one.launches[i % one.launches.size()];
      double begin = end;
      if (i < one.events.size()) {
        begin = one.events[i].begin - first;
        add(measured, thread, one.kernel, begin, one.events[i].microseconds);
      }
      add(predicted, thread, one.kernel, begin, launch.microseconds);
      end = begin + launch.microseconds;
    }
  }
  return protocol::toText(json::Object{{"displayTimeUnit", "ns"}, {"traceEvents", std::move(events)}}) + "\n";
}
