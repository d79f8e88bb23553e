// SPDX-License-Identifier: Apache-2.0
// The playground's panes in webviews: one a kind and file, beside the editor. Tilings and layouts follow the text while they are seen,
// asked of the binary over the text as it is, saved or not; a timeline is of one run, and a newer text marks it as older.

import { randomBytes } from "node:crypto";
import { basename, dirname } from "node:path";
import { CancellationTokenSource, Range, ThemeColor, Uri, ViewColumn, window, workspace } from "vscode";
import type { Disposable, WebviewPanel } from "vscode";
import { fail, ok, type Result } from "../../src/base/result";
import type { LineSpan, SourceRange } from "../../src/base/protocol";
import { execute } from "./binary";
import type { FromPane, PaneKind, PaneView, ToPane } from "./messages";
import { pageOf } from "./page.mts";
import { fileOf, reveal } from "./places";
import { readSettings } from "./settings";

const titles: Record<PaneKind, string> = { tilings: "Tilings", layouts: "Layouts", timeline: "Timeline" };

/** After the last key. */
const quietMs = 400;

export class Panes implements Disposable {
  private readonly panes = new Map<string, Pane>();
  private readonly light = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("editor.rangeHighlightBackground"),
  });
  private readonly disposables = [
    this.light,
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) for (const pane of this.of(document.uri)) pane.textChanged();
    }),
  ];

  /** `again` runs the command that a timeline came from. */
  constructor(
    private readonly extension: Uri,
    private readonly again: (uri: Uri) => void,
  ) {}

  dispose(): void {
    for (const pane of [...this.panes.values()]) pane.dispose();
    for (const one of this.disposables) one.dispose();
  }

  /** The target or the binary is another. */
  refresh(): void {
    for (const pane of this.panes.values()) pane.textChanged();
  }

  show(kind: "tilings" | "layouts", uri: Uri): void {
    this.open(kind, uri).ask();
  }

  /** The answer of `tessera.timeline`; null where the program has none, for the reason `why`. */
  showTimeline(uri: Uri, timeline: unknown, why: string): void {
    const launches = (timeline as { launches?: unknown[] } | undefined)?.launches ?? [];
    this.open("timeline", uri).take(launches.length > 0 ? ok(JSON.stringify(timeline)) : fail(why));
  }

  private of(uri: Uri): Pane[] {
    return [...this.panes.values()].filter((pane) => pane.uri.toString() === uri.toString());
  }

  private open(kind: PaneKind, uri: Uri): Pane {
    const key = `${kind} ${uri.toString()}`;
    const found = this.panes.get(key);
    if (found) {
      found.panel.reveal(undefined, true);
      return found;
    }
    const pane = new Pane(kind, uri, this.extension, this.light, () => this.again(uri));
    pane.panel.onDidDispose(() => this.panes.delete(key));
    this.panes.set(key, pane);
    return pane;
  }
}

class Pane implements Disposable {
  readonly panel: WebviewPanel;
  private view: PaneView<unknown> = { value: null, stale: false, loading: true, error: null };
  private timer: ReturnType<typeof setTimeout> | null = null;
  private asking: CancellationTokenSource | null = null;
  /** The text changed while nobody looked. */
  private isBehind = false;
  private isReady = false;

