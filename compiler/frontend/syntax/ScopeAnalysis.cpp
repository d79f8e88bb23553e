// SPDX-License-Identifier: Apache-2.0
// Two walks. The first collects, for each scope, the names that it binds, declares and reads; the second, when all
// bindings of the scopes around are known, decides where each read name lives:
//
//   def f(a):          f: locals a, b
//     b = a            g: reads b, which f binds: enclosing; g captures b
//     def g():         print is bound nowhere: global, where the builtins are looked for last
//       print(b)
//
// A class body's names are seen by that body alone, not by the functions in it. A comprehension is a scope whose first
// iterable belongs to the scope around it; `:=` inside one binds in the nearest scope around that is no comprehension.
#include "compiler/frontend/syntax/ScopeAnalysis.h"
#include "compiler/frontend/syntax/Walk.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {

/// What is known of a name in one scope.
struct ScopeName {
  llvm::StringRef text;
  Range firstUse;    // invalid: only declared so far
  Range declaration; // by `global` or `nonlocal`
  bool isLocal = false, isGlobal = false, isNonlocal = false, isCaptured = false, isResolved = false;
  Binding binding = Binding::global; // once resolved
};

/// A scope while names are being collected. Names are interned, so their address tells them apart.
struct OpenScope {
  Scope *scope;
  OpenScope *parent;
  llvm::SmallVector<ScopeName, 12> known;
  llvm::SmallDenseMap<const char *, unsigned, 16> places; // in `known`
  llvm::SmallVector<llvm::StringRef, 8> locals, globals, nonlocals, captures;
  llvm::SmallVector<llvm::StringRef, 2> assigned; // comprehensions: by a `:=` inside, for the scope around
  llvm::SmallVector<std::pair<NameExpr *, unsigned>, 16> uses;

  bool isFunction() const { return scope->kind != Scope::Kind::module && scope->kind != Scope::Kind::classBody; }
  unsigned place(llvm::StringRef name) {
    auto [entry, fresh] = places.try_emplace(name.data(), known.size());
    if (fresh)
      known.emplace_back().text = name;
    return entry->second;
  }
  const ScopeName *find(llvm::StringRef name) const {
    auto entry = places.find(name.data());
    return entry == places.end() ? nullptr : &known[entry->second];
  }
  void capture(llvm::StringRef name) {
    ScopeName &captured = known[place(name)];
    if (!std::exchange(captured.isCaptured, true))
      captures.push_back(name);
  }
};

class ScopeAnalyzer {
public:
  ScopeAnalyzer(Context &context, const SourceText &source, DiagnosticSink &sink)
      : context(context), source(source), sink(sink) {}

  Scope *run(Block module);

private:
  OpenScope &open(Scope::Kind kind);
  void close();
  unsigned bind(llvm::StringRef name, Range range);
  void walk(Node *node);
  void walkAll(Block block) {
    for (Stmt *stmt : block)
      walk(stmt);
  }
  void mangle(llvm::StringRef &name);
  void mangleNames(Node *node);
  void walkName(NameExpr *name);
  void walkFunction(FunctionDef *def);
  void walkLambda(LambdaExpr *lambda);
  void walkClass(ClassDef *def);
  void walkComprehension(ComprehensionExpr *comprehension);
  void walkIterable(Expr *iterable);
  void walkNamed(NamedExpr *named);
  void bindParameters(Parameters parameters);
  void walkOutside(Parameters parameters);
  void bindTypeParameters(TypeParameters parameters);
  void bindImports(llvm::ArrayRef<ImportName> names, bool whole);
  void declare(const Identifier &name, bool isGlobal);
  void resolveAll();
  Binding resolve(OpenScope &scope, llvm::StringRef name);
  Scope *finish();

  Context &context;
  const SourceText &source;
  DiagnosticSink &sink;
  std::vector<std::unique_ptr<OpenScope>> scopes;
  OpenScope *current = nullptr;
  unsigned iterablesAround = 0; // of comprehensions
  llvm::StringRef className;    // of the class around, without leading underscores; empty outside of classes
};

OpenScope &ScopeAnalyzer::open(Scope::Kind kind) {
  scopes.push_back(std::make_unique<OpenScope>());
  OpenScope &opened = *scopes.back();
  opened.scope = context.make<Scope>();
  opened.scope->kind = kind;
  opened.scope->parent = current ? current->scope : nullptr;
  opened.parent = current;
  current = &opened;
  return opened;
}

