// SPDX-License-Identifier: Apache-2.0
// Programs that were pinned to be compared, and what is known of each. A pinned program is text, target and choices; everything else is
// asked of the background worker when somebody looks at it, once.

import { computed, signal, type Signal } from "@preact/signals";
import type { Project } from "../base/files";
import type { CompileAnswer, LaunchTime } from "../base/protocol";
import { mostVariants, projectOfShared, shareProject, type SharedVariant } from "../base/share";
import { type BackgroundCompiler, firstError, type Part, type Parts } from "./background";
import type { CodeGenerator } from "./code";
import type { MachineStage } from "./code-messages";
import { inputOf } from "./input";
import type { Input } from "./lane";

export interface Pinned {
  name: string;
  project: Project;
  target: string;
  tune: string;
}

export interface Variant extends Pinned {
  readonly id: number;
  readonly input: Input;
}

/** What is known of one program in one respect. */
export interface Fact<T> {
  value: T | null;
  loading: boolean;
  /** Why there is none. */
  reason: string;
}

const unknown: Fact<never> = { value: null, loading: true, reason: "" };

export class VariantList {
  readonly all = signal<readonly Variant[]>([]);
  /** As links and documents hold them. */
  readonly shared = computed(() =>
    this.all.value.map(({ name, project, target, tune }): SharedVariant => ({
      name,
      ...shareProject(project),
      target,
      ...(tune ? { tune } : {}),
    })),
  );
  private lastId = 0;
  /** By program, then by what is asked. */
  private readonly facts = new WeakMap<Input, Map<string, Signal<Fact<unknown>>>>();
  private readonly runs = new WeakMap<Input, { fact: Signal<Fact<LaunchTime[]> | null>; control: AbortController | null }>();

  constructor(
    private readonly background: BackgroundCompiler | null,
    private readonly code: CodeGenerator | null,
  ) {}

  /** The oldest go when there are too many for a link. */
  add(pinned: Pinned): Variant {
    const variant = { ...pinned, id: ++this.lastId, input: inputOf(pinned.project, pinned.target, pinned.tune) };
    this.all.value = [...this.all.value, variant].slice(-mostVariants);
    return variant;
  }

  set(shared: readonly SharedVariant[]): void {
    if (shared.length === 0 && this.all.peek().length === 0) return;
    this.all.value = [];
    for (const state of shared)
      this.add({ name: state.name, project: projectOfShared(state), target: state.target ?? "sm_90a", tune: state.tune ?? "" });
  }

  remove(id: number): void {
    this.all.value = this.all.value.filter((variant) => variant.id !== id);
  }

  /** Asked when it is first looked at. */
  fact<P extends Part>(input: Input, part: P): Signal<Fact<Parts[P]>> {
    return this.learn<Parts[P]>(input, part, async () => {
      const answer = await this.background?.examine(input, [part]);
      if (!answer) return { reason: noWorker };
      if (!answer.ok) return { reason: `${answer.error.message}.` };
      const value = answer.value[part] as Parts[P] | undefined;
      return value === undefined ? { reason: whyNone(answer.value.compiled) } : { value };
    });
  }

  /** LLVM IR or PTX of all kernels; the code generator says itself where it is missing. */
  text(input: Input, stage: MachineStage): Signal<Fact<string>> {
    return this.learn<string>(input, stage, () => this.lower(input, stage));
  }

  private async lower(input: Input, stage: MachineStage): Promise<Learned<string>> {
    if (!this.code || !this.background) return { reason: noWorker };
    const compiled = await this.background.examine(input, []);
    if (!compiled.ok) return { reason: `${compiled.error.message}.` };
    if (!compiled.value.compiled.ok) return { reason: whyNone(compiled.value.compiled) };
    const frozen = await this.background.freeze(input);
    if (!frozen.ok) return { reason: `${frozen.error.message}.` };
    const { content: artifact, sha256: name } = frozen.value;
    const answer = await this.code.generate({ artifact, name, stage, asker: `variant ${name} ${stage}` });
    if (!answer.ok) return { reason: `${answer.error.message}.` };
    const { kernels, diagnostics } = answer.value;
    const value = kernels.map(({ text }) => text ?? "").join("");
    if (value !== "") return { value };
    return { reason: diagnostics.map(({ message }) => `${message}.`).join(" ") || "No kernel has code here." };
  }

  private learn<T>(input: Input, what: string, ask: () => Promise<Learned<T>>): Signal<Fact<T>> {
    const known = this.facts.get(input) ?? new Map<string, Signal<Fact<unknown>>>();
    this.facts.set(input, known);
    const before = known.get(what) as Signal<Fact<T>> | undefined;
    if (before) return before;
    const fact = signal<Fact<T>>(unknown);
    known.set(what, fact as Signal<Fact<unknown>>);
    void ask().then((learned) => {
      fact.value = { value: "value" in learned ? learned.value : null, loading: false, reason: "reason" in learned ? learned.reason : "" };
    });
    return fact;
  }

  /** Timelines of its launches; null until it is run. */
  timelines(input: Input): Signal<Fact<LaunchTime[]> | null> {
    const known = this.runs.get(input) ?? { fact: signal(null), control: null };
    this.runs.set(input, known);
    return known.fact;
  }

  /** A run here may take as long as the program does: it is asked for, and can be given up. */
  async run(input: Input): Promise<void> {
    const fact = this.timelines(input);
    const run = this.runs.get(input);
    if (!run || fact.peek()?.loading || !this.background) return;
    run.control = new AbortController();
    fact.value = unknown;
    const answer = await this.background.run(input, run.control.signal);
    if (!answer.ok) {
      fact.value = answer.error.kind === "cancelled" ? null : { value: null, loading: false, reason: `${answer.error.message}.` };
      return;
    }
    const { launches, diagnostics, ok } = answer.value;
    const traced = launches.filter(({ timeline }) => timeline);
    const reason = ok ? "It launches no kernel of warpgroups, and only those have a timeline here." : `${firstError(diagnostics)}.`;
    fact.value = { value: traced.length > 0 ? traced : null, loading: false, reason: traced.length > 0 ? "" : reason };
  }

  cancelRun(input: Input): void {
    this.runs.get(input)?.control?.abort();
  }
}

type Learned<T> = { value: T } | { reason: string };

const noWorker = "There is no worker for it here.";

function whyNone({ diagnostics }: CompileAnswer): string {
  return `It does not compile: ${firstError(diagnostics)}.`;
}
