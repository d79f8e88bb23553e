// SPDX-License-Identifier: Apache-2.0
// Which name is which in one file, by Python's rules: functions, lambdas and comprehensions have names of their own, a class's names
// are seen by its body alone, `global` and `nonlocal` reach out, defaults and decorators belong to what is around. Works on the editor's own
// tree, which is there for broken text too; what a broken line binds may then be missed, and `error` tells where.

import { pythonLanguage } from "@codemirror/lang-python";

export type Tree = ReturnType<typeof pythonLanguage.parser.parse>;
export type Node = Tree["topNode"];

export interface Span {
  from: number;
  to: number;
}

/** What an import names: `from .ops import norm as n` has level 1, module `ops`, name `norm`. */
export interface Imported {
  level: number;
  module: string;
  /** Null: the module itself. */
  name: string | null;
  hasAlias: boolean;
  /** `import a.b`, which binds `a`. */
  isDotted: boolean;
  /** The name in the other module, as it stands here. */
  item: Span;
}

export type BindingKind = "variable" | "parameter" | "function" | "class" | "import" | "unknown";

export interface Binding {
  name: string;
  kind: BindingKind;
  scope: Scope;
  /** The first place that binds it; null for names that nothing here binds. */
  place: Span | null;
  imported?: Imported;
  /** Of a function: its own scope, and its parameters in order. */
  inside?: Scope;
  parameters?: Parameter[];
  /** Of a class: what its body binds. */
  body?: Scope;
}

export interface Parameter {
  /** Empty for the `*` and `/` between others. */
  name: string;
  /** As written: `BLOCK: tl.constexpr = 4`, `*args`. */
  text: string;
}

export type ScopeKind = "module" | "function" | "class" | "comprehension";

export interface Scope {
  kind: ScopeKind;
  parent: Scope | null;
  names: Map<string, Binding>;
  globals: Set<string>;
  nonlocals: Set<string>;
}

/** A name where it stands. */
export interface Use extends Span {
  text: string;
  scope: Scope;
}

/** `x` of `f(x=1)`. */
export interface Keyword extends Use {
  callee: Node;
  /** The call's first argument, which is the function meant where the callee is `functools.partial`. */
  first: Node | null;
}

/** `b` of `a.b`. A decorator's `@a.b.c` has no nodes for its parts: there the object is a name or a member itself. */
export interface Member extends Use {
  object: Node | Use | Member;
}

/** A string that is a name and nothing else; `decorates` is the function whose decorator it stands in. */
export interface NameString extends Span {
  text: string;
  decorates: Binding | null;
  /** It stands in `__all__`. */
  isExport: boolean;
}

export interface FileScopes {
  text: string;
  tree: Tree;
  module: Scope;
  uses: Use[];
  keywords: Keyword[];
  members: Member[];
  strings: NameString[];
  /** `from m import *`. */
  stars: Imported[];
  /** Items of `from m import item as alias`: no names of this file, but of m. */
  items: { span: Span; imported: Imported }[];
  /** Where the tree has its first error. */
  error: number | null;
  scopeAt(offset: number): Scope;
}

export function readScopes(text: string): FileScopes {
  return new Reader(text).read();
}

/** The binding that `name` has in `scope`, or null: then it is Python's own, or from a star. */
export function resolve(scope: Scope, name: string): Binding | null {
  if (scope.globals.has(name)) return moduleOf(scope).names.get(name) ?? null;
  for (let at: Scope | null = scope; at; at = at.parent) {
    if (at.kind === "class" && at !== scope) continue;
    if (at.nonlocals.has(name)) continue;
    if (at.globals.has(name)) return moduleOf(at).names.get(name) ?? null;
    const binding = at.names.get(name);
    if (binding) return binding;
  }
  return null;
}

