// SPDX-License-Identifier: Apache-2.0
// Runs the programs of a lesson, one after the other: a question about one text makes the compiler drop older ones, so steps that come
// into view together must not ask at once.

import { signal, type Signal } from "@preact/signals";
import { Engine } from "../engine/engine";
import { getModule, spawnWorker } from "../engine/load";
import type { StepResult } from "./lesson-measures";
import type { Lesson, Step } from "./lessons/lesson";

export const engine = new Engine({ spawn: spawnWorker, module: getModule, onOutput: () => undefined, onProgress: () => undefined });
export const target = "sm_90a";

export type StepRun =
  { phase: "waiting" } | { phase: "running" } | { phase: "failed"; message: string } | { phase: "done"; result: StepResult };

const runs = new Map<Step, Signal<StepRun>>();
let last: Promise<void> = Promise.resolve();

export function runOf(step: Step): Signal<StepRun> {
  let run = runs.get(step);
  if (!run) runs.set(step, (run = signal<StepRun>({ phase: "waiting" })));
  return run;
}

export function startStep(lesson: Lesson, step: Step): void {
  const run = runOf(step);
  if (run.peek().phase !== "waiting") return;
  run.value = { phase: "running" };
  last = last.then(async () => {
    run.value = await runStep(lesson, step);
  });
}

async function runStep(lesson: Lesson, step: Step): Promise<StepRun> {
  const input = { file: `${step.name}.py`, source: step.source, target };
  const isTraced = step.draws.includes("timeline");
  const answer = await engine.run(input, { seed: step.seed ?? 0, schedules: 1, checkRaces: true, timeline: isTraced });
  if (!answer.ok) return { phase: "failed", message: answer.error.message };
  const result: StepResult = { run: answer.value, tilings: [], layouts: [], explained: null };
  const { measures } = lesson;
  if (step.draws.includes("tilings") || measures.includes("grid")) {
    const tilings = await engine.tilings(input);
    if (tilings.ok) result.tilings = tilings.value.kernels;
  }
  if (measures.includes("registers") || measures.includes("prediction") || measures.includes("banks")) {
    const compiled = await engine.compile(input);
    if (!compiled.ok) return { phase: "failed", message: compiled.error.message };
    const [layouts, explained] = [await engine.layouts(input), await engine.explain(input)];
    if (layouts.ok) result.layouts = layouts.value.kernels;
    if (explained.ok) result.explained = explained.value;
  }
  return { phase: "done", result };
}
