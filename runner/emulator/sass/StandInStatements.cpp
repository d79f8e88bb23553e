// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/sass/StandInKernel.h"
#include <algorithm>
#include <optional>
#include <unordered_map>

namespace tessera::emulator::standin {

using ptx::Operand;
using ptx::Type;

namespace {

bool isAnyOf(std::string_view name, std::initializer_list<std::string_view> of) {
  return std::find(of.begin(), of.end(), name) != of.end();
}

class Translator {
public:
  Translator(const ptx::Function &function, uint32_t firstStatement)
      : function(function), firstStatement(firstStatement), graph(kernel.graph), registers(kernel.registers),
        freeMoves(kernel.freeMoves), blocks(kernel.blocks) {}

  Kernel run() {
    graph = findBlocks(function);
    declare();
    findUses();
    blocks.resize(graph.blocks.size() + 1);
    for (size_t b = 0; b < graph.blocks.size(); ++b)
      for (uint32_t i = graph.blocks[b].begin; i < graph.blocks[b].end; ++i) {
        current = static_cast<uint32_t>(b);
        translate(i);
      }
    Operation leave;
    leave.number = exitAll;
    blocks.back().push_back(leave);
    return std::move(kernel);
  }

private:
  // --- names

  void declare() {
    for (size_t s = 0; s < function.scopes.size(); ++s)
      for (const ptx::Variable &variable : function.scopes[s].variables)
        if (variable.space == ptx::Space::reg)
          declared[std::string(variable.name)] = variable.type;
    for (const ptx::Label &label : function.labels)
      labels[std::string(label.name)].push_back(&label);
  }

  /// Nothing for what is no register: special registers, symbols.
  uint32_t findRegister(std::string_view name) {
    if (auto found = numbers.find(std::string(name)); found != numbers.end())
      return found->second;
    std::string key(name);
    auto type = declared.find(key);
    while (type == declared.end() && !key.empty() && key.back() >= '0' && key.back() <= '9') {
      key.pop_back();
      type = declared.find(key);
    }
    if (type == declared.end())
      return noRegister;
    auto number = static_cast<uint32_t>(registers.size());
    unsigned bits = ptx::getBits(type->second);
    registers.push_back(
        {static_cast<uint8_t>(type->second == Type::pred ? 0 : std::max(1u, bits / 32)), noStatement, 0, noRegister});
    return numbers[std::string(name)] = number;
  }

  void addRegisters(const Operand &operand, std::vector<uint32_t> &to) {
    if (operand.kind == Operand::Kind::name)
      if (uint32_t number = findRegister(operand.name); number != noRegister)
        to.push_back(number);
    for (const Operand &element : operand.elements)
      addRegisters(element, to);
  }
  std::vector<uint32_t> registersOf(const Operand &operand) {
    std::vector<uint32_t> list;
    addRegisters(operand, list);
    return list;
  }

  void findUses() {
    for (const ptx::Instruction &i : function.instructions)
      for (size_t k = 0; k < i.operands.size(); ++k)
        for (uint32_t number : registersOf(i.operands[k]))
          ++uses[number];
  }

  std::optional<uint32_t> findTarget(const ptx::Instruction &i) const {
    if (i.operands.empty())
      return std::nullopt;
    auto found = labels.find(std::string(i.operands[0].name));
    if (found == labels.end())
      return std::nullopt;
    const ptx::Label *best = nullptr;
    for (const ptx::Label *label : found->second) // the innermost scope that is seen from there
      for (auto at = static_cast<int32_t>(i.scope); at >= 0; at = function.scopes[static_cast<size_t>(at)].parent)
        if (label->scope == static_cast<uint32_t>(at) && (!best || label->scope > best->scope))
          best = label;
    if (!best)
      return std::nullopt;
    return best->instruction < graph.blockOf.size() ? graph.blockOf[best->instruction]
                                                    : static_cast<uint32_t>(graph.blocks.size());
  }

  // --- statements

  Operation &add(uint16_t number) {
    Operation made;
    made.number = number;
    made.statement = firstStatement + at;
    const ptx::Instruction &i = function.instructions[at];
    if (!i.guard.empty()) {
      made.guard = findRegister(i.guard);
      made.isGuardNegated = i.guardNegated;
      if (made.guard != noRegister)
        made.predicates.push_back(made.guard);
    }
    blocks[current].push_back(std::move(made));
    return blocks[current].back();
  }

