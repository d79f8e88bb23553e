// SPDX-License-Identifier: Apache-2.0
// Copies of contiguous bytes, and what bulk and tensor copies have in common: where their shared end and their mbarrier are.
#pragma once

#include "runner/emulator/arithmetic/Reduction.h"
#include "runner/emulator/async/Mbarriers.h"
#include "runner/emulator/async/Transfer.h"

namespace tessera::emulator {

/// The bulk groups of a warp's threads.
struct BulkGroups : TransferGroups {};

/// Where a copy ends in shared memory, for each CTA that it goes to, and the mbarrier there that counts its bytes.
struct SharedTargets {
  std::vector<Cta *> ctas;
  uint32_t offset = 0, barrier = 0; // the same in every CTA
};

/// Contiguous bytes of global memory or of one CTA's shared memory.
struct BulkRange {
  bool isGlobal = true;
  uint64_t address = 0; // global
  Cta *cta = nullptr;   // shared
  uint32_t offset = 0;
};

class BulkCopy : public Transfer {
public:
  BulkCopy(Step &step, uint32_t lane, const char *what, Proxy proxy) : Transfer(step, 1u << lane, what, proxy) {}

  /// Reads first unless it was given data; then writes target after target, each with its mbarrier's bytes.
  bool advance(Machine &machine, Cluster &cluster) override;

  BulkRange source;
  bool toGlobal = false;
  uint64_t globalTarget = 0;
  SharedTargets targets;
  Reducer reducer = nullptr;
  /// Bytes that are no memory's: `st.async` and `red.async`.
  void give(std::vector<uint8_t> bytes) {
    data = std::move(bytes);
    hasRead = true;
    traceBytes = size = data.size();
  }
  void setSize(uint64_t bytes) {
    traceBytes = size = bytes;
    traceKind = toGlobal ? Trace::Kind::store : Trace::Kind::copy;
  }

protected:
  uint32_t getTraceAddress() const override {
    return !toGlobal ? targets.offset + sharedBase : source.isGlobal ? 0 : source.offset + sharedBase;
  }

private:
  bool read(Machine &machine);
  bool write(Machine &machine, uint8_t *to);

  uint64_t size = 0;
  std::vector<uint8_t> data; // from the moment it has read
  size_t written = 0; // targets
};

/// Finds `bytes` bytes at `address`, which must be a multiple of `alignment`, in shared memory. No CTA after a report.
SharedPlace probeShared(Step &step, ptx::Space space, bool toCluster, uint64_t address, uint32_t bytes, uint32_t alignment, unsigned lane);

/// The CTAs that `mask` names, or only `place.cta` without one; their mbarrier at `barrier`. Empty after a report.
bool findTargets(Step &step, unsigned lane, SharedPlace place, SharedPlace barrier, const uint16_t *mask, SharedTargets &targets);

} // namespace tessera::emulator
