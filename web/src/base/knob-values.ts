// SPDX-License-Identifier: Apache-2.0
// Values of a knob as Python writes them: how one steps to the next, and which ones a sweep tries. A value keeps the manner in which it was
// written: `0x40` steps to `0x80`, `1_024` to `2_048`, `1e-5` to `2e-5`, and a float never becomes an integer.

import { fail, ok, type Result } from "./result";

export type KnobKind = "int" | "float" | "bool";

/** `text` is a literal of Python's: what kind, or null where it is none that a knob can turn. */
export function kindOf(text: string): KnobKind | null {
  if (text === "True" || text === "False") return "bool";
  if (/^-?(0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+|\d+(_\d+)*)$/.test(text)) return "int";
  return /^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text) ? "float" : null;
}

/** As a number; of `True` 1. */
export function numberOf(text: string): number {
  if (text === "True") return 1;
  if (text === "False") return 0;
  const plain = text.replaceAll("_", "");
  return plain.startsWith("-") ? -Number(plain.slice(1)) : Number(plain);
}

/**
 * The next value up (1) or down (-1). A power of two is doubled and halved, `fine` makes it a step of one; other integers step by one.
 * A float steps by one of its last digit, `fine` by a tenth of that.
 */
export function stepValue(text: string, by: 1 | -1, fine = false): string {
  const kind = kindOf(text);
  if (kind === "bool") return text === "True" ? "False" : "True";
  if (kind === "float") return stepFloat(text, by, fine);
  const value = numberOf(text);
  if (isPowerOfTwo(value) && !fine && (by > 0 || value > 1)) return writeInteger(by > 0 ? value * 2 : value / 2, text);
  return writeInteger(value + by, text);
}

function isPowerOfTwo(value: number): boolean {
  return value >= 1 && value <= 2 ** 52 && Number.isInteger(Math.log2(value));
}

/** In the manner of `like`. */
function writeInteger(value: number, like: string): string {
  const sign = value < 0 ? "-" : "";
  const base = { x: 16, b: 2, o: 8 }[/^-?0([xbo])/i.exec(like)?.[1]?.toLowerCase() ?? ""];
  if (base) return `${sign}0${/[xbo]/i.exec(like)?.[0] ?? ""}${Math.abs(value).toString(base)}`;
  const digits = String(Math.abs(value));
  return sign + (like.includes("_") ? digits.replace(/\B(?=(\d{3})+(?!\d))/g, "_") : digits);
}

function stepFloat(text: string, by: 1 | -1, fine: boolean): string {
  const [, sign = "", mantissa = "0", exponent] = /^(-?)([\d.]+)(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  let decimals = mantissa.split(".")[1]?.length ?? 0;
  let count = Math.round(Number(sign + mantissa) * 10 ** decimals) * (fine ? 10 : 1) + by;
  if (fine) decimals++;
  let power = exponent === undefined ? null : Number(exponent);
  // 1e-5 goes down to 9e-6, not to 0.
  if (count === 0 && power !== null) [count, power] = [-9 * by, power - 1];
  const digits = (count / 10 ** decimals).toFixed(decimals);
  if (power !== null) return `${digits}e${power}`;
  return digits.includes(".") ? digits : `${digits}.0`;
}

/** What a sweep tries at first: neighbours of the value, in order. */
export function usualValues(text: string): string[] {
  const kind = kindOf(text);
  if (kind === "bool") return ["False", "True"];
  const byOne = kind === "int" && !isPowerOfTwo(numberOf(text));
  const step = (by: 1 | -1, times: number) => {
    const values: string[] = [];
    for (let value = text; values.length < times;) {
      value = stepValue(value, by, byOne);
      // What was positive stays so: sizes and counts have no zero.
      if (numberOf(text) > 0 && numberOf(value) <= 0) break;
      values.push(value);
    }
    return values;
  };
  return [...step(-1, 2).reverse(), text, ...step(1, 2)];
}

export const mostValues = 64;

/** A list as a person types it: `16, 32, 64`, and `16..64` for all powers of two or whole numbers between. */
export function readValues(typed: string, kind: KnobKind): Result<string[]> {
  const values: string[] = [];
  for (const part of typed.split(/[\s,;]+/).filter((word) => word !== "")) {
    const range = /^(-?\d+)\.\.(-?\d+)$/.exec(part);
    if (range && kind === "int") values.push(...expandRange(Number(range[1]), Number(range[2])));
    else if (kindOf(part) === kind || (kind === "float" && kindOf(part) === "int")) values.push(part);
    else return fail(`\`${part}\` is no ${{ int: "whole number", float: "number", bool: "`True` or `False`" }[kind]}`);
  }
  const unique = [...new Map(values.map((value) => [numberOf(value), value])).values()];
  if (unique.length === 0) return fail("there is no value to try");
  if (unique.length > mostValues) return fail(`these are ${unique.length} values, and a sweep tries at most ${mostValues}`);
  return ok(unique.sort((a, b) => numberOf(a) - numberOf(b)));
}

function expandRange(from: number, to: number): string[] {
  const values: number[] = [];
  const doubles = isPowerOfTwo(from) && isPowerOfTwo(to) && to > from;
  for (let value = from; value <= to && values.length <= mostValues; value = doubles ? value * 2 : value + 1) values.push(value);
  return values.map(String);
}
