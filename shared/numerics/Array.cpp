// SPDX-License-Identifier: Apache-2.0
// Storage and single elements of arrays. Whole-array work is in Convert, Elementwise, Rearrange and Reduce.
#include "shared/numerics/Array.h"
#include "shared/numerics/Convert.h"
#include <cstdlib>
#include <cstring>

namespace tessera::numerics {

int64_t countElements(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    if (extent == 0)
      return 0;
  for (int64_t extent : shape)
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count))
      return -1;
  return count;
}

Array::Array(DType dtype, std::vector<int64_t> shape) : type(dtype), extents(std::move(shape)), count(countElements(extents)) {
  Buffer *buffer = count < 0 ? nullptr : Buffer::allocate(byteSize());
  if (!buffer)
    std::abort();
  std::memset(buffer->data(), 0, byteSize());
  storage = BufferRef::adopt(buffer);
}

Array::Array(DType dtype, std::vector<int64_t> shape, BufferRef storage)
    : type(dtype), extents(std::move(shape)), count(countElements(extents)), storage(std::move(storage)) {}

uint8_t *Array::mutableBytes() {
  if (storage && storage->isShared()) {
    Buffer *copy = Buffer::allocate(byteSize());
    if (!copy)
      std::abort();
    std::memcpy(copy->data(), storage->data(), byteSize());
    storage = BufferRef::adopt(copy);
  }
  return storage ? storage->data() : nullptr;
}

Array Array::reshaped(std::vector<int64_t> shape) const { return Array(type, std::move(shape), storage); }
Array Array::reinterpreted(DType dtype) const { return Array(dtype, extents, storage); }

double Array::getDouble(int64_t index) const {
  double value = 0;
  convertElements(type, bytes() + index * getByteSize(type), DType::float64, &value, 1);
  return value;
}

int64_t Array::getInt(int64_t index) const {
  int64_t value = 0;
  DType wide = isUnsigned(type) ? DType::uint64 : DType::int64;
  convertElements(type, bytes() + index * getByteSize(type), wide, &value, 1);
  return value;
}

void Array::setDouble(int64_t index, double value) {
  convertElements(DType::float64, &value, type, mutableBytes() + index * getByteSize(type), 1);
}

void Array::setInt(int64_t index, int64_t value) {
  convertElements(DType::int64, &value, type, mutableBytes() + index * getByteSize(type), 1);
}

} // namespace tessera::numerics
