// SPDX-License-Identifier: Apache-2.0
// The graphs are those that NVIDIA's own front end makes of scaled_dot_product_attention, which engines know by their
// form: from 9.13 on and without a mask one operation, else product, scale, mask, the softmax in seven steps, product.
// The softmax has its rows' statistics in it whether anybody reads them or not: without, no engine takes the graph
// (cuDNN 9.19 on an H100).
#include "runner/device/cuda/AttentionPlan.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace tessera::runner::cuda;

/// What a run's arrays are called in the graph.
enum TensorId : int64_t { queryId = 1, keyId, valueId, outputId, scaleId, excludedId, statisticsId };

static constexpr std::array<int64_t, 4> one = {1, 1, 1, 1};

static std::array<int64_t, 4> getRowMajorStrides(const std::array<int64_t, 4> &extents) {
  return {extents[1] * extents[2] * extents[3], extents[2] * extents[3], extents[3], 1};
}

AttentionPlan::~AttentionPlan() {
  for (CudnnDescriptor descriptor : llvm::reverse(kept))
    cudnn.destroyDescriptor(descriptor);
}

bool AttentionPlan::check(int status, llvm::StringRef doing) {
  if (status != 0 && problem.empty())
    problem = doing.str() + ": " + cudnn.describe(status);
  return problem.empty();
}

CudnnDescriptor AttentionPlan::add(cudnn::Kind kind, llvm::ArrayRef<Setting> settings) {
  CudnnDescriptor descriptor = nullptr;
  if (!problem.empty() || !check(cudnn.createDescriptor(kind, &descriptor), "making a descriptor"))
    return nullptr;
  kept.push_back(descriptor);
  for (const Setting &setting : settings)
    if (!check(cudnn.setAttribute(descriptor, setting.attribute, setting.type, setting.count, setting.values),
               "describing it"))
      return nullptr;
  return check(cudnn.finalize(descriptor), "describing it") ? descriptor : nullptr;
}

CudnnDescriptor AttentionPlan::addTensor(cudnn::Element element, const std::array<int64_t, 4> &extents,
                                         const std::array<int64_t, 4> &strides, int64_t id, bool isByValue) {
  bool isVirtual = id >= 100;
  static constexpr int64_t alignment = 16;
  return add(cudnn::tensor, {{cudnn::tensorType, cudnn::dataType, 1, &element},
                             {cudnn::tensorExtents, cudnn::int64, 4, extents.data()},
                             {cudnn::tensorStrides, cudnn::int64, 4, strides.data()},
                             {cudnn::tensorId, cudnn::int64, 1, &id},
                             {cudnn::tensorAlignment, cudnn::int64, 1, &alignment},
                             {cudnn::tensorIsVirtual, cudnn::boolean, 1, &isVirtual},
                             {cudnn::tensorIsByValue, cudnn::boolean, 1, &isByValue}});
}

/// One between two operations, which is nowhere in memory.
CudnnDescriptor AttentionPlan::addVirtual(cudnn::Element element, const std::array<int64_t, 4> &extents) {
  return addTensor(element, extents, getRowMajorStrides(extents), nextVirtual++);
}

void AttentionPlan::addPointwise(cudnn::Pointwise mode, CudnnDescriptor x, CudnnDescriptor b, CudnnDescriptor y,
                                 CudnnDescriptor condition, std::optional<int64_t> axis, cudnn::Element precision) {
  std::vector<Setting> how = {{cudnn::pointwiseModeOf, cudnn::pointwiseMode, 1, &mode},
                              {cudnn::pointwisePrecision, cudnn::dataType, 1, &precision}};
  if (axis)
    how.push_back({cudnn::pointwiseAxis, cudnn::int64, 1, &*axis});
  CudnnDescriptor pointwise = add(cudnn::pointwise, how);
  std::vector<Setting> settings = {{cudnn::pointwiseDescriptor, cudnn::descriptor, 1, &pointwise},
                                   {cudnn::pointwiseX, cudnn::descriptor, 1, &x},
                                   {cudnn::pointwiseY, cudnn::descriptor, 1, &y}};
  if (b)
    settings.push_back({cudnn::pointwiseB, cudnn::descriptor, 1, &b});
  if (condition)
    settings.push_back({cudnn::pointwiseT, cudnn::descriptor, 1, &condition});
  operations.push_back(add(cudnn::pointwiseOperation, settings));
}

void AttentionPlan::addReduction(cudnn::Reduction operation, CudnnDescriptor x, CudnnDescriptor y) {
  cudnn::Element precision = cudnn::f32;
  CudnnDescriptor reduction =
      add(cudnn::reduction, {{cudnn::reductionOperatorOf, cudnn::reductionOperator, 1, &operation},
                             {cudnn::reductionPrecision, cudnn::dataType, 1, &precision}});
  operations.push_back(
      add(cudnn::reductionOperation, {{cudnn::reductionX, cudnn::descriptor, 1, &x},
                                      {cudnn::reductionY, cudnn::descriptor, 1, &y},
                                      {cudnn::reductionDescriptor, cudnn::descriptor, 1, &reduction}}));
}

