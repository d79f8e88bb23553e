// SPDX-License-Identifier: Apache-2.0
// A compiled program and the answers it gives. The module that the front end traced is kept beside the finished one:
// stages before the last are made again on demand, which costs milliseconds and keeps nothing in memory that nobody
// asked for.
#include "compiler/driver/Program.h"
#include "compiler/driver/Explain.h"
#include "compiler/driver/ModuleText.h"
#include "compiler/driver/Pipeline.h"
#include "compiler/driver/Snapshots.h"
#include "compiler/schedule/cost/CostModel.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "compiler/views/Layouts.h"
#include "compiler/views/Tilings.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tessera;

Program::~Program() = default;
CodeGenerator::~CodeGenerator() = default;

/// What scheduling `module` showed that its kernels have to leave of shared memory, for `traced`, which is scheduled
/// once more. Whether there was something; after several times it is all that there is, and no kernel of warpgroups is
/// left.
static bool keepReserved(ModuleOp module, ModuleOp traced, int round) {
  constexpr int rounds = 4;
  constexpr int64_t all = 1 << 30;
  bool isKept = false;
  for (auto kernel : module.getOps<tile::KernelOp>()) {
    auto source = traced.lookupSymbol<tile::KernelOp>(kernel.getSymName());
    Attribute reserved = kernel->getAttr(schedule::reservedName);
    if (!source || !reserved || reserved == source->getAttr(schedule::reservedName))
      continue;
    source->setAttr(schedule::reservedName, round < rounds ? reserved : Builder(source).getI64IntegerAttr(all));
    isKept = true;
  }
  return isKept;
}

void CompiledProgram::compile(OwningOpRef<ModuleOp> module, std::string file, std::string text, DiagnosticSink &sink,
                              ArrayRef<frontend::ToldShared> told) {
  fileName = std::move(file);
  sourceDigest = artifact::digestOf(llvm::arrayRefFromStringRef(text));
  source = std::move(text);
  traced = std::move(module);
  DiagnosticSink said;
  SnapshotRecorder recorder(/*isVerified=*/true);
  auto run = [&] {
    said = DiagnosticSink();
    if (!keepsSnapshots)
      return runSteps(getPipeline({targetName, choices}), *traced, said);
    recorder.recordTrace(*traced);
    return runSteps(getPipeline({targetName, choices}), *traced, said,
                    [&](const PipelineStep &step, ModuleOp module) { recorder.record(step, module); });
  };
  OwningOpRef<ModuleOp> working = run();
  for (int round = 1; working && keepReserved(*working, *traced, round); ++round)
    working = run();
  if (working)
    taken = recorder.take();
  for (const Diagnostic &diagnostic : said.all())
    sink.add(diagnostic);
  if (!sink.hasErrors())
    finished = std::move(working);
  for (const frontend::ToldShared &number : told)
    if (tilegpu::KernelOp kernel = findScheduled(number.kernel);
        kernel && static_cast<int64_t>(kernel.getSharedBytes()) != number.bytes)
      sink.report(DiagnosticId::scheduleChoice, number.range,
                  "the program was told that kernel `" + number.kernel + "` takes " + std::to_string(number.bytes) +
                      " bytes of shared memory; with the launches that came after it takes " +
                      std::to_string(kernel.getSharedBytes()),
                  Severity::remark);
  reported = sink.takeSorted();
  tellsPlans = ok();
}

ArrayRef<tessera::Diagnostic> CompiledProgram::diagnostics() const {
  if (std::exchange(tellsPlans, false))
    reported = tellPlans(explainProgram(*this, choices), std::move(reported));
  return reported;
}

void CompiledProgram::keepSettled(std::optional<interpreter::SettledProgram> program) {
  DiagnosticSink ignored; // of a pass that has gone through the whole program
  if (program &&
      succeeded(runStep(getPipeline({targetName, choices}).front(), *program->module, ignored, /*verifies=*/false)))
    settled = std::move(program);
}

