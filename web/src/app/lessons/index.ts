// SPDX-License-Identifier: Apache-2.0
// All lessons, in the order in which they are best read.

import { attention } from "./attention";
import { hopper } from "./hopper";
import { layouts } from "./layouts";
import type { Lesson } from "./lesson";
import { races } from "./races";
import { splitK } from "./split-k";
import { tilings } from "./tilings";

export const lessons: readonly Lesson[] = [tilings, layouts, splitK, attention, hopper, races];

/** Hopper by hand has had a page of its own before there were others, and links to it are to last. */
export function addressOf(lesson: Lesson): string {
  return lesson === hopper ? "./hopper.html" : `./lessons.html#${lesson.name}`;
}

export function lessonAt(path: string, fragment: string): Lesson | null {
  if (/\/hopper(\.html)?$/.test(path)) return hopper;
  const name = fragment.replace(/^#/, "").split("/")[0];
  return lessons.find((lesson) => lesson.name === name) ?? null;
}
