// SPDX-License-Identifier: Apache-2.0
// The commands: of the palette and menus, about the file in the editor; of a lens, about its kernel. What runs is told in a notification
// with a button that stops it.

import { basename } from "node:path";
import { commands, ProgressLocation, Uri, window, workspace } from "vscode";
import type { Disposable, LogOutputChannel } from "vscode";
import type { Panes } from "./panes";
import type { Server } from "./server";
import type { Texts } from "./texts";

/** What a command is about: a lens says `uri` as a string, with its kernel; a menu hands over the file. */
interface Asked {
  uri: Uri;
  kernel?: string;
  stage?: string;
}

const doing: Record<string, string> = {
  "tessera.run": "running",
  "tessera.test": "running the tests of",
  "tessera.time": "predicting the times of",
  "tessera.explain": "explaining the schedule of",
  "tessera.ptx": "making PTX of",
  "tessera.stage": "compiling",
  "tessera.timeline": "running, for its timeline,",
};

export function registerCommands(server: Server, texts: Texts, panes: Panes, output: LogOutputChannel): Disposable[] {
  const ofFile = (name: string, act: (asked: Asked) => unknown) =>
    commands.registerCommand(name, async (argument?: unknown) => {
      const asked = readAsked(argument);
      if (asked) await act(asked);
      else void window.showInformationMessage("Tessera: open a Python file that is on the disk first.");
    });
  const answered = ["tessera.run", "tessera.test", "tessera.time", "tessera.explain", "tessera.ptx"].map((name) =>
    ofFile(name, (asked) => askForText(server, texts, name, asked)),
  );
  return [
    ...answered,
    ofFile("tessera.stage", async (asked) => {
      const stage = asked.stage ?? (await chooseStage(server));
      if (stage) await askForText(server, texts, "tessera.stage", { ...asked, stage });
    }),
    ofFile("tessera.timeline", async (asked) => {
      const answer = await askWithProgress(server, "tessera.timeline", asked);
      if (answer) panes.showTimeline(asked.uri, answer.timeline, whyNoTimeline(answer.code, answer.text));
    }),
    ofFile("tessera.tilings", ({ uri }) => panes.show("tilings", uri)),
    ofFile("tessera.layouts", ({ uri }) => panes.show("layouts", uri)),
    commands.registerCommand("tessera.stop", () => server.cancel()),
    commands.registerCommand("tessera.restart", () => server.restart()),
    commands.registerCommand("tessera.output", () => output.show()),
  ];
}

function readAsked(argument: unknown): Asked | null {
  if (argument instanceof Uri) return { uri: argument };
  const given = argument as { uri?: unknown; kernel?: unknown; stage?: unknown } | undefined;
  const word = (value: unknown) => (typeof value === "string" && value ? value : undefined);
  const named = word(given?.uri);
  const active = window.activeTextEditor?.document;
  const uri = named ? Uri.parse(named) : active?.languageId === "python" ? active.uri : undefined;
  if (uri?.scheme !== "file") return null;
  const [kernel, stage] = [word(given?.kernel), word(given?.stage)];
  return { uri, ...(kernel && { kernel }), ...(stage && { stage }) };
}

async function chooseStage(server: Server): Promise<string | undefined> {
  const told: Record<string, string> = {
    tile: "what is computed, no hardware",
    tilegpu: "where and by whom: layouts, copies, barriers",
    llvm: "LLVM IR of the kernels",
    ptx: "what the driver takes",
    sass: "machine code, by ptxas",
  };
  const stages = server.facts?.stages ?? Object.keys(told);
  const items = stages.map((label) => ({ label, description: told[label] ?? "" }));
  return (await window.showQuickPick(items, { title: "Tessera: which stage?" }))?.label;
}

async function askForText(server: Server, texts: Texts, name: string, asked: Asked): Promise<void> {
  // Tests are found by their file's name, and so read from the disk.
  if (name === "tessera.test") await workspace.textDocuments.find(({ uri }) => uri.toString() === asked.uri.toString())?.save();
  const answer = await askWithProgress(server, name, asked);
  if (!answer) return;
  const isPtx = asked.stage === "ptx" && answer.code === 0;
  const title = [answer.title, asked.stage, asked.kernel].filter(Boolean).join(" ");
  await texts.show(asked.uri, title, answer.text, isPtx ? "ptx" : answer.language);
}

function askWithProgress(server: Server, name: string, { uri, kernel, stage }: Asked) {
  const title = `Tessera: ${doing[name]} ${basename(uri.fsPath)}`;
  return window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, async (_progress, token) => {
    try {
      return await server.ask(name, uri, { ...(kernel && { kernel }), ...(stage && { stage }) }, token);
    } catch (thrown) {
      void window.showErrorMessage(`Tessera: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return null;
    }
  });
}

function whyNoTimeline(code: number, text: string): string {
  const told = text.split("\n").find((line) => /\berror: /.test(line)) ?? "";
  if (code !== 0) return told || "the program did not run to its end";
  return "this program launches no kernel of warpgroups; only those have a timeline here";
}
