// SPDX-License-Identifier: Apache-2.0
// The knobs of a file: literals that a person turns to see what happens. They are found by where they stand in the syntax tree, never by
// a name: constants of the module, literals among the arguments of a launch, and defaults of a kernel's parameters. Where launches and
// kernels are, the front end says.

import { pythonLanguage } from "@codemirror/lang-python";
import { kindOf, type KnobKind } from "../base/knob-values";
import { LineIndex, type Span } from "../base/positions";

type SyntaxNode = ReturnType<typeof pythonLanguage.parser.parse>["topNode"];

export interface Knob {
  /** The same before and after its value is changed, so that a view keeps its place: `module BLOCK`, `launch grid[0]`. */
  key: string;
  name: string;
  where: "module" | "launch" | "default";
  kind: KnobKind;
  /** The literal, with its sign. */
  text: string;
  from: number;
  to: number;
  /** Of the literal, in the compiler's manner; the file's name is the asker's to know. */
  line: number;
  column: number;
}

/** `launches` and `kernels` are the places of those of this file. */
export function findKnobs(text: string, launches: readonly Span[] = [], kernels: readonly Span[] = []): Knob[] {
  const finder = new Finder(text);
  const { topNode } = pythonLanguage.parser.parse(text);
  finder.addModule(topNode);
  for (const span of launches) finder.addLaunch(topNode, span);
  for (const span of kernels) finder.addDefaults(topNode, span);
  return finder.done(new LineIndex(text));
}

/** The text with another literal in the knob's place. */
export function turn(text: string, knob: Knob, value: string): string {
  return text.slice(0, knob.from) + value + text.slice(knob.to);
}

type Found = Omit<Knob, "key" | "line" | "column">;

class Finder {
  private readonly found = new Map<number, Found>();

  constructor(private readonly text: string) {}

  private add(node: SyntaxNode, where: Knob["where"], name: string): boolean {
    const text = this.textOf(node);
    const isLiteral = ["Number", "Boolean"].includes(node.name) || (node.name === "UnaryExpression" && node.lastChild?.name === "Number");
    const kind = isLiteral ? kindOf(text) : null;
    if (kind && !this.found.has(node.from)) this.found.set(node.from, { name, where, kind, text, from: node.from, to: node.to });
    return kind !== null;
  }

  /** What runs once when the module does: also below `if`, `try` and `with`, but not in loops, whose names are no constants. */
  addModule(body: SyntaxNode): void {
    for (const node of childrenOf(body)) {
      if (node.name === "AssignStatement") this.addAssignment(node);
      else if (["StatementGroup", "IfStatement", "TryStatement", "WithStatement", "Body"].includes(node.name)) this.addModule(node);
    }
  }

  private addAssignment(node: SyntaxNode): void {
    const segments: SyntaxNode[][] = [[]];
    for (const child of childrenOf(node)) {
      if (child.name === "AssignOp") segments.push([]);
      else if (child.name !== "TypeDef" && child.name !== ",") segments.at(-1)?.push(child);
    }
    const values = spread(segments.pop() ?? []);
    const targets = segments.map((segment) => spread(segment));
    const single = targets.every(({ length }) => length === 1);
    if (single && values.length > 1) values.forEach((value, at) => this.add(value, "module", `${this.namesOf(targets, 0)}[${at}]`));
    else if (targets.every(({ length }) => length === values.length))
      values.forEach((value, at) => this.add(value, "module", this.namesOf(targets, at)));
  }

  private namesOf(targets: SyntaxNode[][], at: number): string {
    return targets.map((target) => (target[at] ? this.textOf(target[at]) : "")).join(" = ");
  }

  addLaunch(top: SyntaxNode, span: Span): void {
    const call = callAround(top, span);
    if (!call) return;
    const calls = calleesOf(call);
    for (const { callee, args } of calls) {
      if (callee?.name === "MemberExpression") this.addSubscripts(callee);
      if (args) this.addArguments(args, "");
    }
  }

