// SPDX-License-Identifier: Apache-2.0
// A launch stepped through: PTX on the left with where it stands, on the right what is seen there. Every button has a
// key, which works wherever the focus is in here but in a field.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useSignalEffect } from "@preact/signals";
import { describeStop, sameWarp, sourceLinesOf, type DebugView, type Radix, type SourceLine } from "../base/debugger";
import { formatCount, formatMilliseconds } from "../base/format";
import type { SourceRange } from "../base/protocol";
import { PtxListing } from "../editor/ptx-listing";
import type { DebuggerSession } from "../engine/debugger-session";
import { DebuggerBreakpoints } from "./DebuggerBreakpoints";
import { DebuggerAsync } from "./DebuggerAsync";
import { DebuggerRegisters } from "./DebuggerRegisters";
import { DebuggerShared } from "./DebuggerShared";
import { DebuggerAccesses, DebuggerWarps } from "./DebuggerWarps";
import { DiagnosticList, Message } from "./DiagnosticsPane";
import { isOfProgram, PlacesContext, usePage, usePlaces, type Page, type Places } from "./page";
import "./debugger.css";

interface Command {
  keys: string[];
  label: string;
  title: string;
  run: (session: DebuggerSession, listing: PtxListing | null) => unknown;
}

const commands: Command[] = [
  { keys: ["s"], label: "Instruction", title: "the warp's next PTX instruction", run: (session) => session.go("instruction") },
  { keys: ["n"], label: "Line", title: "its next source line", run: (session) => session.go("sourceLine") },
  { keys: ["b"], label: "Barrier", title: "its next barrier, mbarrier, commit or wait", run: (session) => session.go("barrier") },
  { keys: ["u", "Backspace"], label: "Back", title: "the instruction that it executed before", run: (session) => session.go("back") },
  { keys: ["r"], label: "Run", title: "to the next breakpoint, of any warp, or to the end", run: (session) => session.run() },
  { keys: ["R"], label: "Run back", title: "to the last breakpoint before, or to the beginning", run: (session) => session.runBack() },
  {
    keys: ["h"],
    label: "To cursor",
    title: "run until any warp is about to execute the line with the cursor",
    run: (session, listing) => listing && session.go("line", { line: listing.cursorLine }),
  },
  { keys: ["e"], label: "To report", title: "to the first error of this run", run: (session) => session.go("report") },
  { keys: ["0"], label: "Restart", title: "to the first instruction", run: (session) => session.go("goTo", { step: 0 }) },
  { keys: ["w"], label: "Next warp", title: "follow the next warp; the launch does not move", run: (session) => session.followNext(1) },
  { keys: ["W"], label: "Last warp", title: "follow the warp before", run: (session) => session.followNext(-1) },
  {
    keys: ["p"],
    label: "Breakpoint",
    title: "at the line with the cursor, or none any more",
    run: (session, listing) => listing && session.toggleBreakpoint(listing.cursorLine),
  },
];

export function DebuggerView({ session, onLeave }: { session: DebuggerSession; onLeave: () => void }) {
  const page = usePage();
  const listing = useRef<PtxListing | null>(null);
  const [helps, setHelps] = useState(false);
  const places = useMemo<Places>(() => placesOf(session, page, listing), []);
  const view = session.view.value;
  const leave = () => {
    session.leave();
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (event.key === "?") setHelps(!helps);
    const command = commands.find(({ keys }) => keys.includes(event.key));
    if (!command) return;
    event.preventDefault();
    void command.run(session, listing.current);
  };
  return (
    <PlacesContext.Provider value={places}>
      <div class="debugger" role="group" aria-label="debugger" onKeyDown={onKeyDown}>
        <div class="toolbar debugger-bar" role="toolbar" aria-label="steps">
          {commands.map((command) => (
            <button key={command.label} title={command.title} onClick={() => command.run(session, listing.current)}>
              {command.label} <kbd>{command.keys[0]}</kbd>
            </button>
          ))}
          <button aria-expanded={helps} onClick={() => setHelps(!helps)}>
            Keys <kbd>?</kbd>
          </button>
          <button onClick={leave}>Leave</button>
        </div>
        {helps && <Keys />}
        <div class="debugger-text">
          <Listing session={session} listing={listing} />
        </div>
        <div class="debugger-side">
          <StateLine session={session} />
          {session.said.value && <p class="debugger-line note">{session.said.value}</p>}
          {view && <StopLine view={view} />}
          <DebuggerBreakpoints session={session} />
          {view && view.stop.reason !== "end" && <Seen session={session} view={view} />}
        </div>
      </div>
    </PlacesContext.Provider>
  );
}

/** What is seen where the launch stands: at its end the machine is gone. */
function Seen({ session, view }: { session: DebuggerSession; view: DebugView }) {
  const [radix, setRadix] = useState<Radix>("by type");
  const text = session.target.value?.text ?? "";
  return (
    <>
      <DebuggerWarps view={view} onFollow={(warp) => session.go("follow", { cta: warp.cta, warp: warp.warp })} />
      <DebuggerAccesses view={view} />
      <DebuggerRegisters
        view={view}
        before={session.before.value}
        line={text.split("\n")[(view.stop.ptx?.begin.line ?? 0) - 1] ?? ""}
        radix={radix}
        onRadix={setRadix}
        onStep={(step) => session.go("goTo", { step })}
      />
      <DebuggerShared session={session} view={view} radix={radix} />
      <DebuggerAsync view={view} />
    </>
  );
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.closest(".cm-panel") !== null);

