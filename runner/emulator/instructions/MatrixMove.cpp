// SPDX-License-Identifier: Apache-2.0
// ldmatrix, stmatrix, movmatrix: 8x8 matrices of 16-bit elements between rows in shared memory and fragments. Row r of matrix i
// is the 16 bytes at the address that lane 8i + r gives; lane l holds elements (l / 4, 2 * (l % 4)) and the next, or with
// `.trans` those of the transpose. [PTX ISA: warp-level matrix load and store]

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/Fragment.h"

namespace tessera::emulator {

namespace {

struct MatrixAccess {
  Access access;
  bool isWide = true;
  unsigned count = 1;
};

/// One matrix in memory order.
using Matrix = uint16_t[8][8];

void toFragment(const Matrix &matrix, bool transposes, uint32_t *lanes) {
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    unsigned g = lane / 4, q = 2 * (lane % 4);
    lanes[lane] = transposes ? uint32_t(matrix[q][g] | matrix[q + 1][g] << 16) : uint32_t(matrix[g][q] | matrix[g][q + 1] << 16);
  }
}

void fromFragment(const uint32_t *lanes, bool transposes, Matrix &matrix) {
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    unsigned g = lane / 4, q = 2 * (lane % 4);
    (transposes ? matrix[q][g] : matrix[g][q]) = static_cast<uint16_t>(lanes[lane]);
    (transposes ? matrix[q + 1][g] : matrix[g][q + 1]) = static_cast<uint16_t>(lanes[lane] >> 16);
  }
}

/// Host addresses of the rows; only the lanes that give one touch memory.
bool resolveRows(Step &step, const Instruction &i, uint8_t *rows[warpSize]) {
  const auto &form = *static_cast<const MatrixAccess *>(i.payload);
  uint64_t addresses[warpSize];
  step.addresses(i.a, form.isWide, i.immediate, addresses);
  Step giving = step;
  giving.mask = form.count == 4 ? wholeWarp : (1u << 8 * form.count) - 1;
  return giving.resolve(form.access, addresses, rows);
}

template <bool transposes> Outcome loadMatrices(Step &step, const Instruction &i) {
  uint8_t *rows[warpSize];
  if (!expectWholeWarp(step, "ldmatrix") || !resolveRows(step, i, rows))
    return Outcome::fault;
  Matrix matrices[4];
  for (unsigned row = 0; row < 8 * i.count; ++row)
    std::memcpy(matrices[row / 8][row % 8], rows[row], 16);
  for (unsigned m = 0; m < i.count; ++m)
    toFragment(matrices[m], transposes, step.out<uint32_t>(step.listed(i, m)));
  return Outcome::next;
}

template <bool transposes> Outcome storeMatrices(Step &step, const Instruction &i) {
  uint8_t *rows[warpSize];
  if (!expectWholeWarp(step, "stmatrix") || !resolveRows(step, i, rows))
    return Outcome::fault;
  for (unsigned m = 0; m < i.count; ++m) {
    Matrix matrix;
    fromFragment(step.in<uint32_t>(step.listed(i, m)), transposes, matrix);
    for (unsigned row = 0; row < 8; ++row)
      std::memcpy(rows[8 * m + row], matrix[row], 16);
  }
  return Outcome::next;
}

Outcome transposeMatrix(Step &step, const Instruction &i) {
  if (!expectWholeWarp(step, "movmatrix"))
    return Outcome::fault;
  Matrix matrix;
  fromFragment(step.in<uint32_t>(i.a), false, matrix);
  toFragment(matrix, true, step.out<uint32_t>(i.d));
  return Outcome::next;
}

/// `.sync.aligned.m8n8.x4{.trans}{.shared}.b16`
bool takeMatrixForm(InstructionBuilder &b, AccessKind kind, MatrixAccess &form, bool &transposes) {
  b.setConverged();
  if (!b.take("sync") || !b.take("aligned"))
    return b.failOperand("`" + std::string(b.source().opcode) + "` without `.sync.aligned`");
  for (std::string_view shape : {"m16n16", "m8n16", "m16n8"})
    if (b.isLeft(shape))
      return b.failUnsupported("`" + std::string(b.source().opcode) + "." + std::string(shape) +
                               "`: it is Blackwell's, sm_90a has `.m8n8` only");
  std::string_view count = b.takeOneOf({"x1", "x2", "x4"});
  if (!b.take("m8n8") || count.empty())
    return b.failOperand("`" + std::string(b.source().opcode) + "` without `.m8n8` and `.x1`, `.x2` or `.x4`");
  form.count = static_cast<unsigned>(count[1] - '0');
  transposes = b.take("trans");
  form.access.space = b.takeSpace();
  if (form.access.space != ptx::Space::shared && form.access.space != ptx::Space::generic)
    return b.failOperand("`" + std::string(b.source().opcode) + "` of another state space, expected `.shared`");
  form.access.kind = kind;
  form.access.bytes = form.access.alignment = 16;
  return b.takeType({ptx::Type::b16}) != ptx::Type::none;
}

bool buildMatrixAccess(InstructionBuilder &b, AccessKind kind, Handler plain, Handler transposing) {
  MatrixAccess form;
  bool transposes = false, isLoad = kind == AccessKind::read;
  if (!takeMatrixForm(b, kind, form, transposes) || !b.expectOperands(2))
    return false;
  Address address = b.readAddress(b.operand(isLoad ? 1 : 0), form.access.space);
  uint32_t first = 0;
  if (!takeRegisters(b, isLoad ? 0 : 1, ptx::Type::b32, form.count, isLoad, first))
    return false;
  form.isWide = address.isWide;
  Instruction &i = b.emit(transposes ? transposing : plain, noSlot, address.base);
  i.immediate = address.offset;
  i.first = first;
  i.count = form.count;
  i.payload = b.keep(form);
  return true;
}

bool buildLdmatrix(InstructionBuilder &b) { return buildMatrixAccess(b, AccessKind::read, loadMatrices<false>, loadMatrices<true>); }
bool buildStmatrix(InstructionBuilder &b) { return buildMatrixAccess(b, AccessKind::write, storeMatrices<false>, storeMatrices<true>); }

/// movmatrix.sync.aligned.m8n8.trans.b16 d, a
bool buildMovmatrix(InstructionBuilder &b) {
  b.setConverged();
  for (std::string_view needed : {"sync", "aligned", "m8n8", "trans"})
    if (!b.take(needed))
      return b.failOperand("`movmatrix` without `." + std::string(needed) + "`");
  if (b.takeType({ptx::Type::b16}) == ptx::Type::none || !b.expectOperands(2))
    return false;
  b.emit(transposeMatrix, b.write(0, ptx::Type::b32), b.read(1, ptx::Type::b32));
  return true;
}

} // namespace

void addMatrixMoveForms(Forms &forms) {
  forms.add("ldmatrix", buildLdmatrix);
  forms.add("stmatrix", buildStmatrix);
  forms.add("movmatrix", buildMovmatrix);
}

} // namespace tessera::emulator
