// SPDX-License-Identifier: Apache-2.0
// What is shared, and as what: the state of a link, the parts of a bundle.

import { writeBundle, type BundleParts } from "../base/bundle";
import type { RunAnswer } from "../base/protocol";
import { shareProject, type SharedState } from "../base/share";
import { sameProgram, type RunnerSession } from "../engine/runner-session";
import type { Workspace } from "../engine/workspace";
import type { ViewState } from "../panes/view-state";

export function shareState(workspace: Workspace, view: ViewState): SharedState {
  const variants = workspace.variants.shared.value;
  return {
    ...shareProject(workspace.list.project),
    target: workspace.target.value,
    ...(workspace.tune.value ? { tune: workspace.tune.value } : {}),
    ...(variants.length > 0 ? { variants: [...variants] } : {}),
    view: view.toShared(),
  };
}

export interface Bundled {
  content: Uint8Array<ArrayBuffer>;
  /** What could not be part of it, in words. */
  left: string[];
}

/** Everything that there is of the program at hand. What another text brought is not of it. */
export async function makeBundle(workspace: Workspace, view: ViewState, runner: RunnerSession, ptx: boolean): Promise<Bundled> {
  const state = shareState(workspace, view);
  const input = workspace.current();
  const phase = workspace.engineState.value;
  const version = phase.phase === "ready" ? phase.version : null;
  const left: string[] = [];
  const parts: BundleParts = {
    state,
    version: version?.version ?? "unknown",
    protocol: version?.protocol ?? 0,
    made: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    ptx: [],
    results: resultsOf(workspace, runner),
  };
  const isGood = workspace.compiled.value.value?.ok ?? false;
  const frozen = input && isGood ? await workspace.freeze(true) : null;
  if (frozen?.ok) parts.artifact = { sha256: frozen.value.sha256, content: frozen.value.content };
  else left.push(`the frozen program: ${frozen ? frozen.error.message : "it does not compile"}`);
  const submission = runner.submission.value;
  const ran = submission?.result && sameProgram(submission.input, input) ? submission.result.kernels : [];
  for (const { name, ptx: text } of ran) if (text !== undefined) parts.ptx.push({ name, text, from: "a runner, which ran it" });
  if (ptx && parts.ptx.length === 0 && isGood) {
    const made = await workspace.lower("ptx");
    const texts = made !== null && typeof made !== "string" ? made.kernels : [];
    for (const { name, text } of texts) if (text !== null) parts.ptx.push({ name, text, from: "this tab's code generator" });
    if (parts.ptx.length === 0) left.push(`PTX: ${typeof made === "string" ? made.replace(/\.$/, "") : "none was made"}`);
  }
  return { content: writeBundle(parts), left };
}

function resultsOf(workspace: Workspace, runner: RunnerSession): { from: string; result: RunAnswer }[] {
  const submission = runner.submission.value;
  const here = workspace.ranThis.value;
  const there = submission?.result && sameProgram(submission.input, workspace.input.value) ? submission.result : null;
  return [...(here ? [{ from: "tab", result: here }] : []), ...(there ? [{ from: "runner", result: there }] : [])];
}
