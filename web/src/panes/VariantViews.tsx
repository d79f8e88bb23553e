// SPDX-License-Identifier: Apache-2.0
// Two programs in one respect: their texts as A, B or the difference, their numbers in rows of A, B and what became of it. Cycles and
// times are a model's.

import { useEffect, useRef, useState } from "preact/hooks";
import { kernelFigures, unionOf, type Figure } from "../base/figures";
import { formatBytes } from "../base/format";
import { layoutFigures, tilingFigures } from "../base/memory-figures";
import { countFigures, countMlir, countPtx } from "../base/op-counts";
import type { Snapshot } from "../base/protocol";
import { showComparison, type Language } from "../editor/text-comparison";
import type { MachineStage } from "../engine/code-messages";
import type { Fact } from "../engine/variants";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { nameOf } from "./passes";
import { Rows, Scroll } from "./variant-rows";
import { useFact, type Side } from "./variant-sides";
import { VariantTimelines } from "./VariantTimelines";

interface Sides {
  a: Side;
  b: Side;
}

export function VariantView({ theme, ...sides }: Sides & { theme: string }) {
  const { view } = usePage();
  const { part } = view.comparison.value;
  if (part === "source") return <SourceTexts {...sides} />;
  if (part === "ir") return <IrTexts {...sides} />;
  if (part === "cost") return <Cost {...sides} />;
  if (part === "timeline") return <VariantTimelines {...sides} theme={theme} />;
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
        <div class="compared-tables">
          <Rows
            title="Instructions as they stand in the text"
            a={countFigures(countPtx(ofA.value ?? ""))}
            b={countFigures(countPtx(ofB.value ?? ""))}
            changedOnly
          />
        </div>
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
