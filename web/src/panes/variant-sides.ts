// SPDX-License-Identifier: Apache-2.0
// The two programs that are compared: pinned ones, or the one on screen. What is known of the one on screen comes from the page, of a
// pinned one from the background worker; whoever draws need not know which it is.

import type { Project } from "../base/files";
import type { LaunchTime } from "../base/protocol";
import type { Part, Parts } from "../engine/background";
import type { Input } from "../engine/lane";
import type { Fact, Variant } from "../engine/variants";
import type { View, Workspace } from "../engine/workspace";
import { usePage } from "./page";

export interface Side {
  /** 0 is what is on screen. */
  id: number;
  name: string;
  project: Project;
  target: string;
  tune: string;
  /** Null before anything is compiled. */
  input: Input | null;
}

/** What is on screen as a side. */
export function useNow(): Side {
  const { workspace } = usePage();
  const { list, target, tune, input } = workspace;
  // Through signals, so that whoever draws follows them.
  const files = list.files.value.map(({ path, text }) => ({ path, text }));
  const project = { ...list.project, files, main: list.main.value.path };
  return { id: 0, name: "now", project, target: target.value, tune: tune.value, input: input.value };
}

export function sideOf({ id, name, project, target, tune, input }: Variant): Side {
  return { id, name, project, target, tune, input };
}

/** A before B: those that are chosen, or else the first that is pinned and what is on screen. */
export function useSides(): { a: Side; b: Side; all: Side[] } | null {
  const { workspace, view } = usePage();
  const now = useNow();
  const pinned = workspace.variants.all.value.map(sideOf);
  const first = pinned[0];
  if (!first) return null;
  const all = [...pinned, now];
  const { a, b } = view.comparison.value;
  return { a: all.find(({ id }) => id === a) ?? first, b: all.find(({ id }) => id === b) ?? now, all };
}

export function useFact<P extends Part>(side: Side, part: P): Fact<Parts[P]> {
  const { workspace } = usePage();
  if (side.id === 0) return factOfView(viewOf(workspace, part), workspace);
  if (!side.input) return { value: null, loading: false, reason: "Nothing is compiled yet." };
  return workspace.variants.fact(side.input, part).value;
}

function viewOf<P extends Part>(workspace: Workspace, part: P): View<Parts[P]> {
  const views = { explain: workspace.schedule, snapshots: workspace.snapshots, layouts: workspace.layouts, tilings: workspace.tilings };
  return views[part].value as View<Parts[P]>;
}

function factOfView<T>({ value, stale, loading, error }: View<T>, workspace: Workspace): Fact<T> {
  if (value !== null && !stale) return { value, loading: false, reason: "" };
  if (loading) return { value, loading: true, reason: "" };
  const hasErrors = workspace.compiled.value.value?.ok === false;
  return {
    value: null,
    loading: false,
    reason: error ? `${error}.` : hasErrors ? "What is on screen has errors." : "Nothing is compiled yet.",
  };
}

/** Null: it was not run. */
export function useTimelines(side: Side): Fact<LaunchTime[]> | null {
  const { workspace } = usePage();
  const ran = side.id === 0 ? workspace.ranThis.value?.launches.filter(({ timeline }) => timeline) : undefined;
  if (ran && ran.length > 0) return { value: ran, loading: false, reason: "" };
  return side.input ? workspace.variants.timelines(side.input).value : null;
}
