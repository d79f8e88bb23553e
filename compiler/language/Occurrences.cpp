// SPDX-License-Identifier: Apache-2.0
// Every place of a name in a file, in the order of the text, and which names are one: those that imports without `as`
// hand from file to file.
#include "compiler/language/Program.h"
#include "compiler/language/TokenChain.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;
using llvm::cast;

//===--- Names that are one ---===//

unsigned Program::findGroup(unsigned node) {
  while (groups[node] != node)
    node = groups[node] = groups[groups[node]];
  return node;
}

void Program::buildGroups() {
  if (!groups.empty())
    return;
  for (unsigned file = 0; file < fileCount(); ++file) {
    files[file].firstNode = static_cast<unsigned>(groups.size());
    for (unsigned index = 0; index < names(file).bindings.size(); ++index) {
      groups.push_back(static_cast<unsigned>(groups.size()));
      groupNodes.push_back({Referent::Kind::own, file, index});
    }
  }
  auto nodeOf = [&](Referent own) { return files[own.file].firstNode + own.index; };
  for (Referent each : llvm::ArrayRef(groupNodes))
    for (unsigned import : binding(each).imports) {
      const Import &imported = names(each.file).imports[import];
      Referent target = imported.hasAlias || imported.name.empty() ? Referent() : importTarget(each.file, import);
      if (!target.isOwn())
        continue;
      // The one that is imported is the root: what it is (a parameter, say) is what the group is.
      groups[findGroup(nodeOf(each))] = findGroup(nodeOf(target));
    }
}

Referent Program::rootOf(unsigned file, unsigned binding) {
  buildGroups();
  return groupNodes[findGroup(files[file].firstNode + binding)];
}

std::vector<Referent> Program::groupOf(Referent root) {
  buildGroups();
  std::vector<Referent> group;
  for (unsigned node = 0; node < groups.size(); ++node)
    if (groupNodes[findGroup(node)] == root)
      group.push_back(groupNodes[node]);
  return group;
}

//===--- Places ---===//

static Occurrence make(Occurrence::Kind kind, Range range, Referent meaning, Referent root = {}) {
  Occurrence made;
  made.kind = kind;
  made.range = made.whole = range;
  made.meaning = meaning;
  made.root = root;
  return made;
}

std::vector<Occurrence> Program::list(unsigned file) {
  const FileNames &here = names(file);
  using Kind = Occurrence::Kind;
  std::vector<Occurrence> all;
  auto rootOfBinding = [&](Referent own) { return own.isOwn() ? rootOf(own.file, own.index) : Referent(); };
  auto add = [&](Range range, Referent bound) {
    all.push_back(make(Kind::binding, range, follow(bound.file, bound.index), rootOfBinding(bound)));
    return &all.back();
  };
  for (const UsedName &use : here.uses) {
    Referent bound = use.binding == none ? bindingIn(file, use.name) : Referent{Referent::Kind::own, file, use.binding};
    if (!bound.isOwn()) {
      all.push_back(make(Kind::unbound, use.range, {}));
      continue;
    }
    bool handsOn =
        use.import != none && !here.imports[use.import].name.empty() && importTarget(file, use.import).isOwn();
    add(use.range, bound)->wantsAlias = use.import != none && !handsOn;
  }
  for (unsigned import : here.aliasedItems) {
    Referent target = importTarget(file, import);
    Range item = here.imports[import].item;
    if (target.isOwn())
      add(item, target);
    else
      all.push_back(make(Kind::path, item, target));
  }
  for (const ModulePart &part : here.moduleParts) {
    all.push_back(make(Kind::path, part.range, moduleNamed(file, part.level, part.module)));
  }
  for (const AttributeExpr *member : here.members) {
    Referent object = meaningOf(file, member->object);
    Occurrence made = make(Kind::member, member->name.range, meaningOf(file, member));
    // Of a module the name is known; of a class, what else reaches it shows only when the program runs.
    if (Referent bound = object.kind == Referent::Kind::file ? bindingIn(object.file, member->name.text) : Referent())
      made = make(Kind::binding, member->name.range, made.meaning, rootOfBinding(bound));
    made.whole = member->range;
    all.push_back(made);
  }
  for (const KeywordUse &keyword : here.keywords) {
    Referent callee = meaningOf(file, keyword.call->callee);
    if (callee.kind == Referent::Kind::library && textOf(callee) == "functools.partial")
      if (const Argument &first = keyword.call->arguments.front(); first.kind == Argument::Kind::positional)
        callee = meaningOf(file, first.value);
    bool isKnown = false;
    Referent parameter = parameterOf(callee, keyword.name.text, isKnown);
    Referent field = fieldOf(callee, keyword.name.text);
    if (parameter)
      add(keyword.name.range, parameter);
    else
      all.push_back(make(isKnown || field ? Kind::member : Kind::keyword, keyword.name.range, field));
  }
  listStrings(file, all);
  llvm::sort(all, [](const Occurrence &a, const Occurrence &b) { return a.range.begin < b.range.begin; });
  return all;
}

void Program::listStrings(unsigned file, std::vector<Occurrence> &all) {
  const FileNames &here = names(file);
  for (const NameString &string : here.strings) {
    Referent bound;
    if (string.decorates)
      if (const auto &inside = here.scopes[here.scopeOf(string.decorates)].names; inside.contains(string.text)) {
        Referent local{Referent::Kind::own, file, inside.find(string.text)->second};
        bound = binding(local).kind == language::Binding::Kind::parameter ? local : Referent();
      }
    if (!bound && string.isExport)
      bound = bindingIn(file, string.text);
    if (bound)
      all.push_back(make(Occurrence::Kind::binding, string.range, follow(bound.file, bound.index),
                         rootOf(bound.file, bound.index)));
    else
      all.push_back(make(Occurrence::Kind::string, string.range, {}));
  }
}

llvm::ArrayRef<Occurrence> Program::occurrencesOf(unsigned file) {
  if (!files[file].occurrences)
    files[file].occurrences = list(file);
  return *files[file].occurrences;
}

/// The name at a position, which may be just behind it. In what could not be read, as far as its tokens tell.
std::optional<Occurrence> Program::at(unsigned file, SourcePosition position) {
  if (!names(file).places.has(position))
    return std::nullopt;
  llvm::ArrayRef<Occurrence> all = occurrencesOf(file);
  auto after = llvm::partition_point(all, [&](const Occurrence &each) { return !(position < each.range.begin); });
  std::optional<Occurrence> found;
  // No two places overlap, so that at most two touch the position.
  for (auto each = after; each != all.begin() && after - each < 2;) {
    --each;
    if (!(each->range.end < position) && each->kind != Occurrence::Kind::string &&
        (!found || (found->kind != Occurrence::Kind::binding && each->kind == Occurrence::Kind::binding)))
      found = *each;
  }
  if (found || names(file).isWhole())
    return found;
  TokenReader tokens(names(file));
  std::optional<size_t> name = tokens.nameAt(position);
  if (!name || tokens.namesArgument(*name))
    return std::nullopt;
  TokenChain chain = tokens.chainEndingAt(*name);
  auto [object, meaning] = chain.meaningIn(*this, file, names(file).scopeAt(position));
  bool isMember = chain.parts.size() > 1 || chain.hasUnknownHead;
  Occurrence made = make(isMember ? Occurrence::Kind::member : Occurrence::Kind::unbound, tokens.range(*name), meaning);
  made.isToken = true;
  made.whole = {chain.begin, made.range.end};
  return made;
}
