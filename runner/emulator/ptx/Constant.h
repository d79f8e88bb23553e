// SPDX-License-Identifier: Apache-2.0
// Values of PTX constant expressions: literals, and operators with the types that PTX ISA, "Constants" gives them. Integers
// have 64 bits and wrap; they are signed unless they are marked `U` or do not fit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tessera::emulator::ptx {

struct Constant {
  enum class Kind : uint8_t { s64, u64, f32, f64 };
  Kind kind = Kind::s64;
  uint64_t bits = 0; // of an f32 in the low half

  bool isInteger() const { return kind == Kind::s64 || kind == Kind::u64; }
  bool isTrue() const { return bits != 0; }
};

/// `12`, `017`, `0x1fU`, `0b101`, `0f3F800000`, `0d…`, `1.5e3`; nothing and a reason in `error` for anything else.
std::optional<Constant> parseNumber(std::string_view text, std::string &error);

/// `+ - ~ !`.
std::optional<Constant> applyUnary(std::string_view op, Constant value, std::string &error);
/// `* / % + - << >> < > <= >= == != & ^ | && ||`.
std::optional<Constant> applyBinary(std::string_view op, Constant left, Constant right, std::string &error);
/// How tightly an operator of `applyBinary` binds: 1 for `||` to 10 for `*`; 0 for what is none.
unsigned precedenceOf(std::string_view op);

} // namespace tessera::emulator::ptx
