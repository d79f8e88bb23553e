// SPDX-License-Identifier: Apache-2.0
// What `--baseline` names: a program, a commit that has it, or what an earlier `tessera bench --save` wrote.
#pragma once

#include "runner/cli/Bench.h"
#include "runner/cli/Source.h"

namespace tessera::runner::cli {

/// Another version of the program, or saved costs. A commit's files lie in a worktree of their own until this goes.
class Baseline {
public:
  /// `given`: `FILE.py`, `FILE.json` or `git:COMMIT`; the latter takes `source.file`, and the folders of `--path` that
  /// lie in the same repository, as they were there.
  static Result<Baseline> find(const std::string &given, const SourceOptions &source);
  /// Points that somebody else keeps.
  static Baseline ofPoints(std::vector<BenchPoint> points);
  Baseline(Baseline &&other) noexcept;
  ~Baseline();

  /// A library's calls are the baseline.
  static Baseline ofPeer(std::string name);
  const SourceOptions *program() const { return isSaved || !library.empty() ? nullptr : &source; }
  const std::string &peer() const { return library; }
  const std::vector<BenchPoint> &saved() const { return points; }

private:
  Baseline() = default;
  static Result<Baseline> checkOut(const std::string &commit, const SourceOptions &source);

  SourceOptions source;
  std::vector<BenchPoint> points;
  bool isSaved = false;
  std::string repository, worktree; // empty without one
  std::string library;              // empty: none
};

} // namespace tessera::runner::cli
