// SPDX-License-Identifier: Apache-2.0
// The module after every pass: choose a stage and a pass, walk over those that changed something, compare with any other, see which
// source lines a line came from, and follow a value on its way.

import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { bandsOfText } from "../base/bands";
import { coloursOf } from "../base/colours";
import type { Snapshot } from "../base/protocol";
import { IrViewer, type IrKey, type IrLanguage } from "../editor/ir-viewer";
import { Message } from "./DiagnosticsPane";
import { choose, find, FollowBar, followed, marksOf } from "./follow";
import { useLowered } from "./lowered";
import { bands, rail } from "./options";
import { usePage } from "./page";
import { unlit, type PointedLine } from "./view-state";
import {
  findComparison,
  findPass,
  firstKernelLine,
  lastThatMatters,
  nameOf,
  nextChanged,
  passesOf,
  stopAt,
  stopsOf,
  type Stop,
} from "./passes";
import { PassRail } from "./PassRail";
import { PressureCurve } from "./PressureCurve";
import { CopyButton, Empty, Icon, Outdated } from "./widgets";

const languages: Record<string, IrLanguage> = { llvm: "llvm", ptx: "ptx" };
const noSnapshots: Snapshot[] = [];

export function IrPane() {
  const page = usePage();
  const { workspace, view } = page;
  const snapshots = workspace.snapshots.value;
  const all = snapshots.value ?? noSnapshots;
  const engine = workspace.engineState.value;
  const stages = engine.phase === "ready" ? engine.version.stages : ["tile", "tilegpu"];
  const stage = stages.includes(view.stage.value) ? view.stage.value : (stages[0] ?? "tile");
  const passes = passesOf(all, stage);
  const shown = findPass(passes, view.pass.value);
  const lowered = useLowered(snapshots.value && passes.length === 0 ? stage : null);
  const text = shown?.text ?? lowered.shown?.text ?? null;
  const comparison = shown ? findComparison(all, shown, view.diff.value) : null;
  const stops = useMemo(() => stopsOf(all, stages), [all, stages.join()]);
  const at = stopAt(stops, stage, shown);
  const onGo = (index: number) => goToStop(view, all, stops[index]);
  const drawn = shown ?? lowered.shown;
  const trail = useMemo(() => find(all, drawn, followed.value), [all, drawn, followed.value]);
  useEffect(() => void (view.banded.value = bands.value.value ? drawn : null), [drawn, bands.value.value]);
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // Who walks by keys to a stage whose text is not there yet goes on walking from the list.
    const active = document.activeElement;
    if (text === null && section.current?.contains(active) && active?.closest(".editor"))
      section.current.querySelector<HTMLElement>('.rail-pass[aria-current="true"]')?.focus();
  }, [text === null]);
  const onKey = (key: IrKey): boolean => {
    if (key === "Escape") {
      const follows = followed.value !== null;
      followed.value = null;
      return follows;
    }
    if (key === "d") view.diff.value = view.diff.value ? "" : "previous";
    else if (key === "[" || key === "]") {
      const next = at + (key === "[" ? -1 : 1);
      if (stops[next]?.stage === stage) onGo(next);
    } else {
      const next = nextChanged(stops, at, key === "n" ? 1 : -1);
      if (next >= 0) onGo(next);
      else page.announce(key === "n" ? "no later pass changed anything" : "no earlier pass changed anything");
    }
    return true;
  };

  return (
    <section class="ir" aria-label="IR" ref={section}>
      <IrToolbar stages={stages} stage={stage} passes={passes} shown={shown} all={all} kernels={shown ? [] : lowered.kernels} text={text} />
      {lowered.shown?.reason && <p class="reason">{lowered.shown.reason}</p>}
      {shown?.reason && (
        <p class="reason">
          {shown.reason}
          {shown.changed ? "" : " · changed nothing here"}
        </p>
      )}
      <Outdated view={lowered.shown ? lowered : snapshots} />
      {drawn?.stage === "ptx" && text !== null && <PressureCurve text={text} onGo={(line) => (view.ptxLine.value = line)} />}
      <div class="ir-body">
        {rail.value.value && all.length > 0 && <PassRail all={all} stops={stops} at={at} onGo={onGo} />}
        <div class="ir-text">
          <IrText
            text={text ?? ""}
            original={comparison?.text ?? null}
            shown={drawn}
            hidden={text === null}
            canFollow={shown !== null}
            onKey={onKey}
            marks={drawn ? marksOf(drawn, trail) : []}
          />
          {text === null && (
            <Empty>
              <Message text={lowered.reason ?? whyEmpty(snapshots.error, snapshots.loading)} />
            </Empty>
          )}
          {followed.value && trail && drawn && (
            <FollowBar followed={followed.value} found={trail} shown={drawn} onStop={() => (followed.value = null)} />
          )}
        </div>
      </div>
    </section>
  );
}

