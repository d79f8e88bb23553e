// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/Peer.h"
#include "runner/device/cuda/AttentionPeer.h"
#include "runner/device/cuda/LaunchTimes.h"
#include "runner/device/cuda/ProductPeer.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;
using numerics::Array;

std::unique_ptr<Peer> Peer::open(llvm::StringRef name, Context &context, std::string &error) {
  if (name == "cudnn")
    return AttentionPeer::open(context, error);
  return ProductPeer::open(context, error);
}

std::string cuda::describeShapes(const PeerLaunch &launch) {
  auto describeArray = [](const Array &array) {
    std::string text;
    for (int64_t extent : array.shape())
      text += (text.empty() ? "" : "x") + std::to_string(extent);
    return text + " " + std::string(getShortName(array.dtype()));
  };
  std::string text;
  for (const Array &input : launch.inputs)
    if (isArray(input))
      text += (text.empty() ? "" : ", ") + describeArray(input);
  for (const Array &output : launch.outputs)
    text += " -> " + describeArray(output);
  return text;
}

std::string cuda::describeDifference(const Array &own, const PeerLaunch &launch, llvm::StringRef whose) {
  numerics::Comparison comparison = numerics::compareClose(own, launch.outputs[0], launch.tolerance);
  return comparison.passed
             ? ""
             : std::to_string(comparison.mismatched) + " of " + std::to_string(comparison.elements) +
                   " elements differ from " + whose.str() + ", by at most " + std::to_string(comparison.maxAbsolute);
}

bool Peer::finish(Call &call) {
  return !context.failed() && call.begin() && context.check(context.driver.ctxSynchronize(), "running " + what);
}

bool Peer::time(const PeerLaunch &launch, int64_t repetitions, std::vector<double> &samples, TimeAgain *again) {
  auto [entry, isNew] = known.try_emplace(launch.kernel.str() + " " + describeShapes(launch));
  Found &found = entry->second;
  if ((isNew && !find(launch, found)) || !found.make)
    return !context.failed();
  std::shared_ptr<Call> call = found.make(launch);
  auto timeCall = [this, call](int64_t more, std::vector<double> &times) {
    auto begin = [&](StreamHandle) { return call->begin(); }; // there is one stream alone, the context's own
    auto reset = [&] { return call->reset(); };
    return timeLaunches(context, TimedLaunch{what, begin, reset}, more, times);
  };
  // The first one is not counted: it loads the library's kernel.
  if (!finish(*call) || !timeCall(repetitions, samples))
    return false;
  if (again)
    *again = timeCall;
  return true;
}

std::string Peer::describeCall(llvm::StringRef kernel) const {
  for (const auto &[key, found] : known)
    if (found.make && llvm::StringRef(key).split(' ').first == kernel)
      return found.text;
  return {};
}

std::string Peer::whyNone(llvm::StringRef kernel) const {
  for (const auto &[key, found] : known)
    if (!found.make && llvm::StringRef(key).split(' ').first == kernel)
      return found.text;
  return {};
}
