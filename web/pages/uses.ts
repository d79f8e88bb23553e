// SPDX-License-Identifier: Apache-2.0
// Which names of the library a program uses, and on which lines: read off its text by Lezer's tree, without running it. What begins at an
// import is certain (`jnp.sum`). A method is `typed` where the text shows what it is a method of: `jnp.ones(3).sum()`, or `x.sum()` after
// `x = jnp.ones(3)`. Where the text does not show it, it is a `guess`, made only if one class of the modules that the program imports has
// such a method. A use that is missed costs an example, and a test lists names without one; so the reader stays this small.
//
//   import jax.numpy as jnp
//   x = jnp.arange(6)           jax.numpy.arange, certain, line 2
//   print(x.reshape(2, 3))      builtins.print, certain, and jax.Array.reshape, typed, line 3

import { pythonLanguage } from "@codemirror/lang-python";
import type { ReferenceAnswer } from "../src/base/protocol";

export type SyntaxNode = ReturnType<typeof pythonLanguage.parser.parse>["topNode"];

export type Certainty = "certain" | "typed" | "guess";

export interface Use {
  /** `module.entry`, a key of the table. */
  path: string;
  certainty: Certainty;
  /** From 0. */
  line: number;
}

/** A name's module and entry by its full path; methods by their last part. */
export interface NameTable {
  paths: Set<string>;
  modules: Set<string>;
  members: Map<string, string[]>;
  /** `numpy.save` by its path here, `numpy.lib.npyio.save`, where it has but one: what a package's top has is listed where it is written. */
  below: Map<string, string | null>;
}

export function makeNameTable(reference: ReferenceAnswer): NameTable {
  const table: NameTable = { paths: new Set(), modules: new Set(), members: new Map(), below: new Map() };
  for (const { name: module, entries } of reference.modules) {
    table.modules.add(module);
    for (const { name } of entries) {
      table.paths.add(`${module}.${name}`);
      const dot = name.lastIndexOf(".");
      if (dot < 0) {
        const top = `${module.split(".")[0]}.${name}`;
        table.below.set(top, table.below.has(top) ? null : `${module}.${name}`);
        continue;
      }
      const member = name.slice(dot + 1);
      table.members.set(member, [...(table.members.get(member) ?? []), `${module}.${name}`]);
    }
  }
  return table;
}

/** What an expression is known to be: a path of the table, or something that a call or an operation of that path gave. */
interface Known {
  path: string;
  isResult: boolean;
}

/** Classes that the results of a module's functions most often are. */
const resultClasses: Record<string, string[]> = {
  jax: ["jax.Array"],
  numpy: ["numpy.ndarray"],
  torch: ["torch.Tensor"],
  triton: ["triton.language.tensor"],
};

const literals: Record<string, string> = {
  String: "builtins.str",
  FormatString: "builtins.str",
  ArrayExpression: "builtins.list",
  ArrayComprehensionExpression: "builtins.list",
  DictionaryExpression: "builtins.dict",
  DictionaryComprehensionExpression: "builtins.dict",
  SetExpression: "builtins.set",
  TupleExpression: "builtins.tuple",
  Number: "builtins.int",
};

export function findUses(text: string, table: NameTable): Use[] {
  return new Reader(text, table).read();
}

/** The path, where all are one class's by several modules: `torch.nn` and `torch.nn.modules.module` both have `Module.train`. */
function onlyOne(paths: string[]): string | null {
  const short = new Set(paths.map((path) => path.split(".").slice(-2).join(".")));
  return short.size === 1 ? (paths[0] ?? null) : null;
}

/** `b"a"` is bytes, `2.5` a float and `1j` a complex number. */
function refineLiteral(path: string, text: string): string {
  if (path === "builtins.str") return /^[rR]?[bB]/.test(text) ? "builtins.bytes" : path;
  if (path !== "builtins.int" || /^0[xX]/.test(text)) return path;
  return /[jJ]$/.test(text) ? "builtins.complex" : /[.eE]/.test(text) ? "builtins.float" : path;
}

class Reader {
  private readonly bound = new Map<string, string>();
  private readonly variables = new Map<string, Known>();
  private readonly defined = new Set<string>();
  /** The program's own classes, by what they are derived from. */
  private readonly bases = new Map<string, string>();
  private readonly roots = new Set<string>(["builtins"]);
  private readonly uses: Use[] = [];
  private readonly lineStarts: number[] = [0];

