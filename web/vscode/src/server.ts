// SPDX-License-Identifier: Apache-2.0
// `tessera lsp`, for as long as there is a binary that has it. Starting and stopping queue up behind each other, so that settings that
// change quickly never leave two servers. Where there is none, `trouble` says why, and the user is told once and whenever he asks.

import { commands, languages, LanguageStatusSeverity, Uri, window, workspace } from "vscode";
import type { CancellationToken, Disposable, LogOutputChannel, TextDocument } from "vscode";
import { DidChangeConfigurationNotification, ExecuteCommandRequest, LanguageClient, type Middleware } from "vscode-languageclient/node";
import { probe, type BinaryFacts } from "./binary";
import { mentionsKernels, readSettings, serverSettings } from "./settings";

export const selector = [{ language: "python", scheme: "file" }];

/** What a command of the server answers (runner/lsp). */
export interface CommandAnswer {
  title: string;
  language: string;
  text: string;
  code: number;
  timeline?: unknown;
}

/** Registers no commands by itself: the extension has them all, also while there is no server. */
class Client extends LanguageClient {
  override registerFeature(feature: Parameters<LanguageClient["registerFeature"]>[0]): void {
    const method = "registrationType" in feature ? feature.registrationType.method : "";
    if (method !== ExecuteCommandRequest.method) super.registerFeature(feature);
  }
}

export class Server implements Disposable {
  private client: Client | null = null;
  private queue: Promise<void> = Promise.resolve();
  private readonly status = languages.createLanguageStatusItem("tessera", selector);
  private readonly watcher = workspace.createFileSystemWatcher("**/*.py");
  /** In a sentence why there is no server; empty while there is one, or none was started yet. */
  trouble = "";
  facts: BinaryFacts | null = null;

  constructor(private readonly output: LogOutputChannel) {
    this.status.name = "Tessera";
    this.status.command = { command: "tessera.output", title: "output" };
  }

  /** Ends what runs, and starts what the settings name now. */
  restart(): Promise<void> {
    this.queue = this.queue.then(() => this.end()).then(() => this.begin());
    return this.queue;
  }

  /** Tells the settings that need no other server. Not left to the client, which would tell one that is about to end. */
  configure(): Promise<void> {
    this.queue = this.queue.then(async () => {
      this.showTarget();
      const settings = { tessera: serverSettings() };
      if (this.client?.isRunning()) await this.client.sendNotification(DidChangeConfigurationNotification.type, { settings });
    });
    return this.queue;
  }

  stop(): Promise<void> {
    this.queue = this.queue.then(() => this.end());
    return this.queue;
  }

  dispose(): void {
    this.watcher.dispose();
    this.status.dispose();
  }

  private async begin(): Promise<void> {
    const { path } = readSettings();
    this.status.busy = true;
    const found = await probe(path);
    this.status.busy = false;
    this.facts = found.ok ? found.value : null;
    if (!found.ok) return this.fail(found.error);
    const client = new Client(
      "tessera",
      "Tessera",
      { command: path, args: ["lsp"] },
      {
        documentSelector: selector,
        initializationOptions: serverSettings(),
        synchronize: { fileEvents: this.watcher },
        outputChannel: this.output,
        middleware,
      },
    );
    try {
      await client.start();
    } catch (thrown) {
      return this.fail(`\`${path} lsp\` did not start: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
    this.client = client;
    this.trouble = "";
    this.output.info(`${path} ${found.value.version}`);
    this.status.severity = LanguageStatusSeverity.Information;
    this.showTarget();
  }

  private showTarget(): void {
    if (!this.facts || this.trouble) return;
    this.status.text = `Tessera ${readSettings().target}`;
    this.status.detail = this.facts.version;
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = null;
    // A server that does not answer any more is ended all the same.
    await client?.dispose(5000).catch((thrown: unknown) => this.output.warn(String(thrown)));
  }

  private fail(why: string): void {
    this.trouble = why;
    this.output.error(why);
    this.status.text = "Tessera: no server";
    this.status.detail = why;
    this.status.severity = LanguageStatusSeverity.Error;
    void this.complain();
  }

  /** Says what to do where there is no server. */
  async complain(): Promise<void> {
    const [choose, settings, again] = ["Choose the Binary…", "Open Settings", "Try Again"];
    const chosen = await window.showErrorMessage(`Tessera: ${this.trouble || "the server is not running."}`, choose, settings, again);
    if (chosen === choose) await chooseBinary();
    if (chosen === settings) await commands.executeCommand("workbench.action.openSettings", "tessera.path");
    if (chosen === again) await this.restart();
  }

  /** Null: there is no server, which was said. A refusal is thrown, in the server's words. */
  async ask(command: string, uri: Uri, more: object, token: CancellationToken): Promise<CommandAnswer | null> {
    await this.queue;
    const client = this.client;
    if (!client?.isRunning()) {
      void this.complain();
      return null;
    }
    const stop = token.onCancellationRequested(() => void this.cancel());
    const document = client.code2ProtocolConverter.asUri(uri);
    try {
      return (await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [{ uri: document, ...more }] })) as CommandAnswer;
    } finally {
      stop.dispose();
    }
  }

  /** Ends every command that runs: the server does not tell one from another. */
  async cancel(): Promise<void> {
    if (this.client?.isRunning()) await this.client.sendRequest(ExecuteCommandRequest.type, { command: "tessera.stop" });
  }
}

async function chooseBinary(): Promise<void> {
  const chosen = await window.showOpenDialog({ canSelectMany: false, title: "The tessera binary" });
  const path = chosen?.[0]?.fsPath;
  if (path) await workspace.getConfiguration("tessera").update("path", path, true); // which restarts
}

function isOurs(document: TextDocument): boolean {
  return readSettings().allTexts || mentionsKernels(document.getText());
}

/** Other texts have no answers, so that a server for Python is not disturbed. The server itself knows them: programs import them. */
function only<T>(document: TextDocument, ask: () => T): T | undefined {
  return isOurs(document) ? ask() : undefined;
}

const middleware: Middleware = {
  handleDiagnostics: (uri, diagnostics, next) => {
    const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    next(uri, document && !isOurs(document) ? [] : diagnostics);
  },
  provideHover: (document, position, token, next) => only(document, () => next(document, position, token)),
  provideCompletionItem: (document, position, context, token, next) => only(document, () => next(document, position, context, token)),
  provideSignatureHelp: (document, position, context, token, next) => only(document, () => next(document, position, context, token)),
  provideDefinition: (document, position, token, next) => only(document, () => next(document, position, token)),
  provideReferences: (document, position, options, token, next) => only(document, () => next(document, position, options, token)),
  provideDocumentHighlights: (document, position, token, next) => only(document, () => next(document, position, token)),
  provideDocumentSymbols: (document, token, next) => only(document, () => next(document, token)),
  provideRenameEdits: (document, position, name, token, next) => only(document, () => next(document, position, name, token)),
  prepareRename: (document, position, token, next) => only(document, () => next(document, position, token)),
  provideCodeLenses: (document, token, next) => only(document, () => next(document, token)),
  provideInlayHints: (document, range, token, next) => only(document, () => next(document, range, token)),
};
