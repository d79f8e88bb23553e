// SPDX-License-Identifier: Apache-2.0
// wgmma: operands are read and the accumulator changed when the schedule says so, one product of a warpgroup after the other. Sums are those of
// `tile.dot` (f32 in order of k), within the tensor core's stated bound for 16-bit types; of 8-bit floats they are the tensor core's own, which keeps 13 bits.
#include "compiler/interpreter/warpgroups/Agents.h"
#include "compiler/interpreter/warpgroups/Latency.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/MatrixProduct.h"
#include <cmath>
#include <cstring>

using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;
using numerics::DType;

static std::vector<uint8_t> readMatrix(const RefView &view) {
  SliceBounds all;
  all.offsets.assign(view.extents.size(), 0);
  all.sizes.assign(view.extents.begin(), view.extents.end());
  all.strides.assign(view.extents.size(), 1);
  std::vector<uint8_t> dense(view.extents[0] * view.extents[1] * view.elementSize);
  readSlice(view, all, dense.data());
  return dense;
}

/// One element of one instruction of 32 products of 8-bit floats: terms are cut to 13 bits below the largest exponent (and the old sum like them), added
/// exactly, and the sum is cut to 13 fraction bits. CUDA's manual leaves it open; this is what H100s and H200s were measured to do.
static float addNarrow(float sum, const float *a, const float *b, const int *aExponents, const int *bExponents) {
  constexpr int products = 32, bits = 13;
  int largest = -126;
  double total = 0;
  for (int i = 0; i < products; ++i)
    if (a[i] != 0 && b[i] != 0)
      largest = std::max(largest, aExponents[i] + bExponents[i]);
  if (sum != 0)
    largest = std::max(largest, std::ilogb(sum));
  double scale = std::ldexp(1.0, bits - largest);
  for (int i = 0; i < products; ++i)
    total += std::trunc(static_cast<double>(a[i]) * b[i] * scale);
  total += std::trunc(sum * scale);
  if (total == 0 || !std::isfinite(total))
    return static_cast<float>(total);
  double unit = std::ldexp(1.0, std::max(std::ilogb(total) - bits, 0)); // of `total`, which is an integer
  return static_cast<float>(std::trunc(total / unit) * unit / scale);
}

/// sum += a . b of 8-bit floats, with f32 sums.
static void multiplyNarrow(numerics::MatrixView a, numerics::MatrixView b, float *sum, int64_t m, int64_t n, int64_t k, unsigned aLeast, unsigned bLeast) {
  auto widen = [](numerics::MatrixView view, int64_t rows, int64_t columns, bool turn, int least, std::vector<int> &exponents) {
    std::vector<float> plain(rows * columns), turned(rows * columns);
    numerics::convertElements(view.dtype, view.data, DType::float32, plain.data(), rows * columns);
    exponents.resize(rows * columns);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        float value = plain[i * columns + j];
        int64_t at = turn ? j * rows + i : i * columns + j;
        turned[at] = value;
        exponents[at] = std::isfinite(value) && value != 0 ? std::max(std::ilogb(value), -least) : 0; // a subnormal has the least exponent
      }
    return turned;
  };
  std::vector<int> aExponents, bExponents;
  std::vector<float> left = widen(a, m, k, false, static_cast<int>(aLeast), aExponents), right = widen(b, k, n, true, static_cast<int>(bLeast), bExponents);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t from = 0; from + 32 <= k; from += 32)
        sum[i * n + j] = addNarrow(sum[i * n + j], &left[i * k + from], &right[j * k + from], &aExponents[i * k + from], &bExponents[j * k + from]);
}

static bool isNarrow(DType type) { return type == DType::float8_e4m3fn || type == DType::float8_e5m2; }