void ScopeAnalyzer::close() { current = current->parent; }

/// Where the name stands in `known`.
unsigned ScopeAnalyzer::bind(llvm::StringRef text, Range range) {
  unsigned place = current->place(text);
  ScopeName &name = current->known[place];
  if (!name.firstUse.isValid())
    name.firstUse = range;
  if (llvm::is_contained(current->assigned, text))
    sink.report(DiagnosticId::syntaxError, source.where(range),
                "comprehension inner loop cannot rebind assignment expression target '" + text.str() + "'")
        .note("choose another name");
  if (!name.isGlobal && !name.isNonlocal && !std::exchange(name.isLocal, true))
    current->locals.push_back(text);
  return place;
}

/// `__name` inside a class is `_Class__name`.
void ScopeAnalyzer::mangle(llvm::StringRef &name) {
  if (!className.empty() && name.starts_with("__") && !name.ends_with("__") && !name.contains('.'))
    name = context.intern(("_" + className + name).str());
}

/// The names that a node itself holds, apart from those of NameExprs.
void ScopeAnalyzer::mangleNames(Node *node) {
  // The lists are the tree's own, which nobody has read yet.
  auto mangleEach = [&](auto list) {
    for (const auto &item : list) {
      using Item = std::remove_const_t<std::remove_reference_t<decltype(item)>>;
      if constexpr (std::is_same_v<Item, Identifier>)
        mangle(const_cast<Item &>(item).text);
      else
        mangle(const_cast<Item &>(item).name.text);
    }
  };
  switch (node->kind) {
  case Node::Kind::attributeExpr:
    return mangle(llvm::cast<AttributeExpr>(node)->name.text);
  case Node::Kind::functionDef:
    mangle(llvm::cast<FunctionDef>(node)->name.text);
    return mangleEach(llvm::cast<FunctionDef>(node)->parameters);
  case Node::Kind::classDef:
    return mangle(llvm::cast<ClassDef>(node)->name.text);
  case Node::Kind::lambdaExpr:
    return mangleEach(llvm::cast<LambdaExpr>(node)->parameters);
  case Node::Kind::callExpr:
    return mangleEach(llvm::cast<CallExpr>(node)->arguments);
  case Node::Kind::globalStmt:
    return mangleEach(llvm::cast<GlobalStmt>(node)->names);
  case Node::Kind::nonlocalStmt:
    return mangleEach(llvm::cast<NonlocalStmt>(node)->names);
  case Node::Kind::tryStmt:
    return mangleEach(llvm::cast<TryStmt>(node)->handlers);
  default:
    return;
  }
}

void ScopeAnalyzer::walkName(NameExpr *name) {
  mangle(name->name);
  unsigned place = name->use == NameUse::load ? current->place(name->name) : bind(name->name, name->range);
  current->uses.push_back({name, place});
  if (ScopeName &used = current->known[place]; !used.firstUse.isValid())
    used.firstUse = name->range;
}

void ScopeAnalyzer::declare(const Identifier &name, bool isGlobal) {
  std::string word = isGlobal ? "`global`" : "`nonlocal`";
  std::string quoted = "`" + name.text.str() + "`";
  SourceRange range = source.where(name.range);
  if (!isGlobal && current->scope->kind == Scope::Kind::module) {
    sink.report(DiagnosticId::syntaxError, range, "`nonlocal` outside a function").note("remove the statement");
    return;
  }
  ScopeName &declared = current->known[current->place(name.text)];
  if (declared.firstUse.isValid()) {
    sink.report(DiagnosticId::syntaxError, range, quoted + " is declared " + word + " after it was used")
        .note("it is used here", source.where(declared.firstUse))
        .note("move the declaration to the start of the function");
    return;
  }
  if (!std::exchange(isGlobal ? declared.isGlobal : declared.isNonlocal, true))
    (isGlobal ? current->globals : current->nonlocals).push_back(name.text);
  if (!declared.declaration.isValid())
    declared.declaration = name.range;
}

void ScopeAnalyzer::bindParameters(Parameters parameters) {
  for (const Parameter &parameter : parameters)
    bind(parameter.name.text, parameter.name.range);
}

/// Annotations and defaults are evaluated where the function is defined.
void ScopeAnalyzer::walkOutside(Parameters parameters) {
  for (const Parameter &parameter : parameters) {
    if (parameter.annotation)
      walk(parameter.annotation);
    if (parameter.defaultValue)
      walk(parameter.defaultValue);
  }
}

