// SPDX-License-Identifier: Apache-2.0
// A walk over each scheduled kernel: what it launches, holds, copies and multiplies. What happens several times at one
// place of the user's text (a loop's first pass taken out, say) is told once.
#include "compiler/driver/Explain.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/cost/CostModel.h"
#include "compiler/tilegpu/ir/Registers.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "llvm/ADT/TypeSwitch.h"
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

static std::string printType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static std::string describe(ArrayRef<int64_t> shape, Type element) {
  std::string text;
  for (int64_t extent : shape)
    text += (ShapedType::isDynamic(extent) ? "?" : std::to_string(extent)) + "x";
  return text + printType(element);
}

static int64_t getElementBytes(Type element) { return (element.getIntOrFloatBitWidth() + 7) / 8; }

namespace {
class KernelReader {
public:
  KernelReader(KernelOp kernel, tile::KernelOp source, ExplainedKernel &told)
      : kernel(kernel), target(kernel.getTarget()), isOwn(source.getSource() == mosaicSource),
        decisions(getDecisions(source)), told(told) {}

  void read() {
    told.form = kernel.getWarpgroups() > 0 ? "warpgroups" : "block program";
    told.threads = kernel.getThreads();
    told.partsOfProgram = static_cast<int64_t>(kernel.getParts());
    told.cluster = kernel.getClusterSize();
    told.sharedBytes = static_cast<int64_t>(kernel.getSharedBytes());
    told.workspaceBytes = static_cast<int64_t>(kernel.getWorkspaceBytes());
    told.registers = schedule::estimateRegisters(kernel);
    told.registersAtMost = std::min(target.maxRegisters, target.registersPerProcessor / told.threads);
    told.isPersistent = getChosen(kernel, "persistent").value_or(0) != 0;
    if (std::optional<int64_t> group = getChosen(kernel, "group"))
      told.order =
          *group > 1 ? "groups of " + std::to_string(*group) + " blocks of rows, column by column" : "row by row";
    if (auto given = kernel->getAttrOfType<IntegerAttr>(launchRegistersName))
      told.registers = told.registersAtMost = given.getInt();
    kernel.walk([&](Operation *op) { visit(op); });
    if (told.roles.empty())
      told.roles.push_back({isOwn ? "warpgroup" : "all", std::max<int64_t>(kernel.getWarpgroups(), 0), 0});
  }

private:
  void visit(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](SetMaxRegistersOp set) { addRole(set); })
        .Case([&](AllocSharedOp buffer) { addBuffer(buffer); })
        .Case([&](WgmmaOp product) {
          auto sum = product.getAccumulator().getType();
          addProduct(op, "wgmma", {sum.getRows(), sum.getColumns()}, product.getA(), product.getB(),
                     sum.getElementType());
        })
        .Case([&](MmaOp product) { addProduct(product, "mma.sync"); })
        .Case([&](DotOp product) {
          addProduct(product, product.getInstruction() == DotInstruction::mma ? "mma.sync" : "multiply-adds");
        })
        .Case([&](CopyInOp copy) { addCopy(copy, "load", copy.getSource(), copy.getBarrier() ? "TMA" : "cp.async"); })
        .Case([&](CopyOutOp copy) {
          addCopy(copy, copy.getReduction() ? "reduction" : "store", copy.getTarget(), "TMA");
        })
        .Case<LoadAsyncOp, GatherAsyncOp>([&](auto load) {
          addAccess(load, "load", load.getRef(), getRefShape(load.getTarget().getType()), load.getVector(), "cp.async");
        })
        .Case<LoadOp, GatherOp>([&](auto load) {
          addAccess(load, "load", load.getRef(), getShape(load.getType()), load.getVector(), "registers");
        })
        .Case<StoreOp, ScatterOp>([&](auto store) {
          addAccess(store, "store", store.getRef(), getShape(store.getValue().getType()), store.getVector(),
                    "registers");
        })
        .Case<AtomicRmwOp, AtomicCasOp>([&](auto atomic) {
          addAccess(atomic, "atomic", atomic.getRef(), getShape(atomic.getValue().getType()), 1, "registers");
        });
  }

  /// The branch that takes or gives back registers is a role's; what is in it says which.
  void addRole(SetMaxRegistersOp set) {
    bool multiplies = false, copies = false;
    for (Operation &beside : *set->getBlock())
      beside.walk([&](Operation *op) {
        multiplies |= isa<WgmmaOp>(op);
        copies |= isa<CopyInOp>(op);
      });
    int64_t consumers = getChosen(kernel, "consumers").value_or(0), all = kernel.getWarpgroups();
    ExplainedRole role{multiplies ? "consumer"
                       : copies   ? "producer"
                       : isOwn    ? "warpgroup"
                                  : "converter",
                       0, static_cast<int64_t>(set.getCount())};
    if (!isOwn)
      role.warpgroups = multiplies ? consumers : 1;
    else if (all == 1)
      role.warpgroups = 1;
    if (llvm::none_of(told.roles, [&](const ExplainedRole &other) {
          return other.name == role.name && other.registers == role.registers;
        }))
      told.roles.push_back(std::move(role));
  }

  void addBuffer(AllocSharedOp op) {
    ArrayRef<int64_t> shape = getRefShape(op.getType());
    Type element = getRefElementType(op.getType());
    bool isRing = shape.size() > 1 && !op->use_empty() && llvm::all_of(op->getUsers(), [](Operation *user) {
                    auto part = dyn_cast<SubviewOp>(user);
                    return isa<FreeOp>(user) || (part && llvm::is_contained(part.getDropped(), 0));
                  });
    int64_t bytes = getElementBytes(element);
    for (int64_t extent : shape)
      bytes *= extent;
    told.buffers.push_back({op.getName().str(), toRange(op.getLoc()),
                            describe(isRing ? shape.drop_front() : shape, element), isRing ? shape.front() : 1, bytes,
                            static_cast<int64_t>(op.getSwizzle().value_or(0))});
  }

  template <typename OpT> void addProduct(OpT product, StringRef instruction) {
    addProduct(product, instruction, getShape(product.getType()), product.getA(), product.getB(),
               getElementType(product.getType()));
  }
  void addProduct(Operation *op, StringRef instruction, ArrayRef<int64_t> sums, Value a, Value b, Type sumType) {
    auto isInRegisters = [](Value value) { return isa<RankedTensorType>(value.getType()); };
    ArrayRef<int64_t> left = isInRegisters(a) ? getShape(a.getType()) : getRefShape(a.getType());
    Type element = isInRegisters(a) ? getElementType(a.getType()) : getRefElementType(a.getType());
    SmallVector<int64_t> extents(sums);
    extents.push_back(left.empty() ? 1 : left.back());
    std::string place[2] = {isInRegisters(a) ? "registers" : "shared memory",
                            isInRegisters(b) ? "registers" : "shared memory"};
    ExplainedProduct product{toRange(op->getLoc()),
                             instruction.str(),
                             describe(extents, element) + ", sums " + printType(sumType),
                             place[0] == place[1] ? "both operands in " + place[0]
                                                  : "left operand in " + place[0] + ", right one in " + place[1],
                             {}};
    if (instruction != "wgmma" && target.hasWgmma)
      for (const Decision &decision : decisions)
        if (decision.name == "specialize" && product.whyNotBetter.empty())
          product.whyNotBetter = decision.why;
    if (isNew(product.range, product.instruction + product.type))
      told.products.push_back(std::move(product));
  }

  template <typename OpT> void addCopy(OpT copy, StringRef kind, Value array, StringRef how) {
    addAccess(copy, kind, array, getRefShape(array.getType()), 0, how);
  }
  void addAccess(Operation *op, StringRef kind, Value ref, ArrayRef<int64_t> shape, int64_t vector, StringRef how) {
    if (isSharedRef(ref.getType()))
      return;
    auto argument = dyn_cast<BlockArgument>(getBaseRef(ref));
    Type element = getRefElementType(ref.getType());
    ExplainedAccess access{toRange(op->getLoc()),
                           kind.str(),
                           argument ? kernel.getArgumentName(argument.getArgNumber()) : "a workspace",
                           describe(shape, element),
                           how.str(),
                           vector * getElementBytes(element),
                           {}};
    if (vector)
      for (const Decision &decision : decisions)
        if (decision.name == accessLimitName && decision.where == op->getLoc())
          access.whyNotBetter = decision.why;
    if (isNew(access.range, access.kind + access.array + access.type + access.how))
      told.accesses.push_back(std::move(access));
  }

  bool isNew(const SourceRange &range, const std::string &text) {
    return seen
        .insert(range.file + ":" + std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column) + text)
        .second;
  }

  KernelOp kernel;
  const Target &target;
  bool isOwn; // the program says what its warpgroups do
  SmallVector<Decision> decisions;
  ExplainedKernel &told;
  std::set<std::string> seen;
};
} // namespace

