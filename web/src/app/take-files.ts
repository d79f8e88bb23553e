// SPDX-License-Identifier: Apache-2.0
// Where files go that the user drops or chooses, several kinds at once: Python to the program, PTX to the Emulator, a trace to the timeline,
// a bundle in the program's place. An array goes to the Emulator, if that is what is looked at or PTX came with it, else into the program.

import { readBundle, type OpenedBundle } from "../base/bundle";
import { arrange, checkSize, projectOf, type Project, type SourceFile } from "../base/files";
import { formatBytes, plural } from "../base/format";
import { moduleOfArray } from "../base/npy";
import { decodeShare, projectOfShared } from "../base/share";
import { readTimelineFile } from "../base/timeline";
import type { EmulatorSession } from "../engine/emulator-session";
import type { Workspace } from "../engine/workspace";
import { openEmulatorFile } from "../panes/EmulatorPane";
import { showTrace } from "../panes/NoTimeline";
import type { ViewState } from "../panes/view-state";
import type { Notice } from "./NoticeBar";
import { readProgram, sortFound, type Found } from "./open-files";
import { isExample } from "./session";

export interface Takers {
  workspace: Workspace;
  view: ViewState;
  emulator: EmulatorSession;
  /** Shows a program in place of the user's own, which is kept. */
  openGiven: (project: Project, how: string) => void;
}

/** A bundle's bytes before it is unpacked. */
const mostBytes = 64 << 20;

/** What the user should know of it; null where all is seen. */
export async function takeFiles(takers: Takers, found: readonly Found[]): Promise<Notice | null> {
  const { program, ptx, arrays, traces, bundles } = sortFound(found);
  const told: Notice[] = [];
  const bad = (text: string) => told.push({ text, kind: "bad" });
  const info = (text: string) => text && told.push({ text, kind: "info" });
  for (const [index, bundle] of bundles.entries()) {
    if (index > 0) bad(`${bundle.name} was left out: one bundle at a time.`);
    else told.push(await openBundle(takers, bundle));
  }
  if (program.length > 0 || found.length === 0) {
    const taken = await takeProgram(takers, program);
    if (!taken.ok) bad(taken.error);
    else info(taken.value);
  }
  for (const file of ptx) await openEmulatorFile(takers.emulator, file);
  if (ptx.length > 0) takers.view.pane.value = "emulator";
  for (const file of arrays) told.push(await takeArray(takers, file, ptx.length > 0));
  for (const file of traces) {
    const read = readTimelineFile(await file.text());
    if (!read.ok) bad(`${file.name} is no trace: ${read.error}.`);
    else {
      showTrace(takers.view, file.name, read.value);
      takers.view.pane.value = "timeline";
    }
  }
  if (told.length === 0) return null;
  return { text: told.map(({ text }) => text).join(" "), kind: told.some(({ kind }) => kind === "bad") ? "bad" : "info" };
}

/** Adds files to the program, or, where that is an example or a link as it came, takes them for the program. */
async function takeProgram(takers: Takers, found: readonly Found[]): Promise<{ ok: true; value: string } | { ok: false; error: string }> {
  const { workspace } = takers;
  const arrival = await readProgram(found);
  const refuse = (verb: string, error: string) => ({ ok: false as const, error: `Nothing was ${verb}: ${error.replaceAll("`", "")}.` });
  if (!arrival.ok) return refuse("opened", arrival.error);
  const { files, left } = arrival.value;
  const fits = checkSize(files);
  if (!fits.ok) return refuse("opened", fits.error);
  if (standsIn(takers, files)) return { ok: true, value: left };
  const added = workspace.change((all) => all.add(files));
  return added.ok ? { ok: true, value: left } : refuse("added", added.error);
}

/** Whether the files took the place of what nobody has typed. */
function standsIn({ workspace, view, openGiven }: Takers, files: SourceFile[]): boolean {
  const { list } = workspace;
  const isFromLink = workspace.edits.value === 0 && decodeShare(location.hash.replace(/^#/, ""))?.ok === true;
  const isOurs = isExample(list.project) || list.files.value.every(({ text }) => text.trim() === "");
  if (view.narrow.value) view.pane.value = "source";
  if (!isOurs && !isFromLink) return false;
  view.restart();
  openGiven(projectOf(files), "These are the files that were opened.");
  if (isOurs) list.undoable.value = null;
  return true;
}

async function takeArray({ workspace, view, emulator }: Takers, file: File, hasPtx: boolean): Promise<Notice> {
  if (hasPtx || view.pane.value === "emulator") {
    await openEmulatorFile(emulator, file);
    return { text: `\`@${file.name}\` is an array that arguments of the Emulator may name.`, kind: "info" };
  }
  const paths = workspace.list.files.value.map(({ path }) => path);
  const made = moduleOfArray(file.name, new Uint8Array(await file.arrayBuffer()), paths);
  if (!made.ok) return { text: `Nothing was added: ${made.error}.`, kind: "bad" };
  const { path, text, use } = made.value;
  const shown = workspace.list.shownId.value;
  const added = workspace.change((all) => {
    const result = all.add([{ path, text }]);
    // Nobody wants to read it.
    if (result.ok) all.show(shown);
    return result;
  });
  if (!added.ok) return { text: `Nothing was added: ${added.error}.`, kind: "bad" };
  return { text: `\`${path}\` brings ${file.name} with it. Write \`${use}\`.`, kind: "info" };
}

async function openBundle(takers: Takers, file: File): Promise<Notice> {
  const refuse = (why: string): Notice => ({ text: `${file.name} was not opened: ${why}.`, kind: "bad" });
  if (file.size > mostBytes) return refuse(`it has ${formatBytes(file.size)}, and a bundle here at most ${formatBytes(mostBytes)}`);
  const read = readBundle(new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) return refuse(read.error);
  const files = Array.isArray(read.value) ? read.value : projectOfShared(read.value.state).files;
  const fits = checkSize(files);
  if (!fits.ok) return refuse(fits.error);
  if (Array.isArray(read.value)) {
    takers.view.restart();
    takers.openGiven(projectOf(arrange(read.value)), `These are the ${plural(files.length, "Python file")} of ${file.name}.`);
    return { text: `These are the ${plural(files.length, "Python file")} of ${file.name}.`, kind: "info" };
  }
  return openOwn(takers, file.name, read.value);
}

function openOwn({ workspace, view, emulator, openGiven }: Takers, name: string, bundle: OpenedBundle): Notice {
  const { state, timelines, ptx, made, version } = bundle;
  const how = `This is the bundle ${name}${made ? `, made ${made.slice(0, 10)}` : ""}${version ? ` by tessera ${version}` : ""}.`;
  view.restart();
  openGiven(projectOfShared(state), how);
  if (state.view) view.fromShared(state.view);
  if (state.target) workspace.setTarget(state.target);
  workspace.setTune(state.tune ?? "");
  const traced = timelines.filter((timeline) => {
    const read = readTimelineFile(timeline.text);
    if (read.ok) showTrace(view, timeline.name, read.value);
    return read.ok;
  });
  const [first] = ptx;
  if (first && emulator.text.value.trim() === "") void emulator.open(first.path, first.text);
  const rest = [
    ...(traced.length > 0 ? [`its ${traced.length === 1 ? "timeline is" : "timelines are"} in the Timeline pane`] : []),
    ...(first ? ["its PTX is in the Emulator"] : []),
  ];
  return { text: `${how}${rest.length > 0 ? ` ${rest.join(", ").replace(/^i/, "I")}.` : ""}`, kind: "info" };
}
