// SPDX-License-Identifier: Apache-2.0
// The three elements. Each takes a program or ready data (property, address, or a `<script>` inside), waits with a program until it comes
// into view, and then shows a pane of the playground in its shadow root. What is wrong is shown in its place and told by an event.

import { signal, type Signal } from "@preact/signals";
import { render, type ComponentChildren } from "preact";
import type { Diagnostic, KernelLayouts, KernelTilings, SourceRange } from "../../../src/base/protocol";
import { describeError, type Result } from "../../../src/base/result";
import { noView, type View } from "../../../src/engine/followed";
import { LayoutsPane } from "../../../src/panes/LayoutsPane";
import type { Page } from "../../../src/panes/page";
import { makeStandIn } from "../../../src/panes/stand-in";
import { TilingsPane } from "../../../src/panes/TilingsPane";
import { TimelineView } from "../../../src/panes/TimelineView";
import type { ElementProgram, TesseraErrorDetail } from "../types/data";
import { getCompiler } from "./compiler";
import { Frame, type Shown, type State } from "./frame";
import { readLayouts, readTilings, readTimelines, withoutPlaces } from "./read-data";
import { getStyle } from "./style";
import { watchTheme } from "./theme";

/** What a program is called in places; nobody sees it but in events. */
const file = "program.py";

type Given = { kind: "program"; text: string } | { kind: "data"; data: unknown } | { kind: "nothing" };

export abstract class TesseraElement extends HTMLElement {
  static readonly observedAttributes = ["src", "target", "set", "label", "device"];
  /** What the element shows, for its accessible name and for messages. */
  protected abstract readonly subject: string;
  protected readonly shown: Shown = {
    state: signal<State>({ kind: "waiting", message: "" }),
    text: signal<string | null>(null),
    line: signal(0),
  };
  protected readonly views = {
    tilings: signal<View<KernelTilings[]>>(noView),
    layouts: signal<View<KernelLayouts[]>>(noView),
    timeline: signal<View<string>>(noView),
  };
  /** Grows with each change of what is given: an answer to an older one is nobody's. */
  private age = 0;
  private isQueued = false;
  private settle: () => void = () => undefined;
  private done: Promise<void> = Promise.resolve();
  private sight: IntersectionObserver | null = null;
  private stopWatching: (() => void) | null = null;
  private givenSource: string | null = null;
  private givenData: object | null = null;
  private page: Page | null = null;

  get source(): string | null {
    return this.givenSource;
  }
  set source(text: string | null) {
    this.givenSource = text === null ? null : String(text);
    this.givenData = null;
    this.update();
  }

  get data(): object | null {
    return this.givenData;
  }
  set data(data: object | null) {
    this.givenData = data;
    this.givenSource = null;
    this.update();
  }

  get src() {
    return this.getAttribute("src") ?? "";
  }
  set src(value: string) {
    this.setAttribute("src", value);
  }
  get target() {
    return this.getAttribute("target") ?? "";
  }
  set target(value: string) {
    this.setAttribute("target", value);
  }
  get set() {
    return this.getAttribute("set") ?? "";
  }
  set set(value: string) {
    this.setAttribute("set", value);
  }
  get label() {
    return this.getAttribute("label") ?? "";
  }
  set label(value: string) {
    this.setAttribute("label", value);
  }
  get theme() {
    return this.getAttribute("theme") ?? "";
  }
  set theme(value: string) {
    this.setAttribute("theme", value);
  }