  /// With the statement's destination, and its sources from the `from`th on as a, b and c.
  Operation &addUsual(uint16_t number, size_t from = 1) {
    Operation &made = add(number);
    const ptx::Instruction &i = function.instructions[at];
    if (from > 0 && !i.operands.empty())
      split(registersOf(i.operands[0]), made.writes, made.predicates);
    for (size_t k = from; k < i.operands.size() && k < from + 3; ++k)
      split(registersOf(i.operands[k]), made.reads[k - from], made.predicates);
    return made;
  }
  void split(const std::vector<uint32_t> &all, std::vector<uint32_t> &general, std::vector<uint32_t> &predicates) {
    for (uint32_t number : all)
      (registers[number].units ? general : predicates).push_back(number);
  }

  /// What one statement becomes several instructions for: each hangs on the one before.
  void addChain(std::initializer_list<uint16_t> sequence) {
    bool isFirst = true;
    for (uint16_t number : sequence) {
      Operation &made = addUsual(number);
      if (!isFirst)
        made.reads[2].insert(made.reads[2].end(), made.writes.begin(), made.writes.end());
      isFirst = false;
    }
  }

  static unsigned bitsOf(const ptx::Instruction &i) {
    unsigned bits = 32;
    for (std::string_view modifier : i.modifiers)
      if (Type type = ptx::parseType(modifier); type != Type::none)
        bits = ptx::getBits(type);
    return bits;
  }
  static Type typeOf(const ptx::Instruction &i) {
    for (std::string_view modifier : i.modifiers)
      if (Type type = ptx::parseType(modifier); type != Type::none)
        return type;
    return Type::b32;
  }

  void translate(uint32_t index) {
    at = index;
    const ptx::Instruction &i = function.instructions[index];
    std::string_view opcode = i.opcode;
    auto has = [&](std::string_view modifier) { return hasModifier(i, modifier); };
    if (isAnyOf(opcode, {"ld", "ldu", "st", "atom", "red", "ldmatrix", "stmatrix", "prefetch", "prefetchu"}))
      return translateAccess(i);
    if (isAnyOf(opcode, {"bar", "barrier", "fence", "membar", "mbarrier", "cp", "wgmma", "mma", "wmma", "setmaxnreg"}))
      return translateOrder(i);
    if (isAnyOf(opcode, {"bra", "brx", "ret", "exit", "trap"})) {
      Operation &made = add(opcode == "bra" ? bra : exitAll);
      if (opcode == "bra")
        made.target = findTarget(i).value_or(static_cast<uint32_t>(graph.blocks.size()));
      return;
    }
    if (opcode == "mov")
      return translateMove(i);
    if (isAnyOf(opcode, {"shfl", "vote", "match", "redux", "elect"})) {
      addUsual(opcode == "shfl"    ? shfl
               : opcode == "vote"  ? vote
               : opcode == "match" ? match
               : opcode == "redux" ? redux
                                   : elect);
      return;
    }
    if (isAnyOf(opcode, {"cvta", "isspacep", "mapa", "getctarank"})) {
      if (opcode != "cvta")
        addUsual(opcode == "isspacep" ? isetp : prmt);
      else
        rename(i); // the windows of spaces are where their addresses are
      return;
    }
    if (opcode == "nanosleep")
      return void(addUsual(nanosleep, 0));
    translateArithmetic(i, has("f16x2") || has("bf16x2") || has("f16") || has("bf16"));
  }

  /// A register that is another one's name: no instruction.
  void rename(const ptx::Instruction &i) {
    if (i.operands.size() < 2)
      return;
    std::vector<uint32_t> to = registersOf(i.operands[0]), from = registersOf(i.operands[1]);
    if (to.empty() || !i.guard.empty())
      return;
    Operation &made = add(mov); // left out when code is made: `isFree`
    made.writes = to;
    made.reads[0] = from;
    freeMoves.insert(made.statement);
  }

  void translateMove(const ptx::Instruction &i) {
    if (i.operands.size() < 2)
      return;
    std::string_view from = i.operands[1].name;
    bool isSpecial = i.operands[1].kind == Operand::Kind::name && findRegister(from) == noRegister && !from.empty() &&
                     from[0] == '%';
    if (isSpecial)
      addUsual(s2r);
    else if (i.guard.empty())
      rename(i);
    else
      addUsual(sel);
  }

