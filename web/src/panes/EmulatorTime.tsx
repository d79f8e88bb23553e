// SPDX-License-Identifier: Apache-2.0
// What a launch would take on a card, by the emulator's model of time: how long, what limits it, what warps wait for
// and at which lines. A prediction, and called one.

import type { PredictedTime } from "../base/emulator";
import { formatBytes, formatCount, plural } from "../base/format";
import { usePlaces } from "./page";

export interface EmulatorTimeProps {
  time: PredictedTime;
  cardName: string;
  /** The PTX, and its name in ranges. */
  text: string;
  fileName: string;
}

const percent = (share: number) => `${Math.round(100 * share)} %`;
/** Three digits are more than a model knows. */
export const microsecondsText = (value: number) => `${value < 1000 ? Number(value.toPrecision(3)) : formatCount(Math.round(value))} µs`;
/** What is a smaller part of the warps' cycles is not told. */
const leastShare = 0.01;

export function EmulatorTime({ time, cardName, text, fileName }: EmulatorTimeProps) {
  const [least, most] = time.range;
  const all = Object.values(time.warpCycles).reduce((sum, cycles) => sum + cycles, 0);
  const causes = Object.entries(time.warpCycles)
    .map(([name, cycles]) => ({ name, share: all > 0 ? cycles / all : 0 }))
    .filter(({ share }) => share >= leastShare)
    .sort((a, b) => b.share - a.share);
  const rows: [string, string][] = [
    ["takes", `${microsecondsText(time.microseconds)}, ${microsecondsText(least)} to ${microsecondsText(most)} by the clock`],
    ["clock", `${formatCount(Math.round(time.cycles))} cycles at ${formatCount(Math.round(time.clock))} MHz`],
    ["limited by", `${time.limit}, busy ${percent(time.limitShare)} of the time`],
    [
      "memory",
      `${formatBytes(time.memoryBytes)} at ${formatCount(Math.round(time.memoryBytes / time.microseconds / 1e3))} GB/s; ${formatBytes(time.l2Bytes)} from the L2 cache`,
    ],
    [
      "blocks",
      `${formatCount(time.ctas)} on ${plural(time.processors, "multiprocessor")}, up to ${time.residentCtas} at once on each (${time.residencyLimit})`,
    ],
    ["warps", causes.map(({ name, share }) => `${name} ${percent(share)}`).join(", ")],
    ...(time.doubts ? ([["doubtful", time.doubts]] as [string, string][]) : []),
  ];
  return (
    <>
      <table class="predicted-time">
        <caption>
          Predicted for {cardName}{" "}
          <span class="quiet">
            {`by a model (version ${time.model}), not measured${time.order === "stand-in" ? "; in the order of a stand-in for ptxas, which is less sure than real machine code" : ""}`}
          </span>
        </caption>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Places time={time} text={text} fileName={fileName} />
    </>
  );
}

/** The lines before whose instructions warps stand longest. */
function Places({ time, text, fileName }: Omit<EmulatorTimeProps, "cardName">) {
  const { goTo } = usePlaces();
  const lines = text.split("\n");
  const shown = time.places.slice(0, 8);
  if (shown.length === 0) return null;
  return (
    <table>
      <caption>
        Where warps stand <span class="quiet">of all their cycles</span>
      </caption>
      <tbody>
        {shown.map(({ line, share }) => (
          <tr key={line}>
            <td class="number">{percent(share)}</td>
            <td>
              <button
                class="link"
                onClick={() => goTo({ file: fileName, begin: { line, column: 1 }, end: { line, column: 1 } })}
              >{`line ${line}`}</button>
            </td>
            <td class="code">{lines[line - 1]?.trim() ?? ""}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
