// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/AttentionPeer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;
using numerics::Array;

//===-- which attention --------------------------------------------------------------------------------------===//

namespace {
/// An array as batch, heads and positions.
struct Extents {
  int64_t batch = 1, heads = 1, length = 1, width = 1;
};
} // namespace

/// Nothing where the rank has none.
static std::optional<Extents> readExtents(const Array &array, bool isHeadFirst) {
  llvm::ArrayRef<int64_t> shape = array.shape();
  if (shape.size() < 2 || shape.size() > 4 || array.size() == 0)
    return std::nullopt;
  Extents extents;
  extents.width = shape.back();
  if (shape.size() == 2)
    extents.length = shape[0];
  else
    std::tie(extents.heads, extents.length) = isHeadFirst
                                                  ? std::tuple(shape[shape.size() - 3], shape[shape.size() - 2])
                                                  : std::tuple(shape[shape.size() - 2], shape[shape.size() - 3]);
  if (shape.size() == 4)
    extents.batch = shape[0];
  return extents;
}

/// Where the shapes fit, with neither mask nor scale.
static std::optional<Attention> match(const PeerLaunch &launch, size_t query, size_t key, size_t value,
                                      bool isHeadFirst) {
  const Array &q = launch.inputs[query], &k = launch.inputs[key], &v = launch.inputs[value];
  const Array &output = launch.outputs[0];
  std::optional<Extents> ofQuery = readExtents(q, isHeadFirst), ofKey = readExtents(k, isHeadFirst);
  bool fits = ofQuery && ofKey && q.dtype() == k.dtype() && q.dtype() == v.dtype() && q.dtype() == output.dtype() &&
              q.shape() == output.shape() && k.shape() == v.shape() && q.rank() == k.rank() &&
              ofQuery->batch == ofKey->batch && ofQuery->width == ofKey->width && ofQuery->heads % ofKey->heads == 0 &&
              (isHeadFirst || q.rank() > 2);
  if (!fits)
    return std::nullopt;
  Attention attention{query,           key,           value,          ofQuery->batch, ofQuery->heads, ofKey->heads,
                      ofQuery->length, ofKey->length, ofQuery->width, isHeadFirst};
  llvm::ArrayRef<Array> outputs = launch.outputs;
  attention.givesStatistics = outputs.size() == 2 && outputs[1].dtype() == numerics::DType::float32 &&
                              outputs[1].size() == attention.batch * attention.heads * attention.queries;
  return outputs.size() == 1 || attention.givesStatistics ? std::optional(attention) : std::nullopt;
}

/// Numbers of a launch that a kernel may multiply its scores by, and what is usual.
static std::vector<double> listScales(const PeerLaunch &launch, int64_t width) {
  std::vector<double> scales = {1 / std::sqrt(static_cast<double>(width)), 1};
  for (const Array &input : launch.inputs)
    if (!isArray(input) && input.size() == 1 && numerics::isFloat(input.dtype()))
      scales.push_back(input.getDouble(0));
  std::vector<double> different;
  for (double scale : scales)
    if (std::isfinite(scale) &&
        llvm::none_of(different, [&](double other) { return std::abs(other - scale) <= 1e-6 * std::abs(scale); }))
      different.push_back(scale);
  return different;
}

std::vector<Attention> cuda::listAttentions(const PeerLaunch &launch) {
  std::vector<Attention> attentions;
  std::vector<size_t> arrays;
  for (size_t i = 0; i < launch.inputs.size(); ++i)
    if (isArray(launch.inputs[i]))
      arrays.push_back(i);
  if (arrays.size() != 3 || launch.outputs.empty())
    return attentions;
  do {
    for (bool isHeadFirst : {true, false}) {
      std::optional<Attention> shape = match(launch, arrays[0], arrays[1], arrays[2], isHeadFirst);
      for (double scale : shape ? listScales(launch, shape->width) : std::vector<double>())
        for (bool isCausal : {false, true}) {
          if (isCausal && shape->queries != shape->keys)
            continue; // which keys a query sees then is a matter of taste
          shape->scale = scale;
          shape->isCausal = isCausal;
          attentions.push_back(*shape);
        }
    }
  } while (std::next_permutation(arrays.begin(), arrays.end()));
  return attentions;
}

