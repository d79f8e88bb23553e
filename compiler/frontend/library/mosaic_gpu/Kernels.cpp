// SPDX-License-Identifier: Apache-2.0
// `plgpu.kernel`: reads what it was given and makes the function of arrays; RecordKernel.cpp records a kernel for each new set of arguments.
#include "compiler/frontend/library/mosaic_gpu/RecordKernel.h"
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

std::vector<int64_t> WarpgroupMesh::launchGrid() const {
  std::vector<int64_t> all = grid;
  all.insert(all.end(), cluster.begin(), cluster.end());
  return all;
}

//===-- the mesh ----------------------------------------------------------------------------------------------===//

/// Names are any hashable values: their `repr` tells them apart.
static std::optional<std::vector<std::string>> readNames(Evaluator &evaluator, Value given) {
  std::vector<std::string> names;
  std::vector<Value> items = {given};
  if (isNone(given))
    items.clear();
  else if (auto *sequence = dyn_cast<SequenceObject>(given))
    items = sequence->items;
  for (Value item : items) {
    std::optional<std::string> name = evaluator.repr(item);
    if (!name)
      return std::nullopt;
    names.push_back(*name);
  }
  return names;
}

static bool readExtents(Evaluator &evaluator, Value given, std::vector<int64_t> &extents, Range range) {
  PallasCallConfiguration read;
  if (!readGrid(evaluator, given, read, range))
    return false;
  extents = std::move(read.grid);
  return true;
}

/// The names of March 2025: the grid's, then the cluster's, then the threads'.
static bool splitAxisNames(Evaluator &evaluator, Value given, bool hasThreads, WarpgroupMesh &mesh) {
  std::optional<std::vector<std::string>> names = readNames(evaluator, given);
  if (!names)
    return false;
  if (names->size() != mesh.grid.size() + mesh.cluster.size() + hasThreads)
    return evaluator.raise(DiagnosticId::valueError, "Need as many axis names as grid dimensions + warp groups: `axis_names` has " + std::to_string(names->size()) +
                                                         ", but there are " + std::to_string(mesh.grid.size()) + " grid axes, " + std::to_string(mesh.cluster.size()) +
                                                         " cluster axes and " + (hasThreads ? "one axis of threads" : "no axis of threads")),
           false;
  auto cluster = names->begin() + mesh.grid.size();
  mesh.gridNames.assign(names->begin(), cluster);
  mesh.clusterNames.assign(cluster, cluster + mesh.cluster.size());
  if (hasThreads)
    mesh.threadName = names->back();
  return true;
}

static bool checkMesh(Evaluator &evaluator, const WarpgroupMesh &mesh) {
  auto fail = [&](const std::string &text) { return evaluator.raise(DiagnosticId::valueError, text), false; };
  if (mesh.gridNames.size() != mesh.grid.size())
    return fail("grid_names must have the same length as grid: got " + std::to_string(mesh.gridNames.size()) + " names for the grid " + formatShape(mesh.grid));
  if (mesh.clusterNames.size() != mesh.cluster.size())
    return fail("cluster_names must have the same length as cluster: got " + std::to_string(mesh.clusterNames.size()) + " names for the cluster " +
                formatShape(mesh.cluster));
  if (mesh.cluster.size() > 3)
    return fail("cluster= must be at most 3D, got " + formatShape(mesh.cluster));
  // More than 8 blocks or 8 warpgroups have no GPU code (SelectWarpgroups.cpp); the interpreter runs them.
  if (int64_t blocks = countElements(mesh.cluster); blocks > 16)
    return fail("a cluster of " + std::to_string(blocks) + " blocks, but no GPU takes more than 16");
  if (mesh.threads < 1)
    return fail("num_threads must be positive, got " + std::to_string(mesh.threads));
  if (mesh.threads > 16)
    return evaluator
               .raise(DiagnosticId::valueError,
                      "Requested too many CUDA threads per block: " + std::to_string(mesh.threads) +
                          " threads of 128 each, but Mosaic takes at most 2048")
               .note("each thread of a Mosaic kernel is a warpgroup, 128 CUDA threads: `num_threads` is at most 16, "
                     "and 8 on a GPU"),
           false;
  std::vector<std::string> all = mesh.gridNames;
  all.insert(all.end(), mesh.clusterNames.begin(), mesh.clusterNames.end());
  if (!mesh.threadName.empty())
    all.push_back(mesh.threadName);
  llvm::sort(all);
  if (auto twice = std::adjacent_find(all.begin(), all.end()); twice != all.end())
    return fail("the axis name " + *twice + " stands for two axes of the kernel");
  return true;
}

