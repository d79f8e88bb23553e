// SPDX-License-Identifier: Apache-2.0
// wmma.load, wmma.store, wmma.mma: the older interface, whose fragments are opaque. Ours are those of mma.sync put side by side:
// the operand with more lines (rows of A, columns of B) is held in tiles of 16 like A, the other in blocks of 8 like B, and D
// has one accumulator a tile and block. For m8n32k16 that is the transposed product, which adds the same products. f16
// operands have 8 registers by definition, more than they need: those that are left repeat the others.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/Fragment.h"
#include "runner/emulator/machine/Tracing.h"
#include <cmath>

namespace tessera::emulator {

namespace {

struct Shape {
  unsigned m = 16, n = 16, k = 16;
  bool isTransposed() const { return m < n; }
  unsigned tiles() const { return std::max(m, n) / 16; } // of 16 lines
  unsigned blocks() const { return std::min(m, n) / 8; } // of 8 lines
};

/// One load or store.
struct WmmaAccess {
  Shape shape;
  char matrix = 'a'; // `d` is loaded as `c`
  ptx::Type type = ptx::Type::f16;
  bool isRowMajor = true, isWide = true;
  unsigned count = 8, distinct = 4; // registers, and how many of them are not repetitions
  Slot stride = noSlot;             // 32-bit lanes
  Access access;
};

struct WmmaProduct {
  Shape shape;
  TensorType a = TensorType::f16, b = TensorType::f16;
  TensorResult result = TensorResult::f32;
  unsigned aCount = 4, bCount = 4, dCount = 8; // distinct ones
  uint32_t aFirst = 0, bFirst = 0, cFirst = 0, dFirst = 0;
};

unsigned bytesOf(ptx::Type type) { return type == ptx::Type::f64 ? 8 : type == ptx::Type::tf32 ? 4 : ptx::getBits(type) / 8; }

struct Element {
  unsigned row = 0, column = 0;
};

/// Which element of the matrix is the `part`-th of a lane's register.
Element findElement(const WmmaAccess &form, unsigned reg, unsigned lane, unsigned part) {
  unsigned g = lane / 4, q = lane % 4, bytes = bytesOf(form.type);
  const Shape &shape = form.shape;
  if (form.type == ptx::Type::f64)
    return form.matrix == 'a' ? Element{g, q} : form.matrix == 'b' ? Element{q, g} : Element{g, 2 * q + reg};
  unsigned line, other; // of the tiles' side; of K, or of the blocks' side
  bool areTiles = (form.matrix == 'a') != shape.isTransposed();
  if (form.matrix == 'c') {
    unsigned perRegister = 4 / bytes, element = reg * perRegister + part; // in order of tiles, then blocks
    unsigned tile = element / (4 * shape.blocks()), block = element / 4 % shape.blocks();
    line = 16 * tile + g + 8 * (element / 2 % 2);
    other = 8 * block + 2 * q + element % 2;
    return shape.isTransposed() ? Element{other, line} : Element{line, other};
  }
  unsigned kBytes = shape.k * bytes, perLines = areTiles ? kBytes / 8 : kBytes / 16; // registers a tile or block
  unsigned inner = reg % perLines;
  line = areTiles ? 16 * (reg / perLines) + g + 8 * (inner % 2) : 8 * (reg / perLines) + g;
  other = (16 * (areTiles ? inner / 2 : inner) + 4 * q) / bytes + part;
  return form.matrix == 'a' ? Element{line, other} : Element{other, line};
}

/// The addresses of one register's `part`-th elements.
void findAddresses(const Step &step, const WmmaAccess &form, const uint64_t bases[warpSize], unsigned reg, unsigned part,
                   uint64_t addresses[warpSize]) {
  const uint32_t *strides = step.in<uint32_t>(form.stride);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    Element e = findElement(form, reg, lane, part);
    uint64_t index = form.isRowMajor ? uint64_t(e.row) * strides[lane] + e.column : uint64_t(e.column) * strides[lane] + e.row;
    addresses[lane] = bases[lane] + index * bytesOf(form.type);
  }
}

bool checkUniform(Step &step, const WmmaAccess &form, const uint64_t bases[warpSize]) {
  const uint32_t *strides = step.in<uint32_t>(form.stride);
  for (unsigned lane = 1; lane < warpSize; ++lane)
    if (bases[lane] != bases[0] || strides[lane] != strides[0]) {
      step.fault(DiagnosticId::divergentCollective, "lanes of a warp give `wmma` other addresses or strides, expected the same in all 32",
                 static_cast<int>(lane));
      return false;
    }
  return true;
}

template <bool isLoad> Outcome moveFragment(Step &step, const Instruction &i) {
  const auto &form = *static_cast<const WmmaAccess *>(i.payload);
  uint64_t bases[warpSize], addresses[warpSize];
  if (!expectWholeWarp(step, isLoad ? "wmma.load" : "wmma.store"))
    return Outcome::fault;
  step.addresses(i.a, form.isWide, i.immediate, bases);
  if (!checkUniform(step, form, bases))
    return Outcome::fault;
  unsigned bytes = bytesOf(form.type), slotBytes = bytes == 8 ? 8 : 4;
  for (unsigned reg = 0; reg < form.count; ++reg) {
    uint8_t *lanes = isLoad ? step.out<uint8_t>(step.listed(i, reg)) : const_cast<uint8_t *>(step.in<uint8_t>(step.listed(i, reg)));
    if (isLoad && reg >= form.distinct) {
      std::memcpy(lanes, step.in<uint8_t>(step.listed(i, reg % form.distinct)), size_t(slotBytes) * warpSize);
      continue;
    }
    for (unsigned part = 0; part < slotBytes / bytes; ++part) {
      uint8_t *host[warpSize];
      findAddresses(step, form, bases, reg, part, addresses);
      if (!step.resolve(form.access, addresses, host))
        return Outcome::fault;
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        uint8_t *inRegister = lanes + slotBytes * lane + bytes * part;
        std::memcpy(isLoad ? inRegister : host[lane], isLoad ? host[lane] : inRegister, bytes);
      }
    }
  }
  return Outcome::next;
}

