// SPDX-License-Identifier: Apache-2.0
// An example for each name of the library: a part of a program that uses it and that the tests run. Programs written for the reference
// (shared/reference) come first, then those of tests/conformance and shared/kernels; of several the shortest part is taken.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReferenceAnswer } from "../src/base/protocol";
import { parsePrograms } from "../../tests/conformance/programs.mjs";
import { readStatements, sliceProgram, wholeProgram, type Slice } from "./slice.ts";
import { findUses, makeNameTable, type Certainty } from "./uses.ts";

const root = join(import.meta.dirname, "../..");

export interface Example extends Slice {
  /** The program that it is a part of, as a file of the repository. */
  file: string;
  certainty: Certainty;
}

type Program = ReturnType<typeof parsePrograms>[number];

interface Source {
  file: string;
  text: string;
  /** Added to a part's lines when parts are compared. */
  penalty: number;
}

/** All programs of one folder of the form of tests/conformance. */
export function readPrograms(folder: string, isCited: boolean): Program[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      if (entry.isDirectory()) return entry.name === "testing" ? [] : readPrograms(join(folder, entry.name), isCited);
      if (!entry.name.endsWith(".py")) return [];
      const area = folder.slice(folder.lastIndexOf("/") + 1);
      return parsePrograms(readFileSync(join(folder, entry.name), "utf8"), area, entry.name.slice(0, -3), isCited);
    });
}

function readSources(): Source[] {
  const sources: Source[] = [];
  for (const { area, topic, source, error } of readPrograms(join(root, "shared/reference"), false))
    if (!error) sources.push({ file: `shared/${area}/${topic}.py`, text: source.trimStart(), penalty: 0 });
  for (const { area, topic, source, error, browserError } of readPrograms(join(root, "tests/conformance"), true))
    sources.push({
      file: `tests/conformance/${area}/${topic}.py`,
      text: source.trimStart().replace(/^# source:.*\n/m, ""),
      penalty: error || browserError ? 200 : 6,
    });
  // Files that `tessera test` runs.
  for (const folder of ["shared/reference/testing", "tests/e2e/testing"])
    for (const name of readdirSync(join(root, folder)).filter((name) => name.endsWith("_test.py")))
      sources.push({
        file: `${folder}/${name}`,
        text: readFileSync(join(root, folder, name), "utf8").replace(/^(#.*\n)+/, ""),
        penalty: 80,
      });
  const kernels = join(root, "shared/kernels");
  for (const name of readdirSync(kernels).filter((name) => name.endsWith(".py")))
    sources.push({ file: `shared/kernels/${name}`, text: readFileSync(join(kernels, name), "utf8"), penalty: 40 });
  return sources;
}

/** Of two parts the one that is about fewer names shows each better. */
const countNames = (code: string) => new Set(code.match(/\b[a-z]\w*\.\w+/g)).size;

/** A line that is too long to be read at a glance counts as several. */
const countLines = (code: string) => code.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / 90) * 3, 0);

const order: Record<Certainty, number> = { certain: 0, typed: 1, guess: 2 };

/**
 * Names whose example is a whole program, since what its statements do to each other shows in no name: a stream of random numbers goes on, a
 * queue is emptied by a `print`. The test that runs parts finds them.
 */
const whole = new Set(readFileSync(join(import.meta.dirname, "whole-programs.txt"), "utf8").split("\n"));

/** By a name's full path. */
export function chooseExamples(reference: ReferenceAnswer): Map<string, Example> {
  const table = makeNameTable(reference);
  const candidates = new Map<string, { source: Source; line: number; certainty: Certainty; cost: number }[]>();
  for (const source of readSources())
    for (const { path, certainty, line } of findUses(source.text, table)) {
      const list = candidates.get(path) ?? [];
      list.push({ source, line, certainty, cost: source.penalty * 40 + source.text.length });
      candidates.set(path, list);
    }
  const statements = new Map<Source, ReturnType<typeof readStatements>>();
  const examples = new Map<string, Example>();
  for (const [path, list] of candidates) {
    list.sort((a, b) => order[a.certainty] - order[b.certainty] || a.cost - b.cost);
    const best = list[0]!.certainty;
    let least = Infinity;
    for (const { source, line, certainty } of list.filter((one) => one.certainty === best).slice(0, 12)) {
      if (!statements.has(source)) statements.set(source, readStatements(source.text));
      const all = statements.get(source)!;
      const slice = whole.has(path) ? wholeProgram(all) : sliceProgram(all, line);
      const cost = countLines(slice.code) + source.penalty + (slice.output === null ? 4 : 0) + 2 * countNames(slice.code);
      if (slice.code && cost < least) {
        least = cost;
        examples.set(path, { ...slice, file: source.file, certainty });
      }
    }
  }
  return examples;
}
