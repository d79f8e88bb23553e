// SPDX-License-Identifier: Apache-2.0
// LLVM registers every pass of its back ends before it decides which of them run, so every one would be linked: those
// of other machines, of exceptions, profiles, sanitizers and outlining. Here are the functions that pull them in, with
// the passes that NVPTX runs on our kernels and no other. They come before LLVM's archives, so the linker leaves the
// real ones there.
//
// What is asked for all the same is not there: LLVM says `Pass ID not registered` or a kernel's PTX differs from a
// native build's.
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Transforms/ObjCARC.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm/Transforms/Utils.h"

using namespace llvm;

void llvm::initializeCodeGen(PassRegistry &registry) {
  initializeAssignmentTrackingAnalysisPass(registry);
  initializeBranchFolderLegacyPass(registry);
  initializeCodeGenPrepareLegacyPassPass(registry);
  initializeDeadMachineInstructionElimPass(registry);
  initializeEarlyMachineLICMPass(registry);
  initializeEarlyTailDuplicateLegacyPass(registry);
  initializeExpandPostRALegacyPass(registry);
  initializeFEntryInserterLegacyPass(registry);
  initializeFinalizeISelPass(registry);
  initializeFixupStatepointCallerSavedLegacyPass(registry);
  initializeGCMachineCodeAnalysisPass(registry);
  initializeGCModuleInfoPass(registry);
  initializeLibcallLoweringInfoWrapperPass(registry);
  initializeLiveDebugValuesLegacyPass(registry);
  initializeLiveIntervalsWrapperPassPass(registry);
  initializeLiveStacksWrapperLegacyPass(registry);
  initializeLiveVariablesWrapperPassPass(registry);
  initializeLocalStackSlotPassPass(registry);
  initializeLowerIntrinsicsPass(registry);
  initializeMachineBlockFrequencyInfoWrapperPassPass(registry);
  initializeMachineBlockPlacementLegacyPass(registry);
  initializeMachineCSELegacyPass(registry);
  initializeMachineCycleInfoWrapperPassPass(registry);
  initializeMachineDominatorTreeWrapperPassPass(registry);
  initializeMachineLoopInfoWrapperPassPass(registry);
  initializeMachineModuleInfoWrapperPassPass(registry);
  initializeMachineOptimizationRemarkEmitterPassPass(registry);
  initializeMachinePostDominatorTreeWrapperPassPass(registry);
  initializeMachineSanitizerBinaryMetadataLegacyPass(registry);
  initializeMachineSchedulerLegacyPass(registry);
  initializeMachineSinkingLegacyPass(registry);
  initializeOptimizePHIsLegacyPass(registry);
  initializePHIEliminationPass(registry);
  initializePeepholeOptimizerLegacyPass(registry);
  initializeProcessImplicitDefsLegacyPass(registry);
  initializeRegisterCoalescerLegacyPass(registry);
  initializeRemoveRedundantDebugValuesLegacyPass(registry);
  initializeShadowStackGCLoweringPass(registry);
  initializeSlotIndexesWrapperPassPass(registry);
  initializeStackColoringLegacyPass(registry);
  initializeStackSlotColoringLegacyPass(registry);
  initializeTargetPassConfigPass(registry);
  initializeTwoAddressInstructionLegacyPassPass(registry);
  initializeUnreachableMachineBlockElimLegacyPass(registry);
  initializeXRayInstrumentationLegacyPass(registry);
}

[[noreturn]] static void refuse() { report_fatal_error("this module has no such pass"); }

namespace {
/// In place of a pass that runs and finds nothing to do: what it looks for (Objective-C, calls of the C library, guards
/// of the stack) is in no kernel.
struct Nothing : FunctionPass {
  static char ID;
  Nothing() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "Nothing"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override { usage.setPreservesAll(); }
  bool runOnFunction(Function &) override { return false; }
};
char Nothing::ID = 0;
} // namespace

Pass *llvm::createObjCARCContractPass() { return new Nothing; }
Pass *llvm::createMergeICmpsLegacyPass() { return new Nothing; }
FunctionPass *llvm::createCallBrPass() { return new Nothing; }
FunctionPass *llvm::createLowerInvokePass() { return new Nothing; }
FunctionPass *llvm::createPartiallyInlineLibCallsPass() { return new Nothing; }
FunctionPass *llvm::createPostInlineEntryExitInstrumenterPass() { return new Nothing; }
FunctionPass *llvm::createReplaceWithVeclibLegacyPass() { return new Nothing; }
FunctionPass *llvm::createSafeStackPass() { return new Nothing; }