  void translateArithmetic(const ptx::Instruction &i, bool isHalf) {
    std::string_view opcode = i.opcode;
    auto has = [&](std::string_view modifier) { return hasModifier(i, modifier); };
    Type type = typeOf(i);
    unsigned bits = ptx::getBits(type);
    bool isFloat32 = type == Type::f32, isDouble = type == Type::f64;
    auto twice = [&](uint16_t number) {
      addUsual(number);
      if (bits == 64)
        addUsual(number);
    };
    if (isAnyOf(opcode, {"neg", "abs"}) && isFloat32)
      return rename(i); // a sign of the operand, of whoever reads it
    if (isAnyOf(opcode, {"add", "sub"}) && isFloat32)
      return fusedInto.count(at) ? addFused(ffma) : void(addUsual(fadd));
    if (opcode == "mul" && isFloat32)
      return isFused(i) ? void() : void(addUsual(fmul));
    if (isAnyOf(opcode, {"fma", "mad"}) && isFloat32)
      return void(addUsual(ffma));
    if (isDouble && isAnyOf(opcode, {"add", "sub", "mul", "fma", "mad", "neg", "abs"}))
      return void(addUsual(opcode == "mul" ? dmul : isAnyOf(opcode, {"fma", "mad"}) ? dfma : dadd));
    if (isHalf && isAnyOf(opcode, {"add", "sub", "mul", "fma", "neg", "abs", "min", "max"}))
      return void(addUsual(isAnyOf(opcode, {"fma", "mul"}) ? hfma2 : hadd2));
    if (isAnyOf(opcode, {"ex2", "lg2", "sin", "cos", "tanh", "rsqrt", "rcp", "sqrt", "div"}) &&
        (isFloat32 || isHalf || isDouble))
      return translateSpecial(i, isDouble);
    if (opcode == "mul" && has("wide")) {
      if (isFused(i))
        return; // with the sum
      return void(addUsual(imadWide));
    }
    if (opcode == "add" && bits == 64 && fusedInto.count(at))
      return addFused(imadWide);
    if (isAnyOf(opcode, {"mul", "mad", "mul24", "mad24"})) {
      addUsual(has("wide") ? imadWide : imad);
      if (bits == 64)
        addChain({imadWide, imad});
      return;
    }
    if (isAnyOf(opcode, {"div", "rem"})) { // of integers: a subroutine with a reciprocal
      addChain({i2f, mufu, f2i, imad, imad, imad, iadd3, isetp, iadd3, isetp, iadd3, sel});
      return;
    }
    if (opcode == "setp" || opcode == "set" || opcode == "testp")
      return isFloat32 ? void(addUsual(fsetp)) : twice(isetp);
    if (isAnyOf(opcode, {"min", "max"}))
      return isFloat32 ? void(addUsual(fmnmx)) : twice(sel);
    if (isAnyOf(opcode, {"selp", "slct"}))
      return twice(sel);
    if (isAnyOf(opcode, {"and", "or", "xor", "not", "lop3", "cnot"})) {
      if (type == Type::pred)
        return void(addUsual(isetp));
      return twice(lop3);
    }
    if (isAnyOf(opcode, {"shl", "shr", "shf"}))
      return twice(shf);
    if (isAnyOf(opcode, {"popc", "clz", "bfind", "brev", "fns"}))
      return void(addUsual(popc));
    if (opcode == "cvt")
      return translateConversion(i);
    if (isAnyOf(opcode, {"prmt", "bfe", "bfi", "szext", "bmsk", "copysign", "dp4a", "dp2a"}))
      return void(addUsual(isAnyOf(opcode, {"dp4a", "dp2a"}) ? imad : prmt));
    twice(iadd3);
  }

  void translateSpecial(const ptx::Instruction &i, bool isDouble) {
    auto has = [&](std::string_view modifier) { return hasModifier(i, modifier); };
    bool isExact = isRounded(i);
    if (isDouble)
      return addChain({mufu, dfma, dfma, dfma, dfma, dmul, dfma, dfma});
    if (i.opcode == "div" && !isExact)
      return addChain({mufu, fmul});
    if (isExact) // with one step of Newton's, and a test for what is out of its range
      return addChain({mufu, ffma, ffma, ffma, ffma, fsetp});
    if (has("ftz") || isAnyOf(i.opcode, {"sin", "cos", "tanh"}))
      return isAnyOf(i.opcode, {"sin", "cos"}) ? addChain({fmul, mufu}) : addChain({mufu});
    addChain({fsetp, fmul, mufu, fmul}); // denormals are scaled, by a factor under a predicate
  }