tilegpu::KernelOp CompiledProgram::findScheduled(StringRef kernel) const {
  auto scheduled = finished ? module().lookupSymbol<tilegpu::TargetModuleOp>(targetName) : tilegpu::TargetModuleOp();
  return scheduled ? scheduled.lookupSymbol<tilegpu::KernelOp>(kernel) : tilegpu::KernelOp();
}

void CompiledProgram::adopt(OwningOpRef<ModuleOp> module, const artifact::Manifest &manifest, DiagnosticSink &sink) {
  fileName = manifest.fileName;
  sourceDigest = manifest.sourceDigest;
  source = manifest.sourceText;
  if (!sink.hasErrors())
    finished = std::move(module);
  reported = sink.takeSorted();
}

std::vector<std::string> CompiledProgram::kernels() const {
  std::vector<std::string> names;
  if (finished)
    for (auto kernel : finished.get().getOps<tile::KernelOp>())
      names.push_back(kernel.getSymName().str());
  return names;
}

bool CompiledProgram::hasKernel(StringRef name) const {
  return finished && isa_and_nonnull<tile::KernelOp>(finished.get().lookupSymbol(name));
}

//===-- estimates ---------------------------------------------------------------------------------------------===//

std::optional<KernelEstimate> CompiledProgram::estimate(StringRef kernel, StringRef card) const {
  const schedule::MachineRates *named = schedule::findCard(card, targetName);
  const schedule::MachineRates &rates = named ? *named : schedule::getUsualCard(targetName);
  std::optional<schedule::CostEstimate> cost =
      finished ? schedule::estimateKernel(module(), kernel, targetName, rates) : std::nullopt;
  if (!cost)
    return std::nullopt;
  return KernelEstimate{
      cost->microseconds, cost->limit,      cost->blocks,      cost->blocksPerProcessor,   cost->waves,
      cost->registers,    cost->operations, cost->memoryBytes, cost->rooflineMicroseconds, cost->guesses};
}

std::string CompiledProgram::describeKernel(StringRef kernel) const {
  if (!hasKernel(kernel))
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  extractStage(module(), "tile", kernel)->print(os);
  for (const schedule::LaunchShape &launch : schedule::findLaunches(module(), kernel)) {
    os << "launch";
    for (int64_t extent : launch.grid)
      os << ' ' << extent;
    for (auto [scalar, bytes] : llvm::zip(launch.scalars, launch.arrayBytes))
      os << ", " << (scalar ? std::to_string(*scalar) : "?") << ' ' << bytes;
    os << '\n';
  }
  return text;
}

std::unique_ptr<Program> CompiledProgram::reschedule(const std::string &tune) const {
  if (!traced)
    return nullptr;
  auto other = std::make_unique<CompiledProgram>(generator, targetName, tune);
  DiagnosticSink sink;
  other->compile(OwningOpRef<ModuleOp>(cast<ModuleOp>((*traced)->clone())), fileName, source.value_or(""), sink);
  other->tuned = tuned;
  return other->ok() ? std::move(other) : nullptr;
}

//===-- stages ------------------------------------------------------------------------------------------------===//

ArrayRef<Snapshot> CompiledProgram::snapshots() {
  if (!traced || !taken.empty())
    return taken;
  SnapshotRecorder recorder(/*isVerified=*/ok()); // what went through once, goes through again
  OwningOpRef<ModuleOp> working = traced->clone();
  recorder.recordTrace(*working);
  DiagnosticSink ignored; // `compile` has reported them
  for (const PipelineStep &step : getPipeline({targetName, choices})) {
    if (failed(runStep(step, *working, ignored, /*verifies=*/!ok())))
      break;
    recorder.record(step, *working);
  }
  return taken = recorder.take();
}

static std::string listNames(ArrayRef<std::string> names) { return "`" + llvm::join(names, "`, `") + "`"; }

std::optional<std::string> CompiledProgram::showPass(StringRef stage, StringRef pass, DiagnosticSink &sink) {
  std::vector<std::string> names;
  for (const Snapshot &snapshot : snapshots()) {
    if (snapshot.pass == pass && (stage.empty() || stage == snapshot.stage))
      return snapshot.text;
    if (stage.empty() || stage == snapshot.stage)
      names.push_back(snapshot.pass);
  }
  sink.report(DiagnosticId::unknownStage, {},
              ("no pass " + (stage.empty() ? "" : "of `" + stage + "` ") + "is called `" + pass + "`").str())
      .note(!traced ? "an artifact holds the finished module only; its passes can't be replayed"
                    : "the passes are " + listNames(names));
  return std::nullopt;
}

