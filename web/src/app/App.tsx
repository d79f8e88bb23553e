// SPDX-License-Identifier: Apache-2.0
// The page's frame: bar, editor and panes, status. Wide screens show the editor, the IR and one more pane at once; narrow ones one
// pane at a time, by the same tabs.

import { batch, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { kept } from "../base/storage";
import type { SourceEditor } from "../editor/source-editor";
import type { EmulatorSession } from "../engine/emulator-session";
import type { RunnerSession } from "../engine/runner-session";
import type { Workspace } from "../engine/workspace";
import { DiagnosticsPane } from "../panes/DiagnosticsPane";
import { emulatorBadge, EmulatorPane } from "../panes/EmulatorPane";
import { IrPane } from "../panes/IrPane";
import { isStripWanted, KnobsPane, KnobStrip } from "../panes/KnobsPane";
import { Labels } from "../panes/Labels";
import { LayoutsPane } from "../panes/LayoutsPane";
import { PageContext, type Page } from "../panes/page";
import { ResultsPane } from "../panes/ResultsPane";
import { RunnerPane } from "../panes/RunnerPane";
import { SchedulePane } from "../panes/SchedulePane";
import { SourcePane } from "../panes/SourcePane";
import { VariantsPane } from "../panes/VariantsPane";
import { TimelinePane } from "../panes/TimelinePane";
import { TilingsPane } from "../panes/TilingsPane";
import type { PaneName, ViewState } from "../panes/view-state";
import { Splitter, Tabs, type Tab } from "../panes/widgets";
import { CrashDialog } from "./CrashDialog";
import { HelpDialog } from "./HelpDialog";
import type { Project } from "../base/files";
import { isSameProgram } from "../base/documents";
import type { Embed } from "../base/embed";
import { nameLine } from "../base/positions";
import type { Diagnostic } from "../base/protocol";
import { decodeShare, projectOfShared, type SharedState, type SharedVariant } from "../base/share";
import { DropTarget } from "./DropTarget";
import { EmbedBar } from "./EmbedBar";
import { findChosen, type Found } from "./open-files";
import { NoticeBar, type Notice } from "./NoticeBar";
import type { Documents } from "./documents";
import { RecentDialog } from "./RecentDialog";
import { isExample, keepTarget, type Opened } from "./session";
import { SettingsDialog } from "./SettingsDialog";
import { ShareDialog } from "./ShareDialog";
import { ShortLinkBar } from "./ShortLink";
import { Starter } from "./Starter";
import { StatusBar } from "./StatusBar";
import { takeFiles } from "./take-files";
import { theme } from "./theme";
import { TopBar } from "./TopBar";

const splitKey = "tessera.split";

export interface AppProps {
  /** In another page's frame: a few panes, little else. */
  embed: Embed | null;
  workspace: Workspace;
  view: ViewState;
  runner: RunnerSession;
  emulator: EmulatorSession;
  documents: Documents;
  opened: Opened;
}

export function App({ embed, workspace, view, runner, emulator, documents, opened }: AppProps) {
  const editor = useRef<SourceEditor | null>(null);
  const dialog = useSignal<"" | "help" | "share" | "recent" | "settings">("");
  const announcement = useSignal("");
  const notice = useSignal<Notice | null>(opened.notice ? { text: opened.notice, kind: opened.noticeKind ?? "info" } : null);
  const tell = (text: string, kind: Notice["kind"] = "bad") => (notice.value = { text, kind });
  /** Shows what is not the user's own in place of what is, and says where that is. */
  const openGiven = (project: Project, how: string, variants: SharedVariant[] = []) => {
    documents.show(project, variants);
    notice.value = documents.left.value ? { text: `${how} Your text is kept.`, kind: "info" } : null;
    view.pass.value = "";
    batch(() => {
      workspace.open(project);
      workspace.variants.set(variants);
    });
  };
  const openShared = (state: SharedState) => {
    openGiven(projectOfShared(state), "This text was opened from a link.", state.variants);
    if (state.view) view.fromShared(state.view);
    if (state.target) workspace.setTarget(state.target);
    workspace.setTune(state.tune ?? "");
  };
  const openKept = async (id: string) => {
    const document = await documents.open(id);
    if (!document) {
      tell("This text is gone: it was deleted in another tab.");
      return;
    }
    const project = projectOfShared(document.state);
    notice.value = null;
    view.restart();
    // At once: a document is kept as it is after each change, and would be kept without what is pinned in it.
    batch(() => {
      if (!isSameProgram(project, workspace.list.project)) workspace.open(project);
      workspace.variants.set(document.state.variants ?? []);
      if (document.state.target) workspace.setTarget(document.state.target);
    });
  };
  const take = async (found: Found[]) => {
    const before = documents.left.value;
    const told = await takeFiles({ workspace, view, emulator, openGiven }, found);
    const isAside = documents.left.value !== null && documents.left.value !== before;
    if (told) notice.value = isAside ? { ...told, text: `${told.text} Your text is kept.` } : told;
  };
  const page = useMemo<Page>(() => {
    const run = () => {
      // Who looks at timelines wants the next one; an error is in the editor and on the tabs.
      if (view.pane.value !== "timeline") view.pane.value = "results";
      // What a link says about the timeline is of the first run.
      if (workspace.run.value.phase !== "idle") {
        view.event.value = -1;
        view.timeWindow.value = null;
      }
      void workspace.startRun().then((result) => {
        announcement.value = result ? (result.ok ? "the program ran, all checks passed" : "the program failed") : "the run did not end";
      });
    };
    const goTo: Page["goTo"] = (range) => {
      const file = workspace.list.named(range.file);
      if (!file) return;
      if (view.narrow.value) view.pane.value = "source";
      workspace.list.show(file.id);
      // The pane must be there before it can be scrolled.
      requestAnimationFrame(() => editor.current?.goTo(range));
    };
    return {
      workspace,
      view,
      runner,
      emulator,
      goTo,
      run,
      has: (range) => workspace.list.named(range.file) !== undefined,
      place: (range) => nameLine(range, workspace.list.several.value),
      spot: (range) => {
        const isListed = workspace.list.named(range.file) !== undefined;
        const file = (workspace.list.several.value || !isListed) && range.file ? `${range.file}:` : "";
        return `${file}${range.begin.line}:${range.begin.column}`;
      },
      fix: (diagnostic) => {
        const file = workspace.list.named(diagnostic.fix?.range.file ?? "");
        if (file) workspace.list.show(file.id);
        editor.current?.fix(diagnostic);
      },
      openFiles: (files) => take(findChosen(files)),
      openSettings: () => (dialog.value = "settings"),
      announce: (message) => (announcement.value = message),
    };
  }, []);

  useNarrow(view, embed !== null);
  useShortcuts(
    page,
    editor,
    () => (dialog.value = "help"),
    () => (dialog.value = "share"),
  );
  useArrivingTimelines(page);
  useNewLinks(tell, openShared);
  useSignalEffect(() => {
    if (workspace.edits.value > 0) keepTarget(workspace.target.value);
  });
  useSignalEffect(() => {
    const count = workspace.diagnostics.value.filter((diagnostic) => diagnostic.severity === "error").length;
    announcement.value = count === 0 ? "" : `${count} ${count === 1 ? "error" : "errors"}`;
  });

  return (
    <PageContext.Provider value={page}>
      {embed ? (
        <EmbedBar />
      ) : (
        <TopBar
          onHelp={() => (dialog.value = "help")}
          onShare={() => (dialog.value = "share")}
          onRecent={() => (dialog.value = "recent")}
          onExample={(example) => {
            view.restart();
            openGiven(example.project, `This is the example ${example.title}.`);
          }}
        />
      )}
      {embed && notice.value?.kind === "bad" && (
        <p class="notice bad" role="alert">
          {notice.value.text}
        </p>
      )}
      <ShortLinkBar onOpen={openShared} />
      {!embed && <NoticeBar notice={notice} documents={documents} onBack={(id) => void openKept(id)} />}
      <DropTarget onDrop={(found) => void take(found)} />
      <Panes page={page} emulator={emulator} embed={embed} onEditor={(made) => (editor.current = made)} />
      {!embed && (
        <Starter
          isNew={workspace.edits.value === 0 && isExample(workspace.list.project)}
          onOpen={(example, pane) => {
            view.restart();
            view.pane.value = pane;
            openGiven(example.project, `This is the example ${example.title}.`);
          }}
        />
      )}
      {!embed && <StatusBar onProblems={() => (view.pane.value = "diagnostics")} />}
      {dialog.value === "help" && <HelpDialog onClose={() => (dialog.value = "")} />}
      {dialog.value === "share" && <ShareDialog onClose={() => (dialog.value = "")} />}
      {dialog.value === "settings" && <SettingsDialog onClose={() => (dialog.value = "")} />}
      {dialog.value === "recent" && (
        <RecentDialog documents={documents} onOpen={(id) => void openKept(id)} onClose={() => (dialog.value = "")} />
      )}
      {workspace.crash.value && <CrashDialog report={workspace.crash.value} onClose={() => (workspace.crash.value = null)} />}
      <div class="unseen" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </PageContext.Provider>
  );
}

interface PanesProps {
  embed: Embed | null;
  page: Page;
  emulator: EmulatorSession;
  onEditor: (editor: SourceEditor | null) => void;
}

function Panes({ page, emulator, embed, onEditor }: PanesProps) {
  const { workspace, view } = page;
  const split = useSignal(readSplit());
  const strip = useSignal(isStripWanted());
  const setSplit = (change: Partial<{ across: number; down: number }>) => {
    split.value = { ...split.value, ...change };
    kept.set(splitKey, JSON.stringify(split.value));
  };
  const narrow = view.narrow.value;
  const has = (name: PaneName) => !embed || embed.panes.includes(name);
  const tabs = tabsOf(page, emulator, narrow).filter(({ name }) => has(name));
  const isTab = tabs.some(({ name }) => name === view.pane.value);
  const chosen: PaneName = isTab ? view.pane.value : (tabs[0]?.name ?? "source");
  const parts = embed && !narrow ? partsOf(has("source"), has("ir"), tabs.length > 0) : "";
  const panel = (name: PaneName) => ({
    id: `pane-panel-${name}`,
    role: "tabpanel" as const,
    "aria-labelledby": `pane-tab-${name}`,
    hidden: chosen !== name,
    class: `panel panel-${name}`,
    tabIndex: 0,
  });
  const tablist = tabs.length > (embed ? 1 : 0) && (
    <Tabs label="panes" prefix="pane" tabs={tabs} chosen={chosen} onChoose={(name) => (view.pane.value = name)} />
  );
  return (
    <main
      class={narrow ? "panes narrow" : `panes ${parts}`}
      style={{ "--across": `${split.value.across}%`, "--down": `${split.value.down}%` }}
    >
      {narrow && tablist}
      <div class="left" {...(narrow ? panel("source") : { "aria-label": "source", role: "region" as const })}>
        <SourcePane onEditor={onEditor} />
        {strip.value && <KnobStrip />}
      </div>
      {!narrow && <Splitter label="width of the editor" vertical value={split.value.across} onChange={(across) => setSplit({ across })} />}
      <div class="right">
        <div {...(narrow ? panel("ir") : {})} class="upper">
          <IrPane />
        </div>
        {!narrow && <Splitter label="height of the IR" vertical={false} value={split.value.down} onChange={(down) => setSplit({ down })} />}
        <div class="lower">
          {!narrow && tablist}
          <div {...panel("tilings")}>{chosen === "tilings" && labelled(<TilingsPane theme={theme.value} />)}</div>
          <div {...panel("layouts")}>{chosen === "layouts" && labelled(<LayoutsPane theme={theme.value} />)}</div>
          <div {...panel("schedule")}>{chosen === "schedule" && labelled(<SchedulePane />)}</div>
          <div {...panel("knobs")}>{chosen === "knobs" && labelled(<KnobsPane theme={theme.value} strip={strip} />)}</div>
          <div {...panel("variants")}>{chosen === "variants" && labelled(<VariantsPane theme={theme.value} />)}</div>
          <div {...panel("timeline")}>{chosen === "timeline" && labelled(<TimelinePane theme={theme.value} />)}</div>
          <div {...panel("results")}>{labelled(<ResultsPane />)}</div>
          <div {...panel("diagnostics")}>
            <DiagnosticsPane />
          </div>
          <div {...panel("emulator")}>{chosen === "emulator" && labelled(<EmulatorPane session={emulator} />)}</div>
          <div {...panel("runner")}>
            <RunnerPane seen={chosen === "runner"} />
          </div>
        </div>
      </div>
      {workspace.engineState.value.phase === "failed" && (
        <div class="unseen" role="alert">
          {workspace.engineState.value.message}
        </div>
      )}
    </main>
  );
}

/** A pane in whose labels the glossary's words have their cards. */
function labelled(pane: ComponentChildren) {
  return <Labels>{pane}</Labels>;
}

function tabsOf({ workspace, runner }: Page, emulator: EmulatorSession, narrow: boolean): Tab<PaneName>[] {
  const count = workspace.diagnostics.value.length;
  const errors = workspace.diagnostics.value.some((diagnostic) => diagnostic.severity === "error");
  const run = workspace.run.value;
  const traced =
    (run.phase === "done" && run.result.launches.some((launch) => launch.timeline)) ||
    runner.submission.value?.result?.launches.some((launch) => launch.timeline);
  const job = runner.submission.value?.job;
  const pinned = workspace.variants.all.value.length;
  const tabs: Tab<PaneName>[] = [
    { name: "tilings", label: "Tilings" },
    { name: "layouts", label: "Layouts" },
    { name: "schedule", label: "Schedule" },
    { name: "knobs", label: "Knobs" },
    { name: "variants", label: "Variants", ...(pinned > 0 ? { badge: String(pinned) } : {}) },
    { name: "timeline", label: "Timeline", ...(traced ? { badge: "●", badgeKind: "quiet" as const } : {}) },
    {
      name: "results",
      label: "Results",
      ...(run.phase === "running"
        ? { badge: "…" }
        : run.phase === "done"
          ? { badge: run.result.ok ? "✓" : "✗", badgeKind: run.result.ok ? "good" : "bad" }
          : {}),
    },
    { name: "diagnostics", label: "Diagnostics", ...(count > 0 ? { badge: String(count), badgeKind: errors ? "bad" : "quiet" } : {}) },
    { name: "emulator", label: "Emulator", ...emulatorBadge(emulator) },
    {
      name: "runner",
      label: "Runner",
      ...(job
        ? {
            badge: { queued: "…", running: "…", succeeded: "✓", failed: "✗", cancelled: "–", "timed-out": "✗" }[job.state],
            badgeKind: job.state === "succeeded" ? "good" : "quiet",
          }
        : {}),
    },
  ];
  return narrow ? [{ name: "source", label: "Source" }, { name: "ir", label: "IR" }, ...tabs] : tabs;
}

/** Which parts of the wide layout an embedded page leaves out. */
function partsOf(source: boolean, ir: boolean, others: boolean): string {
  const left = [...(source ? [] : ["no-left"]), ...(ir ? [] : ["no-upper"]), ...(others ? [] : ["no-lower"])];
  return [...left, ...(!ir && !others ? ["no-right"] : [])].join(" ");
}

function readSplit(): { across: number; down: number } {
  try {
    const { across, down } = JSON.parse(kept.get(splitKey) ?? "") as { across: unknown; down: unknown };
    if (typeof across === "number" && typeof down === "number") return { across: clamp(across), down: clamp(down) };
  } catch {
    // Nothing kept, or by another age of this page: the usual shares.
  }
  return { across: 42, down: 46 };
}

function clamp(value: number): number {
  return Math.max(15, Math.min(85, value));
}

/** A frame in a page is seldom wide: there two columns begin earlier. */
function useNarrow(view: ViewState, isEmbedded: boolean): void {
  const query = useMemo(() => matchMedia(`(max-width: ${isEmbedded ? 620 : 860}px)`), []);
  useMemo(() => (view.narrow.value = query.matches), []);
  useEffect(() => {
    const follow = () => (view.narrow.value = query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
}

function useShortcuts(page: Page, editor: { current: SourceEditor | null }, onHelp: () => void, onShare: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey;
      let known = true;
      if (command && event.key === "Enter") page.run();
      else if (command && event.key.toLowerCase() === "s") onShare();
      else if (event.key === "F1") onHelp();
      else if (event.key === "F8" && !event.defaultPrevented) stepDiagnostic(page, editor.current, event.shiftKey ? -1 : 1);
      else if (event.altKey && (event.key === "PageUp" || event.key === "PageDown"))
        page.workspace.list.step(event.key === "PageUp" ? -1 : 1);
      else known = false;
      if (known) event.preventDefault();
    };
    // Before the editor sees the key: Ctrl+Enter would open a new line there.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}

/** Within the file in the editor, or, where that has none, to the first one of another file. */
function stepDiagnostic({ workspace, goTo }: Page, editor: SourceEditor | null, by: 1 | -1): void {
  const { list, diagnostics } = workspace;
  const isOf = ({ range }: Diagnostic, shown: boolean) =>
    range !== null && list.named(range.file) !== undefined && (list.named(range.file) === list.shown.value) === shown;
  const elsewhere = diagnostics.value.find((diagnostic) => isOf(diagnostic, false));
  if (elsewhere?.range && !diagnostics.value.some((diagnostic) => isOf(diagnostic, true))) goTo(elsewhere.range);
  else editor?.step(by);
}

/** A timeline that was asked of a runner is what the timeline pane shows when it comes. */
function useArrivingTimelines({ runner, view }: Page): void {
  const shown = useRef("");
  useSignalEffect(() => {
    const submission = runner.submission.value;
    const first = submission?.result?.launches.findIndex((launch) => launch.timeline) ?? -1;
    const job = submission?.job?.id ?? "";
    if (first < 0 || shown.current === job) return;
    shown.current = job;
    view.trace.value = `runner ${first}`;
    view.block.value = "";
    view.event.value = -1;
    view.timeWindow.value = null;
  });
}

/** A link pasted into this tab's address bar changes the fragment and loads nothing. */
function useNewLinks(onBroken: (message: string) => void, onOpen: (state: SharedState) => void): void {
  useEffect(() => {
    const follow = () => {
      const link = decodeShare(location.hash.replace(/^#/, ""));
      if (!link) return;
      if (!link.ok) return onBroken(`This link could not be read: ${link.error}. Your own text is untouched.`);
      onOpen(link.value);
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
}
