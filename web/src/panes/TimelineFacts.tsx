// SPDX-License-Identifier: Apache-2.0
// What a timeline says in words: what each shape and colour means, how busy who was, and the bubbles by what they waited for.

import { useMemo } from "preact/hooks";
import { formatCount, plural } from "../base/format";
import { nameLine } from "../base/positions";
import type { SourceRange } from "../base/protocol";
import { bufferOf, durationOf, kindOf, kinds, nameOfEvent, rangeOf, type BlockName, type Kind, type Timeline } from "../base/timeline";
import { explainWait, groupBubbles, loadsOf, type Bubble, type RowLoad } from "../base/timeline-bubbles";
import type { BufferColour } from "../base/timeline-colours";
import { overlapOf } from "../base/timeline-overlap";
import { Message } from "./DiagnosticsPane";

const meanings: Record<Kind, string> = {
  run: "runs",
  wait: "waits",
  copy: "copy under way",
  wgmma: "product (tensor cores)",
  store: "store under way",
  barrier: "barrier",
};

export function KindLegend(props: { timeline: Timeline; colours: readonly BufferColour[]; unit: string }) {
  const { timeline, colours } = props;
  const present = useMemo(() => new Set(timeline.kind), [timeline]);
  return (
    <div class="legend">
      <ul aria-label="legend">
        {kinds.map((kind, index) =>
          present.has(index) ? (
            <li key={kind}>
              <span class={`mark mark-${kind}`} aria-hidden="true" /> {meanings[kind]}
            </li>
          ) : null,
        )}
        {colours.map((colour) => (
          <li key={colour.name}>
            <span class={`swatch array-${colour.hue}`} aria-hidden="true" />
            {colour.name}
          </li>
        ))}
      </ul>
      <p class="quiet">{props.unit}</p>
    </div>
  );
}

export const units = {
  cycles: "cycles (model): the interpreter’s latency model, not a GPU’s time",
  ns: "ns: predicted by the emulator’s model of time, in the order of the machine code; not measured",
  steps: "steps: warp instructions of the emulator, all warps side by side; not a GPU’s time",
};

/** What is known of one event. */
export function Readout(props: {
  timeline: Timeline;
  event: number;
  /** Null: the text that it leads to is not at hand. */
  onGo: ((range: SourceRange) => void) | null;
  /** A place in words; left out: its line. */
  place?: (range: SourceRange) => string;
  /** Shows a line of the kernel's PTX; null where there is none to show. */
  onPtx?: ((line: number) => void) | null;
  /** Steps through the launch from the event; null where there is no way there. */
  onDebug?: (() => void) | null;
}) {
  const { timeline, event, onGo, onPtx, onDebug } = props;
  const place = props.place ?? ((range: SourceRange) => nameLine(range, false));
  if (event < 0)
    return (
      <p class="readout quiet" aria-live="polite">
        Point at an event or press an arrow key. Drag to move, Ctrl and the wheel to zoom.
      </p>
    );
  const range = rangeOf(timeline, event);
  const ptxLine = timeline.ptxLine[event] ?? 0;
  const kind = kindOf(timeline, event);
  const buffer = bufferOf(timeline, event);
  const slot = timeline.slot[event] ?? -1;
  const step = timeline.step[event] ?? -1;
  const count = (value: number | undefined) => formatCount(Math.round(value ?? 0));
  const facts = [
    timeline.rows[timeline.row[event] ?? 0]?.name,
    `${count(timeline.begin[event])} to ${count(timeline.end[event])}, ${count(durationOf(timeline, event))} ${timeline.unit}`,
    buffer && (slot >= 0 ? `${buffer}, slot ${slot}` : buffer),
    step >= 0 ? `step ${step}` : "",
  ].filter(Boolean);
  return (
    <p class="readout" aria-live="polite">
      <strong>{nameOfEvent(timeline, event)}</strong> <span class="pill">{kind}</span> {facts.join(" · ")}
      {range && (
        <>
          {" · "}
          {onGo ? (
            <button class="link" onClick={() => onGo(range)}>
              {place(range)}
            </button>
          ) : (
            place(range)
          )}
        </>
      )}
      {ptxLine > 0 && (
        <>
          {" · "}
          {onPtx ? (
            <button class="link" onClick={() => onPtx(ptxLine)}>
              PTX line {ptxLine}
            </button>
          ) : (
            `PTX line ${ptxLine}`
          )}
        </>
      )}
      {onDebug && (
        <>
          {" · "}
          <button class="link" onClick={onDebug}>
            Open in the debugger
          </button>
        </>
      )}
      {kind === "wait" && <span class="quiet block">{explainWait(timeline, event).replaceAll("`", "")}</span>}
    </p>
  );
}

