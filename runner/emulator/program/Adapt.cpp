// SPDX-License-Identifier: Apache-2.0
// The small instructions that stand around a family's: registers narrowed and extended, special registers, addresses in a
// frame.

#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/FunctionBuilder.h"
#include <array>
#include <cstring>

namespace tessera::emulator {

using ptx::Type;

template <typename To, typename From> static Outcome convertBits(Step &step, const Instruction &i) {
  const From *a = step.in<From>(i.a);
  To *d = step.out<To>(i.d);
  if (step.isFull())
    for (unsigned lane = 0; lane < warpSize; ++lane)
      d[lane] = static_cast<To>(a[lane]);
  else
    for (uint32_t left = step.mask; left; left &= left - 1)
      d[__builtin_ctz(left)] = static_cast<To>(a[__builtin_ctz(left)]);
  return Outcome::next;
}

Handler getNarrowing(unsigned from, unsigned to) {
  switch (from << 8 | to) {
  case 64 << 8 | 32: return convertBits<uint32_t, uint64_t>;
  case 64 << 8 | 16: return convertBits<uint16_t, uint64_t>;
  case 64 << 8 | 8: return convertBits<uint8_t, uint64_t>;
  case 32 << 8 | 16: return convertBits<uint16_t, uint32_t>;
  case 32 << 8 | 8: return convertBits<uint8_t, uint32_t>;
  case 16 << 8 | 8: return convertBits<uint8_t, uint16_t>;
  default: return nullptr;
  }
}

template <typename Narrow, typename Wide> static Handler extension(bool isSigned) {
  return isSigned ? Handler(convertBits<std::make_signed_t<Wide>, std::make_signed_t<Narrow>>) : Handler(convertBits<Wide, Narrow>);
}

Handler getExtension(unsigned from, unsigned to, bool isSigned) {
  switch (from << 8 | to) {
  case 32 << 8 | 64: return extension<uint32_t, uint64_t>(isSigned);
  case 16 << 8 | 64: return extension<uint16_t, uint64_t>(isSigned);
  case 8 << 8 | 64: return extension<uint8_t, uint64_t>(isSigned);
  case 16 << 8 | 32: return extension<uint16_t, uint32_t>(isSigned);
  case 8 << 8 | 32: return extension<uint8_t, uint32_t>(isSigned);
  case 8 << 8 | 16: return extension<uint8_t, uint16_t>(isSigned);
  default: return nullptr;
  }
}

/// A shared address has the CTA's rank in its upper byte, as on hardware: it means the same to every CTA of the cluster.
Outcome sharedAddress(Step &step, const Instruction &i) {
  uint64_t address = static_cast<uint64_t>(step.cta.rank) << 24 | i.immediate;
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    if (i.detail)
      step.out<uint64_t>(i.d)[lane] = address;
    else
      step.out<uint32_t>(i.d)[lane] = static_cast<uint32_t>(address);
  }
  return Outcome::next;
}

Outcome localAddress(Step &step, const Instruction &i) {
  uint64_t address = i.immediate + (i.detail & 1 ? step.fragment.frame->localBase : 0);
  for (uint32_t left = step.mask; left; left &= left - 1)
    if (i.detail & 2)
      step.out<uint64_t>(i.d)[__builtin_ctz(left)] = address;
    else
      step.out<uint32_t>(i.d)[__builtin_ctz(left)] = static_cast<uint32_t>(address);
  return Outcome::next;
}

// --- special registers