std::string cuda::describeAttention(const Attention &attention, const Array &query) {
  std::string text = attention.batch > 1 ? std::to_string(attention.batch) + " times " : "";
  text += std::to_string(attention.heads) + (attention.heads == 1 ? " head of " : " heads of ") +
          std::to_string(attention.width);
  if (attention.keyHeads != attention.heads)
    text += " (" + std::to_string(attention.keyHeads) + " of keys)";
  text += ", " + std::to_string(attention.queries) + " queries, " + std::to_string(attention.keys) + " keys, " +
          std::string(getShortName(query.dtype()));
  if (attention.isCausal)
    text += ", causal";
  text += llvm::formatv(", scale {0:F4}", attention.scale).str();
  return attention.givesStatistics ? text + ", with each row's statistics" : text;
}

/// One query's result in f64.
static std::vector<double> attend(const Attention &attention, const PeerLaunch &launch, int64_t batch, int64_t head,
                                  int64_t query) {
  const Array &q = launch.inputs[attention.query], &k = launch.inputs[attention.key],
              &v = launch.inputs[attention.value];
  std::array<int64_t, 4> ofQuery = attention.getStrides(attention.heads, attention.queries),
                         ofKey = attention.getStrides(attention.keyHeads, attention.keys);
  int64_t keyHead = head / (attention.heads / attention.keyHeads), width = attention.width;
  int64_t row = batch * ofQuery[0] + head * ofQuery[1] + query * ofQuery[2];
  int64_t keys = attention.isCausal ? query + 1 : attention.keys;
  auto place = [&](int64_t i) { return batch * ofKey[0] + keyHead * ofKey[1] + i * ofKey[2]; };
  std::vector<double> scores(static_cast<size_t>(keys)), result(static_cast<size_t>(width));
  for (int64_t i = 0; i < keys; ++i)
    for (int64_t x = 0; x < width; ++x)
      scores[static_cast<size_t>(i)] += attention.scale * q.getDouble(row + x) * k.getDouble(place(i) + x);
  double largest = *llvm::max_element(scores), sum = 0;
  for (int64_t i = 0; i < keys; ++i) {
    double share = std::exp(scores[static_cast<size_t>(i)] - largest);
    sum += share;
    for (int64_t x = 0; x < width; ++x)
      result[static_cast<size_t>(x)] += share * v.getDouble(place(i) + x);
  }
  for (double &element : result)
    element /= sum;
  return result;
}

/// Whether a few rows of the launch's output are this attention's. The first is in the middle of everything, where
/// masks, heads and batches differ most.
static bool agrees(const Attention &attention, const PeerLaunch &launch) {
  const Array &output = launch.outputs[0];
  std::array<int64_t, 4> strides = attention.getStrides(attention.heads, attention.queries);
  for (int64_t sample = 0; sample < 6; ++sample) {
    auto pick = [&](int64_t count, int64_t step) { return (count / 2 + sample * step) % count; };
    int64_t batch = pick(attention.batch, 1), head = pick(attention.heads, 3), query = pick(attention.queries, 177);
    std::vector<double> row = attend(attention, launch, batch, head, query);
    int64_t place = batch * strides[0] + head * strides[1] + query * strides[2];
    for (size_t x = 0; x < row.size(); ++x) {
      double value = output.getDouble(place + static_cast<int64_t>(x));
      if (!(std::abs(value - row[x]) <= launch.tolerance.absolute + launch.tolerance.relative * std::abs(row[x])))
        return false;
    }
  }
  return true;
}

//===-- the call ---------------------------------------------------------------------------------------------===//

