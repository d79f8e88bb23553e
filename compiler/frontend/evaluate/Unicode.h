// SPDX-License-Identifier: Apache-2.0
// Properties and cases of Unicode characters, as Python's `str` methods need them.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera::frontend::unicode {

enum class Property : uint8_t { letter, decimal, digit, numeric, space, upper, lower, title, unprintable };

bool has(char32_t character, Property property);
inline bool isAlphanumeric(char32_t c) { return has(c, Property::letter) || has(c, Property::numeric); }

/// The next character of valid UTF-8, which is taken off.
char32_t take(llvm::StringRef &text);
void append(std::string &text, char32_t character);
bool all(llvm::StringRef text, llvm::function_ref<bool(char32_t)> test);

enum class Case : uint8_t { upper, lower, title, fold };
/// The character in the other case: one or more characters.
void appendCased(std::string &text, char32_t character, Case to);
std::string cased(llvm::StringRef text, Case to);

} // namespace tessera::frontend::unicode