namespace {

enum class Special : uint32_t {
  tid, ntid = 3, ctaid = 6, nctaid = 9, clusterid = 12, nclusterid = 15, clusterCtaid = 18, clusterNctaid = 21, // three each
  laneid = 24, warpid, nwarpid, smid, nsmid, gridid, ctaRank, ctaCount, isExplicitCluster, maskEq, maskLe, maskLt, maskGe, maskGt, clock, clockHigh,
  clock64, totalShared, dynamicShared, aggregateShared, reservedBegin, reservedEnd, reservedOffset, environment, graph,
};

uint64_t readUniform(const Step &step, uint32_t which) {
  const LaunchShape &shape = step.machine.shape;
  const Cta &cta = step.cta;
  auto pick = [](const Dim3 &d, uint32_t k) { return k == 0 ? d.x : k == 1 ? d.y : d.z; };
  if (which >= uint32_t(Special::ntid) && which < uint32_t(Special::laneid)) {
    uint32_t k = which % 3;
    switch (Special(which - k)) {
    case Special::ntid: return shape.block[k];
    case Special::ctaid: return pick(cta.index, k);
    case Special::nctaid: return shape.grid[k];
    case Special::clusterid: return pick(cta.cluster->index, k);
    case Special::nclusterid: return shape.grid[k] / shape.cluster[k];
    case Special::clusterCtaid: return pick(cta.index, k) % shape.cluster[k];
    default: return shape.cluster[k];
    }
  }
  switch (Special(which)) {
  case Special::warpid: return step.warp.index;
  case Special::nwarpid: return cta.warps.size();
  case Special::smid: return cta.cluster->number % 132;
  case Special::nsmid: return 132;
  case Special::ctaRank: return cta.rank;
  case Special::ctaCount: return cta.cluster->ctas.size();
  case Special::isExplicitCluster: return cta.cluster->ctas.size() > 1 || step.machine.entry.syntax->explicitCluster || step.machine.entry.syntax->requiredCluster[0];
  case Special::clock: return static_cast<uint32_t>(step.machine.now);
  case Special::clockHigh: return step.machine.now >> 32;
  case Special::clock64: return step.machine.now + step.warp.executed;
  case Special::totalShared: return cta.shared.limit - sharedBase;
  case Special::dynamicShared: return shape.dynamicShared;
  case Special::aggregateShared: return cta.shared.limit;
  case Special::reservedEnd: return sharedBase;
  default: return 0;
  }
}

uint64_t readLane(const Step &step, uint32_t which, unsigned lane) {
  const uint32_t *block = step.machine.shape.block;
  unsigned linear = step.threadIndex(lane);
  uint32_t bit = 1u << lane;
  switch (which) {
  case 0: return linear % block[0];
  case 1: return linear / block[0] % block[1];
  case 2: return linear / block[0] / block[1];
  case uint32_t(Special::laneid): return lane;
  case uint32_t(Special::maskEq): return bit;
  case uint32_t(Special::maskLe): return bit | (bit - 1);
  case uint32_t(Special::maskLt): return bit - 1;
  case uint32_t(Special::maskGe): return ~(bit - 1);
  default: return ~(bit | (bit - 1));
  }
}

template <typename T> Outcome readSpecial(Step &step, const Instruction &i) {
  T *d = step.out<T>(i.d);
  bool isLanes = i.detail < 3 || i.detail == uint32_t(Special::laneid) || (i.detail >= uint32_t(Special::maskEq) && i.detail <= uint32_t(Special::maskGt));
  uint64_t uniform = isLanes ? 0 : readUniform(step, i.detail);
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    d[lane] = static_cast<T>(isLanes ? readLane(step, i.detail, lane) : uniform);
  }
  return Outcome::next;
}

struct SpecialName {
  std::string_view name;
  Special which;
  bool isVector = false, isWide = false;
};
constexpr SpecialName specialNames[] = {
    {"%tid", Special::tid, true}, {"%ntid", Special::ntid, true}, {"%ctaid", Special::ctaid, true}, {"%nctaid", Special::nctaid, true},
    {"%clusterid", Special::clusterid, true}, {"%nclusterid", Special::nclusterid, true}, {"%cluster_ctaid", Special::clusterCtaid, true},
    {"%cluster_nctaid", Special::clusterNctaid, true}, {"%laneid", Special::laneid}, {"%warpid", Special::warpid}, {"%nwarpid", Special::nwarpid},
    {"%smid", Special::smid}, {"%nsmid", Special::nsmid}, {"%gridid", Special::gridid, false, true}, {"%cluster_ctarank", Special::ctaRank},
    {"%cluster_nctarank", Special::ctaCount}, {"%is_explicit_cluster", Special::isExplicitCluster}, {"%lanemask_eq", Special::maskEq},
    {"%lanemask_le", Special::maskLe}, {"%lanemask_lt", Special::maskLt}, {"%lanemask_ge", Special::maskGe}, {"%lanemask_gt", Special::maskGt},
    {"%clock", Special::clock}, {"%clock_hi", Special::clockHigh}, {"%clock64", Special::clock64, false, true}, {"%globaltimer", Special::clock64, false, true},
    {"%globaltimer_lo", Special::clock}, {"%globaltimer_hi", Special::clockHigh}, {"%total_smem_size", Special::totalShared},
    {"%dynamic_smem_size", Special::dynamicShared}, {"%aggr_smem_size", Special::aggregateShared}, {"%reserved_smem_offset_begin", Special::reservedBegin},
    {"%reserved_smem_offset_end", Special::reservedEnd}, {"%reserved_smem_offset_cap", Special::reservedEnd}, {"%current_graph_exec", Special::graph, false, true},
};

} // namespace

/// `%is_explicit_cluster` is a predicate in PTX; it is one here by the type.
static Outcome readExplicitCluster(Step &step, const Instruction &i) {
  step.setPredicate(i.d, readUniform(step, i.detail) ? ~0u : 0);
  return Outcome::next;
}

Handler findSpecialRegister(std::string_view name, Type &type, uint32_t &detail) {
  if (name.empty() || name[0] != '%')
    return nullptr;
  uint32_t component = 0;
  bool hasComponent = name.size() > 2 && name[name.size() - 2] == '.';
  if (hasComponent) {
    component = static_cast<uint32_t>(std::string_view("xyz").find(name.back()));
    if (component > 2)
      return nullptr;
    name.remove_suffix(2);
  }
  for (const SpecialName &special : specialNames)
    if (special.name == name && special.isVector == hasComponent) {
      detail = static_cast<uint32_t>(special.which) + component;
      type = special.isWide ? Type::u64 : special.which == Special::isExplicitCluster ? Type::pred : Type::u32;
      return special.isWide ? Handler(readSpecial<uint64_t>) : type == Type::pred ? Handler(readExplicitCluster) : Handler(readSpecial<uint32_t>);
    }
  if (name.substr(0, 7) == "%envreg") {
    detail = static_cast<uint32_t>(Special::environment);
    type = Type::u32;
    return readSpecial<uint32_t>;
  }
  return nullptr;
}

} // namespace tessera::emulator