std::optional<std::string> CompiledProgram::show(StringRef stage, StringRef pass, StringRef kernel,
                                                 DiagnosticSink &sink) {
  if (!finished)
    return std::nullopt;
  if (!kernel.empty() && !hasKernel(kernel)) {
    std::vector<std::string> names = kernels();
    sink.report(DiagnosticId::unknownName, {}, ("no kernel is called `" + kernel + "`").str())
        .note(names.empty() ? "this program launches no kernel" : "its kernels are " + listNames(names));
    return std::nullopt;
  }
  if (!pass.empty() && (stage.empty() || stage == "tile" || stage == "tilegpu"))
    return showPass(stage, pass, sink);
  if (!llvm::is_contained(getStages(), stage)) {
    sink.report(DiagnosticId::unknownStage, {}, ("no stage is called `" + stage + "`").str())
        .note(("the stages are `" + llvm::join(getStages(), "`, `") + "`"));
    return std::nullopt;
  }
  if (!pass.empty()) {
    sink.report(DiagnosticId::unknownStage, {}, ("stage `" + stage + "` has no pass `" + pass + "`").str())
        .note("passes work on `tile` and `tilegpu`; what follows is made in one go");
    return std::nullopt;
  }
  if (stage == "tile" || stage == "tilegpu")
    return printModule(*extractStage(*finished, stage, kernel)).text;
  if (!generator) {
    sink.report(DiagnosticId::noCodeGenerator, {}, ("this build stops before `" + stage + "`").str())
        .note("a runner finishes the code: start one with `tessera serve`, or use `tessera show` on the command line");
    return std::nullopt;
  }
  std::string text;
  std::vector<std::string> names = kernel.empty() ? kernels() : std::vector<std::string>{kernel.str()};
  for (const std::optional<std::string> &code : generator->generate(*finished, names, targetName, stage, sink)) {
    if (!code)
      return std::nullopt;
    text += *code;
  }
  if (text.empty())
    sink.report(DiagnosticId::unknownName, {}, "this program launches no kernel, so there is no `" + stage.str() + "`");
  return text.empty() ? std::nullopt : std::optional<std::string>(std::move(text));
}

std::string tessera::showRecordedKernel(ModuleOp module, CodeGenerator *generator, const std::string &target,
                                        StringRef kernel, StringRef stage) {
  CompiledProgram program(generator, target);
  DiagnosticSink sink, shown;
  OwningOpRef<ModuleOp> copy = module.clone();
  if (auto file = copy->lookupSymbol<func::FuncOp>("file.main"))
    file.erase();
  for (auto function : copy->getOps<func::FuncOp>())
    for (Block &block : function.getBody())
      if (!block.mightHaveTerminator()) {
        OpBuilder builder = OpBuilder::atBlockEnd(&block);
        func::ReturnOp::create(builder, block.empty() ? function.getLoc() : block.back().getLoc());
      }
  program.compile(std::move(copy), "", "", sink);
  std::optional<std::string> text = program.ok() ? program.show(stage, "", kernel, shown) : std::nullopt;
  std::vector<Diagnostic> told = program.ok() ? shown.takeSorted() : program.diagnostics().vec();
  return text ? *text : told.empty() ? "there is no text of this kernel" : told.front().message;
}

std::optional<frontend::KernelNumbers> tessera::measureKernel(ModuleOp module, const std::string &target,
                                                              const std::string &tune, StringRef kernel,
                                                              DiagnosticSink &sink) {
  CompiledProgram program(nullptr, target, tune);
  DiagnosticSink own;
  program.compile(module.clone(), "", "", own);
  if (tilegpu::KernelOp placed = program.findScheduled(kernel))
    return frontend::KernelNumbers{static_cast<int64_t>(placed.getSharedBytes()), schedule::estimateRegisters(placed)};
  for (const Diagnostic &reason : program.diagnostics())
    if (reason.severity == Severity::error || reason.id == DiagnosticId::noSchedule ||
        reason.id == DiagnosticId::blockTooLarge)
      sink.report(reason.id, reason.range, reason.message);
  return std::nullopt;
}