Outcome multiplyFragments(Step &step, const Instruction &i) {
  if (!expectWholeWarp(step, "wmma.mma"))
    return Outcome::fault;
  const auto &form = *static_cast<const WmmaProduct *>(i.payload);
  traceProduct(step, "wmma", form.shape.m, form.shape.n, form.shape.k);
  bool isTransposed = form.shape.isTransposed();
  unsigned tiles = form.shape.tiles(), blocks = form.shape.blocks();
  unsigned tileCount = (isTransposed ? form.bCount : form.aCount) / tiles, blockCount = (isTransposed ? form.aCount : form.bCount) / blocks;
  const Slot *tileSlots = slotsAt(step, isTransposed ? form.bFirst : form.aFirst),
             *blockSlots = slotsAt(step, isTransposed ? form.aFirst : form.bFirst);
  uint8_t b[2 * tensorBlock][tensorRowBytes];
  for (unsigned block = 0; block < blocks; ++block)
    gatherColumns(step, blockSlots + block * blockCount, blockCount, b + tensorBlock * block);
  TensorColumns columns;
  prepareColumns(isTransposed ? form.a : form.b, b[0], tensorBlock * blocks, false, columns);
  uint32_t sums[8][warpSize];
  for (unsigned j = 0; j < form.dCount; ++j)
    std::memcpy(sums[j], step.in<uint32_t>(slotsAt(step, form.cFirst)[j]), sizeof(sums[j]));
  for (unsigned tile = 0; tile < tiles; ++tile) {
    uint8_t a[tensorRows][tensorRowBytes];
    gatherRows(step, tileSlots + tile * tileCount, tileCount, a);
    TensorRows rows;
    prepareRows(isTransposed ? form.b : form.a, a, false, rows);
    uint32_t *registers[8];
    for (unsigned j = 0; j < form.dCount / tiles; ++j)
      registers[j] = sums[tile * form.dCount / tiles + j];
    multiplyTensors(rows, columns, form.result, true, registers);
  }
  for (unsigned j = 0; j < form.dCount; ++j)
    std::memcpy(step.out<uint32_t>(slotsAt(step, form.dFirst)[j]), sums[j], sizeof(sums[j]));
  return Outcome::next;
}

