// SPDX-License-Identifier: Apache-2.0
// Every ink can be read on every ground that it may stand on, in both themes (WCAG's 4.5), and the arrays' hues stay apart.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bandCount } from "../../../web/src/base/bands";
import { coloursOf, hueOf } from "../../../web/src/base/colours";
import type { KernelTilings } from "../../../web/src/base/protocol";

const css = ["app/styles.css", "panes/rail.css"]
  .map((name) => readFileSync(join(import.meta.dirname, "../../../web/src", name), "utf8"))
  .join("");
const named = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
  ([, name = "", light = "", dark = ""]) => ({ name, light, dark }),
);
const grounds = [
  "code",
  "surface",
  "page",
  "lit",
  "added",
  "removed",
  "added-strong",
  "removed-strong",
  "selection",
].concat([...Array(bandCount).keys()].map((band) => `band-${band}`));
const inks = named.filter(({ name }) => /^(ink-|array-|text$|quiet$|faint$|accent$|good$|bad$|warn$)/.test(name));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(["light", "dark"] as const)("%s", (theme) => {
  test.each(grounds)("all inks on %s", (name) => {
    const ground = named.find((colour) => colour.name === name)?.[theme] ?? "";
    expect(inks.filter((ink) => contrast(ink[theme], ground) < 4.5).map((ink) => ink.name)).toEqual([]);
  });
});

test("arrays have hues by their order; scalars have none, and past eight they repeat", () => {
  const operand = (name: string, role = "read") => ({
    name,
    role,
    dtype: "f32",
    shape: [1],
    range: null,
    block: null,
    boxes: [],
  });
  const operands = [operand("n", "scalar"), ..."abcdefghi".split("").map((name) => operand(name))];
  const kernel = {
    name: "k",
    range: null,
    source: "triton",
    launches: [{ range: null, grid: [1], order: "row-major", programs: 1, recorded: 1, operands }],
  } as KernelTilings;
  expect(coloursOf(kernel).map((colour) => colour.hue)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0]);
  expect(hueOf(kernel, "b")).toBe(1);
});
