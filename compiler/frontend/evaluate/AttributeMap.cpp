// SPDX-License-Identifier: Apache-2.0
// Attributes by name; see the header.
#include "compiler/frontend/evaluate/AttributeMap.h"
#include "compiler/frontend/evaluate/Evaluator.h"

using namespace tessera;
using namespace tessera::frontend;

uint64_t AttributeMap::epoch = 0;

AttributeShape *AttributeShape::with(llvm::StringRef name) {
  constexpr size_t mostNames = 64, mostNext = 16; // objects that are used like a dict share nothing
  for (const auto &[next, shape] : longer)
    if (next == name)
      return shape.get();
  if (count == mostNames || longer.size() == mostNext)
    return nullptr;
  longer.emplace_back(name.str(), std::make_unique<AttributeShape>());
  longer.back().second->count = count + 1;
  return longer.back().second.get();
}

Value AttributeMap::findInDict(llvm::StringRef name) const {
  HashTable::Entry *entry = dict.getPointer()->table.findText(name);
  return entry ? entry->value : nullptr;
}

size_t AttributeMap::placeOf(llvm::StringRef name) const {
  if (!hasPlaces())
    return nowhere;
  if (order.size() > few) {
    auto position = index.find(name);
    return position == index.end() ? nowhere : position->second;
  }
  for (size_t i = 0; i < order.size(); ++i)
    if (order[i].second && order[i].first == name)
      return i;
  return nowhere;
}

Value AttributeMap::find(llvm::StringRef name) const {
  if (!hasPlaces())
    return findInDict(name);
  size_t place = placeOf(name);
  return place == nowhere ? nullptr : order[place].second;
}

void AttributeMap::set(llvm::StringRef name, Value value) {
  change();
  if (!hasPlaces()) {
    dict.getPointer()->set(*owner, name, value);
    return;
  }
  if (size_t place = placeOf(name); place != nowhere) {
    order[place].second = value;
    return;
  }
  shape = shape ? shape->with(name) : nullptr;
  order.emplace_back(name.str(), value);
  if (order.size() == few + 1)
    for (size_t i = 0; i < few; ++i)
      if (order[i].second)
        index.try_emplace(order[i].first, i);
  if (order.size() > few)
    index[name] = order.size() - 1;
}

bool AttributeMap::erase(llvm::StringRef name) {
  change();
  if (!hasPlaces())
    return dict.getPointer()->table.erase(*owner, owner->string(name)).value_or(false);
  size_t place = placeOf(name);
  if (place == nowhere)
    return false;
  order[place] = {};
  shape = nullptr;
  index.erase(name);
  return true;
}

const AttributeMap::Entries &AttributeMap::entries() const {
  if (hasPlaces())
    return order;
  order.clear();
  for (const HashTable::Entry &entry : dict.getPointer()->table.entries())
    if (auto *name = llvm::dyn_cast_or_null<StrObject>(entry.key))
      order.emplace_back(name->value, entry.value);
  return order;
}

DictObject *AttributeMap::asDict(Evaluator &evaluator) {
  if (!hasPlaces())
    return dict.getPointer();
  change();
  DictObject *made = evaluator.dict();
  for (const auto &[name, value] : order)
    if (value)
      made->set(evaluator, name, value);
  index.clear();
  owner = &evaluator;
  dict.setPointer(made);
  return made;
}
