// SPDX-License-Identifier: Apache-2.0
// Blocked matrix product. Operands are packed, converted to the accumulator's type on the way, into panels that a small kernel
// walks with unit stride: a panel of `lhs` is kRows rows, one column after the other; a panel of `rhs` is kColumns columns, one row
// after the other. The kernel holds a kRows x kColumns tile of the result in registers and adds one outer product for each step of k.
//
// Vectors run along columns, never along k, so each element is one accumulator to which its k products are added in order. Between
// two blocks of k the tile rests in memory in the accumulator's type, which loses nothing. So the bits are those of the naive triple
// loop, for every blocking and vector width. A fused multiply-add would be faster and give other bits where there is none; the
// build forbids contraction. Rejected: splitting k over accumulators, twice as fast at best, with bits that depend on the width.
#include "shared/numerics/MatrixProduct.h"
#include "shared/numerics/Convert.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#define TESSERA_INLINE inline __attribute__((always_inline))
#if defined(__x86_64__) && !defined(__EMSCRIPTEN__)
#define TESSERA_WIDE 1
#endif

namespace tessera::numerics {

namespace {

// The tile has to live in registers: every loop over it is unrolled by request, not left to the optimizer's mood.
#define TESSERA_UNROLL _Pragma("GCC unroll 16")

/// Adds `depth` outer products to a Rows x (Vectors * Lanes) tile of `out`, whose rows are `stride` elements apart.
template <typename T, int Rows, int Vectors, int Lanes>
TESSERA_INLINE void addOuterProducts(const T *lhs, const T *rhs, T *out, int64_t stride, int64_t depth) {
  typedef T Vector __attribute__((vector_size(Lanes * sizeof(T))));
  Vector tile[Rows][Vectors];
  TESSERA_UNROLL
  for (int i = 0; i < Rows; ++i)
    TESSERA_UNROLL
    for (int j = 0; j < Vectors; ++j)
      std::memcpy(&tile[i][j], out + i * stride + j * Lanes, sizeof(Vector));
  for (int64_t step = 0; step < depth; ++step, lhs += Rows, rhs += Vectors * Lanes) {
    Vector row[Vectors];
    TESSERA_UNROLL
    for (int j = 0; j < Vectors; ++j)
      std::memcpy(&row[j], rhs + j * Lanes, sizeof(Vector));
    TESSERA_UNROLL
    for (int i = 0; i < Rows; ++i) {
      const Vector element = lhs[i] - Vector{}; // the scalar in every lane: x - 0 is x, signed zeros and all
      TESSERA_UNROLL
      for (int j = 0; j < Vectors; ++j)
        tile[i][j] = tile[i][j] + element * row[j];
    }
  }
  TESSERA_UNROLL
  for (int i = 0; i < Rows; ++i)
    TESSERA_UNROLL
    for (int j = 0; j < Vectors; ++j)
      std::memcpy(out + i * stride + j * Lanes, &tile[i][j], sizeof(Vector));
}

/// A kernel and the tile that it works on.
template <typename T> struct Kernel {
  int rows, columns;
  void (*run)(const T *lhs, const T *rhs, T *out, int64_t stride, int64_t depth);
};
constexpr int largestTile = 12 * 64; // elements

template <typename T> void run128(const T *lhs, const T *rhs, T *out, int64_t stride, int64_t depth) {
  addOuterProducts<T, 4, 2, 16 / sizeof(T)>(lhs, rhs, out, stride, depth);
}
#ifdef TESSERA_WIDE
template <typename T>
__attribute__((target("avx2"))) void run256(const T *lhs, const T *rhs, T *out, int64_t stride, int64_t depth) {
  addOuterProducts<T, 6, 2, 32 / sizeof(T)>(lhs, rhs, out, stride, depth);
}
template <typename T>
__attribute__((target("avx512f,avx512dq"))) void run512(const T *lhs, const T *rhs, T *out, int64_t stride, int64_t depth) {
  addOuterProducts<T, 12, 2, 64 / sizeof(T)>(lhs, rhs, out, stride, depth);
}
#endif

template <typename T> Kernel<T> chooseKernel() {
#ifdef TESSERA_WIDE
  constexpr int lanes = 16 / sizeof(T);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return {12, 8 * lanes, &run512<T>};
  if (__builtin_cpu_supports("avx2"))
    return {6, 4 * lanes, &run256<T>};
#endif
  return {4, 2 * static_cast<int>(16 / sizeof(T)), &run128<T>};
}

constexpr int64_t depthBlock = 256, rowBlock = 96, columnBlock = 1024;

/// Rows [row, row + rows) x columns [column, column + columns) of a matrix with `width` columns as T, row-major and dense.
template <typename T>
void readBlock(MatrixView matrix, DType type, int64_t width, int64_t row, int64_t rows, int64_t column, int64_t columns, T *out) {
  const uint8_t *data = static_cast<const uint8_t *>(matrix.data);
  unsigned size = getByteSize(matrix.dtype);
  for (int64_t i = 0; i < rows; ++i)
    convertElements(matrix.dtype, data + ((row + i) * width + column) * size, type, out + i * columns, columns);
}

/// Panels of `tile` columns of a dense block (depth x columns); missing columns are 0.
template <typename T> void packColumns(const T *block, int64_t depth, int64_t columns, int tile, T *out) {
  for (int64_t begin = 0; begin < columns; begin += tile) {
    int64_t width = std::min<int64_t>(tile, columns - begin);
    for (int64_t k = 0; k < depth; ++k, out += tile) {
      std::memcpy(out, block + k * columns + begin, width * sizeof(T));
      std::fill(out + width, out + tile, T(0));
    }
  }
}

/// Panels of `tile` rows of a dense block (rows x depth), columns first; missing rows are 0.
template <typename T> void packRows(const T *block, int64_t rows, int64_t depth, int tile, T *out) {
  for (int64_t begin = 0; begin < rows; begin += tile, out += tile * depth) {
    int64_t height = std::min<int64_t>(tile, rows - begin);
    for (int64_t i = 0; i < tile; ++i)
      for (int64_t k = 0; k < depth; ++k)
        out[k * tile + i] = i < height ? block[(begin + i) * depth + k] : T(0);
  }
}

template <typename T> struct Workspace {
  T *block, *lhs, *rhs;
};

int64_t roundUp(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

/// Adds the products of packed panels to a block of `out`; tiles that hang over its edge go by way of a small buffer.
template <typename T>
void multiplyPanels(const Kernel<T> &kernel, const Workspace<T> &work, T *out, int64_t stride, int64_t rows, int64_t columns, int64_t depth) {
  alignas(64) T edge[largestTile];
  for (int64_t j = 0; j < columns; j += kernel.columns) {
    const T *rhs = work.rhs + j * depth;
    int64_t width = std::min<int64_t>(kernel.columns, columns - j);
    for (int64_t i = 0; i < rows; i += kernel.rows) {
      const T *lhs = work.lhs + i * depth;
      int64_t height = std::min<int64_t>(kernel.rows, rows - i);
      T *corner = out + i * stride + j;
      if (width == kernel.columns && height == kernel.rows) {
        kernel.run(lhs, rhs, corner, stride, depth);
        continue;
      }
      std::memset(edge, 0, sizeof(T) * kernel.rows * kernel.columns);
      for (int64_t r = 0; r < height; ++r)
        std::memcpy(edge + r * kernel.columns, corner + r * stride, width * sizeof(T));
      kernel.run(lhs, rhs, edge, kernel.columns, depth);
      for (int64_t r = 0; r < height; ++r)
        std::memcpy(corner + r * stride, edge + r * kernel.columns, width * sizeof(T));
    }
  }
}

/// out (m x n) of the accumulator's type; every element begins at 0.
template <typename T> bool accumulate(MatrixView lhs, MatrixView rhs, DType type, T *out, int64_t m, int64_t n, int64_t k) {
  static const Kernel<T> kernel = chooseKernel<T>();
  int64_t depth = std::min(k, depthBlock), width = std::min(n, columnBlock), height = std::min(m, rowBlock);
  int64_t lhsSize = roundUp(height, kernel.rows) * depth, rhsSize = roundUp(width, kernel.columns) * depth;
  int64_t blockSize = depth * std::max(width, height);
  std::unique_ptr<void, void (*)(void *)> memory(std::malloc(sizeof(T) * (lhsSize + rhsSize + blockSize) + 64), &std::free);
  if (!memory)
    return false;
  Workspace<T> work;
  work.block = static_cast<T *>(memory.get());
  work.lhs = work.block + blockSize;
  work.rhs = work.lhs + lhsSize;
  std::memset(out, 0, sizeof(T) * m * n);
  for (int64_t column = 0; column < n; column += columnBlock) {
    int64_t columns = std::min(columnBlock, n - column);
    for (int64_t step = 0; step < k; step += depthBlock) {
      int64_t steps = std::min(depthBlock, k - step);
      readBlock(rhs, type, n, step, steps, column, columns, work.block);
      packColumns(work.block, steps, columns, kernel.columns, work.rhs);
      for (int64_t row = 0; row < m; row += rowBlock) {
        int64_t rows = std::min(rowBlock, m - row);
        readBlock(lhs, type, k, row, rows, step, steps, work.block);
        packRows(work.block, rows, steps, kernel.rows, work.lhs);
        multiplyPanels(kernel, work, out + row * n + column, n, rows, columns, steps);
      }
    }
  }
  return true;
}

template <typename T>
bool multiplyAs(DType type, MatrixView lhs, MatrixView rhs, const void *addend, void *out, DType resultType, int64_t m, int64_t n, int64_t k) {
  // The result's own memory serves when its elements are as wide and are not needed as the addend.
  bool direct = getByteSize(resultType) == sizeof(T) && out != addend;
  std::unique_ptr<void, void (*)(void *)> own(direct ? nullptr : std::malloc(sizeof(T) * m * n + 1), &std::free);
  T *sums = static_cast<T *>(direct ? out : own.get());
  if (!sums || !accumulate<T>(lhs, rhs, type, sums, m, n, k))
    return false;
  constexpr int64_t pieceSize = 256;
  if (addend) {
    T piece[pieceSize];
    for (int64_t begin = 0; begin < m * n; begin += pieceSize) {
      int64_t count = std::min(pieceSize, m * n - begin);
      convertElements(resultType, static_cast<const uint8_t *>(addend) + begin * getByteSize(resultType), type, piece, count);
      for (int64_t i = 0; i < count; ++i)
        sums[begin + i] = sums[begin + i] + piece[i];
    }
  }
  convertElements(type, sums, resultType, out, m * n);
  return true;
}

} // namespace

DType getAccumulatorType(DType result) {
  if (isFloat(result))
    return result == DType::float64 ? DType::float64 : DType::float32;
  return getByteSize(result) == 8 ? DType::uint64 : DType::uint32;
}

bool multiplyMatrices(MatrixView lhs, MatrixView rhs, const void *addend, void *out, DType resultType, int64_t m, int64_t n, int64_t k) {
  if (m == 0 || n == 0)
    return true;
  DType type = getAccumulatorType(resultType);
  switch (type) {
  case DType::float32: return multiplyAs<float>(type, lhs, rhs, addend, out, resultType, m, n, k);
  case DType::float64: return multiplyAs<double>(type, lhs, rhs, addend, out, resultType, m, n, k);
  case DType::uint32: return multiplyAs<uint32_t>(type, lhs, rhs, addend, out, resultType, m, n, k);
  default: return multiplyAs<uint64_t>(type, lhs, rhs, addend, out, resultType, m, n, k);
  }
}

void truncateToTf32(const void *from, void *to, int64_t count) {
  auto *bytes = static_cast<const uint8_t *>(from);
  auto *written = static_cast<uint8_t *>(to);
  for (int64_t i = 0; i < count; ++i) {
    uint32_t bits;
    std::memcpy(&bits, bytes + 4 * i, 4);
    bits &= ~uint32_t(0x1fff);
    std::memcpy(written + 4 * i, &bits, 4);
  }
}

} // namespace tessera::numerics
