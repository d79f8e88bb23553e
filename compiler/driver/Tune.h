// SPDX-License-Identifier: Apache-2.0
// Looks for a better schedule than the compiler's own choices: compiles a program with others and ranks them by the
// cost model (compiler/schedule/cost). Nothing runs here; who has a GPU measures the best of what this finds.
//
// The search is a beam: from the compiler's own choices every single choice is tried, then every further one from the
// best few, until nothing gets better or the budget is used. What comes to the same schedule as another counts once,
// what does not compile is left out. Where a kernel under `triton.autotune` is launched with several keys, each key
// first gets the configuration that is best for it, one after the other; the beam goes on from there. A choice that
// changed nothing is not tried again further along. Rejected: all combinations (half a million), and descent along one
// choice at a time, which stays with a tile when it needs another number of warps to pay.
#pragma once

#include "compiler/driver/Compiler.h"

namespace tessera {

/// A GPU that the model tells from others with the same target: `h200`, and its name for people.
struct Card {
  std::string name, title;
};

/// Those that run code for `target`, its usual one first; all if it is empty.
std::vector<Card> getCards(llvm::StringRef target);
/// The card that a driver calls `device`, as `NVIDIA H100 80GB HBM3`; else the target's usual one.
Card matchCard(llvm::StringRef device, llvm::StringRef target);

struct TuneOptions {
  std::string card = {};   // that the model ranks for, as Program::estimate takes it
  std::string kernel = {}; // a kernel or an autotuned function; empty: all
  int64_t budget = 200;    // schedules that are compiled, of each
  std::function<bool()> isCancelled = nullptr;
  std::function<void(llvm::StringRef subject, int64_t compiled)> onProgress = nullptr;
};

struct TuneCandidate {
  std::string choices; // `config=1;stages=3`, `config[n=64,float32]=1`; empty: the compiler's own
  std::string tune;    // the same as CompileOptions::tune takes it in this program
  std::string config;  // the configuration of `triton.autotune` as text, if it is one; of several keys, each one's
  KernelEstimate estimate;
};

/// What is tuned together: a kernel, or all that an autotuned function was recorded as.
struct TuneSubject {
  std::string name;
  std::vector<std::string> kernels;
  std::string digest;                    // of what it computes, how it is launched and what it may choose from
  std::vector<TuneCandidate> candidates; // the fastest by the model first; empty: see `whyNone`
  size_t own = 0, best = 0; // of `candidates`: the compiler's own choices; what the model takes (its own unless another
                            // is 3 % better)
  int64_t compiled = 0, same = 0, refused = 0;
  std::string whyNone;
};

/// What can be tuned in a program, without candidates. `tune` is the program's own `CompileOptions::tune`.
std::vector<TuneSubject> findTuneSubjects(const Program &program, const std::string &tune);

/// Fills in the candidates of one of them. `program` was compiled from `source` with `compile`.
void rankSchedules(Compiler &compiler, llvm::StringRef fileName, llvm::StringRef source, const CompileOptions &compile,
                   const Program &program, TuneSubject &subject, const TuneOptions &options);

/// `tune` with these choices behind it.
std::string addChoices(const std::string &tune, const std::string &more);

} // namespace tessera
