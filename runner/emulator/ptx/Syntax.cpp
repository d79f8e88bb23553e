// SPDX-License-Identifier: Apache-2.0
// The table of types, their names in PTX and the bits of a register that holds one; and what is asked of syntax everywhere.
#include "runner/emulator/ptx/Syntax.h"
#include <algorithm>
#include <array>

namespace tessera::emulator::ptx {

namespace {

struct TypeRow {
  Type type;
  std::string_view name;
  uint8_t bits;
  char kind; // 'b' bits, 'u', 's', 'f', 'p'
};

// In the order of `Type`.
constexpr TypeRow types[] = {
    {Type::none, "", 0, 'b'},          {Type::pred, "pred", 1, 'p'},      {Type::b8, "b8", 8, 'b'},
    {Type::b16, "b16", 16, 'b'},       {Type::b32, "b32", 32, 'b'},       {Type::b64, "b64", 64, 'b'},
    {Type::b128, "b128", 128, 'b'},    {Type::u8, "u8", 8, 'u'},          {Type::u16, "u16", 16, 'u'},
    {Type::u32, "u32", 32, 'u'},       {Type::u64, "u64", 64, 'u'},       {Type::s8, "s8", 8, 's'},
    {Type::s16, "s16", 16, 's'},       {Type::s32, "s32", 32, 's'},       {Type::s64, "s64", 64, 's'},
    {Type::f16, "f16", 16, 'f'},       {Type::f16x2, "f16x2", 32, 'f'},   {Type::bf16, "bf16", 16, 'f'},
    {Type::bf16x2, "bf16x2", 32, 'f'}, {Type::f32, "f32", 32, 'f'},       {Type::f32x2, "f32x2", 64, 'f'},
    {Type::f64, "f64", 64, 'f'},       {Type::u16x2, "u16x2", 32, 'u'},   {Type::s16x2, "s16x2", 32, 's'},
    {Type::tf32, "tf32", 32, 'f'},     {Type::e4m3, "e4m3", 8, 'f'},      {Type::e5m2, "e5m2", 8, 'f'},
    {Type::e4m3x2, "e4m3x2", 16, 'f'}, {Type::e5m2x2, "e5m2x2", 16, 'f'}, {Type::s4, "s4", 4, 's'},
    {Type::u4, "u4", 4, 'u'},          {Type::b1, "b1", 1, 'b'},
};

constexpr bool isInOrder() {
  for (size_t i = 0; i < std::size(types); ++i)
    if (static_cast<size_t>(types[i].type) != i)
      return false;
  return true;
}
static_assert(isInOrder() && static_cast<size_t>(Type::b1) + 1 == std::size(types));

const TypeRow &row(Type type) { return types[static_cast<size_t>(type)]; }

} // namespace

Type parseType(std::string_view name) {
  if (!name.empty() && name.front() == '.')
    name.remove_prefix(1);
  if (name.size() < 2)
    return Type::none;
  auto found = std::find_if(std::begin(types), std::end(types), [&](const TypeRow &r) { return r.name == name; });
  return found == std::end(types) ? Type::none : found->type;
}

std::string_view getName(Type type) { return row(type).name; }
unsigned getBits(Type type) { return row(type).bits; }
bool isSigned(Type type) { return row(type).kind == 's'; }
bool isFloat(Type type) { return row(type).kind == 'f'; }

std::string_view getName(Space space) {
  constexpr std::string_view names[] = {"generic", "reg", "sreg", "const", "global", "local", "param", "shared"};
  return names[static_cast<size_t>(space)];
}

bool hasModifier(const Instruction &instruction, std::string_view name) {
  return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), name) != instruction.modifiers.end();
}

} // namespace tessera::emulator::ptx
