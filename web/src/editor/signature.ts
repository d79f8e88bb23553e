// SPDX-License-Identifier: Apache-2.0
// What a call takes, while its arguments are typed: of the program's own functions by their definition, in whichever file that is, of the
// library's by the compiler's table. It opens with a parenthesis or Ctrl+Shift+Space, follows the cursor, and goes with Escape or the call.

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { Prec, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { keymap, showTooltip, type Tooltip, type EditorView } from "@codemirror/view";
import type { ReferenceAnswer } from "../base/protocol";
import { findEntry, findMembers } from "../base/reference";
import { resolvePath } from "./library";
import type { ProgramNames, Signature } from "./program-names";
import type { Node } from "./scopes";

export interface SignatureHost {
  names(): ProgramNames;
  path(): string;
  library(): ReferenceAnswer | null;
}

/** A call around the cursor. */
interface Call {
  callee: Node;
  from: number;
  /** How many arguments stand before the cursor's, and the name of the cursor's, if it has one. */
  position: number;
  keyword: string | null;
}

export function findCall(state: EditorState, at: number): Call | null {
  // What is typed is parsed in slices: at the cursor the tree is wanted now, as long as that is no wait.
  const tree = ensureSyntaxTree(state, at, 100) ?? syntaxTree(state);
  for (let node: Node | null = tree.resolveInner(at, -1); node; node = node.parent) {
    const callee: Node | null = node.name === "ArgList" ? (node.parent?.firstChild ?? null) : null;
    if (!callee || node.parent?.name !== "CallExpression" || at <= node.from) continue;
    const isClosed = node.lastChild?.name === ")" && !node.lastChild.type.isError;
    if (isClosed && at >= node.to) continue;
    let position = 0;
    let argument = node.from + 1;
    for (let child = node.firstChild; child && child.from < at; child = child.nextSibling)
      if (child.name === "," && child.to <= at) [position, argument] = [position + 1, child.to];
    const keyword = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)/u.exec(state.sliceDoc(argument, node.to))?.[1] ?? null;
    return { callee, from: node.from, position, keyword };
  }
  return null;
}

/** `(a, axis=None)` in parts, at commas outside of brackets. */
export function splitParameters(signature: string): string[] {
  const inner = /^\(([\s\S]*)\)/.exec(signature.slice(0, signature.lastIndexOf(")") + 1))?.[1] ?? "";
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const sign of inner) {
    if ("([{".includes(sign)) depth++;
    if (")]}".includes(sign)) depth--;
    if (sign === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += sign;
  }
  if (part.trim()) parts.push(part.trim());
  return parts;
}

function signatureOf(state: EditorState, call: Call, host: SignatureHost): Signature | null {
  const names = host.names();
  const scope = names.scopesOf(host.path())?.scopeAt(call.from);
  const text = state.sliceDoc(call.callee.from, call.callee.to);
  const own = scope ? names.signature(host.path(), call.callee, scope) : null;
  if (own !== null && typeof own !== "string") return own;
  const table = host.library();
  if (!table || !/^[\w.]+$/.test(text)) return null;
  const path = own ?? resolvePath(text, state.doc.toString());
  const entry = findEntry(table, path) ?? findEntry(table, `builtins.${text}`);
  const members = entry || !text.includes(".") ? [] : findMembers(table, text.slice(text.lastIndexOf(".") + 1));
  const known =
    entry?.signature ?? (new Set(members.map((member) => member.entry.signature)).size === 1 ? members[0]?.entry.signature : "");
  return known ? { name: text, parameters: splitParameters(known) } : null;
}

/** Which parameter the cursor's argument is for; -1 for none. */
export function activeParameter(parameters: readonly string[], position: number, keyword: string | null): number {
  const nameOf = (parameter: string) => /^\**([\p{L}_][\p{L}\p{N}_]*)/u.exec(parameter)?.[1] ?? "";
  if (keyword !== null) {
    const named = parameters.findIndex((parameter) => nameOf(parameter) === keyword);
    return named >= 0 ? named : parameters.findIndex((parameter) => parameter.startsWith("**"));
  }
  // `/` and `*` alone are no parameters, and behind `*args` nothing is by position.
  let seen = 0;
  for (const [index, parameter] of parameters.entries()) {
    if (parameter === "/") continue;
    if (parameter === "*") return -1;
    if (parameter.startsWith("**")) return -1;
    if (parameter.startsWith("*") || seen === position) return index;
    seen++;
  }
  return -1;
}

const setOpen = StateEffect.define<boolean>();

interface Help {
  open: boolean;
  tooltip: Tooltip | null;
}

export function signatureHelp(host: SignatureHost): Extension {
  const help = StateField.define<Help>({
    create: () => ({ open: false, tooltip: null }),
    update(now, transaction) {
      let { open } = now;
      for (const effect of transaction.effects) if (effect.is(setOpen)) open = effect.value;
      if (transaction.isUserEvent("input.type")) open ||= typed(transaction.state);
      if (!transaction.docChanged && !transaction.selection && open === now.open) return now;
      const tooltip = open ? tooltipOf(transaction.state, host) : null;
      return { open: tooltip !== null, tooltip };
    },
    provide: (field) => showTooltip.from(field, ({ tooltip }) => tooltip),
  });
  const close = (view: EditorView) => {
    if (!view.state.field(help).open) return false;
    view.dispatch({ effects: setOpen.of(false) });
    return true;
  };
  const open = (view: EditorView) => {
    view.dispatch({ effects: setOpen.of(true) });
    return true;
  };
  return [
    help,
    // After completion's Escape, which closes what lies above.
    Prec.low(keymap.of([{ key: "Escape", run: close }])),
    keymap.of([{ key: "Mod-Shift-Space", run: open }]),
  ];
}

function typed(state: EditorState): boolean {
  const at = state.selection.main.head;
  return /[(,]/.test(state.sliceDoc(at - 1, at)) || /,\s$/.test(state.sliceDoc(at - 2, at));
}

function tooltipOf(state: EditorState, host: SignatureHost): Tooltip | null {
  const call = findCall(state, state.selection.main.head);
  const signature = call && signatureOf(state, call, host);
  if (!call || !signature) return null;
  const active = activeParameter(signature.parameters, call.position, call.keyword);
  return { pos: call.from, above: true, create: () => ({ dom: draw(signature, active) }) };
}

function draw({ name, parameters }: Signature, active: number): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "entry-card signature";
  dom.setAttribute("role", "status");
  const code = dom.appendChild(document.createElement("code"));
  code.append(`${name}(`);
  parameters.forEach((parameter, index) => {
    if (index > 0) code.append(", ");
    const part = document.createElement(index === active ? "mark" : "span");
    part.textContent = parameter;
    code.append(part);
  });
  code.append(")");
  return dom;
}