//===-- views and runs ----------------------------------------------------------------------------------------===//

llvm::json::Value CompiledProgram::tilings(std::chrono::milliseconds limit) {
  if (!finished)
    return llvm::json::Object{{"kernels", llvm::json::Array()}};
  interpreter::RunResult recorded;
  if (views::needsRecording(*finished)) {
    interpreter::RunOptions options;
    options.recordAccesses = true;
    options.recordedProgramLimit = views::listedProgramLimit;
    options.inlineAssembly = generator ? generator->inlineAssembly() : nullptr;
    options.isCancelled = [end = std::chrono::steady_clock::now() + limit] {
      return std::chrono::steady_clock::now() > end;
    };
    recorded = interpreter::runProgram(*finished, options);
  }
  return views::makeTilings(*finished, recorded.launches);
}

llvm::json::Value CompiledProgram::layouts() {
  return finished ? views::makeLayouts(*finished)
                  : llvm::json::Value(llvm::json::Object{{"kernels", llvm::json::Array()}});
}

interpreter::RunResult CompiledProgram::run(interpreter::RunOptions options) {
  if (!options.inlineAssembly && generator)
    options.inlineAssembly = generator->inlineAssembly();
  if (!finished) {
    interpreter::RunResult result;
    if (begun)
      result = interpreter::runProgram(*begun, options);
    if (result.ok || !begun) // else the program ended where the run did: what evaluating met later was never reached
      result.diagnostics.insert(result.diagnostics.end(), reported.begin(), reported.end());
    result.ok = false;
    return result;
  }
  if (!options.kernelText)
    options.kernelText = [this](StringRef kernel, StringRef stage) {
      DiagnosticSink sink;
      if (std::optional<std::string> text = show(stage, "", kernel, sink))
        return *text;
      std::string reason = "<" + stage.str() + " is not available";
      for (const Diagnostic &diagnostic : sink.all())
        reason += ": " + diagnostic.message;
      return reason + ">";
    };
  return settled ? interpreter::runSettled(*settled, options) : interpreter::runProgram(*finished, options);
}

//===-- artifacts ---------------------------------------------------------------------------------------------===//

artifact::Manifest CompiledProgram::manifest(const FreezeOptions &freeze) {
  artifact::Manifest manifest;
  manifest.compiler = getVersion();
  manifest.target = targetName;
  manifest.fileName = fileName;
  manifest.sourceDigest = sourceDigest;
  if (freeze.includeSource) {
    manifest.sourceText = source;
    manifest.moduleTexts = freeze.moduleTexts;
  }
  auto main = finished->lookupSymbol<func::FuncOp>("main");
  for (auto kernel : finished->getOps<tile::KernelOp>()) {
    artifact::ManifestKernel entry{kernel.getSymName().str(), kernel.getSource().str(), {}, {}, {}};
    if (main)
      main.walk([&](tile::LaunchOp launch) {
        if (launch.getKernel() != kernel.getSymName())
          return WalkResult::advance();
        entry.grid.assign(launch.getGrid().begin(), launch.getGrid().end());
        return WalkResult::interrupt();
      });
    for (auto scheduled : finished->getOps<tilegpu::TargetModuleOp>())
      if (auto placed = scheduled.lookupSymbol<tilegpu::KernelOp>(kernel.getSymName())) {
        entry.targets.push_back(scheduled.getSymName().str());
        entry.sharedBytes = placed.getSharedBytes();
      }
    manifest.kernels.push_back(std::move(entry));
  }
  return manifest;
}

std::vector<uint8_t> CompiledProgram::freeze(const FreezeOptions &options) {
  if (!finished)
    return {};
  return artifact::write(manifest(options), llvm::arrayRefFromStringRef(printModuleText(finished.get())));
}
