// SPDX-License-Identifier: Apache-2.0
// cuDNN's graphs without a GPU, in the fake driver's library: descriptors as they were described, and a plan that works
// its graph's operations off in f32 on the host's memory, whatever they make together. It refuses what the real one
// refuses: a descriptor that was not finished, an attribute of a finished one. Signatures are those of `cudnn_graph.h`.
#include "runner/device/cuda/Cudnn.h"
#include "tests/unit/runner/FakeCuda.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

using namespace tessera::runner::cuda;

namespace {
struct Descriptor {
  int kind = 0;
  bool isFinished = false;
  std::map<int, std::vector<uint8_t>> values;

  template <typename T> T get(int attribute, size_t index = 0) const {
    T value{};
    auto found = values.find(attribute);
    if (found != values.end() && found->second.size() >= (index + 1) * sizeof(T))
      std::memcpy(&value, found->second.data() + index * sizeof(T), sizeof(T));
    return value;
  }
  Descriptor *of(int attribute, size_t index = 0) const { return get<Descriptor *>(attribute, index); }
  bool has(int attribute) const { return values.count(attribute) != 0; }
};
using Index = std::array<int64_t, 4>;

FakeCuda &fake() { return *tesseraPeekFakeCuda(); }
bool fails(const char *symbol) {
  fake().calls.push_back(symbol);
  return fake().failing == symbol;
}

size_t getSize(int type) {
  switch (type) {
  case cudnn::boolean:
    return 1;
  case cudnn::handle:
  case cudnn::int64:
  case cudnn::pointer:
  case cudnn::descriptor:
    return 8;
  default:
    return 4;
  }
}

/// A run of a graph: tensors in memory by their ids, the others in f32.
struct Run {
  std::map<int64_t, void *> memory;
  std::map<Descriptor *, std::vector<float>> virtuals;

  static Index getExtents(const Descriptor *tensor) {
    Index extents;
    for (size_t i = 0; i < 4; ++i)
      extents[i] = tensor->get<int64_t>(cudnn::tensorExtents, i);
    return extents;
  }
  /// An axis of one is the same everywhere, as broadcasts have it; fewer heads of keys serve several of queries.
  static int64_t getPlace(const Descriptor *tensor, Index at, int64_t heads) {
    Index extents = getExtents(tensor);
    int64_t place = 0;
    for (size_t i = 0; i < 4; ++i) {
      int64_t x = i == 1 && extents[1] < heads ? at[1] / (heads / extents[1]) : std::min(at[i], extents[i] - 1);
      place += x * tensor->get<int64_t>(cudnn::tensorStrides, i);
    }
    return place;
  }
  float read(Descriptor *tensor, Index at, int64_t heads) {
    int64_t place = getPlace(tensor, at, heads);
    if (tensor->get<bool>(cudnn::tensorIsVirtual))
      return virtuals[tensor][static_cast<size_t>(place)];
    const void *data = memory[tensor->get<int64_t>(cudnn::tensorId)];
    switch (tensor->get<int>(cudnn::tensorType)) {
    case cudnn::f16:
      return static_cast<float>(static_cast<const _Float16 *>(data)[place]);
    case cudnn::bf16: {
      uint32_t bits = uint32_t(static_cast<const uint16_t *>(data)[place]) << 16;
      float value;
      std::memcpy(&value, &bits, 4);
      return value;
    }
    default:
      return static_cast<const float *>(data)[place];
    }
  }
  void write(Descriptor *tensor, Index at, float value) {
    int64_t place = getPlace(tensor, at, 0);
    if (tensor->get<bool>(cudnn::tensorIsVirtual)) {
      Index extents = getExtents(tensor);
      std::vector<float> &own = virtuals[tensor];
      own.resize(static_cast<size_t>(extents[0] * extents[1] * extents[2] * extents[3]));
      own[static_cast<size_t>(place)] = value;
      return;
    }
    void *data = memory[tensor->get<int64_t>(cudnn::tensorId)];
    if (tensor->get<int>(cudnn::tensorType) == cudnn::f16)
      static_cast<_Float16 *>(data)[place] = static_cast<_Float16>(value);
    else if (tensor->get<int>(cudnn::tensorType) == cudnn::bf16) {
      uint32_t bits;
      std::memcpy(&bits, &value, 4);
      static_cast<uint16_t *>(data)[place] = static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    } else
      static_cast<float *>(data)[place] = value;
  }
  template <typename Function> static void forEach(const Descriptor *tensor, Function function) {
    Index extents = getExtents(tensor), at;
    for (at[0] = 0; at[0] < extents[0]; ++at[0])
      for (at[1] = 0; at[1] < extents[1]; ++at[1])
        for (at[2] = 0; at[2] < extents[2]; ++at[2])
          for (at[3] = 0; at[3] < extents[3]; ++at[3])
            function(at);
  }

