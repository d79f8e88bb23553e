// SPDX-License-Identifier: Apache-2.0
#include "compiler/tilegpu/ir/Decisions.h"
#include "compiler/tilegpu/ir/TileGpu.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

static constexpr StringLiteral kinds[] = {"choice", "obstacle", "refusal"};

tile::KernelOp tilegpu::findSource(Operation *kernel) {
  if (!kernel)
    return {};
  auto target = kernel->getParentOfType<TargetModuleOp>();
  if (!target)
    return dyn_cast<tile::KernelOp>(kernel);
  Operation *outer = target->getParentOp();
  Operation *found = outer ? SymbolTable::lookupSymbolIn(outer, SymbolTable::getSymbolName(kernel)) : nullptr;
  return dyn_cast_or_null<tile::KernelOp>(found);
}

void tilegpu::addDecision(Operation *kernel, const Decision &decision) {
  tile::KernelOp source = findSource(kernel);
  if (!source)
    return;
  OpBuilder builder(source);
  SmallVector<NamedAttribute> entry = {
      builder.getNamedAttr("kind", builder.getStringAttr(kinds[static_cast<size_t>(decision.kind)])),
      builder.getNamedAttr("what", builder.getStringAttr(decision.what)),
      builder.getNamedAttr("why", builder.getStringAttr(decision.why)),
      builder.getNamedAttr("where", LocationAttr(decision.where))};
  for (auto [name, text] : {std::pair("remedy", &decision.remedy), std::pair("name", &decision.name)})
    if (!text->empty())
      entry.push_back(builder.getNamedAttr(name, builder.getStringAttr(*text)));
  SmallVector<Attribute> all;
  if (auto before = source->getAttrOfType<ArrayAttr>(decisionsName))
    llvm::append_range(all, before);
  Attribute added = builder.getDictionaryAttr(entry);
  if (!llvm::is_contained(all, added))
    all.push_back(added);
  source->setAttr(decisionsName, builder.getArrayAttr(all));
}

SmallVector<Decision> tilegpu::getDecisions(tile::KernelOp kernel) {
  SmallVector<Decision> decisions;
  auto all = kernel->getAttrOfType<ArrayAttr>(decisionsName);
  for (Attribute one : all ? all.getValue() : ArrayRef<Attribute>()) {
    auto entry = dyn_cast<DictionaryAttr>(one);
    auto where = entry ? entry.getAs<LocationAttr>("where") : LocationAttr();
    if (!where) // of an artifact, which may hold anything
      continue;
    auto getText = [&](StringRef name) {
      auto text = entry.getAs<StringAttr>(name);
      return text ? text.getValue().str() : std::string();
    };
    const auto *kind = llvm::find(kinds, getText("kind"));
    if (kind != std::end(kinds))
      decisions.push_back({static_cast<Decision::Kind>(kind - std::begin(kinds)), Location(where), getText("what"),
                           getText("why"), getText("remedy"), getText("name")});
  }
  return decisions;
}

void tilegpu::setChosen(Operation *kernel, StringRef name, int64_t value) {
  tile::KernelOp source = findSource(kernel);
  if (!source)
    return;
  NamedAttrList chosen(source->getAttrOfType<DictionaryAttr>(chosenName));
  chosen.set(name, Builder(source.getContext()).getI64IntegerAttr(value));
  source->setAttr(chosenName, chosen.getDictionary(source.getContext()));
}

std::optional<int64_t> tilegpu::getChosen(Operation *kernel, StringRef name) {
  tile::KernelOp source = findSource(kernel);
  auto chosen = source ? source->getAttrOfType<DictionaryAttr>(chosenName) : DictionaryAttr();
  auto value = chosen ? chosen.getAs<IntegerAttr>(name) : IntegerAttr();
  return value ? std::optional(value.getInt()) : std::nullopt;
}

void tilegpu::clearChosen(Operation *kernel) {
  if (tile::KernelOp source = findSource(kernel))
    source->removeAttr(chosenName);
}