static void addReasons(tile::KernelOp kernel, ExplainedKernel &told) {
  for (const Decision &decision : getDecisions(kernel)) {
    ExplainedReason reason{toRange(decision.where), decision.what, decision.why, decision.remedy};
    // What is said of a choice stands beside it, of an access beside that.
    if (decision.kind == Decision::Kind::refusal)
      told.refusals.push_back(std::move(reason));
    else if (decision.kind == Decision::Kind::choice)
      told.decisions.push_back(std::move(reason));
    else if (decision.name.empty())
      told.obstacles.push_back(std::move(reason));
  }
}

static void addChoices(tile::KernelOp kernel, DictionaryAttr asked, ExplainedKernel &told) {
  SmallVector<Decision> decisions = getDecisions(kernel);
  for (const schedule::ChoiceValues &choice : schedule::getChoiceValues()) {
    std::optional<int64_t> value = getChosen(kernel, choice.name);
    if (!value)
      continue;
    ExplainedChoice &one = told.choices.emplace_back();
    one.name = choice.name.str();
    one.meaning = choice.meaning.str();
    one.value = *value;
    one.isAsked = schedule::findChoice(asked, kernel.getSymName(), choice.name) == value;
    for (int64_t other : choice.values) {
      const Decision *obstacle = llvm::find_if(decisions, [&](const Decision &decision) {
        return decision.name == choice.name && decision.what == (choice.name + "=" + Twine(other)).str();
      });
      if (other != *value && obstacle == decisions.end())
        one.others.push_back(other);
      else if (other != *value && one.whyNoOther.empty())
        one.whyNoOther =
            obstacle->what + ": " + obstacle->why + (obstacle->remedy.empty() ? "" : "; ") + obstacle->remedy;
    }
  }
}

