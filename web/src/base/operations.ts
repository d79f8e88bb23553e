// SPDX-License-Identifier: Apache-2.0
// What a word of MLIR's text means, as a card: operations, types and attributes of this compiler by their own definitions, those of
// MLIR's dialects by `upstream-operations.ts`.

import block from "../../../compiler/tilegpu/ir/BlockOps.td";
import async from "../../../compiler/tilegpu/ir/AsyncOps.td";
import dialect from "../../../compiler/tilegpu/ir/TileGpuDialect.td";
import gpu from "../../../compiler/tilegpu/ir/TileGpuOps.td";
import tile from "../../../compiler/tile/ir/TileOps.td";
import types from "../../../compiler/tile/ir/TileTypes.td";
import type { Card, CardAt } from "./cards";
import { upstreamOperations, upstreamTypes } from "./upstream-operations";

export const ourOperations: Readonly<Record<string, { summary: string; description: string }>> = {
  ...tile,
  ...types,
  ...dialect,
  ...gpu,
  ...block,
  ...async,
};

/** The card of what stands at `column` (from 0) of a line; null where that is nothing we know. */
export function operationCardAt(line: string, column: number): CardAt | null {
  const code = line
    .replace(/\/\/.*$/, "")
    .replace(/"(?:[^"\\]|\\.)*"/g, (text) => (/^"[\w.]+"$/.test(text) ? text : " ".repeat(text.length)));
  for (const match of code.matchAll(/[!#]?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g)) {
    const [word] = match;
    const [from, to] = [match.index, match.index + word.length];
    if (column < from || column > to || /[%@^.]/.test(code[from - 1] ?? "")) continue;
    const card = cardOf(word) ?? shapedCard(code, from);
    return card && { from, to, card };
  }
  return null;
}

export function cardOf(name: string): Card | null {
  const ours = ourOperations[name];
  if (ours) return { title: name, text: sentence(ours.summary), more: paragraphs(ours.description) };
  const text = upstreamOperations[name] ?? upstreamTypes[name] ?? scalarText(name);
  return text ? { title: name, text } : null;
}

/** Of `tensor<64x32xf32>` the pointer may be on the element type, which has no border before it. */
function shapedCard(code: string, from: number): Card | null {
  const element = /^x(?:\d+x|\?x)*([a-z]\w*)/.exec(code.slice(from))?.[1];
  return element ? cardOf(element) : null;
}

function scalarText(name: string): string | null {
  const match = /^([su]?i|f|bf|tf)(\d+)(E(\d)M(\d)\w*)?$/.exec(name);
  if (!match) return null;
  const [, kind, bits, small, exponent, mantissa] = match;
  if (kind === "bf") return "A bfloat16: the upper half of a float of 32 bits.";
  if (kind === "tf") return "A float of 32 bits of which products read 10 mantissa bits.";
  if (kind === "f") return small ? `A float of ${bits} bits: ${exponent} exponent, ${mantissa} mantissa.` : `A float of ${bits} bits.`;
  if (bits === "1") return "One bit: true or false.";
  return `An integer of ${bits} bits${kind === "i" ? "; operations say whether they take it as signed" : kind === "si" ? ", signed" : ", unsigned"}.`;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** Examples between fences keep their lines; other lines run on. */
function paragraphs(text: string): string[] {
  if (!text) return [];
  return text.split(/```(?:mlir)?\n?/).flatMap((part, index) =>
    index % 2 === 1
      ? [part.trimEnd().replace(/^/gm, "    ")]
      : part
          .split(/\n\s*\n/)
          .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
          .filter(Boolean),
  );
}
