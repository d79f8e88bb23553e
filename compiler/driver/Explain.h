// SPDX-License-Identifier: Apache-2.0
// The whole schedule of a program's kernels as data: what was decided, what the cost model predicts of it, which
// choices `--tune` has, and what stood in the way of something better. Read off the scheduled IR and what the passes
// kept with each kernel (compiler/tilegpu/ir/Decisions.h); text and JSON are two prints of it. A prediction is the
// model's, for ranking schedules: it is never called a time.
#pragma once

#include "compiler/driver/Compiler.h"

namespace tessera {

/// Warpgroups that do one thing.
struct ExplainedRole {
  std::string name;   // `producer`, `consumer`, `converter`; of a program that says itself, `warpgroup`
  int64_t warpgroups; // that have it
  int64_t registers;  // of each thread; 0: as many as the kernel begins with
};

/// A buffer in shared memory; of several stages, a ring that copies run ahead through.
struct ExplainedBuffer {
  std::string name;
  SourceRange range;
  std::string type; // `64x32xf16`, of a stage
  int64_t stages, bytes, swizzle;
};

struct ExplainedProduct {
  SourceRange range;
  std::string instruction, type, operands; // `wgmma`, `64x128x64 bf16, sums f32`, `a in shared memory, b in ..`
  std::string whyNotBetter;                // empty: there is no better one on the target
};

struct ExplainedAccess {
  SourceRange range;
  std::string kind, array, type; // `load`, `store`, `atomic`; `x`; `64x64xf16`
  std::string how;               // `TMA`, `cp.async`, `registers`
  int64_t vectorBytes;           // that one instruction moves; 0: the copy engine's box
  std::string whyNotBetter;
};

struct ExplainedChoice {
  std::string name, meaning;
  int64_t value;
  bool isAsked;                // by `--tune`; else the compiler chose
  std::vector<int64_t> others; // that `tessera tune` tries
  std::string whyNoOther;
};

/// Of Decisions.h.
struct ExplainedReason {
  SourceRange range;
  std::string what, why, remedy;
};

struct ExplainedKernel {
  std::string name, source, form; // `triton`; `warpgroups`, `block program`, `none`
  SourceRange range;
  std::vector<std::vector<int64_t>> grids; // that it is launched with
  // What follows is empty where there is no schedule; then `refusals` say why.
  int64_t threads = 0, blocks = 0, partsOfProgram = 1, cluster = 1, sharedBytes = 0, workspaceBytes = 0, registers = 0;
  int64_t registersAtMost = 0; // that a thread can have with so many threads
  bool isPersistent = false;
  std::string order; // of blocks; empty: the program's
  std::vector<ExplainedRole> roles;
  std::vector<ExplainedBuffer> buffers;
  std::vector<ExplainedProduct> products;
  std::vector<ExplainedAccess> accesses;
  std::optional<KernelEstimate> prediction;
  std::vector<ExplainedChoice> choices;
  std::vector<ExplainedReason> decisions, obstacles, refusals;
};

struct Explanation {
  std::string target, card; // that the prediction is for
  std::vector<ExplainedKernel> kernels;
};

/// What a program's passes `said`, sorted, with one remark `schedule-plan` for each kernel that has a schedule in the
/// place of those for each decision: its plan, and as notes what was decided and why.
std::vector<Diagnostic> tellPlans(const Explanation &explanation, std::vector<Diagnostic> said);

/// Of a compiled program or an artifact; `tune` is what it was compiled with (CompileOptions::tune).
Explanation explainProgram(const Program &program, llvm::StringRef tune = {});

std::string toText(const Explanation &explanation);
llvm::json::Value toJson(const KernelEstimate &estimate);
/// As shared/protocol/README.md "explain".
llvm::json::Value toJson(const Explanation &explanation);

} // namespace tessera