  void multiply(Descriptor *operation) {
    Descriptor *a = operation->of(cudnn::productA), *b = operation->of(cudnn::productB),
               *c = operation->of(cudnn::productC);
    int64_t depth = getExtents(a)[3], heads = getExtents(c)[1];
    forEach(c, [&](Index at) {
      double sum = 0;
      for (int64_t x = 0; x < depth; ++x)
        sum += double(read(a, {at[0], at[1], at[2], x}, heads)) * read(b, {at[0], at[1], x, at[3]}, heads);
      write(c, at, static_cast<float>(sum));
    });
  }
  void reduce(Descriptor *operation) {
    Descriptor *x = operation->of(cudnn::reductionX), *y = operation->of(cudnn::reductionY);
    bool isSum = operation->of(cudnn::reductionDescriptor)->get<int>(cudnn::reductionOperatorOf) == cudnn::sum;
    int64_t width = getExtents(x)[3];
    forEach(y, [&](Index at) {
      float result = isSum ? 0 : -std::numeric_limits<float>::infinity();
      for (int64_t i = 0; i < width; ++i) {
        float value = read(x, {at[0], at[1], at[2], i}, 0);
        result = isSum ? result + value : std::max(result, value);
      }
      write(y, at, result);
    });
  }
  void attend(Descriptor *operation) {
    Descriptor *q = operation->of(cudnn::attentionQuery), *k = operation->of(cudnn::attentionKey),
               *v = operation->of(cudnn::attentionValue), *o = operation->of(cudnn::attentionOutput),
               *statistics = operation->of(cudnn::attentionStatistics);
    float scale = read(operation->of(cudnn::attentionScale), {0, 0, 0, 0}, 0);
    int64_t width = getExtents(q)[3], keys = getExtents(k)[2], heads = getExtents(q)[1];
    forEach(o, [&](Index at) {
      std::vector<double> scores(static_cast<size_t>(keys));
      double sum = 0, result = 0;
      for (int64_t i = 0; i < keys; ++i) {
        double &score = scores[static_cast<size_t>(i)];
        for (int64_t x = 0; x < width; ++x)
          score += double(read(q, {at[0], at[1], at[2], x}, heads)) * read(k, {at[0], at[1], i, x}, heads);
        sum += std::exp(scale * score);
        result += std::exp(scale * score) * read(v, {at[0], at[1], i, at[3]}, heads);
      }
      write(o, at, static_cast<float>(result / sum));
      if (statistics && at[3] == 0)
        write(statistics, at, static_cast<float>(std::log(sum)));
    });
  }
  bool apply(Descriptor *operation) {
    Descriptor *how = operation->of(cudnn::pointwiseDescriptor), *x = operation->of(cudnn::pointwiseX),
               *b = operation->of(cudnn::pointwiseB), *t = operation->of(cudnn::pointwiseT),
               *y = operation->of(cudnn::pointwiseY);
    int mode = how->get<int>(cudnn::pointwiseModeOf);
    bool isKnown = true;
    forEach(y, [&](Index at) {
      float left = read(x, at, 0), right = b ? read(b, at, 0) : 0, result = 0;
      switch (mode) {
      case cudnn::add:
        result = left + right;
        break;
      case cudnn::multiply:
        result = left * right;
        break;
      case cudnn::subtract:
        result = left - right;
        break;
      case cudnn::divide:
        result = left / right;
        break;
      case cudnn::exponential:
        result = std::exp(left);
        break;
      case cudnn::logarithm:
        result = std::log(left);
        break;
      case cudnn::greaterOrEqual:
        result = left >= right;
        break;
      case cudnn::index:
        result = static_cast<float>(at[static_cast<size_t>(how->get<int64_t>(cudnn::pointwiseAxis))]);
        break;
      case cudnn::select:
        result = t && read(t, at, 0) != 0 ? left : right;
        break;
      default:
        isKnown = false;
      }
      write(y, at, result);
    });
    return isKnown;
  }
};
} // namespace

