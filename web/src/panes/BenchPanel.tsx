// SPDX-License-Identifier: Apache-2.0
// What kernels cost on a runner's device: once, beside what was measured before, or for several values of a constant as a curve. Times are
// a GPU's and are named so; what the emulator counts and the cost model predicts is named for what it is.

import { useSignal } from "@preact/signals";
import { benchUnits, curvesOf, measuredOverPredicted, valueOf, type BenchKernel, type BenchResult, type SweepPoint } from "../base/bench";
import { findConstants, readValues } from "../base/constants";
import { formatCount, plural } from "../base/format";
import type { Device } from "../base/protocol";
import type { Sweep } from "../engine/bench-session";
import { BenchChart } from "./BenchChart";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { saveFile } from "./widgets";
import "./bench.css";

export function BenchPanel({ device }: { device: Device | undefined }) {
  const { workspace, runner } = usePage();
  const { bench } = runner;
  const constant = useSignal("");
  const values = useSignal("");
  const compares = useSignal(false);
  const constants = findConstants(workspace.list.main.value.text);
  const chosen = constants.find(({ name }) => name === constant.value);
  const read = chosen ? readValues(values.value) : [];
  const sweep = bench.sweep.value;
  const last = bench.last.value;
  const baseline = last && runner.runnerAt(last.address) ? last : null;
  const isGood = workspace.compiled.value.value?.ok ?? false;
  const start = () => {
    const input = workspace.current();
    if (!device || !input || typeof read === "string") return;
    void bench.measure(device, input, chosen?.name ?? "", read, !chosen && compares.value && baseline ? baseline.sha256 : null);
  };
  return (
    <details class="bench" open={sweep !== null}>
      <summary>Measure{device ? ` on ${device.id}` : ""}</summary>
      <div class="toolbar">
        <label>
          For values of{" "}
          <select value={chosen?.name ?? ""} onChange={(event) => (constant.value = event.currentTarget.value)}>
            <option value="">nothing: as it is</option>
            {constants.map(({ name, value }) => (
              <option key={name} value={name}>
                {name} (now {value})
              </option>
            ))}
          </select>
        </label>
        {chosen && (
          <label class="grow">
            Values
            <input
              type="text"
              placeholder="64, 128, 256 or 64..512 *2"
              value={values.value}
              aria-invalid={typeof read === "string" && values.value !== ""}
              onInput={(event) => (values.value = event.currentTarget.value)}
            />
          </label>
        )}
        {!chosen && baseline && (
          <label class="check" title={`artifact ${baseline.sha256.slice(0, 16)}…, measured in turn with this one`}>
            <input type="checkbox" checked={compares.value} onChange={(event) => (compares.value = event.currentTarget.checked)} /> beside
            the one measured last
          </label>
        )}
        {bench.busy ? (
          <button onClick={() => bench.stop()}>Stop</button>
        ) : (
          <button disabled={!device || !isGood || typeof read === "string"} onClick={start}>
            {chosen && typeof read !== "string" ? `Measure ${plural(read.length, "value")}` : "Measure"}
          </button>
        )}
      </div>
      {chosen && typeof read === "string" && values.value !== "" && <p class="bad-text">{read}</p>}
      {sweep && <SweepView sweep={sweep} />}
    </details>
  );
}

function SweepView({ sweep }: { sweep: Sweep }) {
  const { constant, device, points, wanted, phase, progress } = sweep;
  const curves = curvesOf(points);
  const failed = points.filter(({ problem }) => problem);
  const [only] = points;
  return (
    <div class="bench-result">
      <p role="status">
        {phase === "running" ? `${points.length} of ${plural(wanted, "measurement")} on ${device.id} ${progress}` : ""}
        {phase === "stopped" ? "Stopped." : ""}
      </p>
      {curves.means && <p class="quiet">{benchUnits[curves.means]}</p>}
      {constant && curves.means && curves.at.length > 1 && (
        <BenchChart curves={curves} constant={constant} unit={curves.means === "emulator" ? "warp instructions" : "µs"} />
      )}
      {constant && curves.means && <PointTable constant={constant} points={points} />}
      {!constant && only?.result && <OnceTable result={only.result} />}
      {failed.map(({ at, problem }) => (
        <p class="bad-text" key={at}>
          {constant ? `${constant} = ${at}: ` : ""}
          <Message text={problem} />
        </p>
      ))}
      {constant && points.length > 0 && (
        <button onClick={() => saveFile("sweep.csv", csvOf(constant, points), "text/csv")}>Save as CSV</button>
      )}
    </div>
  );
}