/// m8n8k4 of f64: chains of fused multiply-adds in the order of k.
Outcome multiplyF64(Step &step, const Instruction &i) {
  if (!expectWholeWarp(step, "wmma.mma"))
    return Outcome::fault;
  const auto &form = *static_cast<const WmmaProduct *>(i.payload);
  traceProduct(step, "wmma", form.shape.m, form.shape.n, form.shape.k);
  const double *a = step.in<double>(*slotsAt(step, form.aFirst)), *b = step.in<double>(*slotsAt(step, form.bFirst));
  double d[2][warpSize];
  for (unsigned j = 0; j < 2; ++j)
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      unsigned row = lane / 4, column = 2 * (lane % 4) + j;
      d[j][lane] = step.in<double>(slotsAt(step, form.cFirst)[j])[lane];
      for (unsigned k = 0; k < 4; ++k)
        d[j][lane] = std::fma(a[4 * row + k], b[4 * column + k], d[j][lane]);
    }
  for (unsigned j = 0; j < 2; ++j)
    std::memcpy(step.out<double>(slotsAt(step, form.dFirst)[j]), d[j], sizeof(d[j]));
  return Outcome::next;
}

// ---- builders

/// `m16n16k16` and its kin; false for another.
bool takeShape(InstructionBuilder &b, Shape &shape) {
  static constexpr struct {
    std::string_view name;
    Shape shape;
  } shapes[] = {
      {"m16n16k16", {16, 16, 16}}, {"m32n8k16", {32, 8, 16}}, {"m8n32k16", {8, 32, 16}}, {"m16n16k8", {16, 16, 8}}, {"m8n8k4", {8, 8, 4}}};
  for (const auto &known : shapes)
    if (b.take(known.name)) {
      shape = known.shape;
      return true;
    }
  if (b.isLeft("m8n8k32") || b.isLeft("m8n8k128"))
    return b.failUnsupported("`wmma` of less than 8 bits an element");
  return b.failOperand("`wmma` without a shape such as `.m16n16k16`");
}

bool fits(const Shape &shape, ptx::Type input) {
  if (input == ptx::Type::f64)
    return shape.k == 4;
  return input == ptx::Type::tf32 ? shape.k == 8 : shape.k == 16;
}

/// Registers of an operand without repetitions.
unsigned countRegisters(const Shape &shape, char matrix, ptx::Type type) {
  unsigned elements = matrix == 'a' ? shape.m * shape.k : matrix == 'b' ? shape.k * shape.n : shape.m * shape.n;
  return elements * bytesOf(type) / (warpSize * (type == ptx::Type::f64 ? 8 : 4));
}

unsigned countWritten(const Shape &shape, char matrix, ptx::Type type) {
  return type == ptx::Type::f16 && matrix != 'c' ? 8 : countRegisters(shape, matrix, type);
}

ptx::Type registerType(ptx::Type type) { return type == ptx::Type::f64 || type == ptx::Type::f32 ? type : ptx::Type::b32; }

bool takeStride(InstructionBuilder &b, WmmaAccess &form) {
  if (b.operandCount() == 3) {
    form.stride = b.read(2, ptx::Type::b32);
    return form.stride != noSlot;
  }
  unsigned rows = form.matrix == 'b' ? form.shape.k : form.shape.m, columns = form.matrix == 'a' ? form.shape.k : form.shape.n;
  form.stride = b.constant(ptx::Type::b32, form.isRowMajor ? columns : rows);
  return true;
}

bool buildAccess(InstructionBuilder &b, bool isLoad) {
  WmmaAccess form;
  std::string_view matrix = isLoad ? b.takeOneOf({"a", "b", "c"}) : b.takeOneOf({"d"}), layout = b.takeOneOf({"row", "col"});
  if (matrix.empty() || layout.empty() || !takeShape(b, form.shape))
    return b.failOperand("`wmma` without which matrix, layout or shape");
  form.matrix = isLoad ? matrix[0] : 'c';
  form.isRowMajor = layout == "row";
  form.access.space = b.takeSpace();
  using enum ptx::Type;
  form.type = form.matrix == 'c' ? b.takeType({f16, f32, s32, f64}) : b.takeType({f16, bf16, tf32, s8, u8, f64});
  if (form.type == none || !b.expectOperands(2, 3))
    return false;
  bool isKnown = form.matrix == 'c' ? (form.type == f64) == (form.shape.k == 4) : fits(form.shape, form.type);
  if (!isKnown)
    return b.failOperand("`wmma` of these types has no such shape");
  form.distinct = countRegisters(form.shape, form.matrix, form.type);
  form.count = countWritten(form.shape, form.matrix, form.type);
  form.access.kind = isLoad ? AccessKind::read : AccessKind::write;
  form.access.bytes = form.access.alignment = bytesOf(form.type);
  Address address = b.readAddress(b.operand(isLoad ? 1 : 0), form.access.space);
  form.isWide = address.isWide;
  uint32_t first = 0;
  if (!takeStride(b, form) || !takeRegisters(b, isLoad ? 0 : 1, registerType(form.type), form.count, isLoad, first))
    return false;
  Instruction &i = b.emit(isLoad ? moveFragment<true> : moveFragment<false>, noSlot, address.base, form.stride);
  i.immediate = address.offset;
  i.first = first;
  i.count = form.count;
  i.payload = b.keep(form);
  return true;
}

