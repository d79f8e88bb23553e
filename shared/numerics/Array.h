// SPDX-License-Identifier: Apache-2.0
// A host array: dtype, shape, and its elements in row-major order without gaps. Copies share the bytes until one of them
// is written to.
#pragma once

#include "shared/numerics/Buffer.h"
#include "shared/numerics/DType.h"
#include <cstddef>
#include <memory>
#include <vector>

namespace tessera::numerics {

/// The product of `shape`, or -1 when it does not fit.
int64_t countElements(const std::vector<int64_t> &shape);

class Array {
public:
  Array() = default;
  /// Elements are zero. Aborts when there is no memory: for sizes that a user chose, allocate a Buffer first.
  Array(DType dtype, std::vector<int64_t> shape);
  /// An array over bytes that exist already; `storage` holds at least the elements.
  Array(DType dtype, std::vector<int64_t> shape, BufferRef storage);

  DType dtype() const { return type; }
  const std::vector<int64_t> &shape() const { return extents; }
  int64_t rank() const { return static_cast<int64_t>(extents.size()); }
  int64_t size() const { return count; }
  size_t byteSize() const { return static_cast<size_t>(count) * getByteSize(type); }

  const uint8_t *bytes() const { return storage ? storage->data() : nullptr; }
  /// Writable bytes; detaches from arrays that share them.
  uint8_t *mutableBytes();
  template <typename T> const T *data() const { return reinterpret_cast<const T *>(bytes()); }
  template <typename T> T *mutableData() { return reinterpret_cast<T *>(mutableBytes()); }
  /// The bytes themselves, for those who share them further.
  const BufferRef &buffer() const { return storage; }

  /// The same bytes under another shape of the same element count, or another dtype of the same byte size.
  Array reshaped(std::vector<int64_t> shape) const;
  Array reinterpreted(DType dtype) const;

  /// Element `index` in row-major order, converted. Integers beyond 2^53 lose low bits in `getDouble`; `getInt` of a float
  /// truncates and saturates; setting rounds to nearest even, or wraps.
  double getDouble(int64_t index) const;
  int64_t getInt(int64_t index) const;
  void setDouble(int64_t index, double value);
  void setInt(int64_t index, int64_t value);

private:
  DType type = DType::float32;
  std::vector<int64_t> extents;
  int64_t count = 0;
  BufferRef storage;
};

} // namespace tessera::numerics