void ScopeAnalyzer::bindTypeParameters(TypeParameters parameters) {
  for (const TypeParameter &parameter : parameters) {
    bind(parameter.name.text, parameter.name.range);
    if (parameter.bound)
      walk(parameter.bound);
  }
}

void ScopeAnalyzer::walkFunction(FunctionDef *def) {
  for (Expr *decorator : def->decorators)
    walk(decorator);
  walkOutside(def->parameters);
  if (def->returns)
    walk(def->returns);
  bind(def->name.text, def->name.range);
  def->scope = open(Scope::Kind::function).scope;
  bindParameters(def->parameters);
  bindTypeParameters(def->typeParameters);
  walkAll(def->body);
  close();
}

void ScopeAnalyzer::walkLambda(LambdaExpr *lambda) {
  walkOutside(lambda->parameters);
  lambda->scope = open(Scope::Kind::lambda).scope;
  bindParameters(lambda->parameters);
  walk(lambda->body);
  close();
}

void ScopeAnalyzer::walkClass(ClassDef *def) {
  for (Expr *decorator : def->decorators)
    walk(decorator);
  for (const Argument &argument : def->arguments)
    walk(argument.value);
  bind(def->name.text, def->name.range);
  def->scope = open(Scope::Kind::classBody).scope;
  bindTypeParameters(def->typeParameters);
  llvm::StringRef outer = std::exchange(className, def->name.text.ltrim('_'));
  walkAll(def->body);
  className = outer;
  close();
}

/// No `:=` may stand there.
void ScopeAnalyzer::walkIterable(Expr *iterable) {
  ++iterablesAround;
  walk(iterable);
  --iterablesAround;
}

void ScopeAnalyzer::walkComprehension(ComprehensionExpr *comprehension) {
  walkIterable(comprehension->clauses.front().iterable);
  comprehension->scope = open(Scope::Kind::comprehension).scope;
  for (const ComprehensionClause &clause : comprehension->clauses) {
    walk(clause.target);
    if (&clause != &comprehension->clauses.front())
      walkIterable(clause.iterable);
    for (Expr *condition : clause.conditions)
      walk(condition);
  }
  walk(comprehension->element);
  if (comprehension->value)
    walk(comprehension->value);
  close();
}

void ScopeAnalyzer::walkNamed(NamedExpr *named) {
  if (iterablesAround)
    sink.report(DiagnosticId::syntaxError, source.where(named->target->range),
                "assignment expression cannot be used in a comprehension iterable expression")
        .note("assign in a statement of its own");
  walk(named->value);
  mangle(named->target->name);
  OpenScope *inner = current;
  while (current->scope->kind == Scope::Kind::comprehension)
    current = current->parent;
  llvm::StringRef name = named->target->name;
  if (inner != current && current->scope->kind == Scope::Kind::classBody)
    sink.report(DiagnosticId::syntaxError, source.where(named->target->range),
                "assignment expression within a comprehension cannot be used in a class body")
        .note("assign in a statement of its own");
  bind(name, named->target->range);
  for (OpenScope *between = inner; between != current; between = between->parent)
    between->assigned.push_back(name);
  for (OpenScope *between = inner; between != current; between = between->parent)
    if (const ScopeName *found = between->find(name); found && found->isLocal) {
      sink.report(DiagnosticId::syntaxError, source.where(named->target->range),
                  "`:=` assigns to `" + name.str() + "`, which the comprehension around it loops over")
          .note("choose another name");
      break;
    }
  current = inner;
  current->uses.push_back(
      {named->target, current->place(name)}); // resolved from inside, it reaches the binding just made
}

void ScopeAnalyzer::bindImports(llvm::ArrayRef<ImportName> names, bool whole) {
  for (const ImportName &entry : names) {
    if (entry.alias)
      bind(entry.alias.text, entry.alias.range);
    else if (entry.name.text != "*") // `import a.b` binds `a`
      bind(whole ? context.intern(entry.name.text.split('.').first) : entry.name.text, entry.name.range);
  }
}

