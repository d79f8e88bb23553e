// SPDX-License-Identifier: Apache-2.0
// Handlers out of functions of one lane. `lanes<f>()` is the handler that applies `f` to every active lane: its result goes to
// `d`, its one to three arguments come from `a`, `b`, `c`, and their C++ types are those of the registers. The loop over all 32 lanes has
// no branch, so that compilers make vector code of it; under a mask results are computed for all lanes and kept for the active ones,
// which is why `f` must not trap for any value. On x86-64 each handler is compiled twice, for any machine and for those with AVX2 and
// FMA; which one runs is decided when the program is built.
#pragma once

#include "runner/emulator/arithmetic/Rounding.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/Builder.h"
#include <tuple>
#include <type_traits>

#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__))
#define TESSERA_WIDE __attribute__((target("avx,avx2,fma,bmi,bmi2,f16c,lzcnt,popcnt")))
#else
#define TESSERA_WIDE
#endif
// A destination is one of the sources or apart from them: no lane reads what another one wrote.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" // some functions do not become vector code: no reason to warn
#define TESSERA_LANES _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#else
#define TESSERA_LANES _Pragma("GCC ivdep")
#endif

namespace tessera::emulator {

inline bool hasWideVectors() {
#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__))
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  return has;
#else
  return false;
#endif
}

/// `yes` where bit `lane` of `mask` is 1, else `no`: by masks, because compilers make branches of a choice between memory.
template <typename T> __attribute__((always_inline)) inline T chooseLane(uint32_t mask, unsigned lane, T yes, T no) {
  using Bits = std::conditional_t<sizeof(T) == 1, uint8_t, std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  auto ones = static_cast<Bits>(0 - static_cast<Bits>(mask >> lane & 1)), x = bitsAs<Bits>(yes), y = bitsAs<Bits>(no);
  return bitsAs<T>(static_cast<Bits>(y ^ ((x ^ y) & ones)));
}

template <auto function> struct Lanes;

template <typename D, typename... S, D (*function)(S...)> struct Lanes<function> {
  template <size_t... k>
  __attribute__((always_inline)) static inline void apply(const Step &step, const Instruction &i, std::index_sequence<k...>) {
    const Slot sources[] = {i.a, i.b, i.c};
    const std::tuple<const S *...> in(step.in<S>(sources[k])...);
    D *d = step.out<D>(i.d);
    uint32_t mask = step.mask;
    if (step.isFull()) {
      TESSERA_LANES
      for (unsigned lane = 0; lane < warpSize; ++lane)
        d[lane] = function(std::get<k>(in)[lane]...);
      return;
    }
    TESSERA_LANES
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      D result = function(std::get<k>(in)[lane]...);
      d[lane] = chooseLane(mask, lane, result, d[lane]);
    }
  }
  static Outcome run(Step &step, const Instruction &i) {
    apply(step, i, std::index_sequence_for<S...>());
    return Outcome::next;
  }
  TESSERA_WIDE static Outcome runWide(Step &step, const Instruction &i) {
    apply(step, i, std::index_sequence_for<S...>());
    return Outcome::next;
  }
};

template <auto function> Handler lanes() { return hasWideVectors() ? Lanes<function>::runWide : Lanes<function>::run; }
/// With another function where there is FMA.
template <auto function, auto wide> Handler lanes() { return hasWideVectors() ? Lanes<wide>::runWide : Lanes<function>::run; }

/// For functions that take long: only active lanes are computed.
template <auto function> struct SlowLanes;

template <typename D, typename... S, D (*function)(S...)> struct SlowLanes<function> {
  template <size_t... k> static void apply(const Step &step, const Instruction &i, std::index_sequence<k...>) {
    const Slot sources[] = {i.a, i.b, i.c};
    const std::tuple<const S *...> in(step.in<S>(sources[k])...);
    D *d = step.out<D>(i.d);
    for (uint32_t rest = step.mask; rest != 0; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      d[lane] = function(std::get<k>(in)[lane]...);
    }
  }
  static Outcome run(Step &step, const Instruction &i) {
    apply(step, i, std::index_sequence_for<S...>());
    return Outcome::next;
  }
};

template <auto function> Handler slowLanes() { return SlowLanes<function>::run; }

/// The 32-bit mask of the lanes for which a function of them is true.
template <typename F> __attribute__((always_inline)) inline uint32_t maskOfLanes(F function) {
  uint8_t truths[warpSize];
  TESSERA_LANES
  for (unsigned lane = 0; lane < warpSize; ++lane)
    truths[lane] = function(lane);
  uint32_t mask = 0;
  for (unsigned group = 0; group < warpSize; group += 8) {
    uint64_t eight;
    std::memcpy(&eight, truths + group, 8);
    // Each 0 or 1 byte moves to its own bit of the top byte (little endian).
    mask |= static_cast<uint32_t>(eight * 0x0102040810204080ull >> 56) << group;
  }
  return mask;
}

// --- the C++ type of a PTX type

/// `choose(T())` for the integer `type`; bit types are unsigned. Null for any other type.
template <typename Choose> Handler forInteger(ptx::Type type, Choose choose) {
  switch (type) {
  case ptx::Type::u16: case ptx::Type::b16: return choose(uint16_t());
  case ptx::Type::u32: case ptx::Type::b32: return choose(uint32_t());
  case ptx::Type::u64: case ptx::Type::b64: return choose(uint64_t());
  case ptx::Type::s16: return choose(int16_t());
  case ptx::Type::s32: return choose(int32_t());
  case ptx::Type::s64: return choose(int64_t());
  default: return nullptr;
  }
}

/// Emits `handler` with destination 0 of type `result` and the sources that follow it. False when there are others.
inline bool emitLanes(InstructionBuilder &b, Handler handler, ptx::Type result, std::initializer_list<ptx::Type> sources) {
  if (!b.expectOperands(sources.size() + 1))
    return false;
  Slot slots[3] = {noSlot, noSlot, noSlot};
  size_t index = 0;
  for (ptx::Type type : sources) {
    slots[index] = b.read(index + 1, type);
    ++index;
  }
  Slot d = b.write(0, result);
  b.emit(handler, d, slots[0], slots[1], slots[2]);
  return true;
}

} // namespace tessera::emulator