bool frontend::readMesh(Call &call, WarpgroupMesh &mesh) {
  Evaluator &evaluator = call.evaluator;
  if (!readExtents(evaluator, call["grid"], mesh.grid, call.rangeOf("grid")) || !readExtents(evaluator, call["cluster"], mesh.cluster, call.rangeOf("cluster")))
    return false;
  bool hasThreads = !isNone(call["num_threads"]);
  if (hasThreads) {
    std::optional<int64_t> threads = evaluator.toInt(call["num_threads"], "num_threads");
    if (!threads)
      return false;
    mesh.threads = *threads;
  }
  if (!isNone(call["kernel_name"])) {
    std::optional<std::string> name = evaluator.toString(call["kernel_name"], "kernel_name");
    if (!name)
      return false;
    mesh.kernelName = *name;
  }
  if (!isNone(call["axis_names"])) {
    for (llvm::StringRef newer : {"grid_names", "cluster_names", "thread_name"})
      if (call.given(newer))
        return evaluator.raise(DiagnosticId::argumentError, "`axis_names` is the older way to name all axes and does not go with `" + newer.str() + "`",
                               call.rangeOf("axis_names")),
               false;
    if (Diagnostic *remark = reportOnce(evaluator, DiagnosticId::chosenVersion, evaluator.where(call.rangeOf("axis_names")),
                                        "`axis_names` names the grid's axes, the cluster's and the threads', as in releases of early 2025", Severity::remark))
      remark->note("today's names are `grid_names`, `cluster_names` and `thread_name`");
    return splitAxisNames(evaluator, call["axis_names"], hasThreads, mesh) && checkMesh(evaluator, mesh);
  }
  std::optional<std::vector<std::string>> gridNames = readNames(evaluator, call["grid_names"]), clusterNames = readNames(evaluator, call["cluster_names"]);
  if (!gridNames || !clusterNames)
    return false;
  mesh.gridNames = *gridNames;
  mesh.clusterNames = *clusterNames;
  if (hasThreads != !isNone(call["thread_name"]))
    return evaluator.raise(DiagnosticId::valueError, "num_threads and thread_name must be either both set or both None: only `" +
                                                         std::string(hasThreads ? "num_threads" : "thread_name") + "` is given"),
           false;
  if (hasThreads) {
    std::optional<std::string> name = evaluator.repr(call["thread_name"]);
    if (!name)
      return false;
    mesh.threadName = *name;
  }
  return checkMesh(evaluator, mesh);
}

//===-- plgpu.kernel ------------------------------------------------------------------------------------------===//

/// Today's name of an argument or the one before; null with an exception pending where both are given.
static Value eitherOf(Call &call, llvm::StringRef today, llvm::StringRef before) {
  if (!call.given(today) || !call.given(before))
    return call[call.given(before) ? before : today];
  return call.evaluator.raise(DiagnosticId::valueError, "Cannot specify both " + before.str() + " and " + today.str() + ". Use " + today.str() + ".",
                              call.rangeOf(before));
}

Value frontend::makeWarpgroupFunction(Evaluator &evaluator, const WarpgroupConfiguration &configuration, Value body) {
  if (!evaluator.isCallable(body))
    return evaluator.raise(DiagnosticId::typeError, "`" + configuration.function + "` takes a kernel function, not a `" + body->typeName(evaluator) + "`");
  WarpgroupConfiguration own = configuration;
  own.body = body;
  own.traces = std::make_shared<KernelTraces>();
  return evaluator.function(
      "kernel",
      [own](Evaluator &e, Arguments &arguments) -> Value {
        for (const Keyword &keyword : arguments.keywords)
          return e.raise(DiagnosticId::argumentError, "the result of `" + own.function + "` takes arrays in order, but got the keyword `" + keyword.first + "`");
        return WarpgroupRecorder(e, own).run(arguments.positional);
      },
      body);
}

Value frontend::makeKernel(Call &call, WarpgroupConfiguration &configuration) {
  Evaluator &evaluator = call.evaluator;
  configuration.outType = eitherOf(call, "out_type", "out_shape");
  configuration.scratchTypes = configuration.outType ? eitherOf(call, "scratch_types", "scratch_shapes") : nullptr;
  if (!configuration.scratchTypes || !readCompilerParameters(evaluator, call["compiler_params"], configuration))
    return nullptr;
  if (isNone(configuration.outType)) // a kernel without results
    configuration.outType = evaluator.tuple({});
  if (!isNone(call["body"]))
    return makeWarpgroupFunction(evaluator, configuration, call["body"]);
  return evaluator.function("kernel", [configuration](Evaluator &e, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return e.raise(DiagnosticId::argumentError, "`" + configuration.function + "(...)` is a decorator here and takes one function");
    return makeWarpgroupFunction(e, configuration, arguments.positional[0]);
  });
}

Value frontend::warpgroupKernelHandler(Call &call) {
  WarpgroupConfiguration configuration;
  configuration.function = publicName(call.entry);
  configuration.range = call.evaluator.range();
  return readMesh(call, configuration.mesh) ? makeKernel(call, configuration) : nullptr;
}
