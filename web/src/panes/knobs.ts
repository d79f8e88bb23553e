// SPDX-License-Identifier: Apache-2.0
// The knobs of the program at hand: literals of its text, in the file that is shown and the one that runs, and choices of its kernels'
// schedules. Both turn by the same means, so that a stepper and a sweep need not know which it is.

import { useMemo, useRef } from "preact/hooks";
import { kindOf, numberOf, stepValue, usualValues, type KnobKind } from "../base/knob-values";
import { LineIndex, type Span } from "../base/positions";
import type { KernelTilings, ScheduleChoice, SourceRange } from "../base/protocol";
import { changeBetween, moveSpan } from "../base/text-change";
import { choose, isTunable } from "../base/tune";
import { findKnobs, turn, type Knob } from "../editor/knobs";
import type { ListedFile } from "../engine/file-list";
import { inputOf } from "../engine/input";
import { type Input, textOf } from "../engine/lane";
import type { Workspace } from "../engine/workspace";
import { usePage } from "./page";

export interface Turnable {
  /** Of the program; the same for as long as the knob is there. */
  id: string;
  group: string;
  name: string;
  kind: KnobKind;
  value: string;
  /** Where it stands; null for a choice of the schedule. */
  range: SourceRange | null;
  /** What it is, where the compiler says so. */
  meaning: string;
  /** Chosen by hand, and can be left to the compiler again. */
  release: (() => void) | null;
  step(by: 1 | -1, fine: boolean): void;
  /** False where the knob can't have that value. */
  set(value: string): boolean;
  /** What a sweep tries at first. */
  usual: string[];
  /** The program with another value, and all of it but the value. */
  inputWith(value: string): Input;
  frame: string;
}

/** Launches and kernels as the front end last told them, with the text that they are of. */
interface Told {
  kernels: readonly KernelTilings[];
  input: Input | null;
}

export function useKnobs(): Turnable[] {
  const { workspace } = usePage();
  const told = useRef<Told>({ kernels: [], input: null });
  const tilings = workspace.tilings.value;
  if (!tilings.stale && !tilings.loading && tilings.value) told.current = { kernels: tilings.value, input: workspace.input.value };
  const { list } = workspace;
  const [shown, main] = [list.shown.value, list.main.value];
  const ofShown = useKnobsOf(shown, told.current);
  const ofMain = useKnobsOf(main, told.current);
  const inText = [
    ...ofShown.map((knob) => ofText(workspace, shown, knob)),
    ...(main === shown ? [] : ofMain.map((knob) => ofText(workspace, main, knob))),
  ];
  const kernels = workspace.schedule.value.value?.kernels ?? [];
  const chosen = kernels.flatMap(({ name, choices = [] }) =>
    isTunable(name) ? choices.filter(({ others }) => others.length > 0).map((choice) => ofSchedule(workspace, name, choice)) : [],
  );
  return [...inText, ...chosen];
}

function useKnobsOf(file: ListedFile, { kernels, input }: Told): Knob[] {
  return useMemo(() => {
    const compiled = input ? (textOf(input, file.path) ?? "") : "";
    const change = changeBetween(compiled, file.text);
    const index = new LineIndex(compiled);
    const spansOf = (ranges: (SourceRange | null)[]): Span[] =>
      ranges.flatMap((range) => (range && (range.file === file.path || range.file === "") ? [moveSpan(index.span(range), change)] : []));
    const launches = spansOf(kernels.flatMap((kernel) => kernel.launches.map(({ range }) => range)));
    return findKnobs(file.text, launches, spansOf(kernels.map(({ range }) => range)));
  }, [file.text, file.path, kernels, input]);
}

const groups = { module: "Constants", launch: "Launches", default: "Parameters" };

function ofText(workspace: Workspace, file: ListedFile, knob: Knob): Turnable {
  const several = workspace.list.several.value;
  const position = { line: knob.line, column: knob.column };
  const project = workspace.list.project;
  const withText = (text: string) => ({
    ...project,
    files: project.files.map((each) => (each.path === file.path ? { ...each, text } : each)),
  });
  const [target, tune] = [workspace.target.value, workspace.tune.value];
  const set = (value: string) => {
    const fits = kindOf(value) === knob.kind || (knob.kind === "float" && kindOf(value) === "int");
    // Where the text has moved on the knob is another one by now.
    const isCurrent = workspace.list.files.peek().some((each) => each.id === file.id && each.text === file.text);
    if (fits && isCurrent) workspace.edit(turn(file.text, knob, value), file.id);
    return fits;
  };
  return {
    id: `${file.path} ${knob.key}`,
    group: `${groups[knob.where]}${several ? ` of ${file.path}` : ""}`,
    name: knob.name,
    kind: knob.kind,
    value: knob.text,
    range: { file: file.path, begin: position, end: { ...position, column: position.column + knob.text.length } },
    meaning: "",
    release: null,
    step: (by, fine) => void set(stepValue(knob.text, by, fine)),
    set,
    usual: usualValues(knob.text),
    inputWith: (value) => inputOf(withText(turn(file.text, knob, value)), target, tune),
    frame: JSON.stringify([withText(turn(file.text, knob, "")).files, project.main, target, tune]),
  };
}

function ofSchedule(workspace: Workspace, kernel: string, { name, value, others, from, meaning }: ScheduleChoice): Turnable {
  const values = [value, ...others].sort((a, b) => a - b);
  const project = workspace.list.project;
  const [target, tune] = [workspace.target.value, workspace.tune.value];
  const take = (wanted: number) => workspace.setTune(choose(workspace.tune.value, kernel, name, wanted));
  return {
    id: `choice ${kernel}.${name}`,
    group: `Schedule of ${kernel}`,
    name,
    kind: "int",
    value: String(value),
    range: null,
    meaning,
    release: from === "asked" ? () => workspace.setTune(choose(workspace.tune.value, kernel, name, null)) : null,
    step: (by) => {
      const next = values[values.indexOf(value) + by];
      if (next !== undefined) take(next);
    },
    set: (wanted) => {
      const fits = values.includes(numberOf(wanted));
      if (fits) take(numberOf(wanted));
      return fits;
    },
    usual: values.map(String),
    inputWith: (wanted) => inputOf(project, target, choose(tune, kernel, name, numberOf(wanted))),
    frame: JSON.stringify([project.files, project.main, target, choose(tune, kernel, name, null)]),
  };
}
