// SPDX-License-Identifier: Apache-2.0
// What a tool is: a name with a schema, a command line that its arguments become, and words for what that command
// answered. The command runs in a process of its own (BoundedChild.h), so a tool's own code neither blocks nor crashes.
#pragma once

#include "runner/mcp/BoundedChild.h"
#include "runner/mcp/Root.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <string>
#include <vector>

namespace tessera::runner::mcp {

/// What holds for all calls of a server, or of a client of one that has several.
struct Place {
  Root root;
  std::string runner;       // of `--allow-runner`; empty: none
  double mostSeconds = 600; // that a call may ask for
  uint64_t memoryBytes = 0; // of a child
  std::optional<Walls> walls{};          // around children whose program is a stranger's
  size_t outputBytes = size_t(64) << 20; // of a child
  bool runsPrograms = true;              // false: only what is for readers
  /// The runner that this server is part of, with its client's rights; one for each call.
  std::function<std::shared_ptr<RunnerAccess>()> openRunner{};
};

/// A file that is gone with its last owner.
class TemporaryFile {
public:
  static Result<std::shared_ptr<TemporaryFile>> make(llvm::StringRef name, llvm::StringRef text);
  ~TemporaryFile();
  const std::string &path() const { return file; }

private:
  std::string folder, file;
};

/// A call, ready to run.
struct Plan {
  ChildPlan child;
  std::string name;                                  // what text that came as `source` is called
  std::string text;                                  // that text
  std::vector<std::shared_ptr<TemporaryFile>> files; // that the command reads
};

/// What a tool says. `facts` are the same as data; `text` is whole, pages are cut later.
struct Answer {
  std::string text;
  llvm::json::Object facts;
  std::vector<std::string> next; // what to do now, where something is wrong
  bool isError = false;
};

/// A call whose command has ended by itself.
struct Ended {
  const llvm::json::Object &arguments;
  const Place &place;
  const Plan &plan;
  const ChildOutcome &outcome;
  llvm::json::Value json; // that it printed, a value or an array of its lines; null where it printed none
};

struct Tool {
  std::string name, title, description;
  llvm::json::Object input;  // the schema of the arguments
  llvm::json::Object output; // properties of `facts` beside those that all have
  bool reachesOut = false;   // it may ask a runner elsewhere
  Result<Plan> (*plan)(const llvm::json::Object &arguments, const Place &place);
  Answer (*tell)(const Ended &ended);
  bool isForReaders = false; // it runs no program of anybody
};

/// In the order in which they are listed. Without files: for clients that have none here and send texts.
const std::vector<Tool> &listTools(bool hasFiles = true);
/// As `tools/list` has it.
llvm::json::Object describe(const Tool &tool);

/// Says what came of `outcome`: the tool's words, or what ended the command before it could answer.
Answer conclude(const Tool &tool, const llvm::json::Object &arguments, const Place &place, const Plan &plan,
                const ChildOutcome &outcome);
/// The result of `tools/call`: the page of `answer` that the arguments ask for.
llvm::json::Object toResult(const Answer &answer, const llvm::json::Object &arguments, bool hasStructure);
/// Makes lists and texts of `facts` shorter until it has at most about `most` bytes as JSON.
void boundFacts(llvm::json::Object &facts, size_t most);
Answer refuse(std::string text, std::vector<std::string> next = {});

void addCompileTools(std::vector<Tool> &tools);
void addRunTools(std::vector<Tool> &tools);
void addTimeTools(std::vector<Tool> &tools);
void addDocTool(std::vector<Tool> &tools);
/// The tool without what names files.
Tool withoutFiles(const Tool &tool);

} // namespace tessera::runner::mcp