  get settled(): Promise<void> {
    return this.done;
  }

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [getStyle()];
    // A property that was set before the element was defined hides the accessor of the same name.
    for (const name of ["source", "data", "src", "target", "set", "label", "theme", "device"])
      if (Object.hasOwn(this, name)) {
        const value = (this as unknown as Record<string, unknown>)[name];
        delete (this as unknown as Record<string, unknown>)[name];
        (this as unknown as Record<string, unknown>)[name] = value;
      }
    const { theme, stop } = watchTheme(this);
    this.stopWatching = stop;
    this.page = makeStandIn(this.views, this.makePlaces(), "an element");
    this.draw(theme);
    this.update();
  }

  disconnectedCallback(): void {
    this.age++;
    this.sight?.disconnect();
    this.stopWatching?.();
    if (this.shadowRoot) render(null, this.shadowRoot);
    this.settle();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected || !this.page) return;
    if (name === "label") this.draw(this.theming);
    else this.update();
  }

  private theming: Signal<string> = signal("");

  private draw(theme: Signal<string>): void {
    this.theming = theme;
    const { page, shown } = this;
    if (!page || !this.shadowRoot) return;
    const label = this.label || this.subject;
    const Whole = () => (
      <Frame shown={shown} page={page} label={label}>
        {() => this.drawPane(theme.value)}
      </Frame>
    );
    render(<Whole />, this.shadowRoot);
  }

  protected abstract drawPane(theme: string): ComponentChildren;
  /** Asks a program for what the element shows, and puts it into its view. */
  protected abstract ask(program: ElementProgram): Promise<void>;
  protected abstract read(data: unknown): Result<unknown>;
  protected abstract put(value: unknown): void;

  /** Begins anew, after what else changes in this turn. */
  protected update(): void {
    if (!this.isConnected || !this.page || this.isQueued) return;
    this.isQueued = true;
    const age = ++this.age;
    this.settle();
    this.done = new Promise((resolve) => (this.settle = resolve));
    queueMicrotask(() => {
      this.isQueued = false;
      void this.begin(age);
    });
  }

  private async begin(age: number): Promise<void> {
    this.sight?.disconnect();
    const isMine = () => age === this.age && this.isConnected;
    try {
      // A page that is still on its way may not have come to the end of this element.
      if (document.readyState === "loading" && this.childElementCount === 0 && !this.givenSource && !this.givenData && !this.src)
        await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
      const given = await this.find();
      if (!isMine()) return;
      if (given.kind === "data") this.show(this.read(given.data));
      else if (given.kind === "program") await this.compile(given.text, isMine);
      else
        this.shown.state.value = {
          kind: "waiting",
          message: "Nothing to show: this takes a program or data, by `src`, a `<script>` inside or a property.".replaceAll("`", ""),
        };
    } catch (thrown) {
      if (isMine()) this.fail(thrown);
    }
    if (isMine()) this.settle();
  }

  private async find(): Promise<Given> {
    if (this.givenData !== null) return { kind: "data", data: this.givenData };
    if (this.givenSource !== null) return { kind: "program", text: this.givenSource };
    if (this.src) {
      const response = await fetch(new URL(this.src, document.baseURI));
      if (!response.ok) throw new Error(`\`${this.src}\` answers ${response.status}`);
      const isData = /\bjson\b/.test(response.headers.get("Content-Type") ?? "") || /\.json(\?|#|$)/.test(this.src);
      return isData
        ? { kind: "data", data: parse(await response.text(), `\`${this.src}\``) }
        : { kind: "program", text: await response.text() };
    }
    const script = this.querySelector("script");
    if (!script) return { kind: "nothing" };
    const text = script.textContent ?? "";
    return script.type === "application/json" ? { kind: "data", data: parse(text, "the script") } : { kind: "program", text: undent(text) };
  }

  private async compile(text: string, isMine: () => boolean): Promise<void> {
    this.shown.text.value = text;
    this.shown.line.value = 0;
    this.shown.state.value = {
      kind: "waiting",
      message: `The ${this.subject} come here once this is in view.`.replace("timeline come", "timeline comes"),
    };
    await this.comesIntoView();
    if (!isMine()) return;
    this.shown.state.value = { kind: "working", message: "Compiling…" };
    const set = this.set ? parse(this.set, "`set`") : undefined;
    const compiler = await getCompiler();
    if (!isMine()) return;
    const options = {
      file,
      ...(this.target ? { target: this.target } : {}),
      ...(set === undefined ? {} : { set: set as Record<string, never> }),
    };
    const program = await compiler.compile(text, options);
    if (!isMine()) return;
    await this.ask(program);
    if (isMine()) this.shown.state.value = { kind: "drawn" };
  }

  private comesIntoView(): Promise<void> {
    return new Promise((resolve) => {
      const sight = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          sight.disconnect();
          resolve();
        },
        { rootMargin: "200px" },
      );
      this.sight = sight;
      sight.observe(this);
    });
  }

  private show(read: Result<unknown>): void {
    if (!read.ok) throw new Error(read.error);
    this.shown.text.value = null;
    this.put(read.value);
    this.shown.state.value = { kind: "drawn" };
  }

  private fail(thrown: unknown): void {
    const found = (thrown as { diagnostics?: readonly Diagnostic[] } | null)?.diagnostics;
    const diagnostics = Array.isArray(found) ? (found as Diagnostic[]) : [];
    const message = thrown instanceof Error ? thrown.message : describeError(thrown);
    this.shown.state.value = { kind: "wrong", message, diagnostics };
    const detail: TesseraErrorDetail = { message, diagnostics: diagnostics.length > 0 ? diagnostics : null };
    this.dispatchEvent(new CustomEvent("tessera-error", { detail, bubbles: true, composed: true }));
  }

  private makePlaces() {
    return {
      has: (range: SourceRange) => this.shown.text.value !== null && range.file === file,
      goTo: (range: SourceRange) => {
        if (range.file === file) this.shown.line.value = range.begin.line;
        this.dispatchEvent(new CustomEvent("tessera-place", { detail: range, bubbles: true, composed: true }));
      },
      place: (range: SourceRange) => `${range.file === file ? "line" : range.file} ${range.begin.line}`,
      spot: ({ begin }: SourceRange) => `${begin.line}:${begin.column}`,
      fix: () => undefined,
    };
  }
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new Error(`${what} is no JSON: ${describeError(thrown)}`);
  }
}

