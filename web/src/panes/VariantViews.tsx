// SPDX-License-Identifier: Apache-2.0
// Two programs in one respect: their texts as A, B or the difference, their numbers in rows of A, B and what became of it. Cycles and
// times are a model's.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { alignFigures, differenceOf, formatFigure, kernelFigures, unionOf, type Figure } from "../base/figures";
import { formatBytes } from "../base/format";
import { layoutFigures, tilingFigures } from "../base/memory-figures";
import { countFigures, countMlir, countPtx } from "../base/op-counts";
import type { LaunchTime, Snapshot } from "../base/protocol";
import { changesOf, summarize } from "../base/timeline-compare";
import { showComparison, type Language } from "../editor/text-comparison";
import type { MachineStage } from "../engine/code-messages";
import type { Fact } from "../engine/variants";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { nameOf } from "./passes";
import { useFact, useTimelines, type Side } from "./variant-sides";

interface Sides {
  a: Side;
  b: Side;
}

export function VariantView(sides: Sides) {
  const { view } = usePage();
  const { part } = view.comparison.value;
  if (part === "source") return <SourceTexts {...sides} />;
  if (part === "ir") return <IrTexts {...sides} />;
  if (part === "cost") return <Cost {...sides} />;
  if (part === "timeline") return <Timelines {...sides} />;
  if (part === "memory") return <Memory {...sides} />;
  return <MachineTexts {...sides} stage={part} />;
}

/** Why a side has nothing to show, or null. */
function Missing({ name, fact }: { name: string; fact: Fact<unknown> }) {
  if (fact.value !== null) return null;
  return (
    <p class="note">
      {name}: {fact.loading ? "compiling…" : <Message text={fact.reason} />}
    </p>
  );
}

function SourceTexts({ a, b }: Sides) {
  const [file, setFile] = useState("");
  const paths = unionOf(pathsOf(a), pathsOf(b));
  const path = paths.includes(file) ? file : a.project.main;
  const textOf = (side: Side) =>
    side.project.files.find((each) => each.path === path)?.text ??
    (side.project.files.length === 1 ? side.project.files[0]?.text : "") ??
    "";
  return (
    <>
      {paths.length > 1 && <Choice label="File" values={paths} chosen={path} onChoose={setFile} />}
      <Texts language="python" a={textOf(a)} b={textOf(b)} label="source" />
    </>
  );
}

function pathsOf({ project }: Side): string[] {
  return project.files.map(({ path }) => path);
}

function IrTexts({ a, b }: Sides) {
  const [pass, setPass] = useState("");
  const [ofA, ofB] = [useFact(a, "snapshots"), useFact(b, "snapshots")];
  const names = unionOf(namesOf(ofA.value), namesOf(ofB.value));
  const chosen = names.includes(pass) ? pass : (names.at(-1) ?? "");
  return (
    <>
      {names.length > 0 && <Choice label="After" values={names} chosen={chosen} onChoose={setPass} />}
      <Missing name="A" fact={ofA} />
      <Missing name="B" fact={ofB} />
      <Texts language="mlir" a={textAfter(ofA.value, chosen)} b={textAfter(ofB.value, chosen)} label={`IR after ${chosen}`} />
    </>
  );
}

function namesOf(snapshots: Snapshot[] | null): string[] {
  return (snapshots ?? []).map((snapshot) => nameOf(snapshots ?? [], snapshot));
}

/** Null where that side never had this pass. */
function textAfter(snapshots: Snapshot[] | null, name: string): string | null {
  return snapshots?.find((snapshot) => nameOf(snapshots, snapshot) === name)?.text ?? null;
}

const noFact: Fact<string> = { value: null, loading: false, reason: "Nothing is compiled yet." };

