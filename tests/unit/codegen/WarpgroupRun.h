// SPDX-License-Identifier: Apache-2.0
// From a placed kernel, as text, to PTX, to ptxas where there is one, to a run on the emulator.
#pragma once

#include "compiler/codegen/Codegen.h"
#include "compiler/layout/WarpgroupLayouts.h"
#include "compiler/support/PassDiagnostics.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "runner/emulator/Emulator.h"
#include "runner/emulator/arithmetic/TensorMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <gtest/gtest.h>

namespace tessera {

using Bytes = std::vector<uint8_t>;

template <typename T> Bytes toBytes(const std::vector<T> &values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}
template <typename T> std::vector<T> fromBytes(const Bytes &bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}
/// Of numbers that bf16 holds exactly.
inline uint16_t toBf16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return static_cast<uint16_t>(bits >> 16);
}
inline float fromBf16(uint16_t half) {
  uint32_t bits = static_cast<uint32_t>(half) << 16;
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

inline size_t countOf(const std::string &text, const std::string &piece) {
  size_t found = 0;
  for (size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
    ++found;
  return found;
}

class WarpgroupRun {
public:
  /// `body` stands in a kernel of `arguments` and `attributes` (beyond those that every test has alike).
  WarpgroupRun(const std::string &arguments, const std::string &attributes, const std::string &body, int warpgroups = 1, int axes = 1,
               const std::string &aliases = "")
      : WarpgroupRun(makeText(arguments, attributes, body, warpgroups, axes, aliases)) {}

  /// A module with a kernel `k` for `target`; `passes` run on it first.
  explicit WarpgroupRun(const std::string &text, const std::string &targetName = "sm_90a", llvm::function_ref<void(mlir::PassManager &)> passes = nullptr)
      : context(mlir::MLIRContext::Threading::DISABLED), target(targetName) {
    context.loadDialect<tile::TileDialect, tilegpu::TileGpuDialect, mlir::func::FuncDialect>();
    DiagnosticCollector collector(&context, sink);
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context, "kernel.py");
    mlir::PassManager manager(&context);
    if (passes)
      passes(manager);
    if (!module || mlir::failed(manager.run(*module))) {
      ADD_FAILURE() << report() << text;
      return;
    }
    if (auto generated = codegen::generate(*module, "k", target, "ptx", sink); mlir::succeeded(generated))
      ptx = *generated;
    auto found = codegen::getLaunchFacts(*module, "k", target, sink);
    if (mlir::succeeded(found))
      facts = *found;
  }

  static std::string makeText(const std::string &arguments, const std::string &attributes, const std::string &body, int warpgroups, int axes,
                              const std::string &aliases) {
    std::string order;
    for (int axis = axes; axis-- > 0;)
      order += (order.empty() ? "" : ", ") + std::to_string(axis);
    return aliases + "\ntilegpu.module @sm_90a {\ntilegpu.kernel @k(" + arguments + ") attributes {axis_order = array<i64: " + order +
                       ">, linear_grid, source = \"mosaic_gpu\", num_warps = " + std::to_string(4 * warpgroups) + " : i64, warpgroups = " +
                       std::to_string(warpgroups) + " : i64" + (attributes.empty() ? "" : ", ") + attributes + "} {\n" + body + "\ntilegpu.return\n}\n}\n";
  }

  std::string report() const {
    std::string all;
    for (const Diagnostic &one : sink.all())
      all += render(one) + "\n";
    return all;
  }

  /// Runs under several schedules with the race checker; every run must be clean and give the same.
  std::vector<Bytes> run(std::vector<Bytes> arrays, std::vector<int64_t> grid = {1}, std::vector<uint64_t> seeds = {0, 1, 2}) {
    if (ptx.empty())
      return ADD_FAILURE() << report(), arrays;
    std::vector<Bytes> first;
    for (uint64_t seed : seeds) {
      std::vector<Bytes> result = runOnce(arrays, grid, seed);
      if (first.empty())
        first = result;
      EXPECT_EQ(first, result) << "seed " << seed;
    }
    return first;
  }

  /// What ptxas says, nothing where there is none; fails where it refuses, spills, or changes wgmma or setmaxnreg.
  std::string assemble() {
    llvm::SmallVector<llvm::StringRef> folders = {"/usr/local/cuda/bin"};
    auto tool = llvm::sys::findProgramByName("ptxas");
    if (!tool)
      tool = llvm::sys::findProgramByName("ptxas", folders);
    if (!tool || ptx.empty())
      return "";
    llvm::SmallString<128> source, binary, output;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("warpgroups", "ptx", source));
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("warpgroups", "cubin", binary));
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("warpgroups", "txt", output));
    llvm::FileRemover removers[] = {llvm::FileRemover(source), llvm::FileRemover(binary), llvm::FileRemover(output)};
    std::error_code error;
    llvm::raw_fd_ostream(source, error) << ptx;
    std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(output), llvm::StringRef(output)};
    int status = llvm::sys::ExecuteAndWait(*tool, {*tool, "-arch=" + target, "-v", source, "-o", binary}, std::nullopt, redirects);
    auto said = llvm::MemoryBuffer::getFile(output);
    std::string text = said ? (*said)->getBuffer().str() : "";
    if (auto made = llvm::MemoryBuffer::getFile(binary))
      cubin = (*made)->getBuffer().str();
    EXPECT_EQ(status, 0) << text << ptx;
    EXPECT_NE(text.find("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"), std::string::npos) << text;
    EXPECT_EQ(text.find("(C75"), std::string::npos) << text;
    return text;
  }

  /// How often an opcode stands in the cubin's code: instructions are 16 bytes, the low 12 bits of the first say which.
  size_t countOpcode(unsigned opcode) const {
    size_t found = 0;
    auto read = [&](size_t at, auto value) {
      std::memcpy(&value, cubin.data() + at, sizeof(value));
      return value;
    };
    if (cubin.size() < 64)
      return 0;
    uint64_t table = read(0x28, uint64_t());
    uint16_t entry = read(0x3a, uint16_t()), count = read(0x3c, uint16_t()), names = read(0x3e, uint16_t());
    uint64_t nameTable = read(table + names * entry + 0x18, uint64_t());
    for (uint16_t section = 0; section < count; ++section) {
      size_t header = table + section * entry;
      std::string name = cubin.c_str() + nameTable + read(header, uint32_t());
      if (name.rfind(".text.", 0) != 0)
        continue;
      uint64_t offset = read(header + 0x18, uint64_t()), size = read(header + 0x20, uint64_t());
      for (uint64_t at = 0; at + 16 <= size; at += 16)
        found += (read(offset + at, uint64_t()) & 0xfff) == opcode;
    }
    return found;
  }

  mlir::MLIRContext context;
  std::string target;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  DiagnosticSink sink;
  std::string ptx, cubin;
  codegen::LaunchFacts facts;

