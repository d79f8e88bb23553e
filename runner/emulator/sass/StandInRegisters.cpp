// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/sass/StandInKernel.h"
#include <algorithm>

namespace tessera::emulator::standin {

static constexpr size_t mostWords = size_t(1) << 22; // 32 MiB of bits, a few times

/// Where each register lives, in positions of the text's order: from its first writer to its last reader, and all
/// through loops that need it.
static void findLives(Kernel &kernel) {
  const std::vector<std::vector<Operation>> &blocks = kernel.blocks;
  std::vector<Virtual> &registers = kernel.registers;
  const PtxGraph &graph = kernel.graph;
  // Liveness by blocks, as long as there are few registers for each; a value that a loop needs lives all through it.
  size_t count = blocks.size(), words = (registers.size() + 63) / 64;
  if (count * words > mostWords) { // a text of anybody: then all live as long as the kernel
    for (Virtual &one : registers)
      one.first = 0, one.last = ~0u - 1;
    return;
  }
  std::vector<std::vector<uint64_t>> in(count, std::vector<uint64_t>(words)), use = in, made = in;
  auto set = [](std::vector<uint64_t> &bits, uint32_t n) { bits[n / 64] |= 1ull << n % 64; };
  auto isSet = [](const std::vector<uint64_t> &bits, uint32_t n) { return bits[n / 64] >> n % 64 & 1; };
  for (size_t b = 0; b < count; ++b)
    for (const Operation &op : blocks[b]) {
      for (const auto &operand : op.reads)
        for (uint32_t n : operand)
          if (!isSet(made[b], n))
            set(use[b], n);
      if (op.guard == noRegister)
        for (uint32_t n : op.writes)
          set(made[b], n);
    }
  auto successorsOf = [&](size_t b) {
    return b < graph.blocks.size() ? graph.blocks[b].successors : std::vector<uint32_t>();
  };
  std::vector<std::vector<uint64_t>> out = in;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t b = count; b-- > 0;)
      for (size_t w = 0; w < words; ++w) {
        uint64_t after = 0;
        for (uint32_t s : successorsOf(b))
          after |= in[s][w];
        uint64_t before = use[b][w] | (after & ~made[b][w]);
        changed |= before != in[b][w] || after != out[b][w];
        in[b][w] = before;
        out[b][w] = after;
      }
  }
  uint32_t position = 0;
  auto touch = [&](uint32_t n, uint32_t where) {
    registers[n].first = std::min(registers[n].first, where);
    registers[n].last = std::max(registers[n].last, where);
  };
  for (size_t b = 0; b < count; ++b) {
    uint32_t begin = position;
    for (const Operation &op : blocks[b]) {
      for (const auto &operand : op.reads)
        for (uint32_t n : operand)
          touch(n, position);
      for (uint32_t n : op.writes)
        touch(n, position + 1);
      position += 2;
    }
    for (uint32_t n = 0; n < registers.size(); ++n) {
      if (isSet(in[b], n))
        touch(n, begin);
      if (isSet(out[b], n))
        touch(n, position);
    }
  }
}

/// The lowest numbers that are free, those of one operand side by side. Beyond what there is numbers are shared, as
/// spilling is not modelled.
uint32_t allocate(Kernel &kernel, uint32_t limit) {
  findLives(kernel);
  std::vector<Virtual> &registers = kernel.registers;
  uint32_t highest = 0;
  struct Group {
    std::vector<uint32_t> members;
    uint32_t first = noStatement, last = 0, units = 0;
  };
  std::vector<Group> groups;
  std::vector<bool> isGrouped(registers.size());
  auto group = [&](const std::vector<uint32_t> &members) {
    Group made;
    for (uint32_t n : members)
      if (!isGrouped[n] && registers[n].units) {
        isGrouped[n] = true;
        made.members.push_back(n);
        made.first = std::min(made.first, registers[n].first);
        made.last = std::max(made.last, registers[n].last);
        made.units += registers[n].units;
      }
    if (!made.members.empty())
      groups.push_back(std::move(made));
  };
  for (const auto &block : kernel.blocks)
    for (const Operation &op : block) {
      if (kernel.freeMoves.count(op.statement))
        continue;
      if (op.writes.size() > 1)
        group(op.writes);
      for (const auto &operand : op.reads)
        if (operand.size() > 1)
          group(operand);
    }
  for (uint32_t n = 0; n < registers.size(); ++n)
    if (registers[n].first != noStatement)
      group({n});
  std::stable_sort(groups.begin(), groups.end(), [](const Group &a, const Group &b) { return a.first < b.first; });
  std::vector<uint32_t> freeFrom(256, 0); // by number: the position from which it is free
  uint32_t most = std::min(limit, 254u);
  for (const Group &g : groups) {
    uint32_t step = g.units >= 4 ? 4 : g.units >= 2 ? 2 : 1, at = 0;
    auto isFree = [&](uint32_t number) {
      for (uint32_t k = 0; k < g.units; ++k)
        if (number + k >= most || freeFrom[number + k] > g.first)
          return false;
      return true;
    };
    while (at + g.units <= most && !isFree(at))
      at += step;
    if (at + g.units > most)
      at = most > g.units ? (most - g.units) / step * step : 0;
    for (uint32_t n : g.members) {
      registers[n].physical = at;
      for (uint32_t k = 0; k < registers[n].units && at < 255; ++k, ++at) {
        freeFrom[at] = std::max(freeFrom[at], g.last);
        highest = std::max(highest, at);
      }
    }
  }
  return highest;
}

} // namespace tessera::emulator::standin
