// SPDX-License-Identifier: Apache-2.0
// The part of a program that shows one of its lines: the statement itself, on the way forward what is made of it until something is
// printed, and on the way back everything that those statements need. What is left out has nothing to do with the line, so the part is a
// program of its own, and it is what the reference shows and what the playground opens. Statements are those of the top level; a function
// stays whole. tests/e2e/reference.test.mjs runs parts and compares.
//
//   import jax.numpy as jnp          kept: `jnp` is needed
//   x = jnp.arange(4)                kept: `x` is needed
//   y = jnp.ones(3)
//   print(jnp.flip(x))               the line
//   print(jnp.sum(y))

import { pythonLanguage } from "@codemirror/lang-python";
import type { SyntaxNode } from "./uses";

interface Statement {
  text: string;
  firstLine: number;
  lastLine: number;
  binds: Set<string>;
  /** Names that it changes without binding them: `x[0] = 1`, `x.add_(1)`, `kernel[(1,)](x)`. */
  touches: Set<string>;
  names: Set<string>;
  /** `np.random` of `np.random.seed(0)`: what a module is told changes what it does later. */
  tells: string | null;
  prints: boolean;
  /** The `#>` lines right after it. */
  output: string;
  isImport: boolean;
}

const isDefinition = ({ text }: Statement) => /^(@|def |class |async def )/.test(text);

export interface Slice {
  code: string;
  /** What it prints, where the program's text tells it of these statements. */
  output: string | null;
}

