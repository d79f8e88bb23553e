// SPDX-License-Identifier: Apache-2.0
// Machine instructions with registers, stall counts and counters, of the operations that StandInKernel.h has.
#include "runner/emulator/sass/StandIn.h"
#include "runner/emulator/sass/StandInKernel.h"
#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace tessera::emulator {

using O = sass::Operation;
using standin::Operation;

namespace {

class KernelMaker {
public:
  KernelMaker(const ptx::Function &function, const rates::Rates &rates) : function(function), r(rates) {}

  MachineKernel make(uint32_t firstStatement, unsigned architecture) {
    work = standin::translate(function, firstStatement);
    uint32_t highest = standin::allocate(work, limit());
    for (std::vector<Operation> &block : work.blocks)
      block = standin::order(std::move(block), work, r);
    kernel.name = std::string(function.name);
    kernel.code.architecture = architecture;
    emit();
    kernel.registers = std::min<uint32_t>(limit(), (highest + 1 + 2 + 7) / 8 * 8);
    return std::move(kernel);
  }

private:
  uint32_t limit() const { return function.maximalRegisters ? std::min(255u, function.maximalRegisters) : byThreads(); }
  uint32_t byThreads() const {
    const uint32_t *threads = function.requiredThreads[0] ? function.requiredThreads : function.maximalThreads;
    uint64_t all = uint64_t(std::max(1u, threads[0])) * std::max(1u, threads[1]) * std::max(1u, threads[2]);
    if (threads[0] == 0)
      return 255;
    return static_cast<uint32_t>(std::clamp<uint64_t>(static_cast<uint64_t>(r.registers) / all / 8 * 8, 24, 255));
  }

  sass::RegisterRange rangeOf(const std::vector<uint32_t> &list) const {
    sass::RegisterRange range;
    for (uint32_t n : list) {
      if (work.registers[n].physical >= sass::zeroRegister)
        continue;
      if (range.count == 0)
        range.first = static_cast<uint8_t>(work.registers[n].physical);
      range.count = static_cast<uint16_t>(range.count + work.registers[n].units);
    }
    return range;
  }

  /// Two names of one register, seen through moves that are none.
  uint32_t resolve(uint32_t n) const {
    for (unsigned depth = 0; depth < 8; ++depth) {
      auto found = sameAs.find(n);
      if (found == sameAs.end())
        break;
      n = found->second;
    }
    return n;
  }

  void emit() {
    const std::vector<std::vector<Operation>> &blocks = work.blocks;
    std::vector<uint32_t> beginOf(blocks.size());
    uint32_t count = 0;
    for (size_t b = 0; b < blocks.size(); ++b) {
      beginOf[b] = count;
      for (const Operation &op : work.blocks[b])
        count += work.freeMoves.count(op.statement) == 0;
    }
    // Who raises which counter is the same in all blocks: a value may be needed in another one.
    unsigned nextCounter = 0;
    std::unordered_map<uint32_t, uint8_t> countersOf; // by register: all that its writers raise
    std::vector<std::vector<uint8_t>> counters(blocks.size());
    for (size_t b = 0; b < blocks.size(); ++b)
      for (const Operation &op : work.blocks[b]) {
        uint8_t counter = sass::noCounter;
        if (standin::raisesCounter(op.operation())) {
          counter = static_cast<uint8_t>(nextCounter++ % sass::counterCount);
          for (uint32_t n : op.writes)
            countersOf[n] |= static_cast<uint8_t>(1u << counter);
          if (op.operation() == O::mbarrier)
            for (uint32_t n : op.predicates)
              countersOf[n] |= static_cast<uint8_t>(1u << counter);
        }
        counters[b].push_back(counter);
      }
    for (size_t b = 0; b < blocks.size(); ++b)
      emitBlock(b, beginOf, counters[b], countersOf);
  }

