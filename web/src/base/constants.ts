// SPDX-License-Identifier: Apache-2.0
// Numbers that a program assigns once, at module level, as `NAME = 128`: what a sweep puts others in the place of, as `--set` does.

export interface Constant {
  name: string;
  value: number;
  from: number;
  to: number;
}

const assignment = /^([A-Za-z_]\w*)([ \t]*(?::[^=\n]*)?=[ \t]*)(-?\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?)[ \t]*(?:#.*)?$/gm;

export function findConstants(text: string): Constant[] {
  const code = blankStrings(text);
  const found: Constant[] = [];
  for (const match of code.matchAll(assignment)) {
    const [, name = "", between = "", literal = ""] = match;
    const from = match.index + name.length + between.length;
    found.push({ name, value: Number(literal.replaceAll("_", "")), from, to: from + literal.length });
  }
  // One that is assigned again, in whatever way, is no constant.
  const again = (name: string) =>
    [...code.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*(?:[-+*/%@&|^]|//|\\*\\*|>>|<<)?=(?!=)`, "gm"))].length > 1;
  return found.filter(({ name }) => !again(name));
}

/** Texts in quotes over several lines hold no assignments; their place stays. */
function blankStrings(text: string): string {
  return text.replace(/"""[\s\S]*?"""|'''[\s\S]*?'''/g, (part) => part.replace(/[^\n]/g, " "));
}

export function setConstant(text: string, { from, to }: Constant, value: number): string {
  return text.slice(0, from) + String(value) + text.slice(to);
}

/** `64, 128, 256` or `64..512 *2` or `0..64 +16`; what is wrong where it is none of these. */
export function readValues(text: string): number[] | string {
  const range = /^\s*(-?[\d.]+)\s*\.\.\s*(-?[\d.]+)\s*([*+])\s*([\d.]+)\s*$/.exec(text);
  const values: number[] = [];
  if (range) {
    const [first, last, step] = [Number(range[1]), Number(range[2]), Number(range[4])];
    const grows = range[3] === "*" ? first > 0 && step > 1 : step > 0;
    if (!grows || !(last >= first)) return "this range never reaches its end";
    for (let at = first; at <= last && values.length <= mostPoints; at = range[3] === "*" ? at * step : at + step) values.push(at);
  } else
    for (const part of text.split(/[\s,]+/).filter(Boolean)) {
      if (!Number.isFinite(Number(part))) return `${part} is no number`;
      values.push(Number(part));
    }
  const once = [...new Set(values)];
  if (once.length === 0) return "give values, as 64, 128, 256 or 64..512 *2";
  return once.length > mostPoints ? `a sweep has at most ${mostPoints} points` : once;
}

export const mostPoints = 40;