export function readStatements(text: string): Statement[] {
  const top = pythonLanguage.parser.parse(text).topNode;
  const lines = text.split("\n");
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length - 1;
  const found: Statement[] = [];
  for (let node = top.firstChild; node; node = node.nextSibling) {
    if (node.name === "Comment") continue;
    const firstLine = lineAt(node.from);
    const body = text.slice(node.from, node.to).trimEnd();
    const statement: Statement = {
      text: body,
      firstLine,
      lastLine: firstLine + body.split("\n").length - 1,
      binds: new Set(),
      touches: new Set(),
      names: new Set(),
      tells: node.name === "ExpressionStatement" ? (/^(\w+(?:\.\w+)*)\.\w+\(/.exec(body)?.[1] ?? null) : null,
      prints: /print\(/.test(body),
      output: "",
      isImport: node.name === "ImportStatement",
    };
    readNames(node, text, statement);
    // Statements on one line, with `;` between them, are one.
    const before = found[found.length - 1];
    if (before && before.lastLine >= firstLine) join(before, statement, lines);
    else found.push(statement);
  }
  // `np.seterr(..)` touches a module, which every line needs.
  const modules = new Set(found.filter(({ isImport }) => isImport).flatMap(({ binds }) => [...binds]));
  for (const statement of found) {
    for (const name of modules) statement.touches.delete(name);
    if (!modules.has(statement.tells?.split(".")[0] ?? "")) statement.tells = null;
  }
  passOn(found);
  // Who calls a function of the program that prints, prints.
  const printers = new Set(found.filter((statement) => statement.prints && isDefinition(statement)).flatMap(({ binds }) => [...binds]));
  for (const statement of found) if (!isDefinition(statement)) statement.prints ||= [...statement.names].some((name) => printers.has(name));
  for (const statement of found)
    for (let at = statement.lastLine + 1; lines[at]?.startsWith("#>"); at++)
      statement.output += `${lines[at]!.slice(lines[at]![2] === " " ? 3 : 2)}\n`;
  return found;
}

function join(before: Statement, after: Statement, lines: string[]): void {
  before.lastLine = Math.max(before.lastLine, after.lastLine);
  before.text = lines.slice(before.firstLine, before.lastLine + 1).join("\n");
  for (const field of ["binds", "touches", "names"] as const) for (const name of after[field]) before[field].add(name);
  before.prints ||= after.prints;
  before.isImport &&= after.isImport;
}

/** What is done to `group` of `group = parser.add_argument_group()` is done to `parser`, too. */
function passOn(statements: Statement[]): void {
  const owners = new Map<string, Set<string>>();
  for (const { binds, names, isImport, text } of statements) {
    for (const name of isImport || /^(@|def |class |for |with )/.test(text) ? [] : binds)
      owners.set(name, new Set([...(owners.get(name) ?? []), ...names]));
  }
  for (const statement of statements)
    if (statement.binds.size === 0 && !statement.prints)
      for (const name of [...statement.touches]) for (const owner of owners.get(name) ?? []) statement.touches.add(owner);
}

function readNames(node: SyntaxNode, text: string, into: Statement): void {
  const slice = (inner: SyntaxNode) => text.slice(inner.from, inner.to);
  if (into.isImport) {
    const words = slice(node).replace(/[()\\\n]/g, " ");
    for (const part of words.replace(/^from\s+\S+\s+import|^import/, "").split(",")) {
      const [name = "", as] = part.trim().split(/\s+as\s+/);
      into.binds.add(as ?? name.split(".")[0] ?? "");
    }
    return;
  }
  const root = (inner: SyntaxNode): string | null => {
    let at: SyntaxNode | null = inner;
    while (at && at.name !== "VariableName") at = at.firstChild;
    return at && slice(at);
  };
  const visit = (inner: SyntaxNode, isTop: boolean) => {
    if (inner.name === "VariableName") into.names.add(slice(inner));
    if (inner.name === "FunctionDefinition" || inner.name === "ClassDefinition") {
      const name = inner.getChild("VariableName");
      if (name && isTop) into.binds.add(slice(name));
    }
    if (["AssignStatement", "ForStatement", "WithStatement", "UpdateStatement", "DeleteStatement"].includes(inner.name) && isTop) {
      for (let child = inner.firstChild; child; child = child.nextSibling) {
        if (child.name === "AssignOp" && !child.nextSibling?.nextSibling) break;
        if (child.name === "in" || child.name === "Body") break;
        if (child.name === "VariableName" || child.name === "TupleExpression")
          for (const name of variablesOf(child, slice)) into.binds.add(name);
        const touched = child.name === "MemberExpression" && root(child);
        if (touched) into.touches.add(touched);
      }
    }
    // `@primitive.def_impl` tells the primitive something.
    if (inner.name === "Decorator" && isTop) {
      const names = inner.getChildren("VariableName");
      if (names[0] && names.length > 1) into.touches.add(slice(names[0]));
    }
    if (inner.name === "NamedExpression") for (const name of inner.getChildren("VariableName").slice(0, 1)) into.binds.add(slice(name));
    if (inner.name === "CallExpression" && isTop && !/^print\b/.test(slice(inner))) {
      const called = root(inner);
      const isEffect = inner.parent?.name === "ExpressionStatement";
      if (called && (isEffect || inner.firstChild?.name === "MemberExpression")) into.touches.add(called);
      // Arguments of what is called for its effect: `kernel[(1,)](x, out)`.
      const list = inner.getChild("ArgList");
      if (list && inner.parent?.name === "ExpressionStatement") for (const name of variablesOf(list, slice)) into.touches.add(name);
    }
    const stays = isTop && inner.name !== "FunctionDefinition" && inner.name !== "ClassDefinition" && inner.name !== "LambdaExpression";
    for (let child = inner.firstChild; child; child = child.nextSibling) visit(child, stays);
  };
  visit(node, true);
}

function variablesOf(node: SyntaxNode, slice: (inner: SyntaxNode) => string): string[] {
  if (node.name === "VariableName") return [slice(node)];
  const found: string[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(...variablesOf(child, slice));
  return found;
}

/** The part of the program around `line`, from 0. */
export function sliceProgram(statements: Statement[], line: number): Slice {
  const at = statements.findIndex(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
  const chosen = new Set<number>();
  if (at >= 0) {
    chosen.add(at);
    // An import that is what is shown has its first use with it.
    const carried = new Set([...statements[at]!.binds, ...(statements[at]!.prints ? [] : statements[at]!.touches)]);
    const isDone = () => [...chosen].some((index) => statements[index]!.prints && !isDefinition(statements[index]!));
    for (let next = at + 1; next < statements.length && !isDone(); next++) {
      const statement = statements[next]!;
      if (![...statement.names].some((name) => carried.has(name))) continue;
      chosen.add(next);
      for (const name of [...statement.binds, ...statement.touches]) carried.add(name);
    }
  }
  const needed = new Set<string>();
  for (const index of chosen) for (const name of statements[index]!.names) needed.add(name);
  // A file is no name: whoever may have written it is kept.
  const repeated = new Set<string>();
  const usesFiles = () => [...chosen].some((index) => statements[index]!.text.includes("/tmp/"));
  for (let index = Math.max(-1, ...chosen); index >= 0; index--) {
    const statement = statements[index]!;
    const isNeeded = [...statement.binds, ...statement.touches].some((name) => needed.has(name));
    const told = statement.tells;
    const isTold =
      told !== null && !repeated.has(statement.text) && [...chosen].some((other) => statements[other]!.text.includes(`${told}.`));
    if (isTold) repeated.add(statement.text);
    if (!chosen.has(index) && !isNeeded && !isTold && !(statement.text.includes("/tmp/") && usesFiles())) continue;
    // What only prints something about a needed value changes nothing.
    if (!chosen.has(index) && statement.prints && statement.binds.size === 0) continue;
    chosen.add(index);
    for (const name of statement.names) needed.add(name);
  }
  return assemble(statements, chosen);
}

/** All of it. */
export const wholeProgram = (statements: Statement[]) => assemble(statements, new Set(statements.keys()));

function assemble(statements: Statement[], chosen: Set<number>): Slice {
  const kept = statements.filter((_, index) => chosen.has(index));
  const total = statements.reduce((text, { output }) => text + output, "");
  const printing = statements.filter((statement) => statement.prints && !isDefinition(statement));
  const ofKept = kept.reduce((text, { output }) => text + output, "");
  // Output belongs to statements where each that prints has its own lines, or where nothing that prints is left out.
  const isTold = printing.every((statement) => statement.output !== "") || printing.every((statement) => kept.includes(statement));
  let code = "";
  kept.forEach((statement, index) => {
    const before = kept[index - 1];
    const isApart = before && (isDefinition(statement) || isDefinition(before) || before.isImport !== statement.isImport);
    // A comment that was a line of its own may have left a gap.
    code += `${isApart ? "\n" : ""}${statement.text.replace(/(:\n)\n+(?=\s)/g, "$1")}\n`;
  });
  return { code, output: isTold && total ? ofKept || null : null };
}
