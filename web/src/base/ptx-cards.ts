// SPDX-License-Identifier: Apache-2.0
// What a word of PTX means, as a card: of an opcode with its modifiers one by one, a directive, a special register.

import type { Card, CardAt } from "./cards";
import { ptxDirectives, ptxOpcodes, ptxRegisters } from "./ptx-opcodes";
import { ptxModifiers, shapeOf } from "./ptx-modifiers";

/** The card of what stands at `column` (from 0) of a line; null where that is nothing we know. */
export function ptxCardAt(line: string, column: number): CardAt | null {
  const code = line.replace(/\/\/.*$/, "");
  for (const match of code.matchAll(/%?[A-Za-z_][\w$]*(?:::?[\w]+|\.[\w$]+(?:::[\w$]+)*)*|\.[A-Za-z_]\w*/g)) {
    const [word] = match;
    const [from, to] = [match.index, match.index + word.length];
    if (column < from || column > to) continue;
    const card = word.startsWith("%")
      ? registerCard(word)
      : word.startsWith(".")
        ? directiveCard(word)
        : isOpcode(code, from)
          ? opcodeCard(word, column - from)
          : null;
    return card && { from, to, card };
  }
  return null;
}

/** An opcode stands first on its line, behind a label, a brace or a guard. */
function isOpcode(line: string, from: number): boolean {
  return /^[\s{;]*(?:[\w$]+:\s*)?(?:@!?%?[\w$]+\s+)?$/.test(line.slice(line.lastIndexOf(";", from - 1) + 1, from));
}

function registerCard(word: string): Card | null {
  const name = word.replace(/\.[xyzw]$/, "");
  const text = ptxRegisters[name] ?? (/^%pm\d+/.test(name) ? "A counter of the performance monitor." : null);
  return text ? { title: word, text } : null;
}

function directiveCard(word: string): Card | null {
  const text = ptxDirectives[word];
  return text ? { title: word, text } : null;
}

/** `at`: where in `word` somebody points, to mark the modifier there. */
export function opcodeCard(word: string, at = -1): Card | null {
  const [opcode = "", ...modifiers] = word.split(/\.(?!:)/);
  const text = textOf(opcode, modifiers);
  if (!text) return null;
  let end = opcode.length;
  const parts = modifiers.map((name) => {
    const begin = end;
    end += name.length + 1;
    return {
      name: `.${name}`,
      text: modifierText(opcode, name) ?? "not known here",
      ...(at > begin && at <= end ? { marked: true } : {}),
    };
  });
  return { title: word, text, ...(parts.length > 0 ? { parts } : {}) };
}

/** That of the longest form whose modifiers are all there. */
function textOf(opcode: string, modifiers: readonly string[]): string | null {
  let best: string | null = null;
  let length = -1;
  for (const [form, text] of Object.entries(ptxOpcodes)) {
    const [name, ...selects] = form.split(".");
    if (name !== opcode || selects.length <= length || !selects.every((word) => modifiers.includes(word))) continue;
    best = text;
    length = selects.length;
  }
  return best;
}

export function modifierText(opcode: string, name: string): string | null {
  return ptxModifiers[`${opcode} ${name}`] ?? shapeOf(name) ?? ptxModifiers[name] ?? null;
}
