// SPDX-License-Identifier: Apache-2.0
// Shared memory as it lies in its banks: a row is 128 bytes, a column a bank. Words that the next instruction reaches
// carry their lanes; the word under the cursor tells what it holds and who wrote it.

import { useEffect, useRef, useState } from "preact/hooks";
import {
  bankCount,
  bankOf,
  describeMask,
  describeWriter,
  formatBits,
  hasLane,
  laneCount,
  nameAddress,
  reachedWords,
  sharedBase,
  type DebugView,
  type Radix,
  type SharedWord,
  type SharedWords,
} from "../base/debugger";
import { formatBytes } from "../base/format";
import type { DebuggerSession } from "../engine/debugger-session";

const rowsAtOnce = 16;
const cellKinds = ["who reaches it", "who wrote it", "value"] as const;
type CellKind = (typeof cellKinds)[number];

export function DebuggerShared({ session, view, radix }: { session: DebuggerSession; view: DebugView; radix: Radix }) {
  const own = view.ctas.find(({ cta }) => cta === view.followed.cta);
  const [row, setRow] = useState<number | null>(null);
  const [kind, setKind] = useState<CellKind>("who reaches it");
  const [words, setWords] = useState<SharedWords | null>(null);
  const { lanes, turns } = reachedWords(view.accesses);
  const rows = Math.ceil((own?.sharedBytes ?? 0) / 128);
  const reached = lanes.size > 0 ? Math.floor(Math.min(...lanes.keys()) / bankCount) : 0;
  const top = Math.max(0, Math.min(row ?? reached, rows - 1));
  // Where the next instruction reaches comes into sight; another stop forgets where one has looked.
  useEffect(() => setRow(null), [view.stop.ptx?.begin.line, view.followed.cta]);
  useEffect(() => {
    let isCurrent = true;
    if (own && rows > 0)
      void session.readShared(own.cta, top * bankCount, rowsAtOnce * bankCount).then((read) => isCurrent && setWords(read));
    return () => (isCurrent = false);
  }, [view, top]);
  if (!own || own.sharedBytes === 0) return null;
  return (
    <section class="debugger-section" aria-label="shared memory">
      <h2>Shared memory</h2>
      <div class="row">
        <span class="quiet">{`${formatBytes(own.sharedBytes)} of CTA ${own.cta}, a column a bank`}</span>
        <label>
          cells show{" "}
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value as CellKind)}>
            {cellKinds.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          from{" "}
          <select value="" onChange={(event) => setRow(Number(event.currentTarget.value))}>
            <option value="">variable…</option>
            {view.variables.map(({ name, address }) => (
              <option key={`${name}-${address}`} value={Math.floor((address - sharedBase) / 128)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button disabled={top === 0} onClick={() => setRow(Math.max(0, top - rowsAtOnce))}>
          Rows above
        </button>
        <button disabled={top + rowsAtOnce >= rows} onClick={() => setRow(top + rowsAtOnce)}>
          Rows below
        </button>
      </div>
      {words && words.words.length > 0 && (
        <Grid
          view={view}
          words={words}
          lanes={lanes}
          turns={turns}
          kind={kind}
          radix={radix}
          onStep={(step) => session.go("goTo", { step })}
        />
      )}
    </section>
  );
}

interface GridProps {
  view: DebugView;
  words: SharedWords;
  lanes: Map<number, number>;
  turns: number[];
  kind: CellKind;
  radix: Radix;
  onStep: (step: number) => void;
}

/** One cell is in the order of the Tab key; arrows move. */
function Grid({ view, words, lanes, turns, kind, radix, onStep }: GridProps) {
  const count = words.words.length;
  const first = [...lanes.keys()].find((word) => word >= words.first && word < words.first + count);
  const [chosen, setChosen] = useState<number | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const at = Math.max(0, Math.min(count - 1, (chosen ?? first ?? words.first) - words.first));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: bankCount, ArrowUp: -bankCount }[event.key];
    if (by === undefined || at + by < 0 || at + by >= count) return;
    event.preventDefault();
    setChosen(words.first + at + by);
    table.current?.querySelector<HTMLElement>(`[data-word="${at + by}"]`)?.focus();
  };
  const most = Math.max(...turns);
  return (
    <>
      <div class="scroll-x" role="region" aria-label="banks">
        <table class="banks" role="grid" ref={table} onKeyDown={onKeyDown} aria-label="words of shared memory by bank">
          <thead>
            <tr>
              <th scope="col">bank</th>
              {turns.map((_, bank) => (
                <th key={bank} scope="col">
                  {bank}
                </th>
              ))}
            </tr>
            {lanes.size > 0 && (
              <tr class="turns">
                <th scope="row">words asked</th>
                {turns.map((turn, bank) => (
                  <td key={bank} class={turn > 1 && turn === most ? "crowded" : ""}>
                    {turn || ""}
                  </td>
                ))}
              </tr>
            )}
          </thead>
          <tbody>
            {Array.from({ length: Math.ceil(count / bankCount) }, (_, line) => (
              <tr key={line}>
                <th scope="row" class="code">{`0x${(sharedBase + 4 * (words.first + line * bankCount)).toString(16)}`}</th>
                {words.words.slice(line * bankCount, (line + 1) * bankCount).map((word, bank) => {
                  const index = line * bankCount + bank;
                  const mask = lanes.get(words.first + index) ?? 0;
                  return (
                    <td
                      key={bank}
                      role="gridcell"
                      data-word={index}
                      tabIndex={index === at ? 0 : -1}
                      aria-label={labelOf(view, words.first + index, word, mask, radix)}
                      class={`${mask ? "reached" : ""} ${word[1] ? "" : "unwritten"} ${index === at ? "chosen" : ""}`}
                      onFocus={() => setChosen(words.first + index)}
                      onClick={() => setChosen(words.first + index)}
                    >
                      {cellText(kind, word, mask, radix)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Word
        view={view}
        number={words.first + at}
        word={words.words[at] as SharedWord}
        mask={lanes.get(words.first + at) ?? 0}
        radix={radix}
        onStep={onStep}
      />
    </>
  );
}

function cellText(kind: CellKind, word: SharedWord, mask: number, radix: Radix): string {
  if (kind === "value") return word[1] ? formatBits(word[0], "b32", radix) : "";
  if (kind === "who wrote it") return word[2] ? (word[2].copy ? "cp" : `${word[2].warp}`) : "";
  if (mask === 0) return "";
  const several = (mask & (mask - 1)) !== 0;
  for (let lane = 0; lane < laneCount; lane++) if (hasLane(mask, lane)) return `${lane}${several ? "+" : ""}`;
  return "";
}

function labelOf(view: DebugView, number: number, word: SharedWord, mask: number, radix: Radix): string {
  const [bits, written, writer] = word;
  const parts = [`${nameAddress(view.variables, sharedBase + 4 * number)}, bank ${bankOf(number)}`];
  if (mask) parts.push(`reached by ${mask & (mask - 1) ? "lanes" : "lane"} ${describeMask(mask)}`);
  parts.push(written ? formatBits(bits, "b32", radix) : "unwritten");
  parts.push(describeWriter(writer, view.ctas.length > 1));
  return parts.join(": ");
}

interface WordProps {
  view: DebugView;
  number: number;
  word: SharedWord;
  mask: number;
  radix: Radix;
  onStep: (step: number) => void;
}

function Word({ view, number, word, mask, radix, onStep }: WordProps) {
  const [bits, written, writer] = word;
  return (
    <p class="word-words" role="status">
      <code>{nameAddress(view.variables, sharedBase + 4 * number)}</code>, bank {bankOf(number)}:{" "}
      {written ? (
        <>
          <code>{formatBits(bits, "b32", radix)}</code> <span class="quiet">{`0x${bits.padStart(8, "0")}`}</span>
          <span class="quiet">{`, as a float ${formatBits(bits, "f32", "by type")}`}</span>
        </>
      ) : (
        "unwritten"
      )}
      ; {describeWriter(writer, view.ctas.length > 1)}
      {mask !== 0 && `; the next instruction reaches it from ${mask & (mask - 1) ? "lanes" : "lane"} ${describeMask(mask)}`}{" "}
      {writer && <button onClick={() => onStep(writer.step)}>Go to that step</button>}
    </p>
  );
}