/** A text inside a page's markup stands as far to the right as the markup does. */
function undent(text: string): string {
  const lines = text
    .replace(/^[ \t]*\n/, "")
    .trimEnd()
    .split("\n");
  const margins = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const margin = margins.length > 0 ? Math.min(...margins) : 0;
  return `${lines.map((line) => line.slice(margin)).join("\n")}\n`;
}

const shows = <T,>(value: T): View<T> => ({ ...noView, value });

export class TesseraTilings extends TesseraElement {
  protected readonly subject = "tilings";
  protected drawPane(theme: string) {
    return <TilingsPane theme={theme} />;
  }
  protected async ask(program: ElementProgram): Promise<void> {
    this.views.tilings.value = shows((await program.tilings()) as KernelTilings[]);
  }
  protected read(data: unknown): Result<unknown> {
    return readTilings(data);
  }
  protected put(value: unknown): void {
    this.views.tilings.value = shows(withoutPlaces(value as KernelTilings[]));
  }
}

export class TesseraLayouts extends TesseraElement {
  protected readonly subject = "layouts";
  protected drawPane(theme: string) {
    return <LayoutsPane theme={theme} />;
  }
  protected async ask(program: ElementProgram): Promise<void> {
    this.views.layouts.value = shows((await program.layouts()) as KernelLayouts[]);
  }
  protected read(data: unknown): Result<unknown> {
    return readLayouts(data);
  }
  protected put(value: unknown): void {
    this.views.layouts.value = shows(withoutPlaces(value as KernelLayouts[]));
  }
}

export class TesseraTimeline extends TesseraElement {
  protected readonly subject = "timeline";

  get device() {
    return this.getAttribute("device") ?? "";
  }
  set device(value: string) {
    this.setAttribute("device", value);
  }

  protected drawPane(theme: string) {
    return <TimelineView told={this.views.timeline.value} theme={theme} onAgain={() => this.update()} />;
  }
  /** The interpreter has cycles of kernels of warpgroups, and needs nothing more; the emulator has steps of any kernel. */
  protected async ask(program: ElementProgram): Promise<void> {
    const devices = this.device ? [this.device as "emulator"] : (["interpreter", "emulator"] as const);
    for (const device of devices) {
      const launches = await program.timeline(device);
      if (launches.length > 0) return this.put(JSON.stringify({ launches }));
    }
    throw new Error("the program launches no kernel, so there is no timeline");
  }
  protected read(data: unknown): Result<unknown> {
    return readTimelines(withoutPlaces(data));
  }
  protected put(value: unknown): void {
    this.views.timeline.value = shows(value as string);
  }
}