function moduleOf(scope: Scope): Scope {
  let at = scope;
  while (at.parent) at = at.parent;
  return at;
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

interface Bound extends Span {
  name: string;
  scope: Scope;
  kind: BindingKind;
  more: Partial<Binding>;
}

const comprehensions = new Set([
  "ArrayComprehensionExpression",
  "DictionaryComprehensionExpression",
  "SetComprehensionExpression",
  "ComprehensionExpression",
]);

class Reader {
  private readonly tree: Tree;
  private readonly module: Scope = makeScope("module", null);
  private readonly bound: Bound[] = [];
  private readonly spans: { scope: Scope; from: number; to: number }[] = [];
  private readonly out: Omit<FileScopes, "tree" | "module" | "scopeAt" | "text">;
  /** Strings of decorators whose function is still to come. */
  private decorations: NameString[] = [];

  constructor(private readonly text: string) {
    this.tree = pythonLanguage.parser.parse(text);
    this.out = { uses: [], keywords: [], members: [], strings: [], stars: [], items: [], error: null };
  }

  read(): FileScopes {
    this.walkChildren(this.tree.topNode, this.module);
    // Only now all `global` and `nonlocal` are known.
    for (const one of this.bound) this.declare(one);
    for (const list of [this.out.uses, this.out.keywords, this.out.members, this.out.strings]) list.sort((a, b) => a.from - b.from);
    const scopeAt = (offset: number) =>
      this.spans.reduce(
        (best, span) => (span.from <= offset && offset <= span.to && span.to - span.from <= best.to - best.from ? span : best),
        { scope: this.module, from: -1, to: this.text.length + 1 },
      ).scope;
    return { ...this.out, text: this.text, tree: this.tree, module: this.module, scopeAt };
  }

  private textOf(node: Span): string {
    return this.text.slice(node.from, node.to);
  }

  private declare({ name, scope, kind, from, to, more }: Bound): void {
    if (scope.nonlocals.has(name)) return;
    const home = scope.globals.has(name) ? this.module : scope;
    const known = home.names.get(name);
    if (!known) home.names.set(name, { name, kind, scope: home, place: { from, to }, ...more });
    // A function that is defined twice has two lists of parameters; names of its calls are held against the last.
    else if (more.parameters) Object.assign(known, { ...more, kind });
  }

  private bind(node: Span, scope: Scope, kind: BindingKind, more: Partial<Binding> = {}): void {
    const name = this.textOf(node);
    this.out.uses.push({ from: node.from, to: node.to, text: name, scope });
    this.bound.push({ from: node.from, to: node.to, name, scope, kind, more });
  }

  private use(node: Span, scope: Scope): void {
    this.out.uses.push({ from: node.from, to: node.to, text: this.textOf(node), scope });
  }

  private open(kind: ScopeKind, parent: Scope, node: Span): Scope {
    const scope = makeScope(kind, parent);
    this.spans.push({ scope, from: node.from, to: node.to });
    return scope;
  }

  private walkChildren(node: Node, scope: Scope): void {
    for (const child of childrenOf(node)) this.walk(child, scope);
  }

  private walk(node: Node, scope: Scope): void {
    // `1.` is a number; the editor's grammar takes it for one with an attribute to come.
    const isPoint = node.parent?.name === "MemberExpression" && node.parent.firstChild?.name === "Number";
    if (node.type.isError && !isPoint) this.out.error = Math.min(this.out.error ?? node.from, node.from);
    if (comprehensions.has(node.name)) return this.walkComprehension(node, scope);
    switch (node.name) {
      case "VariableName":
        return this.use(node, scope);
      case "FunctionDefinition":
        return this.walkFunction(node, scope);
      case "LambdaExpression":
        return this.walkLambda(node, scope);
      case "ClassDefinition":
        return this.walkClass(node, scope);
      case "DecoratedStatement":
        return this.walkDecorated(node, scope);
      case "AssignStatement":
        return this.walkAssignment(node, scope);
      case "NamedExpression":
        return this.walkNamed(node, scope);
      case "ForStatement":
        return this.walkFor(childrenOf(node), scope);
      case "UpdateStatement":
      case "DeleteStatement":
      case "TypeDefinition":
        return this.walkFirstBound(node, scope);
      case "WithStatement":
      case "TryStatement":
      case "AsPattern":
        return this.walkAs(node, scope);
      case "ImportStatement":
        return this.walkImport(childrenOf(node), scope);
      case "ScopeStatement":
        return this.walkScopeStatement(node, scope);
      case "CapturePattern":
        return this.bindTarget(node, scope);
      case "KeywordPattern":
        // Its name is an attribute of a class.
        return childrenOf(node)
          .slice(1)
          .forEach((child) => this.walk(child, scope));
      case "CallExpression":
        return this.walkCall(node, scope);
      case "ArgList":
        return this.walkArguments(node, scope, null);
      case "MemberExpression":
      case "AttributePattern":
        return this.walkMember(node, scope);
      case "Decorator":
        return this.walkDecorator(node, scope);
      case "String":
        return this.noteString(node, null, false);
      default:
        return this.walkChildren(node, scope);
    }
  }

  /** Names that are assigned to; in `a.b = 1` and `a[i] = 1`, `a` and `i` are only looked at. */
  private bindTarget(node: Node, scope: Scope, kind: BindingKind = "variable"): void {
    if (node.name === "VariableName") this.bind(node, scope, kind);
    else if (/^(Tuple|Array|Parenthesized)Expression$|^CapturePattern$/.test(node.name))
      for (const child of childrenOf(node)) this.bindTarget(child, scope, kind);
    else this.walk(node, scope);
  }

  private walkAssignment(node: Node, scope: Scope): void {
    const children = childrenOf(node);
    const last = children.map((child) => child.name === "AssignOp").lastIndexOf(true);
    const isExport = children[0] !== undefined && this.textOf(children[0]) === "__all__";
    children.forEach((child, index) => {
      const isTarget = last < 0 ? index === 0 : index < last;
      if (isTarget && child.name !== "TypeDef") this.bindTarget(child, scope);
      else if (isExport) this.walkExports(child);
      else this.walk(child, scope);
    });
  }

  private walkExports(node: Node): void {
    if (node.name === "String") this.noteString(node, null, true);
    for (const child of childrenOf(node)) this.walkExports(child);
  }

  private walkFirstBound(node: Node, scope: Scope): void {
    const isDelete = node.name === "DeleteStatement";
    const children = childrenOf(node);
    const at = children.findIndex((child) => child.name === "VariableName");
    children.forEach((child, index) => (isDelete || index === at ? this.bindTarget(child, scope) : this.walk(child, scope)));
  }

  private walkNamed(node: Node, scope: Scope): void {
    // In a comprehension it binds around it.
    let home = scope;
    while (home.kind === "comprehension" && home.parent) home = home.parent;
    childrenOf(node).forEach((child, index) => (index === 0 ? this.bindTarget(child, home) : this.walk(child, scope)));
  }

  private walkFor(children: Node[], scope: Scope): void {
    let isTarget = false;
    for (const child of children) {
      if (child.name === "for") isTarget = true;
      else if (child.name === "in") isTarget = false;
      else if (isTarget) this.bindTarget(child, scope);
      else this.walk(child, scope);
    }
  }

  private walkAs(node: Node, scope: Scope): void {
    let isTarget = false;
    for (const child of childrenOf(node)) {
      if (child.name === "as") isTarget = true;
      else if (isTarget && !child.type.isError) {
        this.bindTarget(child, scope);
        isTarget = false;
      } else this.walk(child, scope);
    }
  }

  /** The first `in` belongs to what is around, all else to the comprehension. */
  private walkComprehension(node: Node, around: Scope, children = childrenOf(node)): void {
    const scope = this.open("comprehension", around, node);
    const first = children.findIndex((child) => child.name === "in") + 1;
    let isTarget = false;
    children.forEach((child, index) => {
      if (child.name === "for") isTarget = true;
      else if (child.name === "in") isTarget = false;
      else if (isTarget) this.bindTarget(child, scope);
      else this.walk(child, index === first ? around : scope);
    });
  }

  private walkScopeStatement(node: Node, scope: Scope): void {
    const [word, ...names] = childrenOf(node);
    const set = word?.name === "global" ? scope.globals : scope.nonlocals;
    for (const child of names) {
      if (child.name !== "VariableName") continue;
      set.add(this.textOf(child));
      this.use(child, scope);
    }
  }

  private walkDecorated(node: Node, scope: Scope): void {
    const before = this.out.strings.length;
    for (const child of childrenOf(node)) {
      if (child.name === "FunctionDefinition") this.decorations = this.out.strings.slice(before);
      this.walk(child, scope);
    }
  }

  private walkDecorator(node: Node, scope: Scope): void {
    const names = node.getChildren("VariableName");
    let object: Use | Member | null = null;
    for (const name of names) {
      const use: Use = { ...spanOf(name), text: this.textOf(name), scope };
      if (object) this.out.members.push((object = { ...use, object }));
      else this.out.uses.push((object = use));
    }
    const [only = null] = names.length === 1 ? names : [];
    for (const child of childrenOf(node)) {
      if (child.name === "ArgList") this.walkArguments(child, scope, only);
      else if (child.name !== "VariableName") this.walk(child, scope);
    }
  }

  private walkFunction(node: Node, scope: Scope): void {
    const decorations = this.decorations;
    this.decorations = [];
    const children = childrenOf(node);
    const outer = this.walkTypeParameters(children, scope, node);
    const inside = makeScope("function", outer);
    const name = children.find((child) => child.name === "VariableName");
    const list = children.find((child) => child.name === "ParamList");
    const parameters = list ? this.walkParameters(list, outer, inside) : [];
    if (name) this.bind(name, scope, "function", { inside, parameters });
    for (const child of children) {
      if (child.name === "TypeDef") this.walk(child, outer);
      if (child.name !== "Body") continue;
      this.spans.push({ scope: inside, from: child.from, to: child.to });
      this.walkChildren(child, inside);
    }
    for (const string of decorations) string.decorates = { name: "", kind: "function", scope, place: null, inside, parameters };
  }

  private walkTypeParameters(children: Node[], scope: Scope, node: Node): Scope {
    const list = children.find((child) => child.name === "TypeParamList");
    if (!list) return scope;
    const own = this.open("function", scope, node);
    for (const parameter of list.getChildren("TypeParam"))
      childrenOf(parameter).forEach((child, index) => (index === 0 ? this.bindTarget(child, own) : this.walk(child, own)));
    return own;
  }

  private walkLambda(node: Node, scope: Scope): void {
    const inside = this.open("function", scope, node);
    for (const child of childrenOf(node)) {
      if (child.name === "ParamList") this.walkParameters(child, scope, inside);
      else this.walk(child, inside);
    }
  }

  /** Names are the function's, defaults and annotations of what is around it. */
  private walkParameters(list: Node, around: Scope, inside: Scope): Parameter[] {
    const parameters: Parameter[] = [];
    let isDefault = false;
    let from = list.firstChild?.name === "(" ? list.firstChild.to : list.from;
    let name = "";
    const finish = (to: number, next: number) => {
      const text = this.text.slice(from, to).trim().replace(/\s+/g, " ");
      if (text) parameters.push({ name, text });
      [name, from, isDefault] = ["", next, false];
    };
    for (const child of childrenOf(list)) {
      if (child.name === "(" || child.type.isError) continue;
      if (child.name === "," || child.name === ")") finish(child.from, child.to);
      else if (child.name === "AssignOp") isDefault = true;
      else if (child.name === "VariableName" && !isDefault && !name) {
        this.bind(child, inside, "parameter");
        name = this.textOf(child);
      } else this.walk(child, around);
    }
    if (list.lastChild?.name !== ")") finish(list.to, list.to);
    return parameters;
  }

  private walkClass(node: Node, scope: Scope): void {
    const children = childrenOf(node);
    const outer = this.walkTypeParameters(children, scope, node);
    const body = makeScope("class", outer);
    for (const child of children) {
      if (child.name === "VariableName") this.bind(child, scope, "class", { body });
      else if (child.name === "ArgList") this.walkArguments(child, outer, null);
      else if (child.name === "Body") {
        this.spans.push({ scope: body, from: child.from, to: child.to });
        this.walkChildren(child, body);
      }
    }
  }

  private walkCall(node: Node, scope: Scope): void {
    const callee = node.firstChild;
    for (const child of childrenOf(node)) {
      if (child.name === "ArgList") this.walkArguments(child, scope, callee);
      else this.walk(child, scope);
    }
  }

  private walkArguments(list: Node, scope: Scope, callee: Node | null): void {
    const children = childrenOf(list);
    if (children.some((child) => child.name === "for")) return this.walkComprehension(list, scope, children);
    const first = children.find((child) => !/^[(),]$/.test(child.name)) ?? null;
    for (const child of children) {
      const isKeyword = child.name === "VariableName" && child.nextSibling?.name === "AssignOp";
      if (isKeyword && callee) this.out.keywords.push({ ...spanOf(child), text: this.textOf(child), scope, callee, first });
      else if (!isKeyword) this.walk(child, scope);
    }
  }

  private walkMember(node: Node, scope: Scope): void {
    const object = node.firstChild;
    for (const child of childrenOf(node)) {
      if (child.name === "PropertyName" && object) this.out.members.push({ ...spanOf(child), text: this.textOf(child), scope, object });
      else this.walk(child, scope);
    }
  }

  private noteString(node: Node, decorates: Binding | null, isExport: boolean): void {
    const name = /^(["'])([\p{L}_][\p{L}\p{N}_]*)\1$/u.exec(this.textOf(node))?.[2];
    if (name !== undefined) this.out.strings.push({ from: node.from + 1, to: node.to - 1, text: name, decorates, isExport });
  }

  private walkImport(children: Node[], scope: Scope): void {
    const at = children.findIndex((child) => child.name === "import");
    const isFrom = children[0]?.name === "from";
    const source = isFrom ? children.slice(1, at).map((child) => this.textOf(child)) : [];
    const level = source.findIndex((part) => !/^\.+$/.test(part));
    const dots = (level < 0 ? source : source.slice(0, level)).join("").length;
    const module = source.join("").slice(dots);
    const items = splitItems(children.slice(at + 1));
    for (const item of items) {
      const names = item.filter((child) => child.name === "VariableName");
      const hasAlias = item.some((child) => child.name === "as") && names.length > 1;
      const path = hasAlias ? names.slice(0, -1) : names;
      const [head, last] = [path[0], path.at(-1)];
      if (isFrom && item[0]?.name === "*")
        this.out.stars.push({ level: dots, module, name: null, hasAlias: false, isDotted: false, item: spanOf(item[0]) });
      if (!head || !last) continue;
      const dotted = path.map((child) => this.textOf(child)).join(".");
      const imported: Imported = isFrom
        ? { level: dots, module, name: dotted, hasAlias, isDotted: false, item: spanOf(last) }
        : {
            level: 0,
            module: dotted,
            name: null,
            hasAlias,
            isDotted: path.length > 1 && !hasAlias,
            item: { from: head.from, to: last.to },
          };
      if (hasAlias && isFrom) this.out.items.push({ span: spanOf(last), imported });
      // `import a.b` binds `a`, whatever else of `a` is imported elsewhere.
      this.bind(hasAlias ? (names.at(-1) as Node) : head, scope, "import", { imported });
    }
  }
}

/** The parts between commas, parentheses left out. */
function splitItems(children: Node[]): Node[][] {
  const items: Node[][] = [[]];
  for (const child of children) {
    if (child.name === ",") items.push([]);
    else if (!/^[()]$/.test(child.name)) items.at(-1)?.push(child);
  }
  return items.filter((item) => item.length > 0);
}

function spanOf({ from, to }: Span): Span {
  return { from, to };
}

function makeScope(kind: ScopeKind, parent: Scope | null): Scope {
  return { kind, parent, names: new Map(), globals: new Set(), nonlocals: new Set() };
}
