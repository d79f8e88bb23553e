// SPDX-License-Identifier: Apache-2.0
// Somebody who watches a launch of the emulator and has something to tell of it afterwards. A device knows no more of
// him, so that what needs an assembler is not part of what runs in a browser.
#pragma once

#include "runner/emulator/trace/Trace.h"
#include "runner/Result.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <string>

namespace tessera::emulator {
class Program;
class StepObserver;
struct Function;
struct LaunchShape;
struct RunOptions;
} // namespace tessera::emulator

namespace tessera::runner {

class LaunchWatcher {
public:
  virtual ~LaunchWatcher() = default;
  virtual emulator::StepObserver *observer() = 0;
  /// Before the launch: in what order its blocks should run, whose numbers any order gives; and which, where nobody
  /// wants numbers. All else in `options` is chosen.
  virtual void adapt(const emulator::LaunchShape & /*shape*/, emulator::RunOptions & /*options*/) {}
  /// Before the launch: a timeline is wanted, too. `empty` knows what lies where in shared memory.
  virtual void keepTimeline(emulator::Trace /*empty*/) {}
  /// Null where nobody wanted one.
  virtual const emulator::Trace *getTimeline() const { return nullptr; }
  /// After a launch that went well: a problem where there is nothing to tell, with the reason. The others are called
  /// after this only, and where it was none.
  virtual Status finish(const emulator::LaunchShape &shape) = 0;
  /// Lines for people, the last one ended.
  virtual std::string describe() const = 0;
  virtual llvm::json::Object toJson() const = 0;
};

} // namespace tessera::runner
