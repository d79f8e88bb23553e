// SPDX-License-Identifier: Apache-2.0
// What a run had to say, from this tab or from a runner: verdict, checks, output, launches, files, the kernels' PTX.

import { formatBytes, formatCount, formatDifference, formatMilliseconds, formatTuple, plural } from "../base/format";
import type { Check, KernelText, LaunchTime, RunAnswer, SourceRange } from "../base/protocol";
import { DiagnosticList } from "./DiagnosticsPane";
import { usePlaces } from "./page";
import { CopyButton, saveFile } from "./widgets";

/** Steps through a launch, by its number; null where there is no way to. */
type DebugLaunch = (index: number) => (() => void) | null;

export function ResultView(props: { result: RunAnswer; here: boolean; onDebug?: DebugLaunch }) {
  const { result, here, onDebug } = props;
  return (
    <div class="result">
      <Verdict result={result} here={here} />
      <DiagnosticList diagnostics={result.diagnostics} fixable={false} />
      <Checks checks={result.checks} />
      <Output text={result.output} />
      <Launches launches={result.launches} here={here} device={result.device} onDebug={onDebug} />
      <Files files={result.files} />
      <Kernels kernels={result.kernels} />
    </div>
  );
}

/** Errors that a run reports and goes on after. */
const FINDINGS = new Set(["data-race", "mbarrier-misuse", "register-in-flight", "unawaited-operation"]);

function Verdict({ result, here }: { result: RunAnswer; here: boolean }) {
  const failed = result.checks.filter((check) => !check.passed).length;
  const found = result.diagnostics.filter(({ severity, id }) => severity === "error" && FINDINGS.has(id)).length;
  const verdict = result.ok
    ? `ran to the end, ${result.checks.length === 0 ? "checked nothing" : `${plural(result.checks.length, "check")} passed`}`
    : failed > 0
      ? `${failed} of ${plural(result.checks.length, "check")} failed`
      : found > 0
        ? `${plural(found, "finding")} in what the kernels do; the numbers may be right by luck`
        : "did not run to the end";
  const where = here ? `${result.device === "emulator" ? "PTX emulator" : "interpreter"}, in this tab` : result.device;
  return (
    <p class="verdict">
      <span class={result.ok ? "pill good" : "pill bad"}>{result.ok ? "✓ ok" : "✗ failed"}</span>
      <span>{verdict}</span>
      <span class="quiet">
        {where} · {formatMilliseconds(result.milliseconds)} in all · peak {formatBytes(result.peakBytes)}
      </span>
      {result.deviceNote && (!here || result.device === "emulator") && <span class="quiet">{result.deviceNote}</span>}
    </p>
  );
}

function Checks({ checks }: { checks: Check[] }) {
  if (checks.length === 0) return null;
  return (
    <div class="scroll-x" role="group" aria-label="table" tabIndex={0}>
      <table class="checks">
        <caption>Checks</caption>
        <thead>
          <tr>
            <th scope="col">line</th>
            <th scope="col">verdict</th>
            <th scope="col" class="number">
              elements
            </th>
            <th scope="col" class="number">
              mismatched
            </th>
            <th scope="col" class="number">
              max absolute
            </th>
            <th scope="col" class="number">
              max relative
            </th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check, index) => (
            <>
              <tr key={index}>
                <td>
                  <Line range={check.range} />
                </td>
                <td class={check.passed ? "good-text" : "bad-text"}>{check.passed ? "✓ passed" : "✗ failed"}</td>
                <td class="number">{formatCount(check.elements)}</td>
                <td class="number">{formatCount(check.mismatched)}</td>
                <td class="number">{formatDifference(check.maxAbsolute)}</td>
                <td class="number">{formatDifference(check.maxRelative)}</td>
              </tr>
              {!check.passed && check.message && (
                <tr key={`${index}m`}>
                  <td colSpan={6}>
                    <pre class="message">{check.message}</pre>
                  </td>
                </tr>
              )}
            </>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ range }: { range: SourceRange | null }) {
  const { goTo, has, place } = usePlaces();
  if (!range) return <>–</>;
  const text = place(range).replace(/^line /, "");
  if (!has(range)) return <>{text}</>;
  return (
    <button class="link" onClick={() => goTo(range)}>
      {text}
    </button>
  );
}

/** More than this is not read on a screen, and would make every other thing on the page slow. */
const shownOutput = 200_000;

export function Output({ text, live }: { text: string; live?: boolean }) {
  const cut = text.length > shownOutput;
  return (
    <div class="output">
      <div class="caption">Output {!live && text && <CopyButton text={text} label="Copy" />}</div>
      {cut && <p class="note">{`The last ${formatCount(shownOutput)} of ${formatCount(text.length)} characters; Copy takes all.`}</p>}
      {text ? (
        <pre tabIndex={0} aria-label="output">
          {cut ? text.slice(-shownOutput) : text}
        </pre>
      ) : (
        <p class="quiet">{live ? "nothing printed so far" : "the program printed nothing"}</p>
      )}
    </div>
  );
}