void AttentionPlan::addProduct(CudnnDescriptor a, CudnnDescriptor b, CudnnDescriptor c) {
  cudnn::Element precision = cudnn::f32;
  CudnnDescriptor product = add(cudnn::product, {{cudnn::productPrecision, cudnn::dataType, 1, &precision}});
  operations.push_back(add(cudnn::productOperation, {{cudnn::productA, cudnn::descriptor, 1, &a},
                                                     {cudnn::productB, cudnn::descriptor, 1, &b},
                                                     {cudnn::productC, cudnn::descriptor, 1, &c},
                                                     {cudnn::productDescriptor, cudnn::descriptor, 1, &product}}));
}

/// Scores of keys behind the query become so small that their exponential is zero.
CudnnDescriptor AttentionPlan::addMask(const Attention &attention, CudnnDescriptor scores) {
  std::array<int64_t, 4> all = {attention.batch, attention.heads, attention.queries, attention.keys};
  static constexpr int64_t queryAxis = 2, keyAxis = 3;
  CudnnDescriptor row = addVirtual(cudnn::i32, all), column = addVirtual(cudnn::i32, all);
  CudnnDescriptor isSeen = addVirtual(cudnn::truth, all), masked = addVirtual(cudnn::f32, all);
  addPointwise(cudnn::index, scores, nullptr, column, nullptr, keyAxis);
  addPointwise(cudnn::index, scores, nullptr, row, nullptr, queryAxis);
  addPointwise(cudnn::greaterOrEqual, row, column, isSeen, nullptr, std::nullopt, cudnn::truth);
  addPointwise(cudnn::select, scores, addTensor(cudnn::f32, one, one, excludedId, /*isByValue=*/true), masked, isSeen);
  return masked;
}

void AttentionPlan::addOperations(const Attention &attention, cudnn::Element element) {
  int64_t b = attention.batch, h = attention.heads, hk = attention.keyHeads, s = attention.queries, t = attention.keys,
          d = attention.width;
  std::array<int64_t, 4> ofQueries = attention.getStrides(h, s), ofKeys = attention.getStrides(hk, t);
  std::array<int64_t, 4> all = {b, h, s, t}, rows = {b, h, s, 1};
  CudnnDescriptor query = addTensor(element, {b, h, s, d}, ofQueries, queryId);
  CudnnDescriptor key = addTensor(element, {b, hk, d, t}, {ofKeys[0], ofKeys[1], ofKeys[3], ofKeys[2]}, keyId);
  CudnnDescriptor value = addTensor(element, {b, hk, t, d}, ofKeys, valueId);
  CudnnDescriptor output = addTensor(element, {b, h, s, d}, ofQueries, outputId);
  CudnnDescriptor raw = addVirtual(cudnn::f32, all), scores = addVirtual(cudnn::f32, all);
  addProduct(query, key, raw);
  addPointwise(cudnn::multiply, raw, addTensor(cudnn::f32, one, one, scaleId, /*isByValue=*/true), scores);
  if (attention.isCausal)
    scores = addMask(attention, scores);
  CudnnDescriptor largest = addVirtual(cudnn::f32, rows), sum = addVirtual(cudnn::f32, rows);
  CudnnDescriptor below = addVirtual(cudnn::f32, all), powers = addVirtual(cudnn::f32, all);
  CudnnDescriptor shares = addVirtual(element, all);
  addReduction(cudnn::maximum, scores, largest);
  addPointwise(cudnn::subtract, scores, largest, below);
  addPointwise(cudnn::exponential, below, nullptr, powers);
  addReduction(cudnn::sum, powers, sum);
  CudnnDescriptor logarithm = addVirtual(cudnn::f32, rows);
  addPointwise(cudnn::logarithm, sum, nullptr, logarithm);
  addPointwise(cudnn::add, largest, logarithm,
               attention.givesStatistics ? addTensor(cudnn::f32, rows, getRowMajorStrides(rows), statisticsId)
                                         : addVirtual(cudnn::f32, rows));
  addPointwise(cudnn::divide, powers, sum, shares);
  addProduct(shares, value, output);
}

