// SPDX-License-Identifier: Apache-2.0
// Copies of a box of a tensor. A box whose rows leave no gaps is checked as one range of shared memory, as the swizzle only
// changes places inside each of its lines of 128 bytes; else every piece of 16 bytes is looked at.

#include "runner/emulator/async/TensorTransfer.h"
#include <cstring>

namespace tessera::emulator {

/// Pieces of shared memory that the swizzle moves as wholes.
constexpr uint32_t pieceBytes = 16;

TensorTransfer::TensorTransfer(Step &step, unsigned lane, const char *what, const TensorMap &map, const std::array<int32_t, 5> &coordinates)
    : Transfer(step, 1u << lane, what, Proxy::async), map(map), coordinates(coordinates), layout(getBoxLayout(map)),
      elementBytes(getBytes(map.element)) {
  traceBytes = layout.dataBytes;
}

/// Where byte `at` of row `index` lies, as an offset like `SharedPlace::offset`.
static uint32_t findPiece(const BoxLayout &layout, unsigned swizzleBytes, uint32_t offset, uint32_t index, uint32_t at) {
  uint64_t address = uint64_t(offset) + sharedBase + uint64_t(index) * layout.pitch + at;
  return static_cast<uint32_t>(swizzleAddress(address, swizzleBytes) - sharedBase);
}

// --- loads

bool TensorLoad::read(Machine &machine) {
  bool ok = true;
  if (!movesBytes(machine)) {
    walkBox(map, coordinates, [&](const BoxRow &row) {
      ok = ok && (row.count == 0 || readGlobal(machine, row.address, row.count * elementBytes));
    });
    return ok;
  }
  data.resize(layout.dataBytes);
  bool roundsTf32 = map.element == TensorElement::tf32 || map.element == TensorElement::tf32Ftz;
  walkBox(map, coordinates, [&](const BoxRow &row) {
    uint8_t *to = rowOf(row);
    if (row.count * elementBytes != layout.rowBytes)
      fillOutside(to, layout.rowBytes, map.fillsNan);
    if (!ok || row.count == 0)
      return;
    uint32_t bytes = row.count * elementBytes;
    const uint8_t *from = readGlobal(machine, row.address, bytes);
    if (!(ok = from))
      return;
    to += row.first * elementBytes;
    std::memcpy(to, from, bytes);
    for (uint32_t k = 0; roundsTf32 && k < bytes; k += 4) {
      uint32_t bits;
      std::memcpy(&bits, to + k, 4);
      bits = roundToTf32(bits);
      std::memcpy(to + k, &bits, 4);
    }
  });
  return ok;
}

bool TensorLoad::write(Machine &machine, Cta &to) {
  bool isDense = layout.pitch == layout.rowBytes;
  if (!movesBytes(machine))
    return writeShared(machine, to, targets.offset, layout.totalBytes) != nullptr;
  if (isDense && !writeShared(machine, to, targets.offset, layout.totalBytes))
    return false;
  for (uint32_t row = 0; row < layout.rows; ++row)
    for (uint32_t at = 0; at < layout.rowBytes; at += pieceBytes) {
      uint32_t offset = findPiece(layout, map.swizzleBytes, targets.offset, row, at);
      uint8_t *piece = isDense ? to.shared.bytes.data() + offset : writeShared(machine, to, offset, pieceBytes);
      if (!piece)
        return false;
      std::memcpy(piece, data.data() + uint64_t(row) * layout.rowBytes + at, pieceBytes);
    }
  return true;
}

bool TensorLoad::advance(Machine &machine, Cluster &cluster) {
  if (!hasRead) {
    if (!read(machine))
      return true;
    endReading(machine, cluster);
    return false;
  }
  Cta &to = *targets.ctas[written++];
  if (!write(machine, to) || !completeTx(machine, to, targets.barrier, static_cast<int64_t>(layout.dataBytes)))
    return true;
  if (written != targets.ctas.size())
    return false;
  data = {};
  return end(machine, cluster);
}

// --- stores and reductions

/// A store moves whole pieces of 16 bytes: where the tensor's rows end inside of one, what follows in memory is
/// overwritten up to the piece's end, by reductions too (seen on an H200 and an H100, for every type and swizzle).
uint32_t TensorStore::getStoredBytes(const BoxRow &row) const {
  uint32_t bytes = row.count * elementBytes;
  return std::min<uint32_t>((bytes + pieceBytes - 1) / pieceBytes * pieceBytes,
                            layout.rowBytes - row.first * elementBytes);
}

/// Only what is stored is read.
bool TensorStore::readRow(Machine &machine, const BoxRow &row) {
  uint32_t begin = row.first * elementBytes, end = begin + getStoredBytes(row);
  for (uint32_t at = begin / pieceBytes * pieceBytes; at < end; at += pieceBytes) {
    uint32_t first = std::max(at, begin), bytes = std::min(at + pieceBytes, end) - first;
    const uint8_t *from = readShared(machine, *source.cta, findPiece(layout, map.swizzleBytes, source.offset, row.index, first), bytes);
    if (!from)
      return false;
    std::memcpy(rowOf(row) + first, from, bytes);
  }
  return true;
}

bool TensorStore::read(Machine &machine) {
  if (!movesBytes(machine))
    return readShared(machine, *source.cta, source.offset, layout.totalBytes) != nullptr;
  data.resize(layout.dataBytes);
  bool isWhole = layout.pitch == layout.rowBytes;
  walkBox(map, coordinates, [&](const BoxRow &row) { isWhole &= row.count == layout.counts[0]; });
  if (isWhole && !readShared(machine, *source.cta, source.offset, layout.totalBytes))
    return false;
  bool ok = true;
  walkBox(map, coordinates, [&](const BoxRow &row) {
    if (!isWhole)
      ok = ok && readRow(machine, row);
    for (uint32_t at = 0; isWhole && at < layout.rowBytes; at += pieceBytes)
      std::memcpy(rowOf(row) + at, source.cta->shared.bytes.data() + findPiece(layout, map.swizzleBytes, source.offset, row.index, at), pieceBytes);
  });
  return ok;
}

bool TensorStore::write(Machine &machine) {
  bool ok = true;
  walkBox(map, coordinates, [&](const BoxRow &row) {
    uint32_t bytes = getStoredBytes(row);
    uint8_t *to = ok && bytes ? writeGlobal(machine, row.address, bytes, reducer ? AccessKind::atomic : AccessKind::write) : nullptr;
    ok = ok && (to || !bytes);
    if (!movesBytes(machine))
      return;
    const uint8_t *from = rowOf(row) + row.first * elementBytes;
    if (to && reducer)
      reducer(to, from, bytes);
    else if (to)
      std::memcpy(to, from, bytes);
  });
  return ok;
}

bool TensorStore::advance(Machine &machine, Cluster &cluster) {
  if (!hasRead) {
    if (!read(machine))
      return true;
    endReading(machine, cluster);
    return false;
  }
  if (!write(machine))
    return true;
  data = {};
  return end(machine, cluster);
}

} // namespace tessera::emulator