  void translateConversion(const ptx::Instruction &i) {
    std::vector<Type> types;
    for (std::string_view modifier : i.modifiers)
      if (Type type = ptx::parseType(modifier); type != Type::none)
        types.push_back(type);
    if (types.size() < 2)
      return void(addUsual(f2fp));
    Type to = types[0], from = types[1];
    bool toFloat = ptx::isFloat(to), fromFloat = ptx::isFloat(from);
    unsigned toBits = ptx::getBits(to), fromBits = ptx::getBits(from);
    if (!toFloat && !fromFloat) { // wider by its sign, or narrower, which is another name
      if (toBits > 32 && fromBits <= 32 && ptx::isSigned(from))
        return void(addUsual(shf));
      if (toBits < fromBits || toBits > 32)
        return rename(i);
      return void(addUsual(prmt));
    }
    if (toFloat && fromFloat) {
      bool isNarrow = toBits <= 32 && fromBits <= 32;
      return void(addUsual(!isNarrow ? f2f : fromBits < 32 ? hadd2 : f2fp));
    }
    addUsual(toFloat ? i2f : f2i);
  }

  static bool isRounded(const ptx::Instruction &i) {
    return hasModifier(i, "rn") || hasModifier(i, "rz") || hasModifier(i, "rm") || hasModifier(i, "rp");
  }

  /// A product whose one use is a sum in its block is a part of that: of an address, or of floats where the text leaves
  /// the rounding between them open, as ptxas contracts them then.
  bool isFused(const ptx::Instruction &product) {
    std::vector<uint32_t> result = registersOf(product.operands[0]);
    bool isFloat = typeOf(product) == Type::f32;
    if (result.size() != 1 || uses[result[0]] != 2 || !product.guard.empty() || (isFloat && isRounded(product)))
      return false;
    const PtxBlock &block = graph.blocks[current];
    for (uint32_t k = at + 1; k < block.end; ++k) {
      const ptx::Instruction &i = function.instructions[k];
      bool isSum = i.opcode == "add" || (isFloat && i.opcode == "sub");
      bool isSame = isFloat ? typeOf(i) == Type::f32 && !isRounded(i) : bitsOf(i) == 64;
      if (!isSum || !isSame || i.operands.size() != 3)
        continue;
      for (size_t n = 1; n < 3; ++n)
        if (registersOf(i.operands[n]) == result) {
          fusedInto[k] = at;
          return true;
        }
    }
    return false;
  }

  /// The sum of a product that is a part of it and what else it adds.
  void addFused(uint16_t number) {
    Operation &made = add(number);
    const ptx::Instruction &sum = function.instructions[at], &product = function.instructions[fusedInto[at]];
    made.writes = registersOf(sum.operands[0]);
    for (size_t k = 1; k < 3 && k < product.operands.size(); ++k)
      made.reads[k - 1] = registersOf(product.operands[k]);
    std::vector<uint32_t> result = registersOf(product.operands[0]);
    for (size_t k = 1; k < sum.operands.size(); ++k)
      if (std::vector<uint32_t> added = registersOf(sum.operands[k]); added != result)
        made.reads[2] = added;
  }

  // --- memory

  void translateAccess(const ptx::Instruction &i) {
    std::string_view opcode = i.opcode;
    auto has = [&](std::string_view modifier) { return hasModifier(i, modifier); };
    bool isShared = has("shared") || has("shared::cta"), isLocal = has("local");
    bool isGlobal = has("global");
    if (opcode == "ldmatrix" || opcode == "stmatrix") {
      Operation &made = addUsual(opcode == "ldmatrix" ? ldsm : stsm, opcode == "ldmatrix" ? 1 : 0);
      made.bytes = 16;
      return anchorOf(made, i);
    }
    if (opcode == "ld" || opcode == "ldu") {
      if (has("param") || has("const") || has("param::entry") || has("param::func"))
        return; // an operand from the constants
      Operation &made = addUsual(isShared ? lds : isLocal ? ldl : isGlobal ? ldg : ld);
      made.bytes = accessBytes(i);
      return anchorOf(made, i);
    }
    if (opcode == "st") {
      if (has("param") || has("param::func"))
        return;
      Operation &made = addUsual(has("async") ? stas : isShared ? sts : isLocal ? stl : isGlobal ? stg : st, 0);
      made.bytes = accessBytes(i);
      return anchorOf(made, i);
    }
    if (opcode == "atom" || opcode == "red") {
      if (has("release") || has("acq_rel"))
        add(membar);
      Operation &made = addUsual(isShared ? atoms : opcode == "red" ? red : atomg, opcode == "red" ? 0 : 1);
      made.bytes = accessBytes(i);
      return anchorOf(made, i);
    }
  }