  constructor(
    private readonly text: string,
    private readonly table: NameTable,
  ) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.lineStarts.push(at + 1);
  }

  read(): Use[] {
    const top = pythonLanguage.parser.parse(this.text).topNode;
    this.collect(top);
    this.walk(top);
    return this.uses;
  }

  private slice(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  private lineAt(offset: number): number {
    let low = 0;
    let high = this.lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Imports and names of the program's own, before anything is looked up: a text may use a name above the line that binds it. */
  private collect(node: SyntaxNode): void {
    if (node.name === "ImportStatement") return this.bindImport(node);
    if (node.name === "FunctionDefinition" || node.name === "ClassDefinition") {
      const name = node.getChild("VariableName");
      if (name) this.defined.add(this.slice(name));
    }
    if (node.name === "ClassDefinition") this.bindClass(node);
    if (node.name === "ParamList") for (const name of node.getChildren("VariableName")) this.bindParameter(name);
    if (node.name === "AssignStatement") this.bindAssigned(node);
    if (node.name === "WithStatement" || node.name === "ForStatement")
      for (const name of node.getChildren("VariableName")) this.defined.add(this.slice(name));
    for (let child = node.firstChild; child; child = child.nextSibling) this.collect(child);
  }

  private bindImport(node: SyntaxNode): void {
    const words = this.slice(node)
      .replace(/#.*$/gm, "")
      .replace(/[()\\\n]/g, " ");
    const from = /^from\s+([\w.]+)\s+import\s+(.*)$/s.exec(words);
    const list = from ? from[2] : words.replace(/^import\s+/, "");
    for (const part of (list ?? "").split(",")) {
      const found = /^\s*([\w.*]+)(?:\s+as\s+(\w+))?\s*$/.exec(part);
      if (!found?.[1]) continue;
      const [, name, as] = found;
      const path = from ? `${from[1]}.${name}` : name;
      this.roots.add(path.split(".")[0] ?? "");
      if (from && name === "*") {
        for (const known of this.table.paths)
          if (known.startsWith(`${from[1]}.`) && !known.slice(from[1]!.length + 1).includes("."))
            this.bound.set(known.slice(from[1]!.length + 1), known);
      } else if (as || from) this.bound.set(as ?? name, path);
      else this.bound.set(name.split(".")[0] ?? "", name.split(".")[0] ?? "");
      if (from && this.table.paths.has(path)) this.note(path, "certain", node.from);
    }
  }

  private bindClass(node: SyntaxNode): void {
    const name = node.getChild("VariableName");
    const base = node.getChild("ArgList")?.firstChild?.nextSibling;
    const path = base && (this.pathOf(base) ?? this.bases.get(this.slice(base)));
    if (name && path) this.bases.set(this.slice(name), path);
  }

  /** `def f(x: torch.Tensor)` says what `x` is. */
  private bindParameter(name: SyntaxNode): void {
    this.defined.add(this.slice(name));
    const type = name.nextSibling?.name === "TypeDef" ? name.nextSibling.lastChild : null;
    const found = type && this.find(this.pathOf(type));
    if (found) this.variables.set(this.slice(name), { path: found[0], isResult: true });
  }

  private bindAssigned(node: SyntaxNode): void {
    const [target] = [node.firstChild];
    const value = node.lastChild;
    if (!target || !value || target.name !== "VariableName") return;
    const name = this.slice(target);
    this.defined.add(name);
    // `x: torch.Tensor = f()` says what `x` is.
    const type = node.getChild("TypeDef")?.lastChild;
    const found = type && this.find(this.pathOf(type));
    const known = found ? { path: found[0], isResult: true } : this.know(value);
    if (known) this.variables.set(name, known);
  }

  /** The table's name for a path, and how sure that is. */
  private find(path: string | null): [string, Certainty] | null {
    if (path === null) return null;
    if (this.table.paths.has(path)) return [path, "certain"];
    const below = this.table.below.get(path);
    return below ? [below, "typed"] : null;
  }

  private note(path: string, certainty: Certainty, offset: number): void {
    this.uses.push({ path, certainty, line: this.lineAt(offset) });
  }

  private walk(node: SyntaxNode): void {
    if (node.name === "ImportStatement") return;
    if (node.name === "MemberExpression" || node.name === "VariableName") this.look(node);
    if (node.name === "Decorator") this.lookDecorator(node);
    if (node.name === "FunctionDefinition") this.lookOverride(node);
    for (let child = node.firstChild; child; child = child.nextSibling) this.walk(child);
  }

  private look(node: SyntaxNode): void {
    if (node.name === "VariableName") {
      const found = this.find(this.pathOf(node));
      if (found) this.note(...found, node.from);
      return;
    }
    const property = node.getChild("PropertyName");
    if (!property) return;
    const found = this.find(this.pathOf(node));
    if (found) return this.note(...found, property.from);
    const known = node.firstChild ? this.know(node.firstChild) : null;
    const [member, certainty] = this.findMember(this.slice(property), known);
    if (member) this.note(member, certainty, property.from);
  }

  /** `@triton.jit` is a row of names in the tree. */
  private lookDecorator(node: SyntaxNode): void {
    const names = node.getChildren("VariableName").map((name) => this.slice(name));
    const path = [this.bound.get(names[0] ?? "") ?? "", ...names.slice(1)].join(".");
    if (names.length > 1 && this.table.paths.has(path)) return this.note(path, "certain", node.from);
    const known = names.length === 2 ? this.variables.get(names[0] ?? "") : null;
    const [member, certainty] = known ? this.findMember(names[1] ?? "", known) : [null, "guess" as const];
    if (member) this.note(member, certainty, node.from);
  }

  /** A method that a class of the program has in place of the library's, such as `setUp` of a test case. */
  private lookOverride(node: SyntaxNode): void {
    const name = node.getChild("VariableName");
    const base = this.enclosingBase(node);
    const path = name && base && `${base}.${this.slice(name)}`;
    if (path && this.table.paths.has(path)) this.note(path, "typed", name.from);
  }

  private enclosingBase(node: SyntaxNode): string | null {
    let at = node.parent;
    while (at && at.name !== "ClassDefinition") at = at.parent;
    const name = at?.getChild("VariableName");
    return name ? (this.bases.get(this.slice(name)) ?? null) : null;
  }

  private findMember(name: string, known: Known | null): [string | null, Certainty] {
    const candidates = this.table.members.get(name) ?? [];
    if (known) {
      const own = `${known.path}.${name}`;
      if (known.isResult && candidates.includes(own)) return [own, "typed"];
      const root = known.path.split(".")[0] ?? "";
      const home = known.path.slice(0, known.path.lastIndexOf(".") + 1);
      const beside = known.isResult
        ? candidates.filter((path) => path.startsWith(home) && path.split(".").length === home.split(".").length + 1)
        : [];
      if (beside.length === 1) return [beside[0] ?? null, "typed"];
      for (const owner of resultClasses[root] ?? []) if (candidates.includes(`${owner}.${name}`)) return [`${owner}.${name}`, "typed"];
      const near = candidates.filter((path) => path.startsWith(`${root}.`));
      if (near.length > 0) return [onlyOne(near), "typed"];
    }
    return [onlyOne(candidates.filter((path) => this.roots.has(path.split(".")[0] ?? ""))), "guess"];
  }

  /** The path that a chain of names from an import spells, or null. */
  private pathOf(node: SyntaxNode): string | null {
    if (node.name === "VariableName") {
      const name = this.slice(node);
      const bound = this.bound.get(name);
      if (bound) return bound;
      return this.defined.has(name) ? null : `builtins.${name}`;
    }
    if (node.name !== "MemberExpression" || !node.firstChild) return null;
    const property = node.getChild("PropertyName");
    const base = property && this.pathOf(node.firstChild);
    return base ? `${base}.${this.slice(property)}` : null;
  }

  private know(node: SyntaxNode): Known | null {
    const literal = literals[node.name];
    if (literal) return { path: refineLiteral(literal, this.slice(node)), isResult: true };
    if (node.name === "VariableName") {
      const known = this.variables.get(this.slice(node));
      if (known) return known;
      const base = this.slice(node) === "self" ? this.enclosingBase(node) : null;
      if (base) return { path: base, isResult: true };
    }
    if (node.name === "VariableName" || node.name === "MemberExpression") {
      const found = this.find(this.pathOf(node));
      if (found) return { path: found[0], isResult: false };
      const inner = node.name === "MemberExpression" && node.getChild("PropertyName") && node.firstChild;
      return inner ? this.afterMember(inner) : this.indexed(node);
    }
    if (node.name === "CallExpression" && node.firstChild) {
      const base = this.bases.get(this.slice(node.firstChild));
      if (base) return { path: base, isResult: true };
      const callee = this.know(node.firstChild);
      // What an object gives that is called is something else: of torch's layers it is a tensor.
      return (
        callee && (callee.isResult ? { path: callee.path.split(".")[0] ?? "", isResult: false } : { path: callee.path, isResult: true })
      );
    }
    if (["BinaryExpression", "UnaryExpression", "ParenthesizedExpression"].includes(node.name)) {
      for (let child = node.firstChild; child; child = child.nextSibling) {
        const known = this.know(child);
        if (known && !/^builtins\.(int|float)$/.test(known.path)) return known;
      }
    }
    return null;
  }

  /** `x.T` of something known is taken for the same kind of thing. */
  private afterMember(base: SyntaxNode): Known | null {
    const known = this.know(base);
    return known && (known.path.startsWith("builtins.") ? null : known);
  }

  private indexed(node: SyntaxNode): Known | null {
    return node.name === "MemberExpression" && node.firstChild ? this.afterMember(node.firstChild) : null;
  }
}
