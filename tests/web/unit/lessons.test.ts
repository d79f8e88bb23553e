// SPDX-License-Identifier: Apache-2.0
// Lessons hold together: steps compare with steps before them, programs are there, terms are found where they stand.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lessonAt, lessons } from "../../../web/src/app/lessons";
import { changed } from "../../../web/src/app/lessons/lesson";
import { examples } from "../../../web/src/app/examples";
import { explainTerm, glossary, termsIn } from "../../../web/src/base/glossary";

describe.each(lessons.map((lesson) => [lesson.name, lesson] as const))("%s", (_name, lesson) => {
  test("has 4 to 7 steps with programs, compared with earlier ones", () => {
    expect(lesson.steps.length).toBeGreaterThanOrEqual(4);
    expect(lesson.steps.length).toBeLessThanOrEqual(7);
    for (const [index, step] of lesson.steps.entries()) {
      expect(step.source, step.name).not.toBe("");
      if (step.after) expect(lesson.steps.slice(0, index).map(({ name }) => name)).toContain(step.after);
    }
  });
  test("leads to examples that are there, and says no number of a run", () => {
    const names = examples.map(({ name }) => name);
    expect(lesson.further.filter(({ name }) => !names.includes(name))).toEqual([]);
    for (const { text, look } of lesson.steps)
      expect([...text, look].join(" ")).not.toMatch(/\d+(\.\d+)? ?(%|µs|ms|TFLOP)/);
  });
});

test("every program of shared/lessons is a step's", () => {
  const files = readdirSync(join(import.meta.dirname, "../../../shared/lessons")).filter((name) =>
    name.endsWith(".py"),
  );
  const used = lessons.flatMap(({ steps }) => steps.map(({ name, source }) => ({ name, source })));
  expect(files.filter((file) => !used.some(({ name }) => file === `${name}.py`))).toEqual([]);
});

test("addresses", () => {
  expect(lessonAt("/site/hopper.html", "")?.name).toBe("hopper");
  expect(lessonAt("/site/lessons.html", "#split-k")?.name).toBe("split-k");
  expect(lessonAt("/site/lessons.html", "")).toBeNull();
  expect(lessonAt("/site/lessons.html", "#nothing")).toBeNull();
});

test("a change to a program that is not there is an error", () => {
  expect(changed("a = 1", "a", "b")).toBe("b = 1");
  expect(() => changed("a = 1", "c", "b")).toThrow("no `c`");
});

describe("the glossary", () => {
  test("is sorted, and no word stands for two", () => {
    const terms = glossary.map(({ term }) => term.toLowerCase());
    expect(terms).toEqual([...terms].sort((a, b) => a.localeCompare(b)));
    const words = glossary.flatMap(({ term, also = [] }) => [term, ...also].map((word) => word.toLowerCase()));
    expect(new Set(words).size).toBe(words.length);
  });
  test("finds the longest word, once each, and not within others", () => {
    const seen = new Set<string>();
    const terms = termsIn(
      "Bank conflicts: banks of shared memory, warpgroup and warps, blockade, Bank conflict",
      seen,
    ).flatMap(({ entry, text }) => (entry ? [text] : []));
    expect(terms).toEqual(["Bank conflicts", "shared memory", "warpgroup", "warps"]);
    expect(termsIn("warps", seen)).toEqual([{ text: "warps", entry: null }]);
    expect(explainTerm("Tilings")?.term).toBe("tile");
  });
});
