// SPDX-License-Identifier: Apache-2.0
// One run of a launch from its beginning to where somebody wants to look. Watches what the machine does, and keeps on
// the way who wrote what: in the registers of one warp, and in the shared memory of its cluster.
#pragma once

#include "runner/emulator/debug/Debugger.h"
#include "runner/emulator/machine/Observer.h"
#include <memory>
#include <unordered_map>

namespace tessera::emulator {

/// Who wrote a warp's registers, and the words of shared memory around it.
class WriterLog {
public:
  explicit WriterLog(WarpName warp) : warp(warp) {}
  void noteRegisters(const Step &step, uint64_t number);
  void noteShared(const Step &step, uint64_t number, WarpName by, const Access &access, uint8_t *const host[warpSize]);
  void noteCopy(const Transfer &copy, const Cta &to, uint32_t offset, uint64_t size, uint64_t number);
  /// Into the view that was taken at `step`.
  void fill(MachineView &view, const Step &step) const;

private:
  struct Entry {
    uint64_t step = 0;
    uint32_t place = 0;
  };
  /// Of an activation of a function; the pointer keeps its address from being another one's.
  struct FrameWriters {
    std::weak_ptr<Frame> frame;
    std::unordered_map<Slot, std::pair<uint32_t, std::array<Entry, warpSize>>> slots; // with the lanes that are written
  };
  std::vector<WriterView> *wordsOf(const Cta &cta);

  const WarpName warp;
  std::unordered_map<const Frame *, FrameWriters> frames;
  std::unordered_map<uint64_t, std::vector<WriterView>> words; // by CTA
};

/// When something was reported: after the machine had executed `step` instructions, by the one that came next.
struct ReportMoment {
  size_t report = 0; // its number in the sink
  uint64_t step = 0;
  WarpName warp;
  bool endsLaunch = false; // by itself: a fault, a launch that stands still
  std::optional<RaceOrigin> race;
};

struct ReplaySettings {
  WarpName followed; // whose registers are shown, too
  uint64_t from = 0;
  bool isFromBegin = false;
  bool keepsWriters = true;
  uint64_t tried = UINT64_MAX; // stop at this attempt in any case, and look again behind it if it waits
  const std::function<void(uint64_t)> *onProgress = nullptr; // null: nobody is told
  /// Ends the run behind the first report that it takes; null: none.
  std::function<bool(const Diagnostic &)> isWanted;
  /// Told of every access, where one is looked for.
  std::function<void(Step &, uint64_t number, WarpName, const Access &, uint8_t *const[warpSize])> onAccess;
};

class Replay final : public StepObserver {
public:
  /// Asked at every PTX instruction.
  using Condition = std::function<bool(const Step &, const Moment &)>;
  Replay(Condition isHere, ReplaySettings settings);

  bool before(Step &step) override;
  void after(Step &step, Outcome outcome) override;
  void accessed(Step &step, const Access &access, const uint64_t addresses[warpSize],
                uint8_t *const host[warpSize]) override;
  void copied(const Transfer &copy, const Cta &to, uint32_t offset, uint64_t size) override;
  /// Behind the launch: what was reported at its end.
  void finish(const DiagnosticSink &sink, bool isComplete) { notice(sink.all(), {}, !isComplete); }

  bool hasStopped = false;
  uint64_t number = 0;              // instructions executed
  uint64_t attempts = 0;            // PTX instructions that were tried, those that waited again and again
  uint64_t lastWhole = 0;           // `number` at the last of them
  WarpName last;                    // who tried it
  std::optional<uint64_t> previous; // the followed warp's last instruction before step `from`
  std::optional<ReportMoment> wanted;
  size_t reportsBefore = 0, reportsBehind = 0; // in the sink, at the instruction that was stopped
  Stop stop;
  MachineView view;

private:
  void arrive(Step &step);
  void look(Step &step);
  void notice(const std::vector<Diagnostic> &all, const std::vector<RaceOrigin> &races, bool endsLaunch);

  const Condition isHere;
  const ReplaySettings settings;
  bool hasMoved;
  bool isPeeking = false;             // the instruction that was stopped shows what it would do
  const Instruction *tried = nullptr; // what the followed warp waits to execute, since step `firstTry`
  uint64_t firstTry = 0;
  size_t reports = 0;                                            // that were noticed
  std::unordered_map<const Warp *, const Instruction *> waiting; // what warps have tried in vain
  std::unique_ptr<WriterLog> log;
};

} // namespace tessera::emulator
