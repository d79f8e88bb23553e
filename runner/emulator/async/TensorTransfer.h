// SPDX-License-Identifier: Apache-2.0
// Copies of a box of a tensor between global and shared memory, by a tensor map.
#pragma once

#include "runner/emulator/arithmetic/TensorMap.h"
#include "runner/emulator/async/BulkCopy.h"

namespace tessera::emulator {

/// What loads and stores share: the box, and its rows one after another without padding.
class TensorTransfer : public Transfer {
protected:
  TensorTransfer(Step &step, unsigned lane, const char *what, const TensorMap &map, const std::array<int32_t, 5> &coordinates);
  uint8_t *rowOf(const BoxRow &row) { return data.data() + uint64_t(row.index) * layout.rowBytes; }

  const TensorMap map;
  const std::array<int32_t, 5> coordinates;
  const BoxLayout layout;
  const unsigned elementBytes;
  std::vector<uint8_t> data;
};

class TensorLoad : public TensorTransfer {
public:
  TensorLoad(Step &step, unsigned lane, const TensorMap &map, const std::array<int32_t, 5> &coordinates, SharedTargets targets)
      : TensorTransfer(step, lane, "TMA load", map, coordinates), targets(std::move(targets)) {}
  bool advance(Machine &machine, Cluster &cluster) override;

  const SharedTargets targets;

protected:
  uint32_t getTraceAddress() const override { return targets.offset + sharedBase; }

private:
  bool read(Machine &machine);
  bool write(Machine &machine, Cta &to);

  size_t written = 0;
};

/// A store, or with a reducer a reduction.
class TensorStore : public TensorTransfer {
public:
  TensorStore(Step &step, unsigned lane, const TensorMap &map, const std::array<int32_t, 5> &coordinates, SharedPlace source, Reducer reducer)
      : TensorTransfer(step, lane, reducer ? "TMA reduction" : "TMA store", map, coordinates), source(source), reducer(reducer) {
    traceKind = Trace::Kind::store;
  }
  bool advance(Machine &machine, Cluster &cluster) override;

protected:
  uint32_t getTraceAddress() const override { return source.offset + sharedBase; }

private:
  bool read(Machine &machine);
  bool readRow(Machine &machine, const BoxRow &row);
  uint32_t getStoredBytes(const BoxRow &row) const;
  bool write(Machine &machine);

  const SharedPlace source;
  const Reducer reducer;
};

} // namespace tessera::emulator
