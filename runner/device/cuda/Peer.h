// SPDX-License-Identifier: Apache-2.0
// A library's call in a kernel's place: the same numbers of the same arrays, timed as the kernel was. What a kernel
// computes is told by what comes out of it and by nothing that it is called. Each library's peer lists what the shapes
// of a launch allow, and takes what the numbers agree with. So tiles, loops, pointers and the order of a kernel's
// programs don't matter, and a kernel that does anything else as well (a bias, an activation) is refused, since a call
// that does less is no peer of it.
//
// Looking for it in the recorded program was rejected: a Triton kernel reaches its operands by pointers that it
// computes, and what is certain about those is what they did.
#pragma once

#include "runner/device/cuda/KernelRun.h"
#include "shared/numerics/Comparison.h"
#include <functional>
#include <map>

namespace tessera::runner::cuda {

/// What a launch was: its inputs, what it made of them, and how exact the two must agree.
struct PeerLaunch {
  llvm::StringRef kernel;
  llvm::ArrayRef<numerics::Array> inputs, outputs;
  bool isTf32 = false; // the kernel rounds f32 operands to tf32
  numerics::Tolerance tolerance;
};

class Peer {
public:
  /// By a baseline's name, `cublas` or `cudnn`. Null with the reason in `error`.
  static std::unique_ptr<Peer> open(llvm::StringRef name, Context &context, std::string &error);
  virtual ~Peer() = default;
  Peer(const Peer &) = delete;

  /// Times the call that computes what the launch did; `samples` stays empty where there is none, and `whyNone` says
  /// why. A launch of the same kernel and shapes is looked at once. False: the GPU failed, as the context knows.
  /// `again` becomes the call with its arrays, where there is one; this peer has to outlive it.
  bool time(const PeerLaunch &launch, int64_t repetitions, std::vector<double> &samples, TimeAgain *again = nullptr);
  /// Of the kernel's launches so far: the call, or why there is none.
  std::string describeCall(llvm::StringRef kernel) const;
  std::string whyNone(llvm::StringRef kernel) const;

protected:
  /// A call with a launch's arrays on the GPU. Failures are the context's.
  class Call {
  public:
    virtual ~Call() = default;
    virtual bool begin() = 0;
    /// What it writes is poisoned.
    virtual bool reset() = 0;
  };
  /// How to make the call for a launch of these shapes; none where `text` says why there is none.
  struct Found {
    std::function<std::unique_ptr<Call>(const PeerLaunch &)> make;
    std::string text;
  };
  /// `what` is what a call is, for errors: `cuBLAS's product`.
  Peer(Context &context, std::string what) : context(context), what(std::move(what)) {}
  /// False: the GPU failed.
  virtual bool find(const PeerLaunch &launch, Found &found) = 0;
  /// Begins the call and waits for its end.
  bool finish(Call &call);
  /// Drops the calls that were found, with what they hold.
  void forget() { known.clear(); }

  Context &context;
  const std::string what;

private:
  std::map<std::string, Found> known; // by kernel and shapes
};

/// `256x128 bf16, 128x192 bf16 -> 256x192 bf16`; numbers are left out.
std::string describeShapes(const PeerLaunch &launch);
/// Empty where `own` is the launch's output within its tolerance; else how far they are apart, and from `whose`.
std::string describeDifference(const numerics::Array &own, const PeerLaunch &launch, llvm::StringRef whose);
/// Whether a launch's input is an array and no number.
inline bool isArray(const numerics::Array &input) { return input.rank() > 0; }

} // namespace tessera::runner::cuda
