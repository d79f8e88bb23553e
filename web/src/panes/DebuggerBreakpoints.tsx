// SPDX-License-Identifier: Apache-2.0
// Breakpoints as a list, each with its condition: what is wrong with one is told below it. A line of the source is chosen here,
// or by a click beside it in the editor.

import { useId, useMemo, useState } from "preact/hooks";
import { nameBreakpoint, sameBreakpoint, sourceLinesOf, type Breakpoint, type SourceLine } from "../base/debugger";
import { isSameFile } from "../base/files";
import type { DebuggerSession } from "../engine/debugger-session";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";

export function DebuggerBreakpoints({ session }: { session: DebuggerSession }) {
  const text = session.target.value?.text ?? "";
  const lines = useMemo(() => sourceLinesOf(text), [text]);
  const breakpoints = session.breakpoints.value;
  if (breakpoints.length === 0 && lines.length === 0) return null;
  return (
    <section class="debugger-section" aria-label="breakpoints">
      <h2>Breakpoints</h2>
      <ul class="breakpoints">
        {breakpoints.map((breakpoint, index) => (
          <Row
            key={nameBreakpoint(breakpoint)}
            session={session}
            breakpoint={breakpoint}
            index={index}
            ptxLines={lines.find(({ source }) => isSame(source, breakpoint.source))?.ptxLines ?? []}
          />
        ))}
      </ul>
      {lines.length > 0 && <SourceChoice session={session} lines={lines.map(({ source }) => source)} />}
    </section>
  );
}

const isSame = (a: SourceLine, b: SourceLine | undefined) => b !== undefined && a.file === b.file && a.line === b.line;

/** The lines of the source that have instructions, to stop at. */
function SourceChoice({ session, lines }: { session: DebuggerSession; lines: SourceLine[] }) {
  const { workspace } = usePage();
  const [chosen, setChosen] = useState("");
  const key = ({ file, line }: SourceLine) => `${file}:${line}`;
  const source = lines.find((line) => key(line) === chosen) ?? lines[0];
  if (!source) return null;
  const textOf = ({ file, line }: SourceLine) => {
    const own = workspace.list.named(file);
    return own && isSameFile(file, own.path) ? (own.text.split("\n")[line - 1]?.trim() ?? "") : "";
  };
  const isThere = session.breakpoints.value.some((one) => sameBreakpoint(one, { line: 0, source, condition: "" }));
  return (
    <p class="source-stop">
      <label>
        Source line{" "}
        <select class="code" value={key(source)} onChange={(event) => setChosen(event.currentTarget.value)}>
          {lines.map((line) => (
            <option key={key(line)} value={key(line)}>
              {`${nameBreakpoint({ line: 0, source: line, condition: "" })}  ${textOf(line)}`.slice(0, 80)}
            </option>
          ))}
        </select>
      </label>{" "}
      <button disabled={isThere} onClick={() => session.toggleSource(source)}>
        Stop at it
      </button>
    </p>
  );
}

interface RowProps {
  session: DebuggerSession;
  breakpoint: Breakpoint;
  index: number;
  /** Of a source line: where it begins. */
  ptxLines: number[];
}

function Row({ session, breakpoint, index, ptxLines }: RowProps) {
  const { condition } = breakpoint;
  const name = nameBreakpoint(breakpoint);
  const problem = session.problem.value;
  const message = problem?.breakpoint === index ? problem.message : undefined;
  const id = useId();
  return (
    <li>
      <label>
        {name} if{" "}
        <input
          type="text"
          class="code"
          aria-label={`condition at ${name}`}
          placeholder="%r5 == 12 in lane 3"
          value={condition}
          aria-invalid={message !== undefined}
          aria-describedby={message ? id : undefined}
          onChange={(event) => void session.setCondition(breakpoint, event.currentTarget.value)}
        />
      </label>{" "}
      <button onClick={() => session.toggle(breakpoint)} aria-label={`remove the breakpoint at ${name}`}>
        Remove
      </button>
      {breakpoint.source && (
        <span class="quiet small">{ptxLines.length > 0 ? ` begins at PTX line ${ptxLines.join(", ")}` : " no instruction is of it"}</span>
      )}
      {message && (
        <p id={id} class="bad-text small">
          <Message text={message} />
        </p>
      )}
    </li>
  );
}