function MachineTexts({ a, b, stage }: Sides & { stage: MachineStage }) {
  const { workspace } = usePage();
  const factOf = ({ input }: Side) => (input ? workspace.variants.text(input, stage).value : noFact);
  const [ofA, ofB] = [factOf(a), factOf(b)];
  const state = workspace.code?.state.value;
  const count = stage === "ptx" && ofA.value !== null && ofB.value !== null;
  return (
    <>
      {state?.phase === "loading" && (
        <p class="note">{`Loading the code generator: ${formatBytes(state.received)} of ${formatBytes(state.total)}`}</p>
      )}
      <Missing name="A" fact={ofA} />
      <Missing name="B" fact={ofB} />
      <Texts language={stage} a={ofA.value} b={ofB.value} label={stage === "ptx" ? "PTX" : "LLVM IR"} />
      {count && (
        <Rows
          title="Instructions as they stand in the text"
          a={countFigures(countPtx(ofA.value ?? ""))}
          b={countFigures(countPtx(ofB.value ?? ""))}
          changedOnly
        />
      )}
    </>
  );
}

interface TextsProps {
  language: Language;
  a: string | null;
  b: string | null;
  label: string;
}

function Texts({ language, a, b, label }: TextsProps) {
  const { view } = usePage();
  const { way } = view.comparison.value;
  const parent = useRef<HTMLDivElement>(null);
  const shownA = way === "b" ? null : a;
  const shownB = way === "a" ? null : b;
  const isEqual = way === "difference" && a !== null && a === b;
  useEffect(() => {
    const element = parent.current;
    if (!element || (shownA === null && shownB === null)) return;
    return showComparison(element, { language, a: shownA, b: shownB, wide: element.clientWidth > 900, label });
  }, [language, shownA, shownB, label]);
  return (
    <>
      {isEqual && <p class="note">Both are the same.</p>}
      {(shownA !== null || shownB !== null) && <div class="compared-text" ref={parent} />}
    </>
  );
}

