// SPDX-License-Identifier: Apache-2.0
// A register's bank is its number's lowest bit, and a bank gives one register of all 32 lanes a cycle; a register that
// the instruction before marked for reuse, as the same operand, comes from a collector instead. Reads are spread over a
// few cycles, so what bounds a block is how many it has of a bank, not how they meet. (Huerta et al., Dissecting and
// Modeling the Architecture of Modern GPU Cores, MICRO 2025, measured on Ampere and Blackwell. It explains why a public
// H200 kernel of multiply-adds of three registers each reaches 63.5 % of the peak.)
#include "shared/sass/IssueBounds.h"
#include <algorithm>
#include <iterator>

namespace tessera::sass {

namespace {

constexpr std::string_view names[] = {"issue slots", "registers' ports", "fma",        "heavy fma", "alu", "half",
                                      "fp64",        "special",          "conversion", "memory"};
static_assert(std::size(names) == resourceCount);

/// Reads of each bank, with the collector of the instruction before.
class Ports {
public:
  void read(const MachineInstruction &instruction) {
    const RegisterRange *operands[] = {&instruction.a, &instruction.b, &instruction.c};
    for (unsigned i = 0; i < std::size(operands); ++i) {
      bool isKept = operands[i]->count && kept[i].count && kept[i].first == operands[i]->first;
      for (unsigned k = 0; k < operands[i]->count && !isKept; ++k)
        if (!isRead(operands, i, operands[i]->first + k))
          ++reads[(operands[i]->first + k) & 1];
      kept[i] = instruction.reuse >> i & 1 ? *operands[i] : RegisterRange();
    }
  }
  /// What another pipe reads does not pass through the collector, and no mark is left for the next.
  void forget() { std::fill(std::begin(kept), std::end(kept), RegisterRange()); }
  double cycles(double readsPerCycle) const { return std::max(reads[0], reads[1]) / readsPerCycle; }

private:
  /// Whether an operand before the `operand`th one is that register, too. Nobody measured that it is read once for
  /// both; a bound from below may take it so.
  static bool isRead(const RegisterRange *const *operands, unsigned operand, unsigned number) {
    return std::any_of(operands, operands + operand, [&](const RegisterRange *range) {
      return number >= range->first && number < unsigned(range->first) + range->count;
    });
  }

  RegisterRange kept[3];
  double reads[2] = {};
};

} // namespace

std::string_view getName(Resource resource) { return names[static_cast<unsigned>(resource)]; }

Resource IssueBounds::limit() const {
  return static_cast<Resource>(std::max_element(cycles.begin(), cycles.end()) - cycles.begin());
}

IssueBounds boundIssue(const MachineCode &code, uint32_t begin, uint32_t end) {
  return boundIssue(code, begin, end, rates::getRates(code.architecture));
}

IssueBounds boundIssue(const MachineCode &code, uint32_t begin, uint32_t end, const rates::Rates &rates) {
  IssueBounds bounds;
  Ports ports;
  auto take = [&](Resource resource, double cycles) { bounds.cycles[static_cast<unsigned>(resource)] += cycles; };
  for (uint32_t i = begin; i < end; ++i) {
    const MachineInstruction &instruction = code.instructions[i];
    take(Resource::slots, rates.issueCycles);
    bounds.alone += std::max<uint32_t>(instruction.stall, 1);
    bool readsAtOnce = true; // in the cycles behind its issue, and not when a queue gets to it
    switch (instruction.operation) {
    case Operation::fma32:
      take(Resource::fma, rates.fma32Cycles);
      break;
    case Operation::integerProduct:
      // Of two units of 16 lanes one has them: what it does for two cycles is one cycle of both.
      take(Resource::fma, rates.integerProductCycles / rates.fmaUnits);
      take(Resource::fmaHeavy, rates.fmaUnits > 1 ? rates.integerProductCycles : 0);
      break;
    case Operation::alu:
    case Operation::move:
      take(Resource::alu, rates.aluCycles);
      break;
    case Operation::half:
      take(Resource::half, rates.halfCycles);
      break;
    case Operation::fp64:
      take(Resource::fp64, rates.fp64Cycles);
      break;
    case Operation::special:
      take(Resource::special, rates.specialCycles);
      readsAtOnce = false;
      break;
    case Operation::conversion:
      // On sm_80 the unit of the special functions has them.
      take(code.architecture >= 90 ? Resource::conversion : Resource::special, rates.conversionCycles);
      readsAtOnce = false;
      break;
    case Operation::sharedLoad:
    case Operation::sharedStore:
    case Operation::sharedAtomic:
    case Operation::globalLoad:
    case Operation::globalStore:
    case Operation::globalAtomic:
    case Operation::localLoad:
    case Operation::localStore:
    case Operation::clusterStore:
    case Operation::asyncCopy:
    case Operation::matrixLoad:
    case Operation::matrixStore:
    case Operation::warpExchange:
      take(Resource::memory, rates.lsuQueueCycles);
      readsAtOnce = false;
      break;
    case Operation::specialRead:
    case Operation::uniform:
    case Operation::constantLoad:
    case Operation::branch:
    case Operation::convergence:
    case Operation::dependency:
    case Operation::other:
      readsAtOnce = false;
      break;
    default:
      ++bounds.uncounted;
      readsAtOnce = false;
      break;
    }
    if (readsAtOnce)
      ports.read(instruction);
    else
      ports.forget();
  }
  bounds.cycles[static_cast<unsigned>(Resource::ports)] = ports.cycles(rates.portReads);
  return bounds;
}

} // namespace tessera::sass
