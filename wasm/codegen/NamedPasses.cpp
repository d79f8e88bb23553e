// SPDX-License-Identifier: Apache-2.0
// LLVM's PassBuilder knows every pass by name, so whoever links it downloads every pass. This file stands in its place
// in the browser's code generator: the same constructor, the same text of a pipeline, the same order, but of passes and
// analyses only those that compiler/codegen/BackEnd.cpp names. codegen stays as it is and does not know.
//
// A name that is not here is an error that says so, which every test of this module meets; so a pass that is added to
// the pipeline is added here. Its options are read as LLVM reads them. What the target adds (`nvvm-intr-range`, its
// alias analysis) comes from the target's own callbacks, as it does in LLVM.
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LastRunTrackingAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace {
/// `name`, `name<options>` or `name(elements)`.
struct Element {
  StringRef name, options, inner;
};

/// The elements of a pipeline's text, apart at the commas outside of brackets.
SmallVector<Element> splitPipeline(StringRef text) {
  SmallVector<Element> elements;
  while (!text.empty()) {
    size_t end = 0;
    for (int depth = 0; end < text.size() && (depth || text[end] != ','); ++end)
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    StringRef whole = text.take_front(end);
    text = text.drop_front(std::min(end + 1, text.size()));
    Element element;
    element.name = whole.take_until([](char c) { return c == '(' || c == '<'; });
    StringRef rest = whole.drop_front(element.name.size());
    if (rest.consume_front("(") && rest.consume_back(")"))
      element.inner = rest;
    else if (rest.consume_front("<") && rest.consume_back(">"))
      element.options = rest;
    elements.push_back(element);
  }
  return elements;
}

Error refuse(const Element &element) {
  return createStringError("the browser's code generator has no pass `" + element.name +
                           (element.options.empty() ? "`" : "<" + element.options + ">`"));
}

Error addLoopPasses(LoopPassManager &manager, StringRef text) {
  for (const Element &element : splitPipeline(text)) {
    if (element.name == "licm" && (element.options.empty() || element.options == "no-allowspeculation")) {
      LICMOptions options;
      options.AllowSpeculation = element.options.empty();
      manager.addPass(LICMPass(options));
    } else if (element.name == "loop-rotate" && element.options.empty()) {
      manager.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true, /*PrepareForLTO=*/false));
    } else if (element.name == "indvars" && element.options.empty()) {
      manager.addPass(IndVarSimplifyPass());
    } else {
      return refuse(element);
    }
  }
  return Error::success();
}

/// A pass of functions that is LLVM's own; false where there is none of that name.
bool addFunctionPass(FunctionPassManager &manager, const Element &element) {
  StringRef options = element.options;
  if (element.name == "simplifycfg" && options.empty())
    manager.addPass(SimplifyCFGPass(SimplifyCFGOptions()));
  else if (element.name == "early-cse" && (options.empty() || options == "memssa"))
    manager.addPass(EarlyCSEPass(/*UseMemorySSA=*/!options.empty()));
  else if (element.name == "instcombine" && options == "no-verify-fixpoint")
    manager.addPass(InstCombinePass(InstCombineOptions().setVerifyFixpoint(false)));
  else if (element.name == "reassociate" && options.empty())
    manager.addPass(ReassociatePass());
  else
    return false;
  return true;
}

Error addLoops(FunctionPassManager &manager, const Element &element) {
  LoopPassManager loops;
  if (Error error = addLoopPasses(loops, element.inner))
    return error;
  manager.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/element.name == "loop-mssa"));
  return Error::success();
}
} // namespace

PassBuilder::PassBuilder(TargetMachine *machine, PipelineTuningOptions, std::optional<PGOOptions>,
                         PassInstrumentationCallbacks *callbacks, IntrusiveRefCntPtr<vfs::FileSystem>)
    : TM(machine), PIC(callbacks) {
  if (TM)
    TM->registerPassBuilderCallbacks(*this);
}

PipelineTuningOptions::PipelineTuningOptions() = default;