const told = (value: number | null) => (value === null ? "–" : value >= 100 ? formatCount(Math.round(value)) : value.toPrecision(3));

function PointTable({ constant, points }: { constant: string; points: readonly SweepPoint[] }) {
  const curves = curvesOf(points);
  const sorted = [...points].sort((a, b) => a.at - b.at);
  const names = curves.kernels.map(({ name }) => name);
  const isGpu = curves.means === "gpu";
  const ratio = (point: SweepPoint, name: string) => {
    const kernel = point.result?.kernels.find((each) => each.name === name);
    return kernel && point.result ? measuredOverPredicted(kernel, point.result.means) : null;
  };
  return (
    <div class="scroll-x" role="group" aria-label="measurements" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{constant}</th>
            {names.map((name) => (
              <th scope="col" class="number" key={name}>
                {name}
              </th>
            ))}
            {isGpu && names.map((name) => <th scope="col" class="number" key={`${name}r`}>{`${name}, measured / model`}</th>)}
          </tr>
        </thead>
        <tbody>
          {sorted.map((point, index) => (
            <tr key={point.at}>
              <th scope="row">{point.at}</th>
              {curves.kernels.map(({ name, values }) => (
                <td class="number" key={name}>
                  {told(values[index] ?? null)}
                </td>
              ))}
              {isGpu &&
                names.map((name) => (
                  <td class="number" key={`${name}r`}>
                    {told(ratio(point, name))}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OnceTable({ result }: { result: BenchResult }) {
  const { means, kernels, before } = result;
  const earlier = (kernel: BenchKernel) => before.find(({ name }) => name === kernel.name);
  const change = (kernel: BenchKernel) => {
    const [now, then] = [valueOf(kernel, means), earlier(kernel) ? valueOf(earlier(kernel) as BenchKernel, means) : null];
    return now !== null && then !== null && then > 0 ? now / then : null;
  };
  const hasRatio = kernels.some((kernel) => measuredOverPredicted(kernel, means) !== null);
  return (
    <div class="scroll-x" role="group" aria-label="measurements" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">kernel</th>
            <th scope="col" class="number">
              launches
            </th>
            <th scope="col" class="number">
              now
            </th>
            {before.length > 0 && (
              <>
                <th scope="col" class="number">
                  before
                </th>
                <th scope="col" class="number">
                  now / before
                </th>
              </>
            )}
            {hasRatio && (
              <th scope="col" class="number">
                measured / model
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {kernels.map((kernel) => (
            <tr key={kernel.name}>
              <td class="code">{kernel.name}</td>
              <td class="number">{kernel.launches}</td>
              <td class="number">{told(valueOf(kernel, means))}</td>
              {before.length > 0 && (
                <>
                  <td class="number">{told(earlier(kernel) ? valueOf(earlier(kernel) as BenchKernel, means) : null)}</td>
                  <td class="number">{told(change(kernel))}</td>
                </>
              )}
              {hasRatio && <td class="number">{told(measuredOverPredicted(kernel, means))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {before.length > 0 && means === "gpu" && (
        <p class="quiet">
          A ratio of medians, without a word on noise: <code>tessera bench --baseline</code> says whether a difference is one.
        </p>
      )}
    </div>
  );
}

function csvOf(constant: string, points: readonly SweepPoint[]): string {
  const curves = curvesOf(points);
  const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const unit = curves.means ? benchUnits[curves.means] : "";
  const head = [constant, ...curves.kernels.map(({ name }) => `${name}: ${unit}`)].map(quote).join(",");
  const rows = curves.at.map((at, index) => [at, ...curves.kernels.map(({ values }) => values[index] ?? "")].join(","));
  return `${[head, ...rows].join("\n")}\n`;
}