  constructor(
    private readonly kind: PaneKind,
    readonly uri: Uri,
    extension: Uri,
    private readonly light: ReturnType<typeof window.createTextEditorDecorationType>,
    private readonly again: () => void,
  ) {
    const dist = Uri.joinPath(extension, "dist");
    this.panel = window.createWebviewPanel(
      `tessera.${kind}`,
      `${titles[kind]}: ${basename(uri.fsPath)}`,
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [dist] },
    );
    const { webview } = this.panel;
    webview.onDidReceiveMessage((message: FromPane) => void this.heard(message));
    this.panel.onDidChangeViewState(() => this.panel.visible && this.isBehind && this.ask());
    this.panel.onDidDispose(() => this.close());
    const address = (name: string) => webview.asWebviewUri(Uri.joinPath(dist, name)).toString();
    webview.html = pageOf(titles[kind], webview.cspSource, address("pane.js"), address("pane.css"), randomBytes(16).toString("base64url"));
  }

  dispose(): void {
    this.panel.dispose();
  }

  private close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.asking?.cancel();
    this.lightUp("", []);
  }

  textChanged(): void {
    if (this.kind === "timeline") return this.set({ stale: true });
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.panel.visible ? this.ask() : (this.isBehind = true)), quietMs);
  }

  /** Asks the binary; what was asked before does not matter any more. */
  ask(): void {
    this.isBehind = false;
    this.asking?.cancel();
    const asking = (this.asking = new CancellationTokenSource());
    this.set({ loading: true, stale: this.view.value !== null });
    void askBinary(this.kind, this.uri, asking).then((answer) => {
      if (!asking.token.isCancellationRequested) this.take(answer);
    });
  }

  take(answer: Result<unknown>): void {
    if (answer.ok) this.set({ value: answer.value, stale: false, loading: false, error: null });
    else this.set({ stale: this.view.value !== null, loading: false, error: answer.error });
  }

  private set(change: Partial<PaneView<unknown>>): void {
    this.view = { ...this.view, ...change };
    this.send();
  }

  private send(): void {
    const message = { kind: this.kind, file: basename(this.uri.fsPath), view: this.view } as ToPane;
    if (this.isReady) void this.panel.webview.postMessage(message);
  }

  private async heard(message: FromPane): Promise<void> {
    if (message.kind === "ready") this.isReady = true;
    if (message.kind === "ready") this.send();
    if (message.kind === "reveal") await reveal(message.range, this.uri);
    if (message.kind === "light") this.lightUp(message.file, message.lines);
    if (message.kind === "again") this.again();
    if (message.kind === "save") await save(message.name, message.text, this.uri);
  }

  private lightUp(file: string, lines: LineSpan[]): void {
    const uri = fileOf(file, this.uri).toString();
    const ranges = lines.map(([first, last]) => new Range(Math.max(0, first - 1), 0, Math.max(0, last - 1), 0));
    for (const editor of window.visibleTextEditors) editor.setDecorations(this.light, editor.document.uri.toString() === uri ? ranges : []);
  }
}

async function save(name: string, text: string, beside: Uri): Promise<void> {
  const uri = await window.showSaveDialog({ defaultUri: Uri.joinPath(beside, "..", name) });
  if (uri) await workspace.fs.writeFile(uri, Buffer.from(text));
}

async function askBinary(kind: PaneKind, uri: Uri, asking: CancellationTokenSource): Promise<Result<unknown>> {
  const { path, target, paths } = readSettings();
  const document = await workspace.openTextDocument(uri);
  const words = ["show", "-", `--${kind}`, "--json", "--target", target, ...paths.flatMap((folder) => ["--path", folder])];
  const outcome = await execute(path, words, { input: document.getText(), folder: dirname(uri.fsPath), token: asking.token });
  return readAnswer(kind, outcome.code, outcome.out, outcome.errors || outcome.failure);
}

interface Said {
  severity: string;
  message: string;
  range: SourceRange | null;
}

export function readAnswer(kind: PaneKind, code: number | null, out: string, errors: string): Result<unknown> {
  let answer: { kernels?: unknown; diagnostics?: Said[] } = {};
  try {
    answer = JSON.parse(out) as typeof answer;
  } catch {
    if (errors.includes("not expected: --")) return fail(`this \`tessera\` can't tell ${kind}; a newer one can`);
    return fail(errors.trim().split("\n")[0] || "the compiler gave no answer");
  }
  if (code === 0 && Array.isArray(answer.kernels)) return ok(answer.kernels);
  const first = answer.diagnostics?.find(({ severity }) => severity === "error");
  if (!first) return fail("the compiler gave no answer");
  return fail(`${first.range ? `line ${first.range.begin.line}: ` : ""}${first.message}`);
}