extern "C" {
size_t cudnnGetVersion() { return fake().cudnnVersion; }
int cudnnCreate(void **handle) {
  *handle = &fake();
  return fails("cudnnCreate") ? 1001 : 0;
}
int cudnnDestroy(void *) {
  fake().calls.push_back("cudnnDestroy");
  return 0;
}
const char *cudnnGetErrorString(int status) {
  return status == 3000 ? "CUDNN_STATUS_NOT_SUPPORTED" : "CUDNN_STATUS_BAD_PARAM";
}
void cudnnGetLastErrorString(char *message, size_t size) { std::strncpy(message, "as the test has it", size); }
int cudnnBackendCreateDescriptor(int kind, void **descriptor) {
  auto *made = new Descriptor;
  made->kind = kind;
  *descriptor = made;
  ++fake().live;
  return 0;
}
int cudnnBackendDestroyDescriptor(void *descriptor) {
  delete static_cast<Descriptor *>(descriptor);
  --fake().live;
  return 0;
}
int cudnnBackendSetAttribute(void *descriptor, int attribute, int type, int64_t count, const void *values) {
  auto *own = static_cast<Descriptor *>(descriptor);
  if (!own || own->isFinished || !values)
    return 2000;
  if (type == cudnn::descriptor)
    for (int64_t i = 0; i < count; ++i)
      if (auto *part = static_cast<Descriptor *const *>(values)[i]; !part || !part->isFinished)
        return 2000;
  auto *bytes = static_cast<const uint8_t *>(values);
  own->values[attribute].assign(bytes, bytes + static_cast<size_t>(count) * getSize(type));
  return 0;
}
int cudnnBackendGetAttribute(void *descriptor, int attribute, int, int64_t room, int64_t *count, void *values) {
  auto *own = static_cast<Descriptor *>(descriptor);
  if (!own || !own->isFinished)
    return 2000;
  if (attribute == cudnn::planWorkspace) {
    *static_cast<int64_t *>(values) = 64;
    *count = 1;
    return 0;
  }
  if (attribute != cudnn::heuristicsResults)
    return 2000;
  // Of two engines the first does not take the graph.
  *count = std::min<int64_t>(room, 2);
  for (int64_t i = 0; i < *count; ++i) {
    auto *config = static_cast<Descriptor **>(values)[i];
    config->values[cudnn::heuristicsGraph] = own->values[cudnn::heuristicsGraph];
    config->values[-1] = {static_cast<uint8_t>(i)};
    config->isFinished = true;
  }
  return 0;
}
int cudnnBackendFinalize(void *descriptor) {
  auto *own = static_cast<Descriptor *>(descriptor);
  bool isRefused = own->kind == cudnn::executionPlan && own->of(cudnn::planConfig)->get<uint8_t>(-1) == 0;
  if (own->kind == cudnn::executionPlan && fails("cudnnBackendFinalize of a plan"))
    isRefused = true;
  if (isRefused)
    return 3000;
  own->isFinished = true;
  return 0;
}
int cudnnBackendExecute(void *, void *plan, void *pack) {
  if (fails("cudnnBackendExecute"))
    return 5000;
  auto *own = static_cast<Descriptor *>(plan), *data = static_cast<Descriptor *>(pack);
  if (!own->isFinished || !data->isFinished || !data->get<void *>(cudnn::packWorkspace))
    return 2000;
  Run run;
  for (size_t i = 0; i < data->values[cudnn::packIds].size() / 8; ++i)
    run.memory[data->get<int64_t>(cudnn::packIds, i)] = data->get<void *>(cudnn::packPointers, i);
  Descriptor *graph = own->of(cudnn::planConfig)->of(cudnn::heuristicsGraph);
  for (size_t i = 0; i < graph->values[cudnn::graphOperations].size() / 8; ++i) {
    Descriptor *operation = graph->of(cudnn::graphOperations, i);
    if (operation->kind == cudnn::productOperation)
      run.multiply(operation);
    else if (operation->kind == cudnn::reductionOperation)
      run.reduce(operation);
    else if (operation->kind == cudnn::attentionOperation)
      run.attend(operation);
    else if (operation->kind != cudnn::pointwiseOperation || !run.apply(operation))
      return 3000;
  }
  return 0;
}
}
