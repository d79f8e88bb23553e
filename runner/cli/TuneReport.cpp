// SPDX-License-Identifier: Apache-2.0
// What `tessera tune` says: estimates are called estimates, only what a GPU measured is called a time.
#include "compiler/driver/Explain.h"
#include "runner/cli/Terminal.h"
#include "runner/cli/Tune.h"
#include "shared/protocol/Json.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

/// Lines of a table; `--json` has all.
static constexpr size_t mostLines = 12;

std::string cli::spellTuneOption(llvm::StringRef tune) { return "--tune '" + tune.str() + "'"; }

static const MeasuredTimes *findTimes(const TunedSubject &tuned, size_t candidate) {
  for (size_t index = 0; index < tuned.measured.size(); ++index)
    if (tuned.measured[index] == candidate)
      return &tuned.times[index];
  return nullptr;
}

static bool isChosen(const TunedSubject &tuned, const TuneCandidate &candidate) {
  return candidate.tune == tuned.choice.tune;
}

static std::string format(const char *form, double number) {
  char text[64];
  std::snprintf(text, sizeof text, form, number);
  return text;
}

static std::string describe(const TunedSubject &tuned, size_t index) {
  const TuneCandidate &candidate = tuned.subject.candidates[index];
  const KernelEstimate &estimate = candidate.estimate;
  std::string line = isChosen(tuned, candidate) ? "* " : "  ";
  const MeasuredTimes *times = findTimes(tuned, index);
  if (!tuned.times.empty())
    line += !times ? "       -" : times->problem.empty() ? format("%8.4f", times->median) : "  failed";
  line += format("%10.1f", estimate.microseconds) + format("%8.0f", static_cast<double>(estimate.blocks)) +
          format("%6.0f", static_cast<double>(estimate.waves)) + "  ";
  line += estimate.limit + std::string(estimate.limit.size() < 18 ? 18 - estimate.limit.size() : 0, ' ');
  line += candidate.choices.empty() ? "the compiler's own choices" : candidate.choices;
  return line + (times && !times->problem.empty() ? ": " + times->problem : "") + "\n";
}

void cli::printTuned(const TunedSubject &tuned, llvm::StringRef target) {
  const TuneSubject &subject = tuned.subject;
  std::string text = subject.name + " for " + target.str() + ": ";
  if (tuned.isFromCache) {
    const TunedChoice &choice = tuned.choice;
    text += choice.how == "measured"    ? "measured on " + choice.device + ", " + format("%.4f ms", choice.value)
            : choice.how == "predicted" ? "predicted by the model of time, " + format("%.1f us", choice.value)
                                        : "ranked by the cost model";
    text += ", " + choice.when + "; from the cache (`--fresh` looks again)\n";
  } else if (subject.candidates.empty()) {
    print(text + "not tuned: " + subject.whyNone + "\n");
    return;
  } else {
    text += std::to_string(subject.candidates.size()) + " schedules (" + std::to_string(subject.compiled) +
            " compiled, " + std::to_string(subject.same) + " the same as others, " + std::to_string(subject.refused) +
            " without code)\n";
    text += tuned.times.empty()
                ? "  ranked by the cost model for " + tuned.card + ": estimates for an order, not times of a GPU\n"
            : tuned.choice.how == "predicted"
                ? "  predicted for " + tuned.card +
                      " by a model of time (ms), not measured; estimates are the cost model's\n"
            : tuned.choice.how == "measured"
                ? "  measured on " + tuned.choice.device + " (ms, medians); estimates are the cost model's\n"
                : "  none of them could be timed: ranked by the cost model alone\n";
    text += std::string("  ") + (tuned.times.empty() ? "" : "      ms") +
            "  estimate  blocks waves  bound by          choices\n";
    for (size_t index = 0; index < subject.candidates.size(); ++index)
      if (index < mostLines || index == subject.own || isChosen(tuned, subject.candidates[index]))
        text += describe(tuned, index);
    if (subject.candidates.size() > mostLines)
      text += "  ...\n";
    for (const TuneCandidate &candidate : subject.candidates)
      if (!candidate.config.empty() && isChosen(tuned, candidate))
        text += "  best config selected: " + candidate.config + "\n"; // Triton's words
    if (subject.candidates[subject.own].estimate.guesses)
      text += "  some loops or branches depend on data: the model guesses their course\n";
  }
  print(text + (tuned.choice.tune.empty() ? "  the compiler's own choices are taken\n"
                                          : "  take it with " + spellTuneOption(tuned.choice.tune) + "\n"));
}

static llvm::json::Object toJson(const TunedSubject &tuned, size_t index) {
  const TuneCandidate &candidate = tuned.subject.candidates[index];
  llvm::json::Object json{{"choices", candidate.choices},
                          {"tune", candidate.tune},
                          {"own", index == tuned.subject.own},
                          {"chosen", isChosen(tuned, candidate)},
                          {"estimate", tessera::toJson(candidate.estimate)}};
  if (!candidate.config.empty())
    json["config"] = protocol::toUtf8(candidate.config);
  if (const MeasuredTimes *times = findTimes(tuned, index)) {
    if (times->problem.empty())
      json[tuned.choice.how == "predicted" ? "predictedMilliseconds" : "milliseconds"] = times->median;
    else
      json["problem"] = protocol::toUtf8(times->problem);
    json["samples"] = llvm::json::Array(times->samples);
  }
  return json;
}

llvm::json::Object cli::toJson(const TunedSubject &tuned) {
  const TuneSubject &subject = tuned.subject;
  llvm::json::Object json{
      {"name", protocol::toUtf8(subject.name)}, {"digest", subject.digest}, {"cached", tuned.isFromCache}};
  llvm::json::Array kernels, candidates;
  for (const std::string &kernel : subject.kernels)
    kernels.push_back(protocol::toUtf8(kernel));
  json["kernels"] = std::move(kernels);
  if (!tuned.isFromCache && subject.candidates.empty()) {
    json["problem"] = protocol::toUtf8(subject.whyNone);
    return json;
  }
  json["tune"] = tuned.choice.tune;
  json["how"] = tuned.choice.how;
  json["when"] = tuned.choice.when;
  if (tuned.choice.how == "measured") {
    json["device"] = protocol::toUtf8(tuned.choice.device);
    json["milliseconds"] = tuned.choice.value;
  } else if (tuned.choice.how == "predicted") {
    json["card"] = tuned.card;
    json["predictedMicroseconds"] = tuned.choice.value;
  } else {
    json["card"] = tuned.card;
    json["modelMicroseconds"] = tuned.choice.value;
  }
  if (tuned.isFromCache)
    return json;
  for (size_t index = 0; index < subject.candidates.size(); ++index)
    candidates.push_back(::toJson(tuned, index));
  json["candidates"] = std::move(candidates);
  json["compiled"] = subject.compiled;
  json["same"] = subject.same;
  json["refused"] = subject.refused;
  return json;
}
