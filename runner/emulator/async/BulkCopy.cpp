// SPDX-License-Identifier: Apache-2.0
// Copies of contiguous bytes.

#include "runner/emulator/async/BulkCopy.h"
#include <cstring>

namespace tessera::emulator {

bool BulkCopy::read(Machine &machine) {
  if (size == 0)
    return true;
  const uint8_t *from = source.isGlobal ? readGlobal(machine, source.address, size) : readShared(machine, *source.cta, source.offset, size);
  if (from)
    data.assign(from, from + size); // of what nobody looks at, too: its size is what is written
  return from;
}

bool BulkCopy::write(Machine &, uint8_t *to) {
  if (!to)
    return false;
  if (reducer)
    reducer(to, data.data(), data.size());
  else
    std::memcpy(to, data.data(), data.size());
  return true;
}

bool BulkCopy::advance(Machine &machine, Cluster &cluster) {
  if (!hasRead) {
    if (!read(machine))
      return true;
    endReading(machine, cluster);
    return false;
  }
  AccessKind kind = reducer ? AccessKind::atomic : AccessKind::write;
  if (toGlobal) {
    if (!data.empty() && !write(machine, writeGlobal(machine, globalTarget, data.size(), kind)))
      return true;
    return data = {}, end(machine, cluster);
  }
  Cta &to = *targets.ctas[written++];
  if (!data.empty() && !write(machine, writeShared(machine, to, targets.offset, data.size(), kind)))
    return true;
  if (!completeTx(machine, to, targets.barrier, static_cast<int64_t>(data.size())))
    return true;
  if (written != targets.ctas.size())
    return false;
  data = {};
  return end(machine, cluster);
}

SharedPlace probeShared(Step &step, ptx::Space space, bool toCluster, uint64_t address, uint32_t bytes, uint32_t alignment, unsigned lane) {
  Access probe{.space = space, .kind = AccessKind::write, .bytes = bytes, .alignment = alignment, .toCluster = toCluster, .isProbe = true};
  const uint8_t *host = step.resolveOne(probe, address, lane);
  return host ? locateShared(step.cta, host) : SharedPlace{};
}

bool findTargets(Step &step, unsigned lane, SharedPlace place, SharedPlace barrier, const uint16_t *mask, SharedTargets &targets) {
  auto fault = [&](std::string message) { return step.fault(DiagnosticId::asyncMisuse, std::move(message), static_cast<int>(lane)), false; };
  if (place.cta != barrier.cta)
    return fault("the copy goes to CTA " + std::to_string(place.cta->rank) + " of the cluster but its mbarrier is in CTA " + std::to_string(barrier.cta->rank));
  targets.offset = place.offset;
  targets.barrier = barrier.offset;
  if (!mask) {
    targets.ctas = {place.cta};
    return true;
  }
  const auto &ctas = step.cta.cluster->ctas;
  if (*mask == 0 || *mask >> ctas.size() != 0)
    return fault("the mask of a multicast is " + hexText(*mask) + " in a cluster of " + std::to_string(ctas.size()) + " CTAs");
  for (const auto &cta : ctas)
    if (*mask >> cta->rank & 1)
      targets.ctas.push_back(cta.get());
  return true;
}

} // namespace tessera::emulator