  void emitBlock(size_t b, const std::vector<uint32_t> &beginOf, const std::vector<uint8_t> &counters,
                 const std::unordered_map<uint32_t, uint8_t> &countersOf) {
    std::unordered_map<uint32_t, double> ready; // by register: when a result of fixed latency is there
    std::unordered_map<uint32_t, uint8_t> own;  // the counter of the block's own last writer
    sameAs.clear();
    double now = 0;
    size_t firstOfBlock = kernel.code.instructions.size();
    for (size_t k = 0; k < work.blocks[b].size(); ++k) {
      const Operation &op = work.blocks[b][k];
      std::vector<uint32_t> reads = op.predicates;
      for (const auto &operand : op.reads)
        reads.insert(reads.end(), operand.begin(), operand.end());
      if (work.freeMoves.count(op.statement)) {
        for (size_t n = 0; n < op.writes.size() && op.reads[0].size() == op.writes.size(); ++n)
          sameAs[op.writes[n]] = resolve(op.reads[0][n]);
        continue;
      }
      double when = now;
      uint8_t waits = 0;
      for (uint32_t n : reads) {
        n = resolve(n);
        if (auto found = ready.find(n); found != ready.end())
          when = std::max(when, found->second);
        if (auto found = own.find(n); found != own.end())
          waits |= found->second;
        else if (auto other = countersOf.find(n); other != countersOf.end())
          waits |= other->second;
      }
      if (kernel.code.instructions.size() > firstOfBlock) {
        constexpr double longestStall = 15;
        kernel.code.instructions.back().stall = static_cast<uint8_t>(std::clamp(when - now + 1, 1.0, longestStall));
      }
      sass::MachineInstruction made = encode(op, beginOf);
      made.writeCounter = counters[k];
      made.waitMask = waits;
      if (kernel.code.instructions.size() > firstOfBlock)
        keepOperands(kernel.code.instructions.back(), made);
      kernel.code.instructions.push_back(made);
      kernel.statements.push_back(op.statement);
      auto finish = [&](uint32_t n, double latency) {
        sameAs.erase(n);
        own[n] = counters[k] == sass::noCounter ? uint8_t(0) : static_cast<uint8_t>(1u << counters[k]);
        ready[n] = counters[k] == sass::noCounter && op.operation() != O::mma ? when + latency : when;
      };
      for (uint32_t n : op.writes)
        finish(n, standin::latencyOf(op, r));
      for (uint32_t n : op.predicates)
        if (n != op.guard && (op.operation() == O::mbarrier || op.writes.empty()))
          finish(n, r.guardLatency);
      now = when + 1;
    }
    if (kernel.code.instructions.size() > firstOfBlock) { // what follows must not come before the last results
      double last = 0;
      for (auto [n, when] : ready)
        last = std::max(last, when);
      double rest = std::clamp(std::min(last, now + 3) - now + 1, 1.0, 5.0);
      kernel.code.instructions.back().stall = static_cast<uint8_t>(rest);
    }
  }

  /// An operand that the next instruction has in the same place stays for it, as ptxas asks wherever it can.
  static void keepOperands(sass::MachineInstruction &before, const sass::MachineInstruction &next) {
    auto isArithmetic = [](O operation) {
      return operation == O::fma32 || operation == O::alu || operation == O::integerProduct || operation == O::half;
    };
    if (!isArithmetic(before.operation) || !isArithmetic(next.operation))
      return;
    const std::pair<const sass::RegisterRange *, const sass::RegisterRange *> operands[] = {
        {&before.a, &next.a}, {&before.b, &next.b}, {&before.c, &next.c}};
    for (unsigned k = 0; k < 3; ++k)
      if (operands[k].first->count && operands[k].second->count &&
          operands[k].first->first == operands[k].second->first && operands[k].first->first != before.d.first)
        before.reuse |= static_cast<uint8_t>(1u << k);
  }

  sass::MachineInstruction encode(const Operation &op, const std::vector<uint32_t> &beginOf) const {
    sass::MachineInstruction made;
    constexpr uint16_t ofRegisters = 1u << 9, ofAddress = 4u << 9;
    bool isBranch = op.operation() == O::branch;
    made.opcode = static_cast<uint16_t>(op.number | (isBranch ? ofAddress : ofRegisters));
    made.operation = op.operation();
    made.stall = 1;
    // The second condition of branches and exits: always.
    made.word = {made.opcode, uint64_t(sass::alwaysPredicate) << 23};
    made.guard = op.guard == standin::noRegister ? sass::alwaysPredicate : uint8_t(op.guard % sass::alwaysPredicate);
    made.isGuardNegated = op.isGuardNegated;
    made.d = rangeOf(op.writes);
    made.a = rangeOf(op.reads[0]);
    made.b = rangeOf(op.reads[1]);
    made.c = rangeOf(op.reads[2]);
    made.accessBytes = op.bytes;
    if (op.target != noStatement)
      made.target = int64_t(beginOf[op.target]) * static_cast<int64_t>(sass::wordBytes);
    return made;
  }

  const ptx::Function &function;
  const rates::Rates &r;
  standin::Kernel work;
  MachineKernel kernel;
  std::unordered_map<uint32_t, uint32_t> sameAs; // in the block that is emitted
};

} // namespace

MachineMap makeStandIn(const ptx::Module &module) {
  MachineMap map;
  map.isStandIn = true;
  std::string_view digits = module.target;
  digits.remove_prefix(std::min<size_t>(digits.size(), 3)); // `sm_`
  std::from_chars(digits.data(), digits.data() + digits.size(), map.architecture);
  map.digest = getDigest(*module.text);
  StatementNumbers numbers(module);
  const rates::Rates &rates = rates::getRates(map.architecture);
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    const ptx::Function &function = module.functions[f];
    map.functions.emplace_back(std::string(function.name), static_cast<uint32_t>(function.instructions.size()));
    if (function.isEntry && function.hasBody)
      map.kernels.push_back(KernelMaker(function, rates).make(numbers.numberOf({f, 0}), map.architecture));
  }
  return map;
}

} // namespace tessera::emulator
