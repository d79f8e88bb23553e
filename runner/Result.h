// SPDX-License-Identifier: Apache-2.0
// How the runner's rooms answer each other: a value, or the problem that a client will read.
#pragma once

#include "shared/protocol/Problem.h"
#include <utility>
#include <variant>

namespace tessera::runner {

using protocol::Problem;
using protocol::ProblemCode;

template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : content(std::in_place_index<0>, std::move(value)) {}
  Result(Problem problem) : content(std::in_place_index<1>, std::move(problem)) {}

  explicit operator bool() const { return content.index() == 0; }
  T &operator*() & { return std::get<0>(content); }
  const T &operator*() const & { return std::get<0>(content); }
  /// By value: `for (auto &x : *call())` must not look into a temporary that is gone.
  T operator*() && { return std::get<0>(std::move(content)); }
  T *operator->() { return &std::get<0>(content); }
  const T *operator->() const { return &std::get<0>(content); }
  const Problem &problem() const { return std::get<1>(content); }

private:
  std::variant<T, Problem> content;
};

/// For calls that only succeed or fail.
struct Done {};
using Status = Result<Done>;

inline Problem makeProblem(ProblemCode code, std::string detail) { return Problem{code, std::move(detail), {}}; }

} // namespace tessera::runner
