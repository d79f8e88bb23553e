// SPDX-License-Identifier: Apache-2.0
// A stage below `tilegpu`, as the IR pane shows it: in the form of a pass, so that its lines are tied to the source like all
// others. PTX that a runner made of this very program comes first, since it is what ran; else the code generator of this tab
// makes it, which is loaded when it is first asked.

import { useEffect, useMemo, useState } from "preact/hooks";
import { machineStages, type CodeAnswer, type MachineStage } from "../engine/code-messages";
import type { Input } from "../engine/lane";
import { sameProgram } from "../engine/runner-session";
import { linesOf } from "../base/machine-lines";
import { formatBytes } from "../base/format";
import type { Snapshot } from "../base/protocol";
import { usePage } from "./page";

export interface Lowered {
  shown: Snapshot | null;
  /** Why nothing is shown; null where the stage is none of these. */
  reason: string | null;
  /** What is shown is an older text's. */
  stale: boolean;
  loading: boolean;
  /** To choose from. */
  kernels: string[];
}

interface Kept {
  input: Input;
  stage: MachineStage;
  kernel: string;
  answer: CodeAnswer | string;
}

const nothing: Lowered = { shown: null, reason: null, stale: false, loading: false, kernels: [] };

export function useLowered(stage: string | null): Lowered {
  const { workspace, view } = usePage();
  const [kept, setKept] = useState<Kept | null>(null);
  const input = workspace.input.value;
  const compiled = workspace.compiled.value.value;
  const kernels = compiled?.kernels ?? [];
  const kernel = kernels.includes(view.codeKernel.value) ? view.codeKernel.value : "";
  const ran = useRunnersPtx(stage);
  const asked = machineStages.find((name) => name === stage) ?? null;
  const asks = asked !== null && ran === null && input !== null && (compiled?.ok ?? false) && kernels.length > 0;
  useEffect(() => {
    if (!asks || !asked || !input) return;
    let current = true;
    void workspace
      .lower(asked, kernel || undefined)
      .then((answer) => current && answer !== null && setKept({ input, stage: asked, kernel, answer }));
    return () => (current = false);
  }, [asks, asked, kernel, input]);

  const mine = asks && kept?.stage === asked && kept.kernel === kernel ? kept : null;
  const made = mine && typeof mine.answer !== "string" ? textOf(mine.answer) : null;
  const text = ran ?? made;
  const shown = useMemo(
    () => (stage !== null && text !== null ? snapshotOf(stage, text, ran !== null) : null),
    [stage, text, ran !== null],
  );
  const state = workspace.code?.state.value;
  if (stage === null || !compiled?.ok) return nothing;
  if (stage === "sass") return { ...nothing, reason: whyNoSass };
  if (!asked) return { ...nothing, reason: `\`${stage}\` is made on a runner.` };
  if (kernels.length === 0) return { ...nothing, reason: `This program launches no kernel, so there is no \`${stage}\`.` };
  const stale = ran === null && mine !== null && mine.input !== input;
  const loading = ran === null && mine?.input !== input;
  if (shown) return { shown, reason: null, stale, loading, kernels: ran === null ? kernels : [] };
  const loadingModule = state?.phase === "loading" ? describeLoading(state, workspace.code?.packedBytes ?? 0) : null;
  const reason = loadingModule ?? (mine && !stale ? whyNone(mine.answer) : "Generating code…");
  return { ...nothing, reason, kernels };
}

const whyNoSass =
  "SASS is what NVIDIA's `ptxas` makes of the PTX, and no browser runs that: `tessera show --stage sass` shows it where the CUDA toolkit is.";

/** The texts of a runner's job for the program at hand. */
function useRunnersPtx(stage: string | null): string | null {
  const { workspace, runner } = usePage();
  const submission = runner.submission.value;
  if (stage !== "ptx" || !submission?.result || !sameProgram(submission.input, workspace.input.value)) return null;
  const texts = submission.result.kernels.flatMap((kernel) => (kernel.ptx ? [kernel.ptx] : []));
  return texts.length > 0 ? texts.join("\n") : null;
}

/** As `tessera show` prints them; null where no kernel has one. */
function textOf(answer: CodeAnswer): string | null {
  const texts = answer.kernels.flatMap(({ text }) => (text === null ? [] : [text]));
  return texts.length > 0 ? texts.join("") : null;
}

function whyNone(answer: CodeAnswer | string): string {
  if (typeof answer === "string") return `${answer} Submit the program in the Runner pane, and the PTX that it makes is shown here.`;
  return answer.diagnostics.map(({ message }) => `${message}.`).join(" ") || "No kernel has code here.";
}

function snapshotOf(stage: string, text: string, isRunners: boolean): Snapshot {
  const reason = isRunners ? "what the runner's job ran" : stage === "llvm" ? "what LLVM is given, before its passes" : "";
  return { stage, pass: "", reason, changed: true, text, ...linesOf(stage, text) };
}

function describeLoading({ received, total }: { received: number; total: number }, packed: number): string {
  const size = packed > 0 ? ` (${formatBytes(packed)} over the network, once; it is kept for later)` : "";
  return `Loading the code generator${size}: ${formatBytes(received)} of ${formatBytes(total)}`;
}
