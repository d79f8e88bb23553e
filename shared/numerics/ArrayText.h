// SPDX-License-Identifier: Apache-2.0
// Arrays as text, by the rules of those who print them: NumPy (2.3 and later), JAX, PyTorch.
#pragma once

#include "shared/numerics/Array.h"
#include <string>

namespace tessera::numerics {

/// What NumPy's `set_printoptions` sets, for NumPy's and JAX's arrays.
struct TextOptions {
  int precision = 8;
  int64_t threshold = 1000, edgeItems = 3;
  size_t lineWidth = 75;
  bool suppress = false;         // never scientific
  std::string separator = " ";   // of `str`
};
/// While one lives, texts of this thread follow the options.
class TextOptionsScope {
public:
  explicit TextOptionsScope(const TextOptions &options);
  ~TextOptionsScope();
  TextOptionsScope(const TextOptionsScope &) = delete;

private:
  TextOptions saved;
};

/// `str(a)`; a rank-0 array has the text of its scalar.
std::string toNumpyText(const Array &array);
/// `repr(a)`: `array([1., 2.], dtype=float32)`. `precision` is that of the options unless NumPy's testing module asks for 6.
std::string toNumpyRepr(const Array &array, int precision = -1);
/// `repr` of a JAX array: `Array([1., 2.], dtype=float32)`.
std::string toJaxRepr(const Array &array, bool weakType = false);
/// `repr` of a JAX random key; `data` is uint32 with a trailing axis of size 2.
std::string toKeyRepr(const Array &data);
/// `str` and `repr` of a tensor; `onGpu` says `device='cuda:0'`.
/// `ending` is what torch says last: `requires_grad=True`.
std::string toTorchRepr(const Array &array, bool onGpu = false, const std::string &ending = "");
/// One element the way Python prints the number that `.item()` gives: `True`, `3`, `0.6057640314102173`.
std::string toItemText(const Array &array, int64_t index = 0);

} // namespace tessera::numerics
