// SPDX-License-Identifier: Apache-2.0
// From the LLVM dialect to PTX. Of LLVM's passes those that improve kernels; no vectorization and no unrolling: lanes are the
// vectors here, and a pipelined loop must keep its shape for ptxas.
//
// LLVM ends the process where it cannot select an instruction, so nothing may come here that is not on the list of
// tilegpu/ir/Elementwise.h.
#include "compiler/codegen/BackEnd.h"
#include "compiler/codegen/ElementAddresses.h"
#include "compiler/codegen/LiveWords.h"
#include "compiler/codegen/LowerScalars.h"
#include "compiler/codegen/OrderInstructions.h"
#include "compiler/codegen/ProvenFlags.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"

using namespace tessera;

void tessera::codegen::loadForLowering(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  // A pass adds what it depends on to the registry before it runs, but not what is there.
  registry.insert<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::LLVM::LLVMDialect,
                  mlir::math::MathDialect, mlir::NVVM::NVVMDialect, mlir::scf::SCFDialect>();
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
}

/// Whether MLIR writes an operation as assembly, for want of an intrinsic.
static bool isAssembly(mlir::Operation *op) {
  auto ptx = mlir::dyn_cast<mlir::NVVM::BasicPtxBuilderInterface>(op);
  return ptx && !ptx.hasIntrinsic();
}

/// A conversion looks at every operation, so there is one only where something is left for it.
static void addConversions(mlir::PassManager &manager, mlir::ModuleOp module) {
  bool hasMath = false, hasArith = false, hasBranches = false, hasAssembly = false;
  module.walk([&](mlir::Operation *op) {
    mlir::Dialect *dialect = op->getDialect();
    hasMath |= mlir::isa<mlir::math::MathDialect>(dialect);
    hasArith |= mlir::isa<mlir::arith::ArithDialect>(dialect);
    hasBranches |= mlir::isa<mlir::cf::ControlFlowDialect>(dialect);
    hasAssembly |= mlir::isa<mlir::NVVM::NVVMDialect>(dialect) && isAssembly(op);
  });
  if (hasMath)
    manager.addPass(mlir::createConvertMathToLLVMPass());
  if (hasArith || hasMath) // some functions become several operations
    manager.addPass(mlir::createArithToLLVMConversionPass());
  if (hasBranches)
    manager.addPass(mlir::createConvertControlFlowToLLVMPass());
  if (hasAssembly)
    manager.addPass(mlir::createConvertNVVMToLLVMPass());
  if (hasMath || hasArith || hasBranches)
    manager.addPass(mlir::createReconcileUnrealizedCastsPass());
}

mlir::LogicalResult tessera::codegen::lowerToLLVM(mlir::ModuleOp module) {
#ifndef NDEBUG
  if (failed(mlir::verify(module))) // otherwise LLVM's verifier, behind the translation, is enough
    return mlir::failure();
#endif
  mlir::PassManager control(module.getContext()), rest(module.getContext());
  control.enableVerifier(false); // from here on the passes are MLIR's own
  rest.enableVerifier(false);
  control.addPass(mlir::createSCFToControlFlowPass());
  if (failed(control.run(module)))
    return mlir::failure();
  lowerScalars(module);
  addConversions(rest, module);
  mlir::LLVM::DIScopeForLLVMFuncOpPassOptions lines;
  // `.loc` lines only: no `debug` in `.target`, which would turn ptxas's optimizer off.
  lines.emissionKind = mlir::LLVM::DIEmissionKind::DebugDirectivesOnly;
  rest.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass(lines));
  return rest.run(module);
}

/// Straight-line strength reduction need not ask whether an address is poison: see ProvenFlags.cpp. LLVM has no other
/// way to say so.
static void leaveOutPoisonGuard() {
  static const bool isLeftOut = [] { // once: kernels are emitted at the same time
    auto &options = llvm::cl::getRegisteredOptions();
    auto guard = options.find("enable-poison-reuse-guard");
    if (guard == options.end())
      return false;
    static_cast<llvm::cl::opt<bool> *>(guard->second)->setValue(false);
    return true;
  }();
  (void)isLeftOut;
}

namespace {
/// The back end's passes, and ours among them.
struct EmissionPasses : llvm::legacy::PassManager {
  void add(llvm::Pass *pass) override {
    if (pass->getPassName() == "Straight line strength reduction") { // else LLVM goes on to ask
      llvm::legacy::PassManager::add(codegen::createKeepProvenFlagsPass());
      leaveOutPoisonGuard();
    }
    llvm::legacy::PassManager::add(pass);
  }
};
} // namespace

// Declared by hand: llvm/Support/TargetSelect.h names the targets that its LLVM was configured with, and the browser's
// headers are of one that has none.
extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

static llvm::TargetMachine *createMachine(const tilegpu::Target &target) {
  static const bool isInitialized = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)isInitialized;
  std::string error;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *backEnd = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backEnd)
    return nullptr;
  std::string features = "+ptx" + std::to_string(target.ptxVersion);
  return backEnd->createTargetMachine(triple, target.name, features, llvm::TargetOptions(), std::nullopt, std::nullopt,
                                      llvm::CodeGenOptLevel::Default);
}