class AttentionPeer::AttentionCall : public Peer::Call {
public:
  AttentionCall(AttentionPeer &peer, const PeerLaunch &launch, const Attention &attention,
                std::shared_ptr<AttentionPlan> plan)
      : output(peer.context, launch.outputs[0].byteSize()), peer(peer), plan(std::move(plan)),
        query(peer.context, launch.inputs[attention.query].byteSize()),
        key(peer.context, launch.inputs[attention.key].byteSize()),
        value(peer.context, launch.inputs[attention.value].byteSize()),
        statistics(peer.context, attention.givesStatistics ? launch.outputs[1].byteSize() : 4),
        workspace(peer.context, static_cast<size_t>(std::max<int64_t>(this->plan->workspaceBytes(), 4))) {
    query.upload(launch.inputs[attention.query].bytes());
    key.upload(launch.inputs[attention.key].bytes());
    value.upload(launch.inputs[attention.value].bytes());
  }
  bool begin() override {
    int status = plan->begin({toPointer(query), toPointer(key), toPointer(value), toPointer(output),
                              toPointer(statistics), toPointer(workspace)});
    return status == 0 || peer.context.fail(peer.what + " failed: " + peer.cudnn->describe(status));
  }
  bool reset() override { return output.poison(); }

  Buffer output;

private:
  static void *toPointer(const Buffer &buffer) { return reinterpret_cast<void *>(buffer.pointer()); }

  AttentionPeer &peer;
  std::shared_ptr<AttentionPlan> plan;
  Buffer query, key, value, statistics, workspace;
};

AttentionPeer::AttentionPeer(Context &context, std::unique_ptr<Cudnn> cudnn)
    : Peer(context, "cuDNN's attention"), cudnn(std::move(cudnn)) {}

AttentionPeer::~AttentionPeer() {
  forget(); // plans are given back before their handle
  if (handle)
    cudnn->destroy(handle);
}

std::unique_ptr<AttentionPeer> AttentionPeer::open(Context &context, std::string &error,
                                                   const std::vector<std::string> &libraries) {
  std::unique_ptr<Cudnn> cudnn = Cudnn::load(error, libraries);
  if (!cudnn)
    return nullptr;
  std::unique_ptr<AttentionPeer> peer(new AttentionPeer(context, std::move(cudnn)));
  if (int status = peer->cudnn->create(&peer->handle)) {
    peer->handle = nullptr;
    error = "cuDNN " + peer->cudnn->version + " does not start: " + peer->cudnn->describe(status);
    return nullptr;
  }
  return peer;
}

bool AttentionPeer::find(const PeerLaunch &launch, Found &found) {
  std::vector<Attention> attentions = listAttentions(launch);
  if (attentions.empty()) {
    found.text = "attention takes queries, keys and values, and gives an array like the queries, or their rows' "
                 "statistics, too; this is " +
                 describeShapes(launch);
    return true;
  }
  std::optional<cudnn::Element> element = getCudnnElement(launch.outputs[0].dtype());
  if (!element) {
    found.text = "cuDNN's attention has f16 and bf16, this is " + describeShapes(launch);
    return true;
  }
  llvm::erase_if(attentions, [&](const Attention &attention) { return !agrees(attention, launch); });
  if (attentions.empty()) {
    found.text = "what it computes of " + describeShapes(launch) +
                 " is no attention, or more than one (causal or not, scaled by 1/sqrt(width), 1 or an argument)";
    return true;
  }
  if (attentions.size() > 1) {
    found.text = std::to_string(attentions.size()) + " kinds of attention of " + describeShapes(launch) +
                 " give these numbers; inputs that are not all the same would tell which it is";
    return true;
  }
  std::string reason;
  std::shared_ptr<AttentionPlan> plan = AttentionPlan::make(*cudnn, handle, attentions[0], *element, reason);
  std::string name = describeAttention(attentions[0], launch.inputs[attentions[0].query]);
  if (!plan) {
    found.text = "cuDNN " + cudnn->version + " has no attention of " + name + ": " + reason;
    return true;
  }
  AttentionCall call(*this, launch, attentions[0], plan);
  Array own(launch.outputs[0].dtype(), launch.outputs[0].shape());
  if (!call.reset() || !finish(call) || !call.output.download(own.mutableBytes()))
    return false;
  if (std::string difference = describeDifference(own, launch, what); !difference.empty()) {
    found.text = "what it computes of " + describeShapes(launch) + " is not " + name + ": " + difference;
    return true;
  }
  found.text = "scaled_dot_product_attention of cuDNN " + cudnn->version + ": " + name;
  found.make = [this, attention = attentions[0], plan](const PeerLaunch &own) {
    return std::make_unique<AttentionCall>(*this, own, attention, plan);
  };
  return true;
}
