// SPDX-License-Identifier: Apache-2.0
// Kernels that apply a list of instructions to every triple of inputs, and the same list on the host: each thread writes a row of
// results, and a difference is told with the operation's name and its inputs.
#pragma once

#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"

namespace tessera::emulator::kernels {

template <typename In, typename Out> struct Operation {
  const char *name;
  std::function<Out(In a, In b, In c)> compute;
};

/// Whether an actual result will do; by default its bits decide.
template <typename Out> bool areSameBits(Out actual, Out expected) { return !std::memcmp(&actual, &expected, sizeof(Out)); }
/// Any NaN will do for a NaN.
inline bool areSameFloats(float actual, float expected) { return areSameBits(actual, expected) || (actual != actual && expected != expected); }
inline bool areSameDoubles(double actual, double expected) { return areSameBits(actual, expected) || (actual != actual && expected != expected); }

template <typename In> std::string printInput(In value) {
  char text[64];
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  snprintf(text, sizeof text, "%#llx (%g)", static_cast<unsigned long long>(bits), static_cast<double>(value));
  return text;
}

template <typename In, typename Out>
void expectOperations(const std::vector<Operation<In, Out>> &operations, const std::vector<In> &a, const std::vector<In> &b, const std::vector<In> &c,
                      const std::vector<Out> &out, bool (*isSame)(Out, Out)) {
  std::vector<unsigned> wrong(operations.size());
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t k = 0; k < operations.size(); ++k) {
      const Out actual = out[i * operations.size() + k], expected = operations[k].compute(a[i], b[i], c[i]);
      if (!isSame(actual, expected) && ++wrong[k] <= 3)
        ADD_FAILURE() << operations[k].name << " of " << printInput(a[i]) << ", " << printInput(b[i]) << ", " << printInput(c[i]) << " is "
                      << printInput(actual) << ", expected " << printInput(expected);
    }
}

/// 256 rows on two CTAs.
template <typename In, typename Out>
void checkOperations(const std::string &file, const std::string &entry, const std::vector<Operation<In, Out>> &operations, const std::vector<In> &a,
                     const std::vector<In> &b, const std::vector<In> &c, bool (*isSame)(Out, Out) = areSameBits<Out>) {
  std::vector<Out> out(a.size() * operations.size());
  Launch launch(file, entry);
  launch.grid(2).block(static_cast<uint32_t>(a.size() / 2)).in(a).in(b).in(c).out(out);
  launch.check([&] { expectOperations(operations, a, b, c, out, isSame); });
}

} // namespace tessera::emulator::kernels