  /** `kernel[(16,)]` and `kernel[16, 2]`. */
  private addSubscripts(callee: SyntaxNode): void {
    const open = callee.getChild("[");
    if (!open) return;
    const inside = spread(childrenOf(callee).filter((node) => node.from > open.from && !/^[\],]$/.test(node.name)));
    inside.forEach((node, at) => this.addValue(node, inside.length > 1 || node !== open.nextSibling ? `grid[${at}]` : "grid"));
  }

  private addArguments(args: SyntaxNode, path: string): void {
    let at = 0;
    for (let node = args.firstChild; node; node = node.nextSibling) {
      if (/^[(),]$/.test(node.name)) continue;
      if (/^\*/.test(node.name)) {
        node = node.nextSibling ?? node;
        at = Infinity; // which argument it is depends on the values
      } else if (node.nextSibling?.name === "AssignOp") {
        const keyword = this.textOf(node);
        const value: SyntaxNode | null = node.nextSibling.nextSibling;
        if (value) this.addValue(value, path === "" ? keyword : `${path}.${keyword}`);
        node = value ?? node;
      } else {
        if (Number.isFinite(at)) this.addValue(node, path === "" ? `argument ${at + 1}` : `${path}(${at})`);
        at++;
      }
    }
  }

  /** A literal, or those in a tuple, a list or another call's arguments; what is computed stays the program's. */
  private addValue(node: SyntaxNode, path: string): void {
    if (this.add(node, "launch", path)) return;
    if (["TupleExpression", "ArrayExpression", "ParenthesizedExpression"].includes(node.name))
      itemsOf(node).forEach((item, at) => this.addValue(item, `${path}[${at}]`));
    else if (node.name === "CallExpression") {
      const args = node.getChild("ArgList");
      if (args) this.addArguments(args, path);
    }
  }

  addDefaults(top: SyntaxNode, span: Span): void {
    const kernel = functionAt(top, span);
    const parameters = kernel?.getChild("ParamList");
    const name = kernel?.getChild("VariableName");
    if (!parameters || !name) return;
    let parameter = "";
    for (const node of childrenOf(parameters)) {
      if (node.name === "VariableName" && node.prevSibling?.name !== "AssignOp") parameter = this.textOf(node);
      else if (node.prevSibling?.name === "AssignOp") this.add(node, "default", `${this.textOf(name)}: ${parameter}`);
    }
  }

  private textOf(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  /** In the order of the text. A second knob of a name gets a number. */
  done(index: LineIndex): Knob[] {
    const seen = new Map<string, number>();
    return [...this.found.values()]
      .sort((a, b) => a.from - b.from)
      .map((knob) => {
        const plain = `${knob.where} ${knob.name}`;
        const count = (seen.get(plain) ?? 0) + 1;
        seen.set(plain, count);
        const { line, column } = index.position(knob.from);
        return { ...knob, key: count > 1 ? `${plain} #${count}` : plain, line, column };
      });
  }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

function itemsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => !/^[()[\],]$/.test(name));
}

/** `1, 2` and `(1, 2)` alike. */
function spread(nodes: SyntaxNode[]): SyntaxNode[] {
  const [only] = nodes;
  return nodes.length === 1 && only?.name === "TupleExpression" ? itemsOf(only) : nodes;
}

/** The outermost call that lies in the span, or the one around it. */
function callAround(top: SyntaxNode, { from, to }: Span): SyntaxNode | null {
  let best: SyntaxNode | null = null;
  for (let node: SyntaxNode | null = top.resolveInner(from, 1); node; node = node.parent) {
    if (node.name !== "CallExpression") continue;
    const isInside = node.from >= from && node.to <= to;
    if (isInside || !best) best = node;
    if (!isInside) break;
  }
  return best;
}

/** `f(..)(..)` is two calls, the inner one first. */
function calleesOf(call: SyntaxNode): { callee: SyntaxNode | null; args: SyntaxNode | null }[] {
  const callee = call.firstChild;
  const inner = callee?.name === "CallExpression" ? calleesOf(callee) : [];
  return [...inner, { callee, args: call.getChild("ArgList") }];
}

function functionAt(top: SyntaxNode, { from, to }: Span): SyntaxNode | null {
  for (let node: SyntaxNode | null = top.resolveInner(from, 1); node; node = node.parent) {
    if (node.name !== "FunctionDefinition") continue;
    // What begins in a body is within the function, and not the function.
    const body = node.getChild("Body");
    return body === null || from < body.from ? node : null;
  }
  // The range may begin at a decorator.
  let found: SyntaxNode | null = null;
  top.cursor().iterate((node) => {
    if (found || node.from > to || node.to < from) return false;
    if (node.name === "FunctionDefinition" && node.from >= from) found = node.node;
    return found === null;
  });
  return found;
}