/// What of `tune` is the schedule's; configurations of `triton.autotune` are the front end's.
static DictionaryAttr readChoices(MLIRContext *context, StringRef tune) {
  SmallVector<StringRef> entries, kept;
  tune.split(entries, ';', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries)
    if (StringRef name = entry.rsplit('=').first.split('[').first; name != "config" && !name.ends_with(".config"))
      kept.push_back(entry);
  std::string error;
  FailureOr<DictionaryAttr> choices = schedule::parseChoices(context, llvm::join(kept, ";"), error);
  return succeeded(choices) ? *choices : DictionaryAttr();
}

Explanation tessera::explainProgram(const Program &program, StringRef tune) {
  Explanation explanation;
  explanation.target = program.target().str();
  ModuleOp module = program.module();
  if (!module)
    return explanation;
  explanation.card = schedule::getUsualCard(program.target()).name.str();
  DictionaryAttr asked = readChoices(module.getContext(), tune);
  auto scheduled = module.lookupSymbol<TargetModuleOp>(program.target());
  for (auto kernel : module.getOps<tile::KernelOp>()) {
    ExplainedKernel &told = explanation.kernels.emplace_back();
    told.name = kernel.getSymName().str();
    told.source = kernel.getSource().str();
    told.form = "none";
    told.range = toRange(kernel.getLoc());
    for (const schedule::LaunchShape &launch : schedule::findLaunches(module, told.name))
      if (std::vector<int64_t> grid(launch.grid.begin(), launch.grid.end()); !llvm::is_contained(told.grids, grid))
        told.grids.push_back(std::move(grid));
    addReasons(kernel, told);
    if (KernelOp placed = scheduled ? scheduled.lookupSymbol<KernelOp>(told.name) : KernelOp()) {
      KernelReader(placed, kernel, told).read();
      addChoices(kernel, asked, told);
      told.prediction = program.estimate(told.name);
      told.blocks = told.prediction ? told.prediction->blocks : static_cast<int64_t>(placed.getBlocks());
    }
  }
  return explanation;
}
