// SPDX-License-Identifier: Apache-2.0
// What can be read off the text of a module, a line an operation: what it defines, which operation it is, what it takes, which function
// it stands in, and its source lines. Enough to follow a value from pass to pass; it is no parser of MLIR.

import type { LineSpan, Snapshot } from "./protocol";

export interface IrLine {
  /** The line without names of values, which passes renumber. */
  shape: string;
  /** Of results, then of the arguments that its regions or its function have. */
  defines: string[];
  operation: string;
  /** Values it takes, in order of the text. */
  takes: string[];
  /** The symbol of the function or kernel around it; empty outside. */
  scope: string;
  /** Of a scheduled kernel: a program has those beside the kernels that were recorded, which stay as they were. */
  scheduled: boolean;
  span: LineSpan;
}

const parsed = new WeakMap<Snapshot, IrLine[]>();

export function linesOfIr(snapshot: Snapshot): IrLine[] {
  const known = parsed.get(snapshot);
  if (known) return known;
  const texts = snapshot.text.split("\n");
  const scopes = kernelOfLines(texts);
  let scheduled = false;
  const lines = texts.map((text, index) => {
    if (/^ {0,2}tilegpu\.module\b/.test(text)) scheduled = true;
    else if (/^ {0,2}\}/.test(text) && (scopes[index] ?? "") === "") scheduled = false;
    return { ...readLine(text, scopes[index] ?? "", snapshot.sourceLines[index] ?? [0, 0]), scheduled };
  });
  parsed.set(snapshot, lines);
  return lines;
}

const value = /%[\w$.-]+(?:#\d+)?/g;

function readLine(text: string, scope: string, span: LineSpan): Omit<IrLine, "scheduled"> {
  const code = text.trim();
  const shape = code.replace(value, "%");
  const head = /^((?:%[\w$.-]+(?::\d+)?(?:, )?)+) = /.exec(code);
  const results = head?.[1] === undefined ? [] : [...head[1].matchAll(/%[\w$.-]+/g)].map(([name]) => name);
  const rest = code.slice(head?.[0].length ?? 0);
  const operation = /^"?((?:[a-z_]\w*\.)?[a-z_][\w.]*)/.exec(rest)?.[1] ?? "";
  const region: string[] = [];
  const takes: string[] = [];
  for (const match of rest.matchAll(value)) {
    const after = rest.slice(match.index + match[0].length);
    // `scf.for %i = %c0 …`, `iter_args(%acc = %init)`, `^bb0(%a: f32)`, `tile.kernel @k(%x: …`.
    const isHeader = /^\^|^(?:\w+\.)?(?:kernel|func)\b/.test(rest);
    (/^ = %/.test(after) || (isHeader && /^:/.test(after)) ? region : takes).push(match[0]);
  }
  return { shape, defines: [...results, ...region], operation, takes, scope, span };
}

/** For each line the kernel that it stands in, by the symbol of the function around it; empty outside. */
export function kernelOfLines(lines: Iterable<string>): string[] {
  const kernels: string[] = [];
  let current = "";
  let depth = 0;
  let begin = 0;
  for (const line of lines) {
    const opens = /\b(?:\w+\.)?(?:kernel|func)\b[^@]*@"?([\w$.-]+)"?/.exec(line);
    if (opens?.[1] && current === "") {
      current = opens[1];
      begin = depth;
    }
    kernels.push(current);
    const code = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    depth += (code.match(/\{/g)?.length ?? 0) - (code.match(/\}/g)?.length ?? 0);
    if (current !== "" && depth <= begin) current = "";
  }
  return kernels;
}

/** A result of several, `%0#1`, is defined as `%0`. */
export function baseName(name: string): string {
  return name.replace(/#\d+$/, "");
}

/** Where `name`, as line `at` (from 0) has it, is defined; -1 where it is nowhere. Sibling regions may use a name again: the nearest above counts. */
export function definitionOf(lines: readonly IrLine[], at: number, name: string): number {
  const base = baseName(name);
  const scope = lines[at]?.scope;
  for (let line = at; line >= 0 && lines[line]?.scope === scope; line--) if (lines[line]?.defines.includes(base)) return line;
  return -1;
}

/** The lines (from 0) that take the value that line `at` defines as `name`. */
export function usersOf(lines: readonly IrLine[], at: number, name: string): number[] {
  const scope = lines[at]?.scope;
  const users: number[] = [];
  for (let line = at; line < lines.length && lines[line]?.scope === scope; line++) {
    // Another value of the same name, in a region of its own, ends this one's.
    if (line > at && lines[line]?.defines.includes(name)) break;
    if (lines[line]?.takes.some((taken) => baseName(taken) === name)) users.push(line);
  }
  return users;
}
