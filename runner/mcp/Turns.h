// SPDX-License-Identifier: Apache-2.0
// Who may run a child now, where several sessions share a machine. At most `parallel` do. Of those that wait, the next
// is of the owner who has the fewest running, then of the one whose last turn is longest ago, then the one that has
// waited longest: so one client's hundred calls do not keep another's one waiting.
//
//   parallel 2:  A runs a1, a2; a3 and a4 wait, then B's b1   a1 ends -> b1 (A runs one, B none)   a2 ends -> a3
//   parallel 1:  A runs a1; a2 and a3 wait, then B's b1       a1 ends -> b1 (B had no turn yet)    b1 ends -> a2
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace tessera::runner::mcp {

class Turns {
public:
  explicit Turns(unsigned parallel) : parallel(parallel) {}

  /// A turn, until it goes.
  class Turn {
  public:
    Turn(Turns &turns, std::string owner) : turns(turns), owner(std::move(owner)) {}
    ~Turn() { turns.end(owner); }
    Turn(const Turn &) = delete;

  private:
    Turns &turns;
    std::string owner;
  };

  /// Waits for a turn. Null where `isCancelled` became true before: whoever sets it calls `wakeAll`.
  std::unique_ptr<Turn> wait(const std::string &owner, const std::atomic<bool> &isCancelled);
  void wakeAll();
  size_t countRunning();
  size_t countWaiting();

private:
  struct Owner {
    unsigned running = 0, waiting = 0;
    uint64_t lastTurn = 0; // by the number of turns that there were; 0: none, as far as is known
  };
  bool isNext(const std::string *owner) const;
  void end(const std::string &owner);
  void forget(const std::string &owner);

  unsigned parallel;
  std::mutex mutex; // guards all below
  std::condition_variable changed;
  std::list<const std::string *> waiting; // owners, the one that has waited longest first
  std::map<std::string, Owner> owners;    // who wait or run
  unsigned count = 0;                     // of all that run
  uint64_t turns = 0;                     // that there were
};

} // namespace tessera::runner::mcp