  static uint8_t accessBytes(const ptx::Instruction &i) {
    unsigned lanes = hasModifier(i, "v2") ? 2 : hasModifier(i, "v4") ? 4 : hasModifier(i, "v8") ? 8 : 1;
    return static_cast<uint8_t>(std::min(bitsOf(i) * lanes / 8, 32u));
  }

  void anchorOf(Operation &made, const ptx::Instruction &i) { made.anchor = classifyAnchor(i); }

  // --- barriers, copies, products

  void translateOrder(const ptx::Instruction &i) {
    std::string_view opcode = i.opcode;
    auto has = [&](std::string_view modifier) { return hasModifier(i, modifier); };
    auto anchor = [&](uint16_t number, size_t from = 0) {
      Operation &made = addUsual(number, from);
      anchorOf(made, i);
      if (made.anchor == Anchor::none)
        made.anchor = Anchor::barrier; // keeps its place all the same
    };
    if (opcode == "bar" || opcode == "barrier")
      return has("warp") ? anchor(vote) : anchor(has("cluster") ? ucgabar : bar);
    if (opcode == "fence" || opcode == "membar") {
      if (has("mbarrier_init"))
        return;
      return anchor(has("proxy") ? fence : membar);
    }
    if (opcode == "mbarrier")
      return anchor(has("init") || has("inval") ? syncsExch : syncs, has("try_wait") || has("test_wait") ? 1 : 0);
    if (opcode == "setmaxnreg")
      return anchor(usetmaxreg);
    if (opcode == "mma" || opcode == "wmma") {
      bool isInteger = has("s8") || has("u8") || has("s4") || has("u4") || has("b1");
      addUsual(has("f64") ? dmma : isInteger ? imma : hmma);
      return;
    }
    if (opcode == "wgmma") {
      if (has("commit_group"))
        return;
      if (!has("mma_async"))
        return anchor(warpgroup);
      for (int k = 0; k < 4; ++k) // two descriptors of 64 bits go to uniform registers
        addUsual(r2ur, 1).writes.clear();
      return anchor(hgmma, 1);
    }
    translateCopy(i, anchor);
  }

  template <typename Add> void translateCopy(const ptx::Instruction &i, Add anchor) {
    auto has = [&](std::string_view modifier) { return hasModifier(i, modifier); };
    bool isBulk = has("bulk");
    if (has("mbarrier") && !isBulk)
      return anchor(arrives);
    if (has("commit_group"))
      return anchor(isBulk ? utmaflush : ldgdepbar);
    if (has("wait_group") || has("wait_all"))
      return anchor(depbar);
    if (!isBulk)
      return anchor(ldgsts);
    for (int k = 0; k < 6; ++k) // addresses and coordinates go to uniform registers
      addUsual(r2ur, 0);
    bool isLoad = has("shared::cluster") || has("shared::cta");
    for (std::string_view modifier : i.modifiers) // what stands first is where it goes
      if (modifier.substr(0, 6) == "shared" || modifier == "global") {
        isLoad = modifier != "global";
        break;
      }
    bool isReduction = i.modifiers.size() > 0 && i.modifiers[0] == "reduce";
    if (!has("tensor"))
      return anchor(ublkcp);
    anchor(has("prefetch") ? utmapf : isReduction ? utmaredg : isLoad ? utmaldg : utmastg);
  }

  const ptx::Function &function;
  const uint32_t firstStatement;
  Kernel kernel;
  PtxGraph &graph;
  std::vector<Virtual> &registers;
  std::set<uint32_t> &freeMoves;
  std::vector<std::vector<Operation>> &blocks;
  std::unordered_map<std::string, Type> declared;
  std::unordered_map<std::string, uint32_t> numbers;
  std::unordered_map<std::string, std::vector<const ptx::Label *>> labels;
  std::unordered_map<uint32_t, uint32_t> uses;      // by register: operands of the text that have it
  std::unordered_map<uint32_t, uint32_t> fusedInto; // by sum: the product
  uint32_t current = 0, at = 0;                     // block and statement that are translated
};

} // namespace

Kernel translate(const ptx::Function &function, uint32_t firstStatement) {
  return Translator(function, firstStatement).run();
}

} // namespace tessera::emulator::standin