codegen::LlvmKernel::LlvmKernel() = default;
codegen::LlvmKernel::~LlvmKernel() = default;

/// Assembly in which threads meet must stay where they are together: LLVM may not copy it into branches that they take apart.
static void markConvergent(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || !call->isInlineAsm())
        continue;
      call->setDoesNotThrow();
      llvm::StringRef text = llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString();
      if (text.contains(".sync") || text.contains("barrier.cluster") || text.contains("mbarrier.try_wait") || text.contains("bar."))
        call->setConvergent();
    }
}

std::unique_ptr<codegen::LlvmKernel> codegen::LlvmKernel::translate(mlir::ModuleOp module,
                                                                    const tilegpu::Target &target) {
  std::unique_ptr<LlvmKernel> kernel(new LlvmKernel);
  kernel->machine.reset(createMachine(target));
  if (!kernel->machine)
    return nullptr;
  kernel->context = std::make_unique<llvm::LLVMContext>();
  kernel->module = mlir::translateModuleToLLVMIR(module, *kernel->context, "kernel");
  if (!kernel->module)
    return nullptr;
  kernel->module->setTargetTriple(kernel->machine->getTargetTriple());
  kernel->module->setDataLayout(kernel->machine->createDataLayout());
  markConvergent(*kernel->module);
  return kernel;
}

std::string codegen::LlvmKernel::print() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream.SetBufferSize(1 << 14); // as below
  stream << *module;
  stream.flush();
  return text;
}

/// What of LLVM's O1 makes our kernels better, without what it does to what they don't have (calls, local memory, loops
/// to unroll, vectorize or delete) and without repeats. `instcombine` is half of the time, so what is there twice goes
/// first (`early-cse`), and it runs only once more, behind what moves code. Constants that go through branches (`ipsccp`,
/// `sccp`) are known before LLVM; where those stood, some sign extensions became others, and addresses had less in
/// common. O3 would look for equal loads in every pass of `gvn`, for each load through all others, where `early-cse`
/// with memory SSA finds the same.
static constexpr llvm::StringLiteral pipeline =
    "function(nvvm-intr-range,simplifycfg,early-cse,instcombine<no-verify-fixpoint>,early-cse<memssa>,reassociate,"
    "loop-mssa(licm<no-allowspeculation>,loop-rotate,licm),simplifycfg,instcombine<no-verify-fixpoint>,loop(indvars),"
    "simplifycfg)";

/// What ptxas wants beside values: addresses that it makes, constants, what it computes ahead.
static constexpr unsigned reservedRegisters = 24;

llvm::Error codegen::LlvmKernel::optimize() {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(machine.get());
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager manager;
  if (llvm::Error error = passes.parsePassPipeline(manager, pipeline))
    return error;
  manager.run(*module, modules);
  for (llvm::Function &function : *module) {
    if (function.isDeclaration())
      continue;
    countByElements(function);
    if (countLiveWords(function) + reservedRegisters > getRegisterLimit(function))
      orderInstructions(function), isOrdered = true;
  }
  return llvm::Error::success();
}

/// What `addPassesToEmitFile` adds, without the pass that would take instructions out of an order that was chosen.
static bool addEmission(llvm::CodeGenTargetMachineImpl &machine, llvm::legacy::PassManager &emission,
                        llvm::raw_pwrite_stream &stream, bool isOrdered) {
  auto *modules = new llvm::MachineModuleInfoWrapperPass(&machine);
  llvm::TargetPassConfig *config = machine.createPassConfig(emission);
  config->setDisableVerify(true); // from here on the passes are LLVM's own
  if (isOrdered)
    config->disablePass(&llvm::MachineSinkingLegacyID);
  emission.add(config);
  emission.add(modules);
  if (config->addISelPasses())
    return false;
  config->addMachinePasses();
  config->setInitialized();
  if (machine.addAsmPrinter(emission, stream, nullptr, llvm::CodeGenFileType::AssemblyFile,
                            modules->getMMI().getContext()))
    return false;
  emission.add(llvm::createFreeMachineFunctionPass());
  return true;
}

llvm::Expected<std::string> codegen::LlvmKernel::emitPtx() {
  if (llvm::Error error = optimize())
    return error;
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  stream.SetBufferSize(1 << 14); // the printer hands on letter by letter
  {
    EmissionPasses emission; // the printer, which hands on what it has when it ends
    if (!addEmission(static_cast<llvm::CodeGenTargetMachineImpl &>(*machine), emission, stream, isOrdered))
      return llvm::createStringError("the back end of `" + machine->getTargetCPU().str() + "` prints no assembly");
    emission.run(*module);
  }
  static_cast<llvm::raw_ostream &>(stream).flush(); // which raw_svector_ostream thinks it never needs
  return text.str().str();
}