// Of analyses those that the passes above ask for, and what these ask for. One that is only looked up where it is
// cached (profiles, global alias analysis) is never made in LLVM either: no pass of ours makes it.
void PassBuilder::registerModuleAnalyses(ModuleAnalysisManager &manager) {
  manager.registerPass([&] { return PassInstrumentationAnalysis(PIC); });
  for (auto &add : ModuleAnalysisRegistrationCallbacks)
    add(manager);
}

void PassBuilder::registerCGSCCAnalyses(CGSCCAnalysisManager &) {}

void PassBuilder::registerFunctionAnalyses(FunctionAnalysisManager &manager) {
  manager.registerPass([&] { return buildDefaultAAPipeline(); });
  manager.registerPass([&] { return PassInstrumentationAnalysis(PIC); });
  manager.registerPass([&] { return TM ? TM->getTargetIRAnalysis() : TargetIRAnalysis(); });
  manager.registerPass([] { return AssumptionAnalysis(); });
  manager.registerPass([] { return BasicAA(); });
  manager.registerPass([] { return BlockFrequencyAnalysis(); });
  manager.registerPass([] { return BranchProbabilityAnalysis(); });
  manager.registerPass([] { return DominatorTreeAnalysis(); });
  manager.registerPass([] { return LastRunTrackingAnalysis(); });
  manager.registerPass([] { return LoopAnalysis(); });
  manager.registerPass([] { return MemorySSAAnalysis(); });
  manager.registerPass([] { return OptimizationRemarkEmitterAnalysis(); });
  manager.registerPass([] { return PostDominatorTreeAnalysis(); });
  manager.registerPass([] { return ScalarEvolutionAnalysis(); });
  manager.registerPass([] { return ScopedNoAliasAA(); });
  manager.registerPass([] { return TargetLibraryAnalysis(); });
  manager.registerPass([] { return TypeBasedAA(); });
  for (auto &add : FunctionAnalysisRegistrationCallbacks)
    add(manager);
}

void PassBuilder::registerLoopAnalyses(LoopAnalysisManager &manager) {
  manager.registerPass([&] { return PassInstrumentationAnalysis(PIC); });
  manager.registerPass([] { return ShouldRunExtraSimpleLoopUnswitch(); });
  for (auto &add : LoopAnalysisRegistrationCallbacks)
    add(manager);
}

void PassBuilder::crossRegisterProxies(LoopAnalysisManager &loops, FunctionAnalysisManager &functions,
                                       CGSCCAnalysisManager &, ModuleAnalysisManager &modules,
                                       MachineFunctionAnalysisManager *) {
  modules.registerPass([&] { return FunctionAnalysisManagerModuleProxy(functions); });
  functions.registerPass([&] { return ModuleAnalysisManagerFunctionProxy(modules); });
  functions.registerPass([&] { return LoopAnalysisManagerFunctionProxy(loops); });
  loops.registerPass([&] { return FunctionAnalysisManagerLoopProxy(functions); });
}

AAManager PassBuilder::buildDefaultAAPipeline() {
  AAManager manager;
  if (TM)
    TM->registerEarlyDefaultAliasAnalyses(manager);
  manager.registerFunctionAnalysis<BasicAA>();
  manager.registerFunctionAnalysis<ScopedNoAliasAA>();
  manager.registerFunctionAnalysis<TypeBasedAA>();
  if (TM)
    TM->registerDefaultAliasAnalyses(manager);
  return manager;
}

Error PassBuilder::parsePassPipeline(ModulePassManager &manager, StringRef text) {
  for (const Element &stage : splitPipeline(text)) {
    if (stage.name != "function")
      return refuse(stage);
    FunctionPassManager functions;
    for (const Element &element : splitPipeline(stage.inner)) {
      auto isTargets = [&](auto &add) { return add(element.name, functions, {}); };
      if (element.name == "loop" || element.name == "loop-mssa") {
        if (Error error = addLoops(functions, element))
          return error;
      } else if (!addFunctionPass(functions, element) && llvm::none_of(FunctionPipelineParsingCallbacks, isTargets)) {
        return refuse(element);
      }
    }
    manager.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
  }
  return Error::success();
}
