// SPDX-License-Identifier: Apache-2.0
// What a lesson is: steps, each a program that the page runs, with words around it. Numbers are in no words: the page takes them from
// what ran (lesson-measures.ts).

import { textOfExample } from "../examples";

/** What is drawn beside a step's program. */
export type Drawing = "timeline" | "tilings" | "banks";

export interface Step {
  /** Of the step, and of the file that it opens as. */
  name: string;
  title: string;
  /** Paragraphs. Backticks mark code. */
  text: string[];
  source: string;
  look: string;
  /** The step that this one is compared with; empty for none. */
  after: string;
  draws: Drawing[];
  /** The diagnostic that the program is wrong on purpose for. */
  expects?: string;
  /** Which order of what the program leaves open; absent the usual one. */
  seed?: number;
}

export interface Lesson {
  /** `lessons.html#name`. */
  name: string;
  title: string;
  summary: string;
  intro: string[];
  /** What a good run has shown. */
  good: string;
  /** The pane of the playground that shows most of a step. */
  pane: string;
  /** Which kinds of numbers are compared from step to step. */
  measures: Measured[];
  steps: Step[];
  further: { name: string; text: string }[];
}

export type Measured = "tensor core" | "grid" | "bytes" | "registers" | "banks" | "prediction";

const texts: Record<string, string> = import.meta.glob("../../../../shared/lessons/*.py", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A program of shared/lessons; empty where there is none of this name. */
export function textOfLesson(name: string): string {
  return texts[`../../../../shared/lessons/${name}.py`] ?? "";
}

/** A program of shared/kernels with other sizes; names that it has not stay away. */
export function exampleWith(name: string, sizes: Record<string, number>): string {
  return Object.entries(sizes).reduce(
    (text, [size, value]) => text.replace(new RegExp(`^${size} = \\d+$`, "m"), `${size} = ${value}`),
    textOfExample(name),
  );
}

/** The text with one part in place of another, which must be there. */
export function changed(text: string, from: string, to: string): string {
  if (text !== "" && !text.includes(from)) throw new Error(`the program has no \`${from}\``);
  return text.replaceAll(from, to);
}