/// D, A, B and C; of f16 inputs only D and C are written.
bool takeTypes(InstructionBuilder &b, ptx::Type types[4]) {
  for (unsigned i = 0; i < 4; ++i)
    types[i] = b.takeTypeIfAny();
  if (types[2] == ptx::Type::none) {
    types[3] = types[1];
    types[1] = types[2] = ptx::Type::f16;
  }
  using enum ptx::Type;
  ptx::Type d = types[0], a = types[1], c = types[3];
  if (a == f16)
    return (d == f16 || d == f32) && (c == f16 || c == f32);
  return a == types[2] && d == c &&
         d == (a == f64             ? f64
               : a == s8 || a == u8 ? s32
                                    : f32) &&
         (a == f64 || a == s8 || a == u8 || a == bf16 || a == tf32);
}

bool buildProduct(InstructionBuilder &b) {
  WmmaProduct form;
  // Which layout A and B had in memory is over once they are loaded.
  if (b.takeOneOf({"row", "col"}).empty() || b.takeOneOf({"row", "col"}).empty() || !takeShape(b, form.shape))
    return b.failOperand("`wmma.mma` without two layouts and a shape");
  bool saturates = b.take("satfinite");
  ptx::Type types[4];
  if (!takeTypes(b, types) || !fits(form.shape, types[1]))
    return b.failOperand("`wmma.mma`: these types and this shape do not go together");
  if (types[0] != types[3])
    return b.failUnsupported("`wmma.mma` with D of another type than C");
  if (saturates && types[0] != ptx::Type::s32)
    return b.failUnsupported("`wmma.mma` of floats with `.satfinite`");
  bool isF64 = types[1] == ptx::Type::f64;
  if (isF64)
    b.take("rn");
  else
    form.a = *getTensorType(types[1]), form.b = *getTensorType(types[2]);
  form.result = saturates                    ? TensorResult::s32Saturated
                : types[0] == ptx::Type::s32 ? TensorResult::s32
                : types[0] == ptx::Type::f16 ? TensorResult::f16
                                             : TensorResult::f32;
  form.aCount = countRegisters(form.shape, 'a', types[1]);
  form.bCount = countRegisters(form.shape, 'b', types[2]);
  form.dCount = countRegisters(form.shape, 'c', types[0]);
  ptx::Type inputs = registerType(types[1]), results = registerType(types[0]);
  if (!b.expectOperands(4) || !takeRegisters(b, 1, inputs, countWritten(form.shape, 'a', types[1]), false, form.aFirst) ||
      !takeRegisters(b, 2, inputs, countWritten(form.shape, 'b', types[2]), false, form.bFirst) ||
      !takeRegisters(b, 3, results, form.dCount, false, form.cFirst) || !takeRegisters(b, 0, results, form.dCount, true, form.dFirst))
    return false;
  b.emit(isF64 ? multiplyF64 : multiplyFragments).payload = b.keep(form);
  return true;
}

bool buildWmma(InstructionBuilder &b) {
  b.setConverged();
  if (!b.take("sync") || !b.take("aligned"))
    return b.failOperand("`wmma` without `.sync.aligned`");
  if (b.take("mma"))
    return buildProduct(b);
  if (b.take("load"))
    return buildAccess(b, true);
  if (b.take("store"))
    return buildAccess(b, false);
  return b.failOperand("`wmma` is `.load`, `.store` or `.mma`");
}

} // namespace

void addWmmaForms(Forms &forms) { forms.add("wmma", buildWmma); }

} // namespace tessera::emulator
