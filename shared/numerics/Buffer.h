// SPDX-License-Identifier: Apache-2.0
// A counted block of bytes, aligned for any vector load. Unlike a vector it is not cleared when made, and unlike `new` it
// fails by being null: a program that asks for too much is told so, in the browser too.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tessera::numerics {

class Buffer {
public:
  /// `size` bytes of unspecified content, with one owner; null when there is no memory.
  static Buffer *allocate(size_t size);
  void retain() { owners.fetch_add(1, std::memory_order_relaxed); }
  /// Gives up one owner; frees the block with the last.
  void release();
  /// Only this owner sees the bytes, so it may write to them.
  bool isShared() const { return owners.load(std::memory_order_acquire) != 1; }
  size_t size() const { return bytes; }
  uint8_t *data() { return reinterpret_cast<uint8_t *>(this) + headerSize; }

private:
  static constexpr size_t headerSize = 64;
  explicit Buffer(size_t bytes) : bytes(bytes) {}
  std::atomic<uint32_t> owners{1};
  size_t bytes;
};

/// An owner of a buffer, or null.
class BufferRef {
public:
  BufferRef() = default;
  /// Takes over one owner's count.
  static BufferRef adopt(Buffer *buffer) {
    BufferRef ref;
    ref.buffer = buffer;
    return ref;
  }
  BufferRef(const BufferRef &other) : buffer(other.buffer) {
    if (buffer)
      buffer->retain();
  }
  BufferRef(BufferRef &&other) noexcept : buffer(std::exchange(other.buffer, nullptr)) {}
  BufferRef &operator=(BufferRef other) noexcept {
    std::swap(buffer, other.buffer);
    return *this;
  }
  ~BufferRef() {
    if (buffer)
      buffer->release();
  }
  explicit operator bool() const { return buffer != nullptr; }
  Buffer *operator->() const { return buffer; }
  Buffer *get() const { return buffer; }
  /// Gives the count to the caller.
  Buffer *take() { return std::exchange(buffer, nullptr); }

private:
  Buffer *buffer = nullptr;
};

} // namespace tessera::numerics