private:
  std::vector<Bytes> runOnce(std::vector<Bytes> arrays, const std::vector<int64_t> &grid, uint64_t seed) {
    DiagnosticSink reports;
    std::unique_ptr<emulator::Program> program = emulator::load(ptx, "kernel.ptx", reports);
    if (!program)
      return ADD_FAILURE() << render(reports.all().front()) << ptx, arrays;
    const emulator::Function *entry = nullptr;
    for (const emulator::Function &function : program->functions)
      if (function.isEntry)
        entry = &function;
    emulator::GlobalMemory memory;
    emulator::placeVariables(*program, memory);
    std::vector<emulator::Allocation *> placed;
    std::vector<uint8_t> parameters;
    size_t next = 0;
    auto push = [&](const void *from, size_t size) {
      const emulator::Parameter &parameter = entry->parameters.at(next++);
      parameters.resize(std::max<size_t>(parameters.size(), parameter.offset + parameter.size));
      std::memcpy(&parameters[parameter.offset], from, std::min<size_t>(size, parameter.size));
    };
    for (const Bytes &array : arrays) {
      placed.push_back(&memory.allocate(array.size(), "array", true));
      std::memcpy(placed.back()->bytes.data(), array.data(), array.size());
      push(&placed.back()->address, 8);
    }
    for (int32_t extent : facts.getExtents(grid))
      push(&extent, 4);
    auto blocks = facts.getCudaGrid(grid);
    if (!blocks)
      return ADD_FAILURE() << "no grid", arrays;
    if (facts.workspaceBytes > 0)
      push(&memory.allocate(static_cast<uint64_t>(facts.workspaceBytes) * (*blocks)[0] * (*blocks)[1] * (*blocks)[2], "workspace", true).address, 8);
    for (const codegen::TensorMap &wanted : facts.tensorMaps) {
      emulator::TensorMapImage image = emulator::encodeTensorMap(makeMap(wanted, placed.at(wanted.parameter)->address));
      push(image.data(), image.size());
    }
    emulator::LaunchShape shape;
    for (int axis = 0; axis < 3; ++axis)
      shape.grid[axis] = (*blocks)[axis];
    shape.block[0] = static_cast<uint32_t>(facts.threads);
    shape.dynamicShared = static_cast<uint32_t>(facts.sharedBytes);
    emulator::RunOptions options;
    options.seed = seed;
    options.checksRaces = true;
    emulator::RunResult result = emulator::launch(*program, *entry, shape, parameters, memory, options, reports);
    EXPECT_TRUE(result.ok) << "seed " << seed;
    for (const Diagnostic &one : reports.all())
      ADD_FAILURE() << "seed " << seed << ": " << render(one);
    for (size_t i = 0; i < arrays.size(); ++i)
      std::memcpy(arrays[i].data(), placed[i]->bytes.data(), arrays[i].size());
    return arrays;
  }

  static emulator::TensorMap makeMap(const codegen::TensorMap &wanted, uint64_t address) {
    emulator::TensorMap map;
    map.address = address;
    unsigned bits = wanted.elementType.getIntOrFloatBitWidth();
    map.element = wanted.elementType.isBF16()  ? emulator::TensorElement::bf16
                  : wanted.elementType.isF16() ? emulator::TensorElement::f16
                  : wanted.elementType.isF32() ? emulator::TensorElement::f32
                  : bits == 32                 ? emulator::TensorElement::s32
                                               : emulator::TensorElement::u8;
    map.rank = static_cast<unsigned>(wanted.shape.size());
    uint64_t pitch = bits / 8;
    for (unsigned axis = 0; axis < map.rank; ++axis) {
      map.dimensions[axis] = static_cast<uint64_t>(wanted.shape[map.rank - 1 - axis]);
      map.box[axis] = static_cast<uint32_t>(wanted.box[map.rank - 1 - axis]);
      pitch *= map.dimensions[axis];
      if (axis + 1 < map.rank)
        map.strides[axis] = pitch;
    }
    map.swizzleBytes = static_cast<unsigned>(wanted.swizzle);
    EXPECT_TRUE(emulator::validate(map).empty()) << emulator::validate(map).front();
    return map;
  }
};

} // namespace tessera
