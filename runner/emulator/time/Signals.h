// SPDX-License-Identifier: Apache-2.0
// What warps wait for that others bring about at a time which is not known when they begin to wait: the ends of phases
// of mbarriers and of clusters' barriers, and products of a warpgroup, whose four warps must all have issued them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tessera::emulator {

struct WarpTime;

/// A phase has as many contributions as the recording counted, and ends with the last one.
class Phases {
public:
  explicit Phases(const std::vector<uint32_t> &counts);

  /// Arrivals or bytes that come at `when`. True when it was the last contribution.
  bool contribute(uint32_t phase, double when);
  /// Nothing while contributions are missing.
  std::optional<double> whenEnded(uint32_t phase) const;
  /// Who is told when the phase ends.
  void await(uint32_t phase, WarpTime &warp) { all[phase].waiting.push_back(&warp); }
  std::vector<WarpTime *> takeWaiting(uint32_t phase);

private:
  struct Phase {
    uint32_t missing = 0;
    double latest = 0;
    std::vector<WarpTime *> waiting;
  };
  std::vector<Phase> all;
};

/// Products of one warpgroup in the order of issue. The tensor cores work them off one after the other.
class WarpgroupProducts {
public:
  explicit WarpgroupProducts(unsigned warps = 4) : warps(warps) {}

  /// A warp issues its `number`th (from 1) at `now`: true when all warps have, and `whenIssued` is the time.
  bool issue(uint32_t number, double now);
  double whenIssued(uint32_t number) const { return at(number).issued; }
  void begin(uint32_t number, double start, double result);
  /// When the tensor cores began it, and when it and all before it are done; nothing while it has not been begun.
  std::optional<double> whenBegun(uint32_t number) const;
  std::optional<double> whenDone(uint32_t number) const;

private:
  struct Product {
    unsigned warps = 0; // that have issued it
    bool hasBegun = false;
    double issued = 0, start = 0, result = 0;
  };
  const Product &at(uint32_t number) const;

  unsigned warps;
  std::vector<Product> products;
  double latest = 0; // of results
};

} // namespace tessera::emulator