function goToStop(view: ReturnType<typeof usePage>["view"], all: Snapshot[], stop: Stop | undefined): void {
  if (!stop) return;
  const passes = passesOf(all, stop.stage);
  view.stage.value = stop.stage;
  if (stop.pass) stepPass(view, passes, passes.indexOf(stop.pass));
  else view.pass.value = "";
}

function whyEmpty(error: string | null, loading: boolean): string {
  if (error) return `No IR: ${error}.`;
  return loading
    ? "Compiling…"
    : "The program's IR after every pass comes here once it compiles; the Diagnostics pane says what is in the way.";
}

interface ToolbarProps {
  stages: string[];
  stage: string;
  passes: Snapshot[];
  shown: Snapshot | null;
  all: Snapshot[];
  /** To choose from, where the stage has kernels in place of passes. */
  kernels: string[];
  text: string | null;
}

function IrToolbar({ stages, stage, passes, shown, all, kernels, text }: ToolbarProps) {
  const { view } = usePage();
  const at = shown ? passes.indexOf(shown) : -1;
  return (
    <div class="toolbar">
      <label>
        Stage
        <select
          value={stage}
          onChange={(event) => {
            view.stage.value = event.currentTarget.value;
            view.pass.value = "";
          }}
        >
          {stages.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <div class="joined" role="group" aria-label="pass">
        <button aria-label="previous pass" title="previous pass ( [ )" disabled={at <= 0} onClick={() => stepPass(view, passes, at - 1)}>
          <Icon shape="back" />
        </button>
        {!rail.value.value && (
          <select
            aria-label="pass"
            value={String(at)}
            disabled={passes.length === 0}
            onChange={(event) => stepPass(view, passes, Number(event.currentTarget.value))}
          >
            {passes.length === 0 && <option value="-1">no passes</option>}
            {passes.map((pass, index) => (
              <option key={index} value={String(index)}>
                {`${pass.changed ? "●" : "○"} ${index + 1} of ${passes.length}  ${pass.pass}`}
              </option>
            ))}
          </select>
        )}
        <button
          aria-label="next pass"
          title="next pass ( ] )"
          disabled={at < 0 || at >= passes.length - 1}
          onClick={() => stepPass(view, passes, at + 1)}
        >
          <Icon shape="forward" />
        </button>
      </div>
      {kernels.length > 1 && (
        <label>
          Kernel
          <select value={view.codeKernel.value} onChange={(event) => (view.codeKernel.value = event.currentTarget.value)}>
            <option value="">all</option>
            {kernels.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        Compare with
        <select value={view.diff.value} disabled={!shown} onChange={(event) => (view.diff.value = event.currentTarget.value)}>
          <option value="">nothing</option>
          <option value="previous">the pass before</option>
          {all.map((other) => (
            <option key={nameOf(all, other)} value={nameOf(all, other)} disabled={other === shown}>
              {nameOf(all, other).replace("/", " · ")}
            </option>
          ))}
        </select>
      </label>
      <span class="spacer" />
      <button
        aria-pressed={rail.value.value}
        title="the list of passes; n and p in the IR walk over those that changed it"
        onClick={rail.toggle}
      >
        Passes
      </button>
      <button aria-pressed={bands.value.value} title="lines in the colour of their source line" onClick={bands.toggle}>
        Line colours
      </button>
      {text !== null && <CopyButton text={text} label="Copy" />}
    </div>
  );
}

function stepPass(view: ReturnType<typeof usePage>["view"], passes: Snapshot[], index: number): void {
  const pass = passes[index];
  // The last pass that matters is named by nothing: it stays that when the program or the pipeline grows.
  if (pass) view.pass.value = pass === lastThatMatters(passes) ? "" : (nameOf(passes, pass).split("/")[1] ?? "");
}

interface IrTextProps {
  text: string;
  original: string | null;
  shown: Snapshot | null;
  hidden: boolean;
  /** The text has values. */
  canFollow: boolean;
  onKey: (key: IrKey) => boolean;
  marks: ReturnType<typeof marksOf>;
}

function IrText(props: IrTextProps) {
  const { workspace, view } = usePage();
  const parent = useRef<HTMLDivElement>(null);
  const viewer = useRef<IrViewer | null>(null);
  const now = useRef(props);
  const openedAt = useRef("");
  now.current = props;

  useEffect(() => {
    if (!parent.current) return;
    const lightSource = (line: number | null) => {
      const { shown } = now.current;
      const span = line === null ? undefined : shown?.sourceLines[line - 1];
      const file = shown?.sourceFiles?.[span?.[2] ?? 0] ?? "";
      view.litSource.value = span && span[0] > 0 ? { file, lines: [span] } : unlit;
    };
    const made = new IrViewer(parent.current, {
      onPointerLine: lightSource,
      onCursor: (line, word) => {
        lightSource(line);
        const { shown, canFollow } = now.current;
        if (shown && canFollow) choose(shown, line - 1, word);
      },
      onKey: (key) => now.current.onKey(key),
    });
    viewer.current = made;
    const stops = [
      effect(() => {
        const kernels = workspace.tilings.value.value ?? [];
        made.colour(kernels.map((kernel) => ({ name: kernel.name, range: kernel.range, colours: coloursOf(kernel) })));
      }),
      effect(() => lightPointed(made, view.pointedSource.value, now.current.shown, true)),
    ];
    return () => {
      for (const stop of stops) stop();
      made.destroy();
    };
  }, []);
  useEffect(() => {
    viewer.current?.show(props.text, props.original, languages[props.shown?.stage ?? ""] ?? "mlir");
    // The host's part stands first and is looked at last. Who types or steps through passes stays where they are.
    const line = firstKernelLine(props.text);
    const kernel = `${props.shown?.stage} ${/@[\w$.]+/.exec(props.text.split("\n")[line - 1] ?? "")?.[0]}`;
    const isNew = props.text !== "" && kernel !== openedAt.current;
    if (isNew) {
      viewer.current?.openAt(line);
      openedAt.current = kernel;
    }
    // Who points at a line while the program is still compiled wants to see its IR as soon as there is some.
    if (viewer.current) lightPointed(viewer.current, view.pointedSource.peek(), props.shown, !isNew);
  }, [props.text, props.original]);
  const banded = bands.value.value ? props.shown : null;
  useEffect(() => viewer.current?.band(banded ? bandsOfText(banded) : []), [banded, props.text]);
  useEffect(() => {
    viewer.current?.mark(props.marks);
    // Who follows a value wants to see it; who has just clicked on one sees it.
    const [first] = props.marks;
    if (first && props.shown !== followed.peek()?.snapshot) viewer.current?.scrollToLine(first.line + 1);
  }, [props.marks.map(({ line, name }) => `${line}${name}`).join(), props.text]);
  const line = view.ptxLine.value;
  useEffect(() => {
    if (line < 1 || props.hidden || props.shown?.stage !== "ptx") return;
    viewer.current?.light([[line, line]]);
    viewer.current?.scrollToLine(line);
  }, [line, props.text, props.hidden]);
  return <div class="editor" ref={parent} hidden={props.hidden} />;
}

/** Lights the IR of the source line that is pointed at. Only the cursor moves the view: a pointer would make it jump. */
function lightPointed(viewer: IrViewer, pointed: PointedLine | null, snapshot: Snapshot | null, moves: boolean): void {
  const lines = pointed && snapshot ? linesFrom(snapshot, pointed.file, pointed.line) : [];
  viewer.light(lines.map((line) => [line, line]));
  if (moves && pointed?.by === "cursor" && lines[0]) viewer.scrollToLine(lines[0]);
}

/** Lines of IR that came from a source line. One-line spans first: a function's own line covers its whole body. */
function linesFrom(snapshot: Snapshot, file: string, line: number): number[] {
  const isOf = (number: number) => {
    const name = snapshot.sourceFiles?.[number] ?? "";
    return name === "" || file === "" || name === file;
  };
  const covering = snapshot.sourceLines.flatMap(([first, last, number = 0], index) =>
    first > 0 && first <= line && line <= last && isOf(number) ? [{ index, size: last - first }] : [],
  );
  const smallest = Math.min(...covering.map((candidate) => candidate.size));
  return covering.filter((candidate) => candidate.size === smallest).map((candidate) => candidate.index + 1);
}