void AttentionPlan::addOneOperation(const Attention &attention, cudnn::Element element) {
  std::array<int64_t, 4> queries = {attention.batch, attention.heads, attention.queries, attention.width},
                         keys = {attention.batch, attention.keyHeads, attention.keys, attention.width},
                         rows = {attention.batch, attention.heads, attention.queries, 1};
  std::array<int64_t, 4> ofQueries = attention.getStrides(attention.heads, attention.queries),
                         ofKeys = attention.getStrides(attention.keyHeads, attention.keys);
  CudnnDescriptor query = addTensor(element, queries, ofQueries, queryId),
                  key = addTensor(element, keys, ofKeys, keyId), value = addTensor(element, keys, ofKeys, valueId),
                  output = addTensor(element, queries, ofQueries, outputId),
                  scaled = addTensor(cudnn::f32, one, one, scaleId, /*isByValue=*/true), statistics = nullptr;
  std::vector<Setting> settings = {{cudnn::attentionQuery, cudnn::descriptor, 1, &query},
                                   {cudnn::attentionKey, cudnn::descriptor, 1, &key},
                                   {cudnn::attentionValue, cudnn::descriptor, 1, &value},
                                   {cudnn::attentionOutput, cudnn::descriptor, 1, &output},
                                   {cudnn::attentionScale, cudnn::descriptor, 1, &scaled}};
  if (attention.givesStatistics) {
    statistics = addTensor(cudnn::f32, rows, getRowMajorStrides(rows), statisticsId);
    settings.push_back({cudnn::attentionStatistics, cudnn::descriptor, 1, &statistics});
  }
  operations.push_back(add(cudnn::attentionOperation, settings));
}

/// The first of the engines that the library's heuristics propose that takes the graph.
bool AttentionPlan::choose() {
  int mode = cudnn::heuristicModeA;
  CudnnDescriptor graph =
      add(cudnn::operationGraph,
          {{cudnn::graphHandle, cudnn::handle, 1, &handle},
           {cudnn::graphOperations, cudnn::descriptor, static_cast<int64_t>(operations.size()), operations.data()}});
  CudnnDescriptor heuristics = add(cudnn::heuristics, {{cudnn::heuristicsGraph, cudnn::descriptor, 1, &graph},
                                                       {cudnn::heuristicsMode, cudnn::heuristicMode, 1, &mode}});
  std::array<CudnnDescriptor, 8> configs = {};
  for (CudnnDescriptor &config : configs) {
    if (!problem.empty() || !check(cudnn.createDescriptor(cudnn::engineConfig, &config), "making a descriptor"))
      return false;
    kept.push_back(config);
  }
  int64_t count = 0;
  if (!check(cudnn.getAttribute(heuristics, cudnn::heuristicsResults, cudnn::descriptor,
                                static_cast<int64_t>(configs.size()), &count, configs.data()),
             "asking for engines"))
    return false;
  std::string reason = "no engine takes it";
  for (int64_t i = 0; i < count && !plan; ++i) {
    plan = add(cudnn::executionPlan, {{cudnn::planHandle, cudnn::handle, 1, &handle},
                                      {cudnn::planConfig, cudnn::descriptor, 1, &configs[static_cast<size_t>(i)]}});
    if (!plan)
      std::swap(reason, problem), problem.clear(); // the next one may
  }
  if (!plan) {
    problem = reason;
    return false;
  }
  return check(cudnn.getAttribute(plan, cudnn::planWorkspace, cudnn::int64, 1, &count, &workspace),
               "asking for the plan's memory");
}

std::unique_ptr<AttentionPlan> AttentionPlan::make(const Cudnn &cudnn, CudnnHandle handle, const Attention &attention,
                                                   cudnn::Element element, std::string &error) {
  static constexpr size_t hasOneOperation = 91300;
  for (bool asOne : {true, false}) {
    if (asOne && (attention.isCausal || cudnn.number < hasOneOperation))
      continue;
    std::unique_ptr<AttentionPlan> made(new AttentionPlan(cudnn, handle));
    made->scale = static_cast<float>(attention.scale);
    made->isCausal = attention.isCausal;
    made->givesStatistics = attention.givesStatistics;
    if (asOne)
      made->addOneOperation(attention, element);
    else
      made->addOperations(attention, element);
    if (made->choose())
      return made;
    error = made->problem;
  }
  return nullptr;
}

int AttentionPlan::begin(const Places &places) {
  std::vector<int64_t> ids = {queryId, keyId, valueId, outputId, scaleId};
  std::vector<const void *> pointers = {places.query, places.key, places.value, places.output, &scale};
  if (isCausal) {
    ids.push_back(excludedId);
    pointers.push_back(&excluded);
  }
  if (givesStatistics) {
    ids.push_back(statisticsId);
    pointers.push_back(places.statistics);
  }
  CudnnDescriptor pack = nullptr;
  int status = cudnn.createDescriptor(cudnn::variantPack, &pack);
  auto set = [&](cudnn::Attribute attribute, cudnn::Type type, size_t count, const void *values) {
    if (status == 0)
      status = cudnn.setAttribute(pack, attribute, type, static_cast<int64_t>(count), values);
  };
  set(cudnn::packIds, cudnn::int64, ids.size(), ids.data());
  set(cudnn::packPointers, cudnn::pointer, pointers.size(), pointers.data());
  set(cudnn::packWorkspace, cudnn::pointer, 1, &places.workspace);
  if (status == 0)
    status = cudnn.finalize(pack);
  if (status == 0)
    status = cudnn.execute(handle, plan, pack);
  if (pack)
    cudnn.destroyDescriptor(pack);
  return status;
}
