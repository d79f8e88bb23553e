// SPDX-License-Identifier: Apache-2.0
// Jobs as JSON.
#include "runner/jobs/Job.h"
#include "shared/protocol/Json.h"
#include <cstdio>
#include <ctime>
#include <iterator>

using namespace tessera;
using namespace tessera::runner;

static constexpr llvm::StringLiteral stateTexts[] = {"queued", "running",   "succeeded",
                                                     "failed", "cancelled", "timed-out"};

llvm::StringRef runner::getText(JobState state) { return stateTexts[static_cast<size_t>(state)]; }

std::optional<JobState> runner::parseJobState(llvm::StringRef text) {
  for (size_t i = 0; i < std::size(stateTexts); ++i)
    if (stateTexts[i] == text)
      return static_cast<JobState>(i);
  return std::nullopt;
}

llvm::StringRef runner::getText(LossCause cause) { return cause == LossCause::job ? "job" : "machine"; }

std::optional<LossCause> runner::parseLossCause(llvm::StringRef text) {
  for (LossCause cause : {LossCause::job, LossCause::machine})
    if (getText(cause) == text)
      return cause;
  return std::nullopt;
}

std::string runner::toTimeText(int64_t milliseconds) {
  time_t seconds = milliseconds / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char date[32], text[48];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text, sizeof text, "%s.%03dZ", date, static_cast<int>(milliseconds % 1000));
  return text;
}

llvm::json::Value runner::toJson(const Job &job, bool withResult) {
  llvm::json::Object object{{"id", job.id},
                            {"artifact", job.request.artifact},
                            {"device", job.request.device},
                            {"state", getText(job.state)},
                            {"priority", job.request.priority},
                            {"position", job.position},
                            {"createdAt", toTimeText(job.createdAt)}};
  if (!job.request.owner.empty())
    object["owner"] = job.request.owner;
  if (!job.request.traceparent.empty())
    object["traceparent"] = job.request.traceparent;
  if (job.startedAt)
    object["startedAt"] = toTimeText(*job.startedAt);
  if (job.finishedAt)
    object["finishedAt"] = toTimeText(*job.finishedAt);
  if (job.attempts > 0)
    object["attempt"] = job.attempts;
  llvm::json::Array losses;
  for (const Loss &loss : job.losses)
    losses.push_back(llvm::json::Object{{"attempt", loss.attempt},
                                        {"cause", getText(loss.cause)},
                                        {"reason", protocol::toUtf8(loss.reason)},
                                        {"endedAt", toTimeText(loss.at)}});
  if (!losses.empty())
    object["lostAttempts"] = std::move(losses);
  std::string ignored; // the texts are ours; one that does not parse was damaged on the disk, and is left out
  if (withResult && !job.result.empty())
    if (auto value = protocol::parseJson(job.result, ignored))
      object["result"] = std::move(*value);
  if (!job.problem.empty())
    if (auto value = protocol::parseJson(job.problem, ignored))
      object["problem"] = std::move(*value);
  return object;
}
