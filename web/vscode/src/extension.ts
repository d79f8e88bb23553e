// SPDX-License-Identifier: Apache-2.0
// Tessera in VS Code: the language server and its commands, and the playground's panes. What is compiled, run and told is the `tessera`
// binary's; nothing of the compiler is in here.

import { commands, window, workspace, type ExtensionContext } from "vscode";
import { registerCommands } from "./commands";
import { Panes } from "./panes";
import { Server } from "./server";
import { Texts } from "./texts";

let server: Server | null = null;

export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel("Tessera", { log: true });
  const running = (server = new Server(output));
  const texts = new Texts();
  const panes = new Panes(context.extensionUri, (uri) => void commands.executeCommand("tessera.timeline", uri));
  context.subscriptions.push(output, running, texts, panes, ...registerCommands(running, texts, panes, output));
  context.subscriptions.push(
    workspace.onDidChangeConfiguration((change) => {
      const isOther = (...names: string[]) => names.some((name) => change.affectsConfiguration(`tessera.${name}`));
      if (isOther("path", "texts")) void running.restart();
      else if (isOther("target", "paths", "inlayHints", "codeLens")) void running.configure();
      if (isOther("path", "target", "paths")) panes.refresh();
    }),
  );
  await running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
  server = null;
}