void ScopeAnalyzer::walk(Node *node) {
  if (!className.empty())
    mangleNames(node);
  switch (node->kind) {
  case Node::Kind::nameExpr:
    return walkName(llvm::cast<NameExpr>(node));
  case Node::Kind::functionDef:
    return walkFunction(llvm::cast<FunctionDef>(node));
  case Node::Kind::lambdaExpr:
    return walkLambda(llvm::cast<LambdaExpr>(node));
  case Node::Kind::classDef:
    return walkClass(llvm::cast<ClassDef>(node));
  case Node::Kind::comprehensionExpr:
    return walkComprehension(llvm::cast<ComprehensionExpr>(node));
  case Node::Kind::namedExpr:
    return walkNamed(llvm::cast<NamedExpr>(node));
  case Node::Kind::importStmt:
    return bindImports(llvm::cast<ImportStmt>(node)->names, /*whole=*/true);
  case Node::Kind::importFromStmt:
    return bindImports(llvm::cast<ImportFromStmt>(node)->names, /*whole=*/false);
  case Node::Kind::globalStmt:
    for (const Identifier &name : llvm::cast<GlobalStmt>(node)->names)
      declare(name, /*isGlobal=*/true);
    return;
  case Node::Kind::nonlocalStmt:
    for (const Identifier &name : llvm::cast<NonlocalStmt>(node)->names)
      declare(name, /*isGlobal=*/false);
    return;
  case Node::Kind::typeAliasStmt: {
    auto *alias = llvm::cast<TypeAliasStmt>(node);
    walk(alias->name);
    bindTypeParameters(alias->typeParameters);
    return walk(alias->value);
  }
  case Node::Kind::tryStmt:
    for (const ExceptClause &clause : llvm::cast<TryStmt>(node)->handlers)
      if (clause.name)
        bind(clause.name.text, clause.name.range);
    break;
  default:
    break;
  }
  forEachChild(node, [&](Node *child) { walk(child); });
}

/// Where `name`, seen in `scope`, lives. Marks it as captured in every function between there and its owner.
Binding ScopeAnalyzer::resolve(OpenScope &scope, llvm::StringRef name) {
  if (scope.scope->kind == Scope::Kind::module)
    return Binding::global;
  const ScopeName *here = scope.find(name);
  if (here && here->isLocal)
    return Binding::local;
  if (here && here->isGlobal)
    return Binding::global;
  for (OpenScope *around = scope.parent; around; around = around->parent) {
    if (!around->isFunction())
      continue;
    const ScopeName *found = around->find(name);
    if (found && found->isGlobal)
      return Binding::global;
    if (!found || !found->isLocal)
      continue;
    for (OpenScope *between = &scope; between != around; between = between->parent)
      between->capture(name);
    return Binding::enclosing;
  }
  return Binding::global;
}

void ScopeAnalyzer::resolveAll() {
  for (const std::unique_ptr<OpenScope> &scope : scopes) {
    for (auto [name, place] : scope->uses) {
      if (!scope->known[place].isResolved) { // a name occurs many times: ask once
        bool isClassCell = name->name == "__class__" && llvm::is_contained(scope->nonlocals, name->name);
        Binding binding = isClassCell ? Binding::enclosing : resolve(*scope, name->name);
        scope->known[place].isResolved = true;
        scope->known[place].binding = binding;
      }
      name->binding = scope->known[place].binding;
    }
    for (llvm::StringRef name : scope->nonlocals) {
      if (name == "__class__" ||
          resolve(*scope, name) == Binding::enclosing) // methods have their class under this name
        continue;
      sink.report(DiagnosticId::syntaxError, source.where(scope->find(name)->declaration),
                  "no function around binds `" + name.str() + "`, which is declared `nonlocal`")
          .note("assign it in the function around, or declare it `global`");
    }
  }
}

Scope *ScopeAnalyzer::finish() {
  for (const std::unique_ptr<OpenScope> &open : scopes) {
    open->scope->locals = context.copy<llvm::StringRef>(open->locals);
    open->scope->globals = context.copy<llvm::StringRef>(open->globals);
    open->scope->nonlocals = context.copy<llvm::StringRef>(open->nonlocals);
    open->scope->captures = context.copy<llvm::StringRef>(open->captures);
  }
  return scopes.front()->scope;
}

Scope *ScopeAnalyzer::run(Block module) {
  open(Scope::Kind::module);
  walkAll(module);
  resolveAll();
  return finish();
}

} // namespace

Scope *tessera::frontend::syntax::analyzeScopes(Context &context, const SourceText &source, Block module,
                                                DiagnosticSink &sink) {
  return ScopeAnalyzer(context, source, sink).run(module);
}
