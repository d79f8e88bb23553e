// SPDX-License-Identifier: Apache-2.0
// PTX of anybody, run thread by thread in this tab: the text on the left, on the right the launch as a form and what
// came of it. What is found points at the PTX's line, and at the source's where the text has `.loc`.

import { useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount, formatMilliseconds } from "../base/format";
import { nameLine } from "../base/positions";
import type { Diagnostic, SourceRange } from "../base/protocol";
import { PtxEditor } from "../editor/ptx-editor";
import type { EmulatorSession } from "../engine/emulator-session";
import { sameProgram } from "../engine/runner-session";
import { DebuggerView } from "./DebuggerView";
import { DiagnosticList, Message } from "./DiagnosticsPane";
import { EmulatorForm } from "./EmulatorForm";
import { EmulatorResults } from "./EmulatorResults";
import { PressureCurve } from "./PressureCurve";
import { isOfProgram, PlacesContext, usePage, type Page, type Places } from "./page";
import { useLaunches } from "./program-launches";

const lookDelay = 400;

export function EmulatorPane({ session }: { session: EmulatorSession }) {
  const page = usePage();
  const editor = useRef<PtxEditor | null>(null);
  const places = useMemo<Places>(() => placesOf(session, page, editor), []);
  const pane = useRef<HTMLDivElement>(null);
  // The button that led into the debugger is gone: who leaves it stands at the beginning of the pane.
  const [hasLeft, setLeft] = useState(0);
  useEffect(() => {
    if (hasLeft > 0) pane.current?.querySelector<HTMLElement>(".debug-button")?.focus();
  }, [hasLeft]);
  if (session.stepper.target.value) return <DebuggerView session={session.stepper} onLeave={() => setLeft(hasLeft + 1)} />;
  return (
    <PlacesContext.Provider value={places}>
      <div class="emulator" ref={pane}>
        <div class="emulator-text">
          <Origins session={session} />
          {/* Not while the text can't be read: it would be half of it. */}
          {session.form.value && (
            <PressureCurve
              text={session.text.value}
              function={session.form.value.entry}
              onGo={(line) => editor.current?.goTo(lineOf(session.fileName.value, line))}
            />
          )}
          <PtxText session={session} editor={editor} />
        </div>
        <div class="emulator-side">
          <Complaints diagnostics={session.complaints.value} />
          {session.form.value ? (
            <EmulatorForm session={session} form={session.form.value} />
          ) : (
            session.complaints.value.length === 0 && (
              <p class="emulator-hint quiet">
                Paste or open PTX of any compiler for sm_80 or sm_90a: nvcc's, Triton's, clang's, this one's. It runs here, thread by
                thread, every access checked, and nothing of it leaves the tab.
              </p>
            )
          )}
          <StateLine session={session} />
          {session.result.value && <EmulatorResults session={session} result={session.result.value} />}
        </div>
      </div>
    </PlacesContext.Provider>
  );
}

function placesOf(session: EmulatorSession, page: Page, editor: { current: PtxEditor | null }): Places {
  const isPtx = (range: SourceRange) => range.file === session.fileName.value;
  return {
    has: (range) => isPtx(range) || isOfProgram(page, range),
    goTo: (range) => (isPtx(range) ? editor.current?.goTo(range) : page.goTo(range)),
    place: (range) => nameLine(range, true),
    spot: ({ file, begin }) => `${file.slice(file.lastIndexOf("/") + 1)}:${begin.line}:${begin.column}`,
    fix: () => undefined,
  };
}

function lineOf(file: string, line: number): SourceRange {
  return { file, begin: { line, column: 1 }, end: { line, column: 1 } };
}