function Choice(props: { label: string; values: string[]; chosen: string; onChoose: (value: string) => void }) {
  return (
    <label class="compared-choice">
      {props.label}{" "}
      <select value={props.chosen} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        {props.values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  );
}

/** A table of figures: A, B and the difference. */
function Rows(props: { title: ComponentChildren; a: Figure[]; b: Figure[]; changedOnly?: boolean }) {
  const all = alignFigures(props.a, props.b);
  const rows = props.changedOnly ? all.filter((row, at) => at === 0 || differenceOf(row.a, row.b) !== "same") : all;
  return (
    <table class="compared-rows">
      <caption>{props.title}</caption>
      <thead>
        <tr>
          <td />
          <th class="number">A</th>
          <th class="number">B</th>
          <th>difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, a, b }, index) => {
          const difference = differenceOf(a, b);
          return (
            <tr key={index}>
              <th scope="row">{label}</th>
              <td class="number">{a ? formatFigure(a) : "–"}</td>
              <td class="number">{b ? formatFigure(b) : "–"}</td>
              <td class={difference === "same" || difference === "–" ? "quiet" : ""}>{difference}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Scroll(props: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll-x compared-tables" role="group" aria-label={props.label} tabIndex={0}>
      {props.children}
    </div>
  );
}

function Cost({ a, b }: Sides) {
  const [ofA, ofB] = [useFact(a, "explain"), useFact(b, "explain")];
  const [irOfA, irOfB] = [useFact(a, "snapshots"), useFact(b, "snapshots")];
  const find = (fact: typeof ofA, name: string) => fact.value?.kernels.find((kernel) => kernel.name === name);
  const names = unionOf(ofA.value?.kernels.map(({ name }) => name) ?? [], ofB.value?.kernels.map(({ name }) => name) ?? []);
  const figures = (fact: typeof ofA, name: string) => {
    const kernel = find(fact, name);
    return kernel ? kernelFigures(kernel) : [];
  };
  const cards = unionOf([ofA.value?.card ?? ""], [ofB.value?.card ?? ""]).filter((card) => card !== "");
  return (
    <Scroll label="cost of A and B">
      <Missing name="A" fact={ofA} />
      <Missing name="B" fact={ofB} />
      <p class="note">{`By the cost model, for ${cards.join(" and ")}: predictions, not times of a GPU.`}</p>
      {names.map((name) => (
        <Rows key={name} title={<code>{name}</code>} a={figures(ofA, name)} b={figures(ofB, name)} />
      ))}
      {irOfA.value && irOfB.value && (
        <Rows
          title="Operations of the scheduled IR, as they stand in it"
          a={operations(irOfA.value)}
          b={operations(irOfB.value)}
          changedOnly
        />
      )}
    </Scroll>
  );
}

function operations(snapshots: Snapshot[]): Figure[] {
  return countFigures(countMlir(snapshots.findLast(({ stage }) => stage === "tilegpu")?.text ?? ""));
}

function Memory({ a, b }: Sides) {
  const [tilesOfA, tilesOfB] = [useFact(a, "tilings"), useFact(b, "tilings")];
  const [ofA, ofB] = [useFact(a, "layouts"), useFact(b, "layouts")];
  const names = unionOf(unionOf(kernelsIn(tilesOfA.value), kernelsIn(tilesOfB.value)), unionOf(kernelsIn(ofA.value), kernelsIn(ofB.value)));
  const figures = (tiles: typeof tilesOfA, layouts: typeof ofA, name: string): Figure[] => {
    const tiling = tiles.value?.find((kernel) => kernel.name === name);
    const layout = layouts.value?.find((kernel) => kernel.name === name);
    return [...(tiling ? tilingFigures(tiling) : []), ...(layout ? layoutFigures(layout) : [])];
  };
  return (
    <Scroll label="memory of A and B">
      <Missing name="A" fact={tilesOfA} />
      <Missing name="B" fact={tilesOfB} />
      {names.map((name) => (
        <Rows key={name} title={<code>{name}</code>} a={figures(tilesOfA, ofA, name)} b={figures(tilesOfB, ofB, name)} />
      ))}
    </Scroll>
  );
}

function kernelsIn(kernels: { name: string }[] | null): string[] {
  return (kernels ?? []).map(({ name }) => name);
}

function Timelines({ a, b }: Sides) {
  const [ofA, ofB] = [useTimelines(a), useTimelines(b)];
  const launches = Math.min(ofA?.value?.length ?? 0, ofB?.value?.length ?? 0);
  return (
    <Scroll label="timelines of A and B">
      <RunOne name="A" side={a} fact={ofA} />
      {b.id !== a.id && <RunOne name="B" side={b} fact={ofB} />}
      {Array.from({ length: launches }, (_, at) => {
        const [first, second] = [ofA?.value?.[at], ofB?.value?.[at]];
        return first && second && <TimelineRows key={at} a={first} b={second} />;
      })}
    </Scroll>
  );
}

function RunOne({ name, side, fact }: { name: string; side: Side; fact: Fact<LaunchTime[]> | null }) {
  const { workspace } = usePage();
  const { input } = side;
  if (fact?.value) return null;
  if (fact?.loading)
    return (
      <p class="note">
        {`${name} runs… `}
        <button onClick={() => input && workspace.variants.cancelRun(input)}>Cancel</button>
      </p>
    );
  return (
    <p class="note">
      {name}: {fact ? <Message text={fact.reason} /> : "its timeline comes from a run in this tab."}{" "}
      {!fact && (
        <button disabled={!input} onClick={() => input && void workspace.variants.run(input)}>
          {`Run ${name}`}
        </button>
      )}
    </p>
  );
}

function TimelineRows({ a, b }: { a: LaunchTime; b: LaunchTime }) {
  if (!a.timeline || !b.timeline) return null;
  const [before, after] = [summarize(a.timeline), summarize(b.timeline)];
  const figure = (key: string, label: string, unit: Figure["unit"], value: number): Figure => ({ key, label, unit, value, word: "" });
  const waits = changesOf(before, after, 0.005);
  const figures = (summary: typeof before, side: "before" | "after") => [
    figure("length", "cycles (model)", "count", summary.length),
    figure("busy", "tensor cores busy", "share", summary.busy),
    figure("blocks", "blocks recorded", "count", summary.blocks),
    ...waits.map((change) => figure(`wait ${change.label}`, `waiting: ${change.label}`, "share", change[side])),
  ];
  const title = a.kernel === b.kernel ? a.kernel : `${a.kernel}, ${b.kernel}`;
  return <Rows title={<code>{title}</code>} a={figures(before, "before")} b={figures(after, "after")} />;
}
