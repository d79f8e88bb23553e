// SPDX-License-Identifier: Apache-2.0
// NumPy's file format (NEP 1, versions 1 to 3) for arrays of numbers in row-major order. NumPy has no bfloat16 and no 8-bit floats: they are
// written as ml_dtypes writes them, as `V2` and `V1` (`np.load(f).view(ml_dtypes.bfloat16)`), and read from those or from
// unsigned integers of the same size, where who reads says what they are.
#pragma once

#include "runner/Result.h"
#include "shared/numerics/Array.h"
#include <optional>
#include <string>

namespace tessera::runner::cli {

/// `bytes` as an array. `wanted`: the dtype that the elements must have, or be the bits of; nothing: the file's own.
Result<numerics::Array> parseNpy(std::string_view bytes, std::optional<numerics::DType> wanted, const std::string &name);
std::string writeNpy(const numerics::Array &array);

/// The same with files; at most 4 GiB.
Result<numerics::Array> readNpyFile(const std::string &file, std::optional<numerics::DType> wanted);

} // namespace tessera::runner::cli
