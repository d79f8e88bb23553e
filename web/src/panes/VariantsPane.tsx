// SPDX-License-Identifier: Apache-2.0
// Variants: programs that were pinned, in a table with what the model says of each, and two of them side by side in every respect. They
// stay with the document and go into links.

import { useState } from "preact/hooks";
import { differenceOf, formatFigure, programFigures, type Figure } from "../base/figures";
import { plural } from "../base/format";
import { countMlir, totalOf } from "../base/op-counts";
import type { Snapshot } from "../base/protocol";
import { mostVariants } from "../base/share";
import { usePage } from "./page";
import { useFact, useSides, type Side } from "./variant-sides";
import { VariantView } from "./VariantViews";
import { comparedParts, comparedWays, type Comparison } from "./view-state";
import { Empty } from "./widgets";
import "./variants.css";

export function VariantsPane({ theme }: { theme: string }) {
  const sides = useSides();
  return (
    <div class="variants">
      <PinBar />
      {sides ? (
        <>
          <VariantTable {...sides} />
          <Compared a={sides.a} b={sides.b} theme={theme} />
        </>
      ) : (
        <Empty>
          Pin the program as it is now, then change it: text, target or choices. Both stand side by side here, in source, IR, PTX, cost,
          timeline and memory. What is pinned stays with this text and goes into its links.
        </Empty>
      )}
    </div>
  );
}

function PinBar() {
  const { workspace, view, announce } = usePage();
  const [name, setName] = useState("");
  const count = workspace.variants.all.value.length;
  const pin = () => {
    const given = name.trim() || `variant ${count + 1}`;
    workspace.pin(given);
    const made = workspace.variants.all.value.at(-1);
    view.comparison.value = { ...view.comparison.value, a: made?.id ?? 0, b: 0 };
    setName("");
    announce(`${given} is pinned as A`);
  };
  return (
    <form
      class="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        pin();
      }}
    >
      <label>
        Name{" "}
        <input
          type="text"
          value={name}
          placeholder={`variant ${count + 1}`}
          maxLength={60}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button>Pin as A</button>
      {count >= mostVariants && <span class="quiet">{`The oldest goes: ${mostVariants} are kept.`}</span>}
    </form>
  );
}

function VariantTable({ a, b, all }: { a: Side; b: Side; all: Side[] }) {
  return (
    <div class="scroll-x variant-table" role="group" aria-label="variants" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>A</th>
            <th>B</th>
            <th>name</th>
            <th>
              <span class="unseen">actions</span>
            </th>
            <th>target</th>
            <th>choices</th>
            <th class="number">predicted time</th>
            <th>to A</th>
            <th>limited by</th>
            <th class="number">shared memory</th>
            <th class="number">registers</th>
            <th class="number">operations of the IR</th>
          </tr>
        </thead>
        <tbody>
          {all.map((side) => (
            <VariantRow key={side.id} side={side} a={a} b={b} />
          ))}
        </tbody>
      </table>
      <p class="note">Times are the cost model's predictions, not a GPU's.</p>
    </div>
  );
}

function VariantRow({ side, a, b }: { side: Side; a: Side; b: Side }) {
  const { workspace, view, announce } = usePage();
  const choose = (which: "a" | "b") => (view.comparison.value = { ...view.comparison.value, [which]: side.id });
  const radio = (which: "a" | "b", chosen: Side) => (
    <td>
      <input
        type="radio"
        name={`compared-${which}`}
        aria-label={`${side.name} as ${which.toUpperCase()}`}
        checked={chosen.id === side.id}
        onChange={() => choose(which)}
      />
    </td>
  );
  return (
    <tr>
      {radio("a", a)}
      {radio("b", b)}
      <td>{side.id === 0 ? <em>now</em> : side.name}</td>
      <td>
        {side.id !== 0 && (
          <>
            <button class="link" aria-label={`open ${side.name}`} onClick={() => workspace.openVariant(side)}>
              Open
            </button>{" "}
            <button
              class="link"
              aria-label={`remove ${side.name}`}
              onClick={() => {
                workspace.unpin(side.id);
                announce(`${side.name} is removed`);
              }}
            >
              Remove
            </button>
          </>
        )}
      </td>
      <td>{side.target}</td>
      <td>{side.tune ? <code>{side.tune}</code> : <span class="quiet">automatic</span>}</td>
      <Figures side={side} a={a} />
    </tr>
  );
}

function Figures({ side, a }: { side: Side; a: Side }) {
  const { value, loading, reason } = useFact(side, "explain");
  const ofA = useFact(a, "explain").value;
  const snapshots = useFact(side, "snapshots").value;
  if (!value)
    return (
      <td colSpan={6} class={loading ? "quiet" : "bad-text variant-reason"}>
        {loading ? "compiling…" : reason}
      </td>
    );
  const figures = programFigures(value);
  const find = (list: Figure[], key: string) => list.find((figure) => figure.key === key);
  const text = (key: string) => {
    const figure = find(figures, key);
    return figure ? formatFigure(figure) : "–";
  };
  const change = side.id === a.id || !ofA ? "" : differenceOf(find(programFigures(ofA), "predicted"), find(figures, "predicted"));
  return (
    <>
      <td class="number">{text("predicted")}</td>
      <td>{change}</td>
      <td>{text("limit")}</td>
      <td class="number">{text("shared")}</td>
      <td class="number">{text("registers")}</td>
      <td class="number">{operationsIn(snapshots)}</td>
    </>
  );
}

/** Of the kernels, after the last pass. */
function operationsIn(snapshots: Snapshot[] | null): string {
  const last = snapshots?.findLast(({ stage }) => stage === "tilegpu") ?? snapshots?.at(-1);
  return last ? String(totalOf(countMlir(last.text, last.stage === "tilegpu" ? undefined : /^\s*tile\.kernel\b/))) : "–";
}

const partNames: Record<Comparison["part"], string> = {
  source: "Source",
  ir: "IR",
  llvm: "LLVM",
  ptx: "PTX",
  cost: "Cost",
  timeline: "Timeline",
  memory: "Memory",
};
const wayNames: Record<Comparison["way"], string> = { a: "A", b: "B", difference: "Difference" };

function Compared({ a, b, theme }: { a: Side; b: Side; theme: string }) {
  const { view } = usePage();
  const comparison = view.comparison.value;
  const change = (next: Partial<Comparison>) => (view.comparison.value = { ...comparison, ...next });
  const isText = ["source", "ir", "llvm", "ptx"].includes(comparison.part);
  return (
    <section class="compared" aria-label="comparison">
      <div class="toolbar">
        <span class="joined" role="group" aria-label="compare">
          {comparedParts.map((part) => (
            <button key={part} aria-pressed={comparison.part === part} onClick={() => change({ part })}>
              {partNames[part]}
            </button>
          ))}
        </span>
        {isText && (
          <span class="joined" role="group" aria-label="show">
            {comparedWays.map((way) => (
              <button key={way} aria-pressed={comparison.way === way} onClick={() => change({ way })}>
                {wayNames[way]}
              </button>
            ))}
          </span>
        )}
        <span class="quiet">{a.id === b.id ? "A and B are the same" : `A: ${a.name}, B: ${b.name}`}</span>
      </div>
      <VariantView a={a} b={b} theme={theme} />
      {a.project.files.length > 1 && <p class="note">{`A has ${plural(a.project.files.length, "file")}.`}</p>}
    </section>
  );
}
