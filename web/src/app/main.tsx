// SPDX-License-Identifier: Apache-2.0
// Starts the page: the compiler first, since it takes longest, then the text, then the panes.

import { effect } from "@preact/signals";
import { render } from "preact";
import { BackgroundCompiler } from "../engine/background";
import { makeCodeGenerator } from "../engine/code-load";
import { Engine } from "../engine/engine";
import { makeEmulator } from "../engine/emulator-load";
import { getModule, onLoadProgress, spawnWorker } from "../engine/load";
import { RunnerSession } from "../engine/runner-session";
import { Workspace } from "../engine/workspace";
import { followEditorSettings } from "../panes/editor-settings";
import { paneNames, ViewState } from "../panes/view-state";
import { App } from "./App";
import { keepOffline } from "./offline";
import { openDocuments, TabStore } from "../base/document-store";
import { readEmbed } from "../base/embed";
import { openLeases } from "../base/leases";
import { kept, keptInTab, nowhere } from "../base/storage";
import { thumbnailOf } from "../base/thumbnail";
import { Documents } from "./documents";
import { forgetAddress, openPage } from "./session";
import { followTheme } from "./theme";

const engine: Engine = new Engine({
  spawn: spawnWorker,
  module: getModule,
  onOutput: (text) => workspace.appendOutput(text),
  onProgress: (kernel, done, total) => workspace.noteProgress(kernel, done, total),
  onCompileProgress: (kernel, done, total) => workspace.noteCompileProgress(kernel, done, total),
});
const { code, codeRunner } = makeCodeGenerator();
const background = new BackgroundCompiler({ spawn: spawnWorker, module: getModule });
const workspace = new Workspace(engine, { code, codeRunner, background });
const view = new ViewState();
const emulator = makeEmulator();
const runner = new RunnerSession(engine, workspace, location.protocol.startsWith("http") ? location.origin : "");

onLoadProgress((received, total) => {
  if (workspace.engineState.peek().phase === "loading") workspace.engineState.value = { phase: "loading", received, total };
});

const embed = readEmbed(location.search, paneNames, ["source", "tilings"]);
if (embed) document.documentElement.dataset["embed"] = "1";
// What is typed into somebody else's page is no document of the user's: it goes on by "Open in Tessera".
const documents = embed
  ? new Documents(new TabStore(nowhere()), openLeases(), nowhere(), nowhere())
  : new Documents(await openDocuments(), openLeases(), keptInTab, kept);
const opened = await openPage(location.hash, location.search, documents);
workspace.list.open(opened.project);
workspace.list.undoable.value = null;
if (opened.target) workspace.target.value = opened.target;
if (opened.tune) workspace.tune.value = opened.tune;
if (opened.variants) workspace.variants.set(opened.variants);
if (opened.view) view.fromShared(opened.view);

void workspace.start().then(() => {
  performance.mark("tessera-ready");
  // What nobody waits for comes after what somebody does.
  setTimeout(() => {
    keepOffline();
    void workspace.loadReference();
  }, 300);
});
followTheme();
followEditorSettings();

effect(() => {
  if (workspace.edits.value === 0) return;
  documents.keep(workspace.list.project, workspace.target.peek(), workspace.variants.shared.peek());
  if (!embed) forgetAddress();
});
effect(() => {
  const { value, stale } = workspace.tilings.value;
  if (value && !stale) documents.draw(thumbnailOf(value));
});
window.addEventListener("pagehide", () => documents.leavePage());
effect(() => {
  document.title = `${workspace.file.value} - Tessera`;
});

// For the console, and for tests/bench/playground.mjs.
Object.assign(window, { tessera: { engine, workspace, view, runner, emulator, documents } });

const root = document.getElementById("app");
// What index.html has drawn is of the build (vite.config.ts), not of this program.
root?.replaceChildren();
const props = { embed, workspace, view, runner, emulator, documents, opened };
if (root) render(<App {...props} />, root);
