// SPDX-License-Identifier: Apache-2.0
// One walk collects scopes, uses and what is bound where; only when it is through all `global` and `nonlocal` are
// known, and bindings are made of what was collected. Then each use is given its binding, and last come the attributes
// that methods assign on their first parameter, which want to know what that parameter is.
#include "compiler/frontend/syntax/Walk.h"
#include "compiler/language/FileNames.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;
using llvm::cast;
using llvm::dyn_cast;
using NamedBinding = tessera::language::Binding;

/// Paths of imports are read so far: a megabyte of `a.a.a` is not a quarter of a million modules.
static constexpr unsigned maxModuleParts = 64;

static uint32_t columnsOf(llvm::StringRef text) {
  return static_cast<uint32_t>(
      llvm::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

static Range cut(SourcePosition begin, uint32_t from, uint32_t to) {
  return {{begin.line, begin.column + from}, {begin.line, begin.column + to}};
}

namespace tessera::language {

class FileReader {
public:
  explicit FileReader(FileNames &out) : out(out) {}
  void read();

private:
  struct Bound {
    unsigned scope;
    llvm::StringRef name;
    Range range;
    NamedBinding::Kind kind;
    const Stmt *definition = nullptr;
    unsigned inside = none;
    unsigned import = none;
  };
  /// `object.name` where it is assigned to.
  struct AttributeTarget {
    const AttributeExpr *attribute;
    unsigned scope;
  };

  unsigned open(NameScope::Kind kind, unsigned parent, const Node *node);
  template <typename F> void within(unsigned inner, F walks) {
    unsigned outer = std::exchange(scope, inner);
    walks();
    scope = outer;
  }
  void use(Range range, llvm::StringRef name, const NameExpr *expr = nullptr, unsigned import = none) {
    out.uses.push_back({range, name, scope, none, import});
    exprs.push_back(expr);
  }
  void bind(Range range, llvm::StringRef name, NamedBinding::Kind kind) {
    use(range, name);
    bound.push_back({scope, name, range, kind});
  }
  void bind(const Identifier &name, NamedBinding::Kind kind) { bind(name.range, name.text, kind); }

  void walk(const Node *node);
  void walkMaybe(const Node *node) {
    if (node)
      walk(node);
  }
  void walkChildren(const Node *node) {
    forEachChild(node, [&](Node *child) { walk(child); });
  }
  template <typename List> void walkAll(const List &nodes) {
    for (const Node *node : nodes)
      walk(node);
  }
  void walkName(const NameExpr *name);
  void walkFunction(const FunctionDef *def);
  void walkLambda(const LambdaExpr *lambda);
  void walkClass(const ClassDef *def);
  void walkComprehension(const ComprehensionExpr *comprehension);
  void walkNamed(const NamedExpr *named);
  void walkTypeAlias(const TypeAliasStmt *alias);
  unsigned openTypeParameters(TypeParameters parameters);
  void walkImport(const ImportStmt *stmt);
  void walkImportFrom(const ImportFromStmt *stmt);
  void noteParts(const Identifier &dotted, unsigned level, unsigned first);
  void declareElsewhere(llvm::ArrayRef<Identifier> names, bool isGlobal);
  void noteTarget(const Expr *target);
  void noteExports(const Expr *target, const Expr *value);
  void noteString(const ConstantExpr *constant);

  void declare(const Bound &one);
  void resolveUses();
  void addAttributes();
  void sortAll();

  FileNames &out;
  unsigned scope = 0;
  const FunctionDef *decorated = nullptr;
  bool inExports = false;
  bool computesExports = false;
  std::vector<Bound> bound;
  std::vector<const NameExpr *> exprs; // of each use
  std::vector<AttributeTarget> targets;
};

unsigned FileReader::open(NameScope::Kind kind, unsigned parent, const Node *node) {
  NameScope &opened = out.scopes.emplace_back();
  opened.kind = kind;
  opened.parent = parent;
  opened.node = node;
  auto index = static_cast<unsigned>(out.scopes.size() - 1);
  if (node && kind != NameScope::Kind::typeParameters)
    out.scopeOfNode[node] = index;
  return index;
}

void FileReader::walk(const Node *node) {
  switch (node->kind) {
  case Node::Kind::nameExpr:
    return walkName(cast<NameExpr>(node));
  case Node::Kind::constantExpr:
    return noteString(cast<ConstantExpr>(node));
  case Node::Kind::functionDef:
    return walkFunction(cast<FunctionDef>(node));
  case Node::Kind::lambdaExpr:
    return walkLambda(cast<LambdaExpr>(node));
  case Node::Kind::classDef:
    return walkClass(cast<ClassDef>(node));
  case Node::Kind::comprehensionExpr:
    return walkComprehension(cast<ComprehensionExpr>(node));
  case Node::Kind::namedExpr:
    return walkNamed(cast<NamedExpr>(node));
  case Node::Kind::typeAliasStmt:
    return walkTypeAlias(cast<TypeAliasStmt>(node));
  case Node::Kind::importStmt:
    return walkImport(cast<ImportStmt>(node));
  case Node::Kind::importFromStmt:
    return walkImportFrom(cast<ImportFromStmt>(node));
  case Node::Kind::globalStmt:
    return declareElsewhere(cast<GlobalStmt>(node)->names, /*isGlobal=*/true);
  case Node::Kind::nonlocalStmt:
    return declareElsewhere(cast<NonlocalStmt>(node)->names, /*isGlobal=*/false);
  case Node::Kind::attributeExpr:
    out.members.push_back(cast<AttributeExpr>(node));
    break;
  case Node::Kind::callExpr:
    for (const Argument &argument : cast<CallExpr>(node)->arguments)
      if (argument.kind == Argument::Kind::keyword)
        out.keywords.push_back({argument.name, cast<CallExpr>(node)});
    break;
  case Node::Kind::tryStmt:
    for (const ExceptClause &clause : cast<TryStmt>(node)->handlers)
      if (clause.name)
        bind(clause.name, NamedBinding::Kind::variable);
    break;
  case Node::Kind::assignStmt:
    for (const Expr *target : cast<AssignStmt>(node)->targets) {
      noteTarget(target);
      noteExports(target, cast<AssignStmt>(node)->value);
    }
    break;
  case Node::Kind::annAssignStmt:
    noteTarget(cast<AnnAssignStmt>(node)->target);
    noteExports(cast<AnnAssignStmt>(node)->target, cast<AnnAssignStmt>(node)->value);
    break;
  case Node::Kind::augAssignStmt:
    noteExports(cast<AugAssignStmt>(node)->target, cast<AugAssignStmt>(node)->value);
    break;
  case Node::Kind::forStmt:
    noteTarget(cast<ForStmt>(node)->target);
    break;
  case Node::Kind::withStmt:
    for (const WithItem &item : cast<WithStmt>(node)->items)
      if (item.target)
        noteTarget(item.target);
    break;
  default:
    break;
  }
  walkChildren(node);
  if (llvm::isa<AssignStmt, AnnAssignStmt, AugAssignStmt>(node))
    inExports = false;
}

void FileReader::walkName(const NameExpr *name) {
  use(name->range, name->name, name);
  if (name->use != NameUse::load)
    bound.push_back({scope, name->name, name->range, NamedBinding::Kind::variable});
}

/// Names of type parameters are seen by bounds, annotations and the body. Gives the scope around those.
unsigned FileReader::openTypeParameters(TypeParameters parameters) {
  if (parameters.empty())
    return scope;
  unsigned types = open(NameScope::Kind::typeParameters, scope, nullptr);
  within(types, [&] {
    for (const TypeParameter &parameter : parameters) {
      bind(parameter.name, NamedBinding::Kind::variable);
      walkMaybe(parameter.bound);
    }
  });
  return types;
}

void FileReader::walkFunction(const FunctionDef *def) {
  const FunctionDef *outer = std::exchange(decorated, def);
  walkAll(def->decorators);
  decorated = outer;
  unsigned types = openTypeParameters(def->typeParameters);
  for (const Parameter &parameter : def->parameters) {
    if (parameter.annotation)
      within(types, [&] { walk(parameter.annotation); });
    walkMaybe(parameter.defaultValue);
  }
  if (def->returns)
    within(types, [&] { walk(def->returns); });
  unsigned inside = open(NameScope::Kind::function, types, def);
  use(def->name.range, def->name.text);
  bound.push_back({scope, def->name.text, def->name.range, NamedBinding::Kind::function, def, inside});
  within(inside, [&] {
    for (const Parameter &parameter : def->parameters)
      if (parameter.name)
        bind(parameter.name, NamedBinding::Kind::parameter);
    walkAll(def->body);
  });
}

void FileReader::walkLambda(const LambdaExpr *lambda) {
  for (const Parameter &parameter : lambda->parameters)
    walkMaybe(parameter.defaultValue);
  within(open(NameScope::Kind::function, scope, lambda), [&] {
    for (const Parameter &parameter : lambda->parameters)
      if (parameter.name)
        bind(parameter.name, NamedBinding::Kind::parameter);
    walk(lambda->body);
  });
}

void FileReader::walkClass(const ClassDef *def) {
  walkAll(def->decorators);
  unsigned types = openTypeParameters(def->typeParameters);
  within(types, [&] {
    for (const Argument &argument : def->arguments)
      walk(argument.value);
  });
  unsigned inside = open(NameScope::Kind::classBody, types, def);
  use(def->name.range, def->name.text);
  bound.push_back({scope, def->name.text, def->name.range, NamedBinding::Kind::classType, def, inside});
  within(inside, [&] { walkAll(def->body); });
}

/// The first iterable belongs to what is around, all else to the comprehension.
void FileReader::walkComprehension(const ComprehensionExpr *comprehension) {
  const ComprehensionClause &first = comprehension->clauses.front();
  walk(first.iterable);
  within(open(NameScope::Kind::comprehension, scope, comprehension), [&] {
    for (const ComprehensionClause &clause : comprehension->clauses) {
      walk(clause.target);
      if (&clause != &first)
        walk(clause.iterable);
      walkAll(clause.conditions);
    }
    walk(comprehension->element);
    walkMaybe(comprehension->value);
  });
}

/// In a comprehension it binds around it.
void FileReader::walkNamed(const NamedExpr *named) {
  walk(named->value);
  unsigned home = scope;
  while (out.scopes[home].kind == NameScope::Kind::comprehension)
    home = out.scopes[home].parent;
  within(home, [&] { walkName(named->target); });
}

void FileReader::walkTypeAlias(const TypeAliasStmt *alias) {
  walk(alias->name);
  within(openTypeParameters(alias->typeParameters), [&] { walk(alias->value); });
}

//===--- Imports ---===//

/// The parts of `a.b.c` from the number `first`, where it is written without blanks.
void FileReader::noteParts(const Identifier &dotted, unsigned level, unsigned first) {
  Range range = dotted.range;
  if (range.begin.line != range.end.line || range.end.column - range.begin.column != columnsOf(dotted.text))
    return;
  uint32_t column = 0;
  size_t end = 0;
  for (unsigned part = 0; part < maxModuleParts && end < dotted.text.size(); ++part) {
    size_t begin = part == 0 ? 0 : end + 1;
    end = std::min(dotted.text.find('.', begin), dotted.text.size());
    uint32_t width = columnsOf(dotted.text.slice(begin, end));
    if (part >= first)
      out.moduleParts.push_back({cut(range.begin, column, column + width), level, dotted.text.take_front(end)});
    column += width + 1;
  }
}

void FileReader::walkImport(const ImportStmt *stmt) {
  for (const ImportName &entry : stmt->names) {
    auto index = static_cast<unsigned>(out.imports.size());
    llvm::StringRef head = out.intern(entry.name.text.split('.').first);
    bool isDotted = !entry.alias && head.size() != entry.name.text.size();
    Range headRange = cut(entry.name.range.begin, 0, columnsOf(head));
    out.imports.push_back({0, entry.name.text, {}, static_cast<bool>(entry.alias), isDotted, entry.name.range});
    noteParts(entry.name, 0, entry.alias ? 0 : 1);
    const Identifier name = entry.alias ? entry.alias : Identifier{head, headRange};
    use(name.range, name.text, nullptr, entry.alias ? none : index);
    bound.push_back({scope, name.text, name.range, NamedBinding::Kind::import, nullptr, none, index});
  }
}

void FileReader::walkImportFrom(const ImportFromStmt *stmt) {
  if (stmt->module)
    noteParts(stmt->module, stmt->level, 0);
  for (const ImportName &entry : stmt->names) {
    auto index = static_cast<unsigned>(out.imports.size());
    out.imports.push_back(
        {stmt->level, stmt->module.text, entry.name.text, static_cast<bool>(entry.alias), false, entry.name.range});
    if (entry.name.text == "*") {
      out.stars.push_back(index);
      continue;
    }
    if (entry.alias)
      out.aliasedItems.push_back(index);
    const Identifier &name = entry.alias ? entry.alias : entry.name;
    use(name.range, name.text, nullptr, entry.alias ? none : index);
    bound.push_back({scope, name.text, name.range, NamedBinding::Kind::import, nullptr, none, index});
  }
}

void FileReader::declareElsewhere(llvm::ArrayRef<Identifier> names, bool isGlobal) {
  for (const Identifier &name : names) {
    (isGlobal ? out.scopes[scope].globals : out.scopes[scope].nonlocals).insert(name.text);
    use(name.range, name.text);
  }
}

//===--- What is noted beside names ---===//

void FileReader::noteTarget(const Expr *target) {
  if (auto *attribute = dyn_cast<AttributeExpr>(target))
    targets.push_back({attribute, scope});
  else if (auto *starred = dyn_cast<StarredExpr>(target))
    noteTarget(starred->value);
  else if (auto *tuple = dyn_cast<TupleExpr>(target))
    llvm::for_each(tuple->elements, [&](const Expr *each) { noteTarget(each); });
  else if (auto *list = dyn_cast<ListExpr>(target))
    llvm::for_each(list->elements, [&](const Expr *each) { noteTarget(each); });
}

void FileReader::noteExports(const Expr *target, const Expr *value) {
  auto *name = dyn_cast<NameExpr>(target);
  if (!name || name->name != "__all__" || scope != 0 || !value)
    return;
  inExports = true;
  Exprs elements;
  if (auto *list = dyn_cast<ListExpr>(value))
    elements = list->elements;
  else if (auto *tuple = dyn_cast<TupleExpr>(value))
    elements = tuple->elements;
  else
    computesExports = true;
  out.listsExports = true;
  for (const Expr *element : elements) {
    auto *text = dyn_cast<ConstantExpr>(element);
    if (text && text->type == ConstantExpr::Type::string)
      out.listed.insert(text->text);
    else
      computesExports = true;
  }
}

void FileReader::noteString(const ConstantExpr *constant) {
  if (constant->type != ConstantExpr::Type::string || !isIdentifier(constant->text))
    return;
  // Only where the literal is one piece and has no escapes its name can be found, and changed, in the text.
  llvm::StringRef written = out.places.textOf(constant->range);
  llvm::StringRef quoted = written.ltrim("rRuU");
  auto prefix = static_cast<uint32_t>(written.size() - quoted.size());
  for (llvm::StringRef quote : {"\"\"\"", "'''", "\"", "'"}) {
    llvm::StringRef inner = quoted;
    if (!inner.consume_front(quote) || !inner.consume_back(quote) || inner != constant->text)
      continue;
    auto width = static_cast<uint32_t>(quote.size());
    Range range = cut(constant->range.begin, prefix + width, prefix + width + columnsOf(inner));
    out.strings.push_back({range, constant->text, decorated, inExports});
    return;
  }
}

//===--- After the walk ---===//

void FileReader::declare(const Bound &one) {
  if (out.scopes[one.scope].nonlocals.contains(one.name))
    return;
  unsigned home = out.scopes[one.scope].globals.contains(one.name) ? 0 : one.scope;
  auto [entry, isNew] = out.scopes[home].names.try_emplace(one.name, static_cast<unsigned>(out.bindings.size()));
  if (isNew) {
    NamedBinding &made = out.bindings.emplace_back();
    made.name = one.name;
    made.kind = one.kind;
    made.scope = home;
    made.place = one.range;
  }
  NamedBinding &binding = out.bindings[entry->second];
  if (one.range.begin < binding.place.begin)
    binding.place = one.range;
  if (one.definition) {
    binding.kind = one.kind;
    binding.definition = one.definition;
    binding.inside = one.inside;
  }
  if (one.import != none)
    binding.imports.push_back(one.import);
}

void FileReader::resolveUses() {
  llvm::DenseMap<std::pair<unsigned, const char *>, unsigned> known;
  for (UsedName &each : out.uses) {
    auto [entry, isNew] = known.try_emplace({each.scope, each.name.data()}, none);
    if (isNew)
      entry->second = out.resolve(each.scope, each.name);
    each.binding = entry->second;
  }
}

void FileReader::addAttributes() {
  for (const auto &[attribute, where] : targets) {
    auto *object = dyn_cast<NameExpr>(attribute->object);
    unsigned binding = object ? out.resolve(where, object->name) : none;
    unsigned owner = binding == none ? none : out.classOfSelf(binding);
    if (owner == none || out.scopes[owner].names.contains(attribute->name.text))
      continue;
    auto index = static_cast<unsigned>(out.bindings.size());
    if (!out.scopes[owner].attributes.try_emplace(attribute->name.text, index).second)
      continue;
    NamedBinding &made = out.bindings.emplace_back();
    made.name = attribute->name.text;
    made.isAttribute = true;
    made.scope = owner;
    made.place = attribute->name.range;
  }
}

void FileReader::sortAll() {
  std::vector<unsigned> order(out.uses.size());
  for (unsigned i = 0; i < order.size(); ++i)
    order[i] = i;
  llvm::sort(order, [&](unsigned a, unsigned b) { return out.uses[a].range.begin < out.uses[b].range.begin; });
  std::vector<UsedName> sorted;
  sorted.reserve(order.size());
  for (unsigned place : order) {
    if (exprs[place])
      out.useOfName[exprs[place]] = static_cast<unsigned>(sorted.size());
    sorted.push_back(out.uses[place]);
  }
  out.uses = std::move(sorted);
}

void FileReader::read() {
  open(NameScope::Kind::module, none, nullptr);
  walkAll(out.module.body);
  for (const Bound &one : bound)
    declare(one);
  out.listsExports &= !computesExports;
  sortAll();
  resolveUses();
  addAttributes();
}

} // namespace tessera::language

ParsedModule FileNames::parse(llvm::StringRef text) {
  DiagnosticSink sink;
  ParsedModule parsed = syntax::parse(*context, "", text, sink);
  for (const Diagnostic &diagnostic : sink.takeSorted()) {
    if (diagnostic.severity != Severity::error)
      continue;
    firstErrorLine = diagnostic.range.begin.line;
    firstError = diagnostic.message;
    break;
  }
  return parsed;
}

FileNames::FileNames(llvm::StringRef text) : module(parse(text)), places(module.source->text()) {
  FileReader(*this).read();
}