void Machine::multiply(Agent &agent, mlir::Operation *op, size_t number, const RefView *a, numerics::BufferRef registers, const Operand &aShape, const RefView &b) {
  uint32_t epoch = static_cast<uint32_t>(++agent.issuedProducts);
  Accumulator &accumulator = agent.accumulators[number];
  if (a)
    access(agent, *a->memory, getRegion(*a), Deed::productRead, {need(agent.products), epoch}, op);
  access(agent, *b.memory, getRegion(b), Deed::productRead, {need(agent.products), epoch}, op);
  accumulator.lastProduct = agent.issuedProducts;
  accumulator.lastOp = op;
  int64_t m = aShape.shape[0], k = aShape.shape[1], n = b.extents[1];
  unsigned bits = 8 * numerics::getByteSize(aShape.type);
  uint64_t rate = bits == 16 ? latency::operationsPerCycle16 : bits == 8 ? 2 * latency::operationsPerCycle16 : latency::operationsPerCycle16 / 2;
  uint64_t begin = std::max(agent.time, agent.block.tensorFree), last = begin + 2 * static_cast<uint64_t>(m * n * k) / rate, end = last + latency::product;
  agent.block.tensorFree = last;
  int64_t event = -1;
  if (timeline) {
    int64_t slot;
    std::string place = getPlace(*b.memory, getRegion(b), slot);
    int64_t &row = agent.tensorRow;
    uint32_t index = getRow(agent.block, row, "tensor core of warpgroup " + std::to_string(agent.warpgroup), static_cast<int32_t>(agent.warpgroup));
    auto uses = b.memory->uses.find(slot);
    event = note(index, "wgmma", begin, end, "wgmma with " + place, op, b.memory->name, slot, uses == b.memory->uses.end() ? -1 : uses->second);
  }
  agent.productsInFlight.push_back({op, end, event});
  agent.time += latency::issue;
  agent.tick();
  agent.yields = !isSearch();
  std::optional<RefView> left;
  if (a)
    left = *a;
  post({&agent, &agent.block, end, &agent.products, [this, &agent, op, number, left, registers, aShape, b, m, n, k, end] {
          Accumulator &accumulator = agent.accumulators[number];
          ++agent.doneProducts;
          if (accumulator.isLive) {
            std::vector<uint8_t> leftBytes = left ? readMatrix(*left) : std::vector<uint8_t>(registers->data(), registers->data() + aShape.bytes), rightBytes = readMatrix(b);
            if (aShape.type == DType::float32)
              for (std::vector<uint8_t> *bytes : {&leftBytes, &rightBytes})
                numerics::truncateToTf32(bytes->data(), bytes->data(), static_cast<int64_t>(bytes->size() / 4));
            uint8_t *whole = accumulator.buffer->data(), *sum = whole;
            // Of a product with fewer columns than the accumulator, whose others stay as they are.
            size_t pitch =
                       static_cast<size_t>(accumulator.shape.shape[1]) * numerics::getByteSize(accumulator.shape.type),
                   width = static_cast<size_t>(n) * numerics::getByteSize(accumulator.shape.type);
            std::vector<uint8_t> part;
            if (width < pitch) {
              for (int64_t row = 0; row < m; ++row)
                part.insert(part.end(), whole + row * pitch, whole + row * pitch + width);
              sum = part.data();
            }
            auto least = [](DType type) { return type == DType::float8_e5m2 ? 14u : 6u; };
            if (isNarrow(aShape.type) && isNarrow(b.type) && accumulator.shape.type == DType::float32)
              multiplyNarrow({leftBytes.data(), aShape.type}, {rightBytes.data(), b.type}, reinterpret_cast<float *>(sum), m, n, k, least(aShape.type), least(b.type));
            else if (!numerics::multiplyMatrices({leftBytes.data(), aShape.type}, {rightBytes.data(), b.type}, sum, sum, accumulator.shape.type, m, n, k))
              run.fail(DiagnosticId::memoryLimit, op->getLoc(), "there is no memory to pack the operands of a matrix product");
            for (int64_t row = 0; width < pitch && row < m; ++row)
              std::copy_n(part.begin() + static_cast<int64_t>(row * width), width, whole + row * pitch);
          }
          wake(&agent.doneProducts, end);
        }});
}

bool Machine::waitProducts(Agent &agent, uint64_t pending) {
  uint64_t wanted = agent.issuedProducts > pending ? agent.issuedProducts - pending : 0;
  if (agent.doneProducts < wanted) {
    block(agent, &agent.doneProducts, "its wgmma");
    return false;
  }
  int64_t event = -1;
  while (agent.awaitedProducts < wanted) {
    agent.time = std::max(agent.time, agent.productsInFlight.front().time);
    event = agent.productsInFlight.front().event;
    agent.productsInFlight.pop_front();
    ++agent.awaitedProducts;
  }
  if (agent.isWaiting)
    noteWait(agent, "wait for wgmma", agent.frame->currentOp(), {}, -1, -1, event);
  agent.isWaiting = false;
  if (wanted)
    agent.knowledge.all.raise({need(agent.products), static_cast<uint32_t>(wanted)});
  return true;
}

bool Machine::signal(Agent &agent, const RefView &semaphore, int64_t increment) {
  int32_t value;
  std::memcpy(&value, semaphore.base, 4);
  value += static_cast<int32_t>(increment);
  std::memcpy(semaphore.base, &value, 4);
  auto &[released, time] = semaphores[semaphore.base];
  released.join(agent.knowledge);
  agent.tick();
  time = std::max(time, agent.time + latency::semaphore);
  agent.time += latency::issue;
  agent.yields = true;
  wake(semaphore.base, time);
  return true;
}

bool Machine::waitSemaphore(Agent &agent, const RefView &semaphore, int64_t wanted, bool decrement) {
  int32_t value;
  std::memcpy(&value, semaphore.base, 4);
  auto &[released, time] = semaphores[semaphore.base];
  if (value < wanted) {
    block(agent, semaphore.base, "a semaphore of `" + semaphore.memory->name + "`, which is " + std::to_string(value) + ", to become " + std::to_string(wanted));
    agent.waitsForSemaphore = true;
    return false;
  }
  if (decrement) {
    value -= static_cast<int32_t>(wanted);
    std::memcpy(semaphore.base, &value, 4);
  }
  agent.knowledge.join(released);
  agent.time = std::max(agent.time, time);
  if (agent.isWaiting)
    noteWait(agent, "wait for a semaphore of " + semaphore.memory->name, agent.frame->currentOp(), semaphore.memory->name);
  agent.isWaiting = false;
  agent.yields = true;
  return true;
}