// Of machines with registers of a number: NVPTX has as many as it wants.
FunctionPass *llvm::createFastRegisterAllocator() { refuse(); }
FunctionPass *llvm::createGreedyRegisterAllocator() { refuse(); }
FunctionPass *llvm::createRegAllocScoringPass() { refuse(); }
FunctionPass *llvm::createRegUsageInfoCollector() { refuse(); }
FunctionPass *llvm::createRegUsageInfoPropPass() { refuse(); }
MachineFunctionPass *llvm::createPrologEpilogInserterPass() { refuse(); }

// Of exceptions.
FunctionPass *llvm::createDwarfEHPass(CodeGenOptLevel) { refuse(); }
FunctionPass *llvm::createSjLjEHPreparePass(const TargetMachine *) { refuse(); }
FunctionPass *llvm::createCFIFixup() { refuse(); }

// Behind options that nobody gives: profiles, outlining, sections, checks of LLVM itself.
FunctionPass *llvm::createMIRProfileLoaderPass(std::string, std::string, sampleprof::FSDiscriminatorPass,
                                               IntrusiveRefCntPtr<vfs::FileSystem>) {
  refuse();
}
FunctionPass *llvm::createSelectOptimizePass() { refuse(); }
FunctionPass *llvm::createMachineVerifierPass(const std::string &) { refuse(); }
bool MachineFunction::verify(Pass *, const char *, raw_ostream *, bool) const { refuse(); }
bool MachineFunction::verify(MachineFunctionAnalysisManager &, const char *, raw_ostream *, bool) const { refuse(); }
bool MachineFunction::verify(LiveIntervals *, SlotIndexes *, const char *, raw_ostream *, bool) const { refuse(); }
MachineFunctionPass *llvm::createBasicBlockPathCloningPass() { refuse(); }
MachineFunctionPass *llvm::createGCEmptyBasicBlocksLegacyPass() { refuse(); }
MachineFunctionPass *llvm::createInsertCodePrefetchPass() { refuse(); }
MachineFunctionPass *llvm::createMachineFunctionSplitterPass() { refuse(); }
MachineFunctionPass *llvm::createStaticDataSplitterPass() { refuse(); }
ModulePass *llvm::createCheckDebugMachineModulePass() { refuse(); }
ModulePass *llvm::createDebugifyMachineModulePass() { refuse(); }
ModulePass *llvm::createGlobalMergeFuncPass() { refuse(); }
ModulePass *llvm::createLowerEmuTLSPass() { refuse(); }
ModulePass *llvm::createLowerGlobalDtorsLegacyPass() { refuse(); }
ModulePass *llvm::createMachineOutlinerPass(RunOutliner) { refuse(); }
ModulePass *llvm::createStaticDataAnnotatorPass() { refuse(); }
ModulePass *llvm::createStripDebugMachineModulePass(bool) { refuse(); }
ModulePass *llvm::createWindowsSecureHotPatchingPass() { refuse(); }
Pass *llvm::createLoopTermFoldPass() { refuse(); }

// What stands for a pass that NVPTX turns off or never adds.
static char unused[14];
char &llvm::DetectDeadLanesID = unused[0];
char &llvm::EarlyIfConverterLegacyID = unused[1];
char &llvm::FuncletLayoutID = unused[2];
char &llvm::ImplicitNullChecksID = unused[3];
char &llvm::InitUndefID = unused[4];
char &llvm::MachineCopyPropagationID = unused[5];
char &llvm::MachineLateInstrsCleanupID = unused[6];
char &llvm::PatchableFunctionID = unused[7];
char &llvm::PostRASchedulerID = unused[8];
char &llvm::PrologEpilogCodeInserterID = unused[9];
char &llvm::RemoveLoadsIntoFakeUsesID = unused[10];
char &llvm::RenameIndependentSubregsID = unused[11];
char &llvm::ShrinkWrapID = unused[12];
char &llvm::StackMapLivenessID = unused[13];
