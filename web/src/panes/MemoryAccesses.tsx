// SPDX-License-Identifier: Apache-2.0
// Memory, instruction by instruction: how many sectors or turns each access of a warp takes, and how many it would at
// best, by the addresses of the run. What loses most stands first.

import { rowsOf, type AccessCount, type AccessRow } from "../base/accesses";
import { formatBytes, formatCount } from "../base/format";
import type { SourceRange } from "../base/protocol";
import { usePlaces } from "./page";

export interface MemoryAccessesProps {
  accesses: AccessCount[];
  /** The PTX, and its name in ranges. */
  text: string;
  fileName: string;
}

/** What is told as a loss: less is rounding at the ends of arrays. */
const worthTelling = 1.05;
const kinds = {
  global: { name: "global", unit: "sector" },
  shared: { name: "shared", unit: "turn" },
  local: { name: "local", unit: "byte" },
};

export function MemoryAccesses({ accesses, text, fileName }: MemoryAccessesProps) {
  const rows = rowsOf(accesses);
  if (rows.length === 0) return null;
  const lines = text.split("\n");
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="memory, access by access">
      <table>
        <caption>
          Memory, access by access{" "}
          <span class="quiet">
            by the addresses of this run: sectors of 32 bytes, turns of 32 banks; at best means side by side, without conflicts
          </span>
        </caption>
        <thead>
          <tr>
            {["PTX line", "source", "memory", "warps’ accesses", "each takes", "at best", "verdict"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.line}${row.kind}`} row={row} instruction={lines[row.line - 1]?.trim() ?? ""} fileName={fileName} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, instruction, fileName }: { row: AccessRow; instruction: string; fileName: string }) {
  const { goTo, has } = usePlaces();
  const { kind, requests } = row;
  const { name, unit } = kinds[kind];
  const place: SourceRange = { file: fileName, begin: { line: row.line, column: 1 }, end: { line: row.line, column: 1 } };
  return (
    <tr>
      <td class="code">
        <button class="link" onClick={() => goTo(place)} title={instruction}>
          {row.line}
        </button>{" "}
        {instruction.replace(/^@!?%\w+\s+/, "").split(/\s/)[0]}
      </td>
      <td>
        {row.source && has(row.source) ? (
          <button class="link" onClick={() => row.source && goTo(row.source)}>
            {row.source.begin.line}
          </button>
        ) : (
          (row.source?.begin.line ?? "–")
        )}
      </td>
      <td>{name}</td>
      <td class="number">{formatCount(requests)}</td>
      <td class="number">
        {kind === "local" ? formatBytes(row.perRequest) : `${round(row.perRequest)} ${unit}${row.perRequest === 1 ? "" : "s"}`}
      </td>
      <td class="number">{kind === "local" ? "–" : round(row.ideal / Math.max(1, requests))}</td>
      <td>{verdictOf(row)}</td>
    </tr>
  );
}

function verdictOf(row: AccessRow) {
  if (row.kind === "local") return <span class="bad-text">spilled, or an array of the thread&rsquo;s own</span>;
  if (row.factor < worthTelling) return <span class="quiet">as good as it can be</span>;
  return <span class="bad-text">{`${round(row.factor)} times ${row.kind === "global" ? "the bytes" : "the turns: bank conflicts"}`}</span>;
}

const round = (value: number) => String(Math.round(100 * value) / 100);