function placesOf(session: DebuggerSession, page: Page, listing: { current: PtxListing | null }): Places {
  const isPtx = (range: SourceRange) => range.file === session.target.peek()?.fileName;
  const short = ({ file, begin }: SourceRange) => `${file.slice(file.lastIndexOf("/") + 1)}:${begin.line}`;
  return {
    has: (range) => isPtx(range) || isOfProgram(page, range),
    goTo: (range) => (isPtx(range) ? listing.current?.goTo(range.begin.line) : page.goTo(range)),
    place: short,
    spot: (range) => `${short(range)}:${range.begin.column}`,
    fix: () => undefined,
  };
}

function Listing({ session, listing }: { session: DebuggerSession; listing: { current: PtxListing | null } }) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const made = new PtxListing(parent.current, session.target.peek()?.text ?? "", (line) => session.toggleBreakpoint(line));
    listing.current = made;
    made.focus();
    return () => {
      listing.current = null;
      made.destroy();
    };
  }, []);
  useSignalEffect(() => {
    const view = session.view.value;
    const target = session.target.value;
    const breakpoints = session.breakpoints.value;
    if (!target) return;
    listing.current?.show(target.text);
    const followed = view?.warps.find((warp) => sameWarp(warp, view.followed));
    listing.current?.mark({
      current: view?.stop.ptx?.begin.line ?? null,
      others: followed?.fragments.map(({ line }) => line) ?? [],
      breakpoints: breakpoints.flatMap(({ line, source, condition }) => {
        const lines = source ? ptxLinesOf(target.text, source) : [line];
        return lines.map((each) => ({ line: each, isConditional: condition.trim() !== "", isOfSource: source !== undefined }));
      }),
    });
  });
  return <div class="debugger-listing" ref={parent} />;
}

/** Where a line of the source begins, read off the text once. */
function ptxLinesOf(text: string, { file, line }: SourceLine): number[] {
  if (linesOfText?.text !== text) linesOfText = { text, lines: sourceLinesOf(text) };
  return linesOfText.lines.find(({ source }) => source.file === file && source.line === line)?.ptxLines ?? [];
}
let linesOfText: { text: string; lines: ReturnType<typeof sourceLinesOf> } | null = null;

function Keys() {
  return (
    <div class="debugger-keys scroll-x" tabIndex={0} role="region" aria-label="keys of the debugger">
      <table>
        <tbody>
          {commands.map(({ keys, label, title }) => (
            <tr key={label}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{key} </kbd>
                ))}
              </th>
              <td>{label}</td>
              <td class="quiet">{title}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <kbd>i </kbd>
            </th>
            <td>Explain</td>
            <td class="quiet">the opcode with the cursor</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function StateLine({ session }: { session: DebuggerSession }) {
  const state = session.state.value;
  if (state.phase === "loading")
    return <p class="debugger-line quiet">{`loading the emulator: ${Math.round((100 * state.received) / Math.max(1, state.total))} %`}</p>;
  if (state.phase === "working") return <Working session={session} instructions={state.instructions} since={state.startedAt} />;
  if (state.phase === "failed")
    return (
      <p class="verdict debugger-line" role="alert">
        <span class="pill bad">✗ not there</span> <Message text={state.message} />
      </p>
    );
  return null;
}

/** Short replays come and go without a word; a long one tells how far it is and can be ended. */
function Working({ session, instructions, since }: { session: DebuggerSession; instructions: number; since: number }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <p class="verdict debugger-line">
      <span class="pill">replaying</span>
      <span>{`${formatCount(instructions)} instructions in ${formatMilliseconds(performance.now() - since)}`}</span>
      <button onClick={() => session.stop()}>Stop</button>
    </p>
  );
}

function StopLine({ view }: { view: DebugView }) {
  const { goTo, has, place } = usePlaces();
  const { stop } = view;
  const { source } = stop;
  return (
    <section class="debugger-stop" aria-label="where it stands">
      <p role="status">
        <span class={stop.reason === "fault" ? "pill bad" : stop.reason === "end" ? "pill" : "pill good"}>{stop.reason}</span>{" "}
        <span class="stop-words">{describeStop(view)}</span>{" "}
        {source &&
          (has(source) ? (
            <button class="link place" onClick={() => goTo(source)}>
              {place(source)}
            </button>
          ) : (
            <span class="place quiet">{place(source)}</span>
          ))}
        {stop.waitsFor && (
          <span class="waits">
            {" It waits for "}
            <Message text={stop.waitsFor} />.
          </span>
        )}
      </p>
      {stop.upcoming.length > 0 && stop.reason === "reached" && (
        <>
          <p class="bad-text">This instruction is about to be reported:</p>
          <DiagnosticList diagnostics={stop.upcoming} fixable={false} />
        </>
      )}
      {stop.diagnostics.length > 0 && (
        <details open={stop.reason !== "reached"}>
          <summary>{stop.reason === "reached" ? "Reported before" : "Reported"}</summary>
          <DiagnosticList diagnostics={stop.diagnostics} fixable={false} />
        </details>
      )}
    </section>
  );
}
