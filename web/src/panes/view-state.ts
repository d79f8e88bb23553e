// SPDX-License-Identifier: Apache-2.0
// What the panes show, apart from the program: which tab, stage, pass, launch and program, and what is pointed at. All of it goes
// into share links, so that "look at this" is a link.

import { signal } from "@preact/signals";
import type { SharedState } from "../base/share";
import type { LineSpan, Snapshot, SourceRange } from "../base/protocol";
import type { TimelineFile } from "../base/timeline";
import type { TimeWindow } from "../base/timeline-scene";

export const paneNames = [
  "source",
  "ir",
  "tilings",
  "layouts",
  "schedule",
  "knobs",
  "variants",
  "timeline",
  "results",
  "diagnostics",
  "emulator",
  "runner",
] as const;
export type PaneName = (typeof paneNames)[number];

/** Lines of a file; no file stands for the one that runs. */
export interface Lit {
  file: string;
  lines: LineSpan[];
}

export const unlit: Lit = { file: "", lines: [] };

/** The lines of a range, its last one included. */
export function litBy(range: SourceRange | null | undefined): Lit {
  return range ? { file: range.file, lines: [[range.begin.line, range.end.line]] } : unlit;
}

export const comparedParts = ["source", "ir", "llvm", "ptx", "cost", "timeline", "memory"] as const;
export const comparedWays = ["a", "b", "difference"] as const;

/** What of two variants is shown. `a` and `b` are variants' numbers; 0 is what is on screen. */
export interface Comparison {
  a: number;
  b: number;
  part: (typeof comparedParts)[number];
  way: (typeof comparedWays)[number];
}

/** A source line under the pointer or the cursor. */
export interface PointedLine {
  file: string;
  line: number;
  by: "pointer" | "cursor";
}

export class ViewState {
  /** The tab below the IR; on a narrow screen the only pane that is seen. Beside the editor and the IR, these two mean the first tab. */
  readonly pane = signal<PaneName>("source");
  readonly stage = signal("tile");
  /** A pass's name within the stage; empty for the stage's last. */
  readonly pass = signal("");
  /** What the pass is compared with: nothing, `previous`, or `stage/pass`. */
  readonly diff = signal("");
  readonly kernel = signal(0);
  readonly launch = signal(0);
  readonly program = signal(0);
  /** Which kernel's layouts, and which of its values. */
  readonly layoutKernel = signal(0);
  readonly layoutValue = signal(0);
  /** The name of the kernel whose schedule is explained; one that is not there is the first. */
  readonly scheduleKernel = signal("");
  /** Which timeline: `run 0`, `runner 0`, `name.json 0`; one that is not there is the first. */
  readonly trace = signal("");
  /** A second timeline below the first; empty for none. */
  readonly traceBeside = signal("");
  /** Files of timelines that the user opened. They are in no link. */
  readonly traceFiles = signal<(TimelineFile & { name: string })[]>([]);
  /** `0/1` is block 1 of cluster 0, `all` all; empty the first. */
  readonly block = signal("");
  /** The timeline's chosen event; -1 for none. */
  readonly event = signal(-1);
  /** The stretch of time that is seen; null for all. */
  readonly timeWindow = signal<TimeWindow | null>(null);
  readonly slots = signal(true);
  readonly comparison = signal<Comparison>({ a: -1, b: 0, part: "source", way: "difference" });
  /** The kernel whose LLVM IR or PTX is shown; one that is not there is all. */
  readonly codeKernel = signal("");
  /** A line of the PTX that the IR pane is to show; 0: none. */
  readonly ptxLine = signal(0);
  /** Source lines that the IR's pointer or cursor stands for. */
  readonly litSource = signal<Lit>(unlit);
  /** The source line under the pointer, or the cursor's. */
  readonly pointedSource = signal<PointedLine | null>(null);
  /** The text whose lines have the colours of their source lines; null where there are none, or the user wants none. */
  readonly banded = signal<Snapshot | null>(null);
  /** On a narrow screen panes lie on each other instead of beside. */
  readonly narrow = signal(false);

  toShared(): NonNullable<SharedState["view"]> {
    return {
      pane: this.pane.value,
      ...(this.pane.value === "variants" ? { compared: this.comparison.value.part } : {}),
      stage: this.stage.value,
      ...(this.pass.value ? { pass: this.pass.value } : {}),
      ...(this.diff.value ? { diff: this.diff.value } : {}),
      ...(this.kernel.value ? { kernel: this.kernel.value } : {}),
      ...(this.launch.value ? { launch: this.launch.value } : {}),
      ...(this.program.value ? { program: this.program.value } : {}),
      ...(this.layoutKernel.value ? { layoutKernel: this.layoutKernel.value } : {}),
      ...(this.layoutValue.value ? { layoutValue: this.layoutValue.value } : {}),
      ...(/^run \d/.test(this.trace.value) ? { trace: this.trace.value } : {}),
      ...(this.block.value ? { block: this.block.value } : {}),
      ...(this.event.value >= 0 ? { event: this.event.value } : {}),
      ...(this.timeWindow.value ? { begin: Math.floor(this.timeWindow.value.from), end: Math.ceil(this.timeWindow.value.to) } : {}),
    };
  }

  /** Fields that are missing keep what is shown; values that mean nothing here are taken as missing by the panes. */
  fromShared(view: NonNullable<SharedState["view"]>): void {
    if (paneNames.includes(view.pane as PaneName)) this.pane.value = view.pane as PaneName;
    const part = comparedParts.find((name) => name === view.compared);
    if (part) this.comparison.value = { ...this.comparison.value, part };
    if (view.stage) this.stage.value = view.stage;
    this.pass.value = view.pass ?? "";
    this.diff.value = view.diff ?? "";
    this.kernel.value = view.kernel ?? 0;
    this.launch.value = view.launch ?? 0;
    this.program.value = view.program ?? 0;
    this.layoutKernel.value = view.layoutKernel ?? 0;
    this.layoutValue.value = view.layoutValue ?? 0;
    this.trace.value = view.trace ?? "";
    this.block.value = view.block ?? "";
    this.event.value = view.event ?? -1;
    const { begin = 0, end = 0 } = view;
    this.timeWindow.value = end > begin ? { from: begin, to: end } : null;
  }

  /** Another program: its tilings start at the first launch's first program, its timeline at the first launch's first block. */
  restart(): void {
    this.kernel.value = 0;
    this.launch.value = 0;
    this.program.value = 0;
    this.layoutKernel.value = 0;
    this.layoutValue.value = 0;
    this.scheduleKernel.value = "";
    this.codeKernel.value = "";
    this.trace.value = "";
    this.block.value = "";
    this.event.value = -1;
    this.timeWindow.value = null;
  }
}
