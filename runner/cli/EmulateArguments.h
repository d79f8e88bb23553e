// SPDX-License-Identifier: Apache-2.0
// The arguments of `tessera emulate`, as a command line writes them, and a kernel's parameters made of them.
//
//   u32=1000   f32=1.5   s64=-3            a scalar; types as PTX names them (or NumPy: `float32`)
//   f32[1000]=iota                         an array in global memory, the kernel gets its address; shapes as NumPy's, row-major
//   bf16[64,128]=random:7                  other contents: zeros, empty (never written), full:VALUE, @FILE.npy
//   @x.npy                                 an array with the file's own type and shape
//   value f32[3]=iota                      the elements themselves: a struct that is passed by value
//   memory bf16[64,128]=zeros              an array that is no argument: for `&N` and maps of a kernel that takes nothing else of it
//   &0+256                                 an address inside of argument 0, in bytes
//   map(0)=box:64x128,swizzle:128          a tensor map over argument 0, as `cuTensorMapEncodeTiled` makes it
//
// All of these count from 0, `memory` too. All sizes of a map stand in the order of the array's shape, the innermost last: `box:` (required),
// `dims:` and `strides:` (bytes, one fewer than dimensions; both the array's unless given), `steps:` (element strides), `offset:` (bytes
// from the array's first), `element:tf32` (a type of the same size), `swizzle:32|64|128`, `interleave:16|32`, `fill:zero|nan`. A map that the kernel takes by
// address (an 8-byte parameter) is put into global memory.
#pragma once

#include "runner/emulator/arithmetic/TensorMap.h"
#include "runner/emulator/Emulator.h"
#include "runner/Result.h"
#include "shared/numerics/Array.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner::cli {

struct EmulateArgument {
  enum class Kind { scalar, array, value, address, map };
  Kind kind = Kind::scalar;
  std::string text;         // as given
  numerics::Array contents; // of a scalar (shape ()), an array or a value
  bool isEmpty = false;     // an array that nobody wrote
  bool isPassed = true;     // else memory alone
  size_t of = 0;            // the array of an address or a map
  uint64_t offset = 0;      // in bytes
  emulator::TensorMap map;  // but for its address
};

/// How the array of `@FILE.npy` is had, as `readNpyFile` does; null: by that.
using ReadArray =
    std::function<Result<numerics::Array>(const std::string &file, std::optional<numerics::DType> wanted)>;

/// `text` after the arguments before it.
Result<EmulateArgument> parseArgument(const std::string &text, const std::vector<EmulateArgument> &earlier,
                                      const ReadArray &readArray = nullptr);

/// What an array is compared with: `1=@want.npy,1e-3,1e-5` is argument 1, relative and absolute tolerance.
struct Expectation {
  size_t argument = 0;
  numerics::Array wanted;
  double relative = 0, absolute = 0; // both 0: every bit, but NaNs of any kind are equal
};
Result<Expectation> parseExpectation(const std::string &text, const std::vector<EmulateArgument> &arguments);
/// `N=FILE.npy`.
Result<std::pair<size_t, std::string>> parseSave(const std::string &text, const std::vector<EmulateArgument> &arguments);

/// Elements that differ by more than is allowed: how many, the first of them, and how far the furthest is.
struct Comparison {
  int64_t different = 0, first = -1;
  double maxAbsolute = 0, maxRelative = 0;
};
Comparison compare(const numerics::Array &got, const Expectation &expectation);
/// `[3, 7]: got 1.5, expected 2`.
std::string describeElement(const numerics::Array &got, const numerics::Array &wanted, int64_t index);

/// A problem where the arguments do not go with `entry`'s parameters.
Status checkArguments(const std::vector<EmulateArgument> &arguments, const emulator::Function &entry);

/// What `checkArguments` found, as a diagnostic at the kernel with its parameters.
Diagnostic describeMismatch(const Problem &problem, const std::vector<EmulateArgument> &arguments,
                            const emulator::Program &program, const emulator::Function &entry);

/// Arguments in the memory of one run.
class PlacedArguments {
public:
  /// Allocates arrays and maps. `checkArguments` has nothing against them.
  PlacedArguments(const std::vector<EmulateArgument> &arguments, const emulator::Function &entry, emulator::GlobalMemory &memory);
  const std::vector<uint8_t> &parameters() const { return bytes; }
  /// What an array holds now.
  numerics::Array read(size_t argument, const std::vector<EmulateArgument> &arguments) const;
  /// The memory of an array; null for what is none.
  const emulator::Allocation *find(size_t argument) const { return allocations[argument]; }

private:
  std::vector<uint8_t> bytes;
  std::vector<emulator::Allocation *> allocations; // one an argument; null but for arrays
};

/// `.param .u64 .ptr in`, `.param .align 64 .b8 map[128]`.
std::string describe(const emulator::Parameter &parameter);

} // namespace tessera::runner::cli
