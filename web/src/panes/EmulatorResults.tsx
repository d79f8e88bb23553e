// SPDX-License-Identifier: Apache-2.0
// What a launch on the tab's emulator showed: findings with both their lines, arrays in a few numbers each, what was
// counted. A count is no time, and none is told but the tab's own.

import { useEffect, useRef } from "preact/hooks";
import type { ArraySummary, ElementText, EmulatorCounts, SeedAnswer } from "../base/emulator";
import { formatBytes, formatCount, formatMilliseconds, formatShape, plural } from "../base/format";
import type { Diagnostic } from "../base/protocol";
import type { EmulatorResult, EmulatorSession } from "../engine/emulator-session";
import { DiagnosticList } from "./DiagnosticsPane";
import { EmulatorTime } from "./EmulatorTime";
import { MemoryAccesses } from "./MemoryAccesses";
import { MemoryTraffic } from "./MemoryTraffic";
import { Output } from "./ResultView";

export function EmulatorResults({ session, result }: { session: EmulatorSession; result: EmulatorResult }) {
  const current = session.text.value;
  const box = useRef<HTMLDivElement>(null);
  // Below a long form a verdict would be out of sight.
  useEffect(() => box.current?.firstElementChild?.scrollIntoView({ block: "nearest" }), [result]);
  return (
    <div ref={box} class={result.text === current ? "result" : "result stale-result"}>
      {result.text !== current && <p class="note">This is of an earlier text.</p>}
      <Verdict result={result} />
      <DiagnosticList
        diagnostics={result.diagnostics}
        fixable={false}
        actions={(diagnostic) => <Stops session={session} result={result} diagnostic={diagnostic} />}
      />
      <Time session={session} result={result} />
      <Arrays result={result} />
      {result.output && <Output text={result.output} />}
      {result.seeds[0] && <Counted seed={result.seeds[0]} />}
      <MemoryTraffic accesses={result.seeds[0]?.accesses ?? []} text={result.text} fileName={result.fileName} />
      <MemoryAccesses accesses={result.seeds[0]?.accesses ?? []} text={result.text} fileName={result.fileName} />
    </div>
  );
}

function Time({ session, result }: { session: EmulatorSession; result: EmulatorResult }) {
  const [seed] = result.seeds;
  if (seed?.whyNoTime) return <p class="note">{`No time is predicted: ${seed.whyNoTime}.`}</p>;
  if (!seed?.time) return null;
  const { time } = seed;
  const cardName = session.cards.value.find(({ card }) => card === time.card)?.name ?? time.card;
  return <EmulatorTime time={time} cardName={cardName} text={result.text} fileName={result.fileName} />;
}

/** Ways into the debugger: to where something was found, of a race to either access. */
function Stops({ session, result, diagnostic }: { session: EmulatorSession; result: EmulatorResult; diagnostic: Diagnostic }) {
  const isRace = diagnostic.id === "data-race";
  return (
    <p class="stops">
      <button onClick={() => void session.debugReport(result, diagnostic, false)}>
        {isRace ? "Stop at the later access" : "Stop there"}
      </button>{" "}
      {isRace && <button onClick={() => void session.debugReport(result, diagnostic, true)}>Stop at the earlier access</button>}
    </p>
  );
}

/** In the words of the command line. */
function Verdict({ result }: { result: EmulatorResult }) {
  const { seeds, settings, diagnostics } = result;
  const failed = seeds.filter(({ ok }) => !ok).length;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const instructions = seeds.reduce((sum, seed) => sum + seed.threadInstructions, 0);
  const differ = Object.keys(result.differing).length;
  const isGood = failed === 0 && errors === 0;
  const words = [
    plural(instructions, "thread instruction"),
    plural(seeds.length, "schedule") + (failed > 0 ? `, ${failed} of them failed` : ""),
    plural(errors, "error"),
    ...(settings.checkRaces && errors === 0 ? ["no race seen"] : []),
  ];
  return (
    <p class="verdict">
      <span class={isGood ? "pill good" : "pill bad"}>{isGood ? "✓ ran" : "✗ found"}</span>
      <span>{words.join(", ")}</span>
      {differ > 0 && <span class="bad-text">{`${differ === 1 ? "an array differs" : `${differ} arrays differ`} between orders`}</span>}
      <span class="quiet">{`${formatMilliseconds(result.milliseconds)} in this tab, not a GPU's time`}</span>
    </p>
  );
}

function Arrays({ result }: { result: EmulatorResult }) {
  if (result.arrays.length === 0) return null;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="arrays after the run">
      <table>
        <caption>
          Arrays <span class="quiet">{`after the run of seed ${result.settings.seed}`}</span>
        </caption>
        <thead>
          <tr>
            {["argument", "type", "least", "largest", "notes", "first elements"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.arrays.map((array) => (
            <tr key={array.argument}>
              <td>
                {array.argument} {array.changed ? <span class="pill">written</span> : <span class="quiet">as it was</span>}
              </td>
              <td class="code">{`${array.dtype} ${formatShape(array.shape)}`}</td>
              <td class="number">{formatElement(array.minimum)}</td>
              <td class="number">{formatElement(array.maximum)}</td>
              <td>{notesOf(array, result.differing[array.argument]).join(", ") || "–"}</td>
              <td class="code">{array.first.map(formatElement).join(" ") + (array.elements > array.first.length ? " …" : "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function notesOf(array: ArraySummary, differsAt: number | undefined): string[] {
  return [
    ...(array.nans > 0 ? [plural(array.nans, "NaN")] : []),
    ...(array.infinities > 0 ? [plural(array.infinities, "infinity", "infinities")] : []),
    ...(array.unwritten > 0 ? [`${formatCount(array.unwritten)} never written`] : []),
    ...(differsAt !== undefined ? [`other bytes under seed ${differsAt}`] : []),
  ];
}

/** Four digits tell enough here; the array itself has all. */
export function formatElement(value: ElementText | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "string" || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(5)));
}

function Counted({ seed }: { seed: SeedAnswer }) {
  const rows = [
    ["thread instructions", formatCount(seed.threadInstructions)],
    ["warp instructions", formatCount(seed.warpInstructions)],
    ...(seed.counts ? countRows(seed.counts) : []),
  ];
  return (
    <table>
      <caption>
        Counted <span class="quiet">{`under seed ${seed.seed}; counts are no times`}</span>
      </caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function countRows(counts: EmulatorCounts): [string, string][] {
  const conflicts = counts.sharedWavefronts - counts.sharedIdeal;
  const conflictShare = counts.sharedIdeal > 0 ? ` (${(counts.sharedWavefronts / counts.sharedIdeal).toFixed(2)} times the ideal)` : "";
  return [
    ["read from global memory", `${formatBytes(32 * counts.globalReadSectors)} in ${plural(counts.globalReadSectors, "sector")}`],
    ["written to global memory", `${formatBytes(32 * counts.globalWriteSectors)} in ${plural(counts.globalWriteSectors, "sector")}`],
    ["turns of shared memory", formatCount(counts.sharedWavefronts) + conflictShare],
    ["of them bank conflicts", formatCount(conflicts)],
    ["local memory", formatBytes(counts.localBytes)],
  ];
}