interface LaunchesProps {
  launches: LaunchTime[];
  here: boolean;
  device: string;
  onDebug: DebugLaunch | undefined;
}

function Launches({ launches, here, device, onDebug }: LaunchesProps) {
  if (launches.length === 0) return null;
  const ways = launches.map((_, index) => onDebug?.(index) ?? null);
  const hasWays = ways.some((way) => way !== null);
  const gpu = launches.every((launch) => launch.timing === "gpu-events");
  const label = gpu ? "GPU time by events" : here ? "CPU time in this tab, not a GPU's" : `CPU time of ${device}, not a GPU's`;
  return (
    <div class="scroll-x" role="group" aria-label="table" tabIndex={0}>
      <table>
        <caption>
          Launches <span class="quiet">{label}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">kernel</th>
            <th scope="col">line</th>
            <th scope="col">grid</th>
            <th scope="col" class="number">
              {launches.some((launch) => launch.samples.length > 1) ? "median" : "time"}
            </th>
            <th scope="col" class="number">
              fastest
            </th>
            <th scope="col" class="number">
              samples
            </th>
            {hasWays && <th scope="col">debugger</th>}
          </tr>
        </thead>
        <tbody>
          {launches.map((launch, index) => (
            <tr key={index}>
              <td class="code">{launch.kernel}</td>
              <td>
                <Line range={launch.range} />
              </td>
              <td class="code">{formatTuple(launch.grid)}</td>
              <td class="number">{formatMilliseconds(median(launch))}</td>
              <td class="number">{formatMilliseconds(launch.samples.length > 0 ? Math.min(...launch.samples) : launch.milliseconds)}</td>
              <td class="number">{Math.max(1, launch.samples.length)}</td>
              {hasWays && (
                <td>
                  <button class="link" disabled={!ways[index]} onClick={() => ways[index]?.()}>
                    Step through
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function median(launch: LaunchTime): number {
  const sorted = [...launch.samples].sort((a, b) => a - b);
  if (sorted.length === 0) return launch.milliseconds;
  const upper = sorted[sorted.length >> 1] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? 0)) / 2;
}

function Files({ files }: { files: Record<string, string> }) {
  const names = Object.keys(files);
  if (names.length === 0) return null;
  return (
    <div>
      <div class="caption">Files that the program wrote</div>
      {names.map((name) => (
        <details key={name}>
          <summary class="code">
            {name} <span class="quiet">{formatBytes(files[name]?.length ?? 0)}</span>
          </summary>
          <div class="row">
            <CopyButton text={files[name] ?? ""} label="Copy" />
            <button onClick={() => saveFile(name.split("/").at(-1) || "file", files[name] ?? "", "text/plain")}>Save</button>
          </div>
          <pre tabIndex={0}>{files[name]}</pre>
        </details>
      ))}
    </div>
  );
}

function Kernels({ kernels }: { kernels: KernelText[] }) {
  const told = kernels.filter((kernel) => kernel.ptx !== undefined || kernel.registers !== undefined);
  if (told.length === 0) return null;
  return (
    <div class="kernels">
      <div class="caption">Kernels</div>
      {told.map((kernel) => (
        <details key={kernel.name} open={told.length === 1}>
          <summary>
            <span class="code">{kernel.name}</span> <span class="quiet">{factsOf(kernel)}</span>
          </summary>
          {kernel.ptx !== undefined && (
            <>
              <div class="row">
                <CopyButton text={kernel.ptx} label="Copy PTX" />
                <button onClick={() => saveFile(`${kernel.name}.ptx`, kernel.ptx ?? "", "text/plain")}>Save</button>
              </div>
              <pre class="ptx" tabIndex={0} aria-label={`PTX of ${kernel.name}`}>
                {kernel.ptx}
              </pre>
            </>
          )}
        </details>
      ))}
    </div>
  );
}

function factsOf(kernel: KernelText): string {
  const facts = [];
  if (kernel.ptx !== undefined) facts.push(`PTX, ${plural(kernel.ptx.split("\n").length, "line")}`);
  if (kernel.registers !== undefined) facts.push(plural(kernel.registers, "register"));
  if (kernel.sharedBytes !== undefined) facts.push(`${formatBytes(kernel.sharedBytes)} shared`);
  if (kernel.spillBytes) facts.push(`${formatBytes(kernel.spillBytes)} spilled`);
  return facts.join(" · ");
}