/** In place of bubbles where there are no durations: what the program lets be under way together. */
export function Overlaps(props: { timeline: Timeline; block: BlockName | null }) {
  const { timeline, block } = props;
  const { flights, products, beside } = useMemo(() => overlapOf(timeline, block), [timeline, block?.cluster, block?.block]);
  const told = flights.map(({ name, copies, most }) => `${most} of ${formatCount(copies)} ${name ? `into ${name}` : "unnamed"}`);
  return (
    <div class="overlaps">
      {flights.length > 0 && <p>{`Copies under way at once: up to ${told.join(", ")}.`}</p>}
      {products > 0 && (
        <p>{`${formatCount(beside)} of ${plural(products, "product")} ${beside === 1 ? "has" : "have"} copies under way beside ${products === 1 ? "it" : "them"}.`}</p>
      )}
      <p class="quiet">
        Steps are no time. A copy or a product is drawn until the step at which somebody can’t go on without it, so read here what may be
        under way together and who waits for whom, not how long it takes.
      </p>
    </div>
  );
}

/** Bubbles of fewer than this share of the launch are summed in one line. */
const least = 0.01;

export function Bubbles(props: { timeline: Timeline; block: BlockName | null; onShow: (bubble: Bubble) => void }) {
  const { timeline, block } = props;
  const loads = useMemo(
    () =>
      loadsOf(timeline).filter(({ row }) => {
        const told = timeline.rows[row];
        return !block || (told?.cluster === block.cluster && told.block === block.block);
      }),
    [timeline, block?.cluster, block?.block],
  );
  const groups = useMemo(() => groupBubbles(timeline, loads), [timeline, loads]);
  const nameOf = (row: number) => {
    const load = loads.find((candidate) => candidate.row === row);
    return load ? nameOfLoad(timeline, load, block === null) : "";
  };
  const large = groups.filter((group) => group.share >= least);
  if (loads.length === 0) return null;
  return (
    <div class="scroll-x" role="group" aria-label="table" tabIndex={0}>
      <table class="bubbles">
        <caption>
          Bubbles{" "}
          <span class="quiet">
            {loads.map((load) => `${nameOfLoad(timeline, load, block === null)} busy ${percent(load.share)}`).join(" · ")}
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">who has nothing to do</th>
            <th scope="col">during</th>
            <th scope="col" class="number">
              {timeline.unit}
            </th>
            <th scope="col" class="number">
              share
            </th>
            <th scope="col" class="number">
              times
            </th>
            <th scope="col">the longest</th>
          </tr>
        </thead>
        <tbody>
          {large.map((group) => (
            <tr key={group.key}>
              <td>{nameOf(group.row)}</td>
              <td>{group.label}</td>
              <td class="number">{formatCount(Math.round(group.cycles))}</td>
              <td class="number">{percent(group.share)}</td>
              <td class="number">{formatCount(group.count)}</td>
              <td class="why">
                <button class="link" onClick={() => props.onShow(group.largest)}>
                  show
                </button>{" "}
                {group.largest.wait >= 0 && <Message text={explainWait(timeline, group.largest.wait)} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length > large.length && (
        <p class="note">{`${plural(groups.length - large.length, "other")}, each of less than ${percent(least)} of the launch.`}</p>
      )}
      {large.length === 0 && <p class="note">Nobody who computes waits for long.</p>}
    </div>
  );
}

function nameOfLoad(timeline: Timeline, load: RowLoad, several: boolean): string {
  const told = timeline.rows[load.row];
  if (!told) return "";
  const name = load.multiplies ? "tensor cores" : told.name;
  return several ? `${name} (${told.cluster}/${told.block})` : name;
}

export function percent(share: number): string {
  const value = share * 100;
  return `${value >= 9.95 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}
