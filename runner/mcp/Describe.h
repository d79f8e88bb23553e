// SPDX-License-Identifier: Apache-2.0
// Diagnostics and numbers in words for a model: `file:line:col: severity: message [id]`, the line itself, notes, the
// fix as an edit, and what usually mends it.
#pragma once

#include "runner/mcp/Tool.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::runner::mcp {

/// The lines of a call's files: the text that it sent, and files below the root.
class SourceLines {
public:
  SourceLines(const Plan &plan, const Place &place) : plan(plan), place(place) {}
  /// Without its end; empty where there is none.
  std::string line(llvm::StringRef file, int64_t number);
  /// What a range of one line covers.
  std::string text(const llvm::json::Object &range);

private:
  const Plan &plan;
  const Place &place;
  llvm::StringMap<std::string> texts;
};

/// `matmul.py:12:10`; empty for a range that is null.
std::string describePlace(const llvm::json::Object *range);
std::string describe(const llvm::json::Object &diagnostic, SourceLines &lines);
/// All of them, each with a line of its own.
std::string describeAll(const llvm::json::Array &diagnostics, SourceLines &lines);
/// What usually mends errors of these kinds, each once.
std::vector<std::string> adviseOn(const llvm::json::Array &diagnostics);
bool hasErrors(const llvm::json::Array &diagnostics);

/// `value` as an object; an empty one where it is none. What a child says is not believed.
const llvm::json::Object &objectIn(const llvm::json::Value &value);
/// What the command printed; an empty object where that is none.
const llvm::json::Object &answerOf(const Ended &ended);
/// The schema of a list of facts.
llvm::json::Object listSchema(llvm::StringRef description);

/// `name` of `object`, or nothing in it.
const llvm::json::Array &itemsOf(const llvm::json::Object &object, llvm::StringRef name);
std::string fieldOf(const llvm::json::Object &object, llvm::StringRef name);
int64_t countIn(const llvm::json::Object &object, llvm::StringRef name);

std::string formatNumber(double number, int digits = 3);
/// With the unit that suits: `12.3 us`, `1.2 ms`.
std::string formatMicroseconds(double microseconds);
/// `1,024 B`, `98.3 KB` (thousands).
std::string formatBytes(double bytes);
std::string formatPercent(double share);
/// `64x128`.
std::string formatShape(const llvm::json::Array &shape);
std::string formatGrid(const llvm::json::Array &grid);

} // namespace tessera::runner::mcp