/** Where PTX comes from, but for the keyboard: files, and kernels that a runner has sent back. */
function Origins({ session }: { session: EmulatorSession }) {
  const { runner, workspace } = usePage();
  const submission = runner.submission.value;
  const kernels = (submission?.result?.kernels ?? []).filter(({ ptx }) => ptx);
  const launches = useLaunches();
  // The launches at hand are those of the program at hand.
  const offer = submission && sameProgram(submission.input, workspace.input.value) ? launches : undefined;
  const open = async (files: FileList | null) => {
    for (const file of files ?? []) await openEmulatorFile(session, file);
  };
  return (
    <div class="toolbar">
      <label class="file-button">
        Open .ptx or .npy…
        <input
          type="file"
          accept=".ptx,.npy"
          multiple
          onChange={(event) => {
            void open(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
      </label>
      {kernels.map(({ name, ptx }) => (
        <button key={name} onClick={() => void session.open(`${name}.ptx`, ptx ?? "", offer)}>
          {`PTX of ${name}`}
        </button>
      ))}
      {kernels.length === 0 && <OwnKernels session={session} />}
      <span class="quiet">{session.fileName.value}</span>
    </div>
  );
}

/** The program's own kernels, whose PTX this tab makes. */
function OwnKernels({ session }: { session: EmulatorSession }) {
  const { workspace } = usePage();
  const offer = useLaunches();
  const [told, setTold] = useState("");
  const compiled = workspace.compiled.value.value;
  if (!workspace.code || !compiled?.ok) return null;
  const take = async (name: string) => {
    setTold("making its PTX…");
    const answer = await workspace.lower("ptx", name);
    const text = answer !== null && typeof answer !== "string" ? answer.kernels[0]?.text : null;
    if (text) await session.open(`${name}.ptx`, text, offer);
    setTold(text || answer === null ? "" : typeof answer === "string" ? answer : (answer.diagnostics[0]?.message ?? "it has no code"));
  };
  return (
    <>
      {compiled.kernels.map((name) => (
        <button key={name} onClick={() => void take(name)}>
          {`PTX of ${name}`}
        </button>
      ))}
      {told && <Message text={told} />}
    </>
  );
}

/** A text becomes the text, an array a file that arguments may name. */
export async function openEmulatorFile(session: EmulatorSession, file: File): Promise<void> {
  if (file.name.endsWith(".npy")) session.addFile(file.name, new Uint8Array(await file.arrayBuffer()));
  else await session.open(file.name, await file.text());
}

function PtxText({ session, editor }: { session: EmulatorSession; editor: { current: PtxEditor | null } }) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const made = new PtxEditor(parent.current, session.text.peek(), (text) => {
      session.text.value = text;
      clearTimeout(timer);
      timer = setTimeout(() => void session.look(), lookDelay);
    });
    editor.current = made;
    return () => {
      clearTimeout(timer);
      editor.current = null;
      made.destroy();
    };
  }, []);
  useSignalEffect(() => {
    const text = session.text.value;
    const result = session.result.value;
    const found = result?.text === text ? result.diagnostics.map(atPtx(session.fileName.value)) : [];
    const made = editor.current;
    if (!made) return;
    made.show(text);
    made.underline([...session.complaints.value, ...found], session.fileName.value);
  });
  return <div class="emulator-editor" ref={parent} />;
}

/** A finding at a source line is underlined at the PTX line that its notes name. */
function atPtx(fileName: string): (diagnostic: Diagnostic) => Diagnostic {
  return (diagnostic) => {
    if (diagnostic.range?.file === fileName) return diagnostic;
    const note = diagnostic.notes.find(({ range }) => range?.file === fileName);
    return note ? { ...diagnostic, range: note.range } : diagnostic;
  };
}

function Complaints({ diagnostics }: { diagnostics: Diagnostic[] }) {
  return diagnostics.length > 0 ? <DiagnosticList diagnostics={diagnostics} fixable={false} /> : null;
}

function StateLine({ session }: { session: EmulatorSession }) {
  const state = session.state.value;
  if (state.phase === "idle") return null;
  if (state.phase === "loading")
    return <p class="emulator-hint quiet">{`loading the emulator: ${Math.round((100 * state.received) / Math.max(1, state.total))} %`}</p>;
  if (state.phase === "running")
    return (
      <p class="verdict emulator-hint">
        <span class="pill">running</span>
        <span>{`order ${state.done + 1} of ${formatCount(state.of)}, seed ${state.seed}`}</span>
        <Elapsed since={state.startedAt} />
        <button onClick={() => session.stop()}>Stop</button>
      </p>
    );
  const where = state.phase === "refused" && state.argument !== null ? `argument ${state.argument}: ` : "";
  return (
    <p class="verdict emulator-hint" role="alert">
      <span class="pill bad">{state.phase === "refused" ? "✗ not run" : "✗ ended"}</span>
      <Message text={where + state.message} />
    </p>
  );
}

function Elapsed({ since }: { since: number }) {
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const tell = () => shown.current && (shown.current.textContent = formatMilliseconds(Math.max(0, performance.now() - since)));
    const timer = setInterval(tell, 200);
    return () => clearInterval(timer);
  }, [since]);
  return <span class="quiet" ref={shown} />;
}

/** For the tab: how the last run ended. */
export function emulatorBadge(session: EmulatorSession): { badge: string; badgeKind: "good" | "bad" | "quiet" } | null {
  if (session.state.value.phase === "running") return { badge: "…", badgeKind: "quiet" };
  const result = session.result.value;
  if (!result) return null;
  const isGood = result.seeds.every(({ ok }) => ok);
  return { badge: isGood ? "✓" : "✗", badgeKind: isGood ? "good" : "bad" };
}
