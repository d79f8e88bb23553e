// SPDX-License-Identifier: Apache-2.0
// Breakpoints as a list, each with its condition: what is wrong with one is told below it.

import { useId } from "preact/hooks";
import type { Breakpoint } from "../base/debugger";
import type { DebuggerSession } from "../engine/debugger-session";
import { Message } from "./DiagnosticsPane";

export function DebuggerBreakpoints({ session }: { session: DebuggerSession }) {
  const breakpoints = session.breakpoints.value;
  if (breakpoints.length === 0) return null;
  return (
    <section class="debugger-section" aria-label="breakpoints">
      <h2>Breakpoints</h2>
      <ul class="breakpoints">
        {breakpoints.map((breakpoint, index) => (
          <Row key={breakpoint.line} session={session} breakpoint={breakpoint} index={index} />
        ))}
      </ul>
    </section>
  );
}

function Row({ session, breakpoint, index }: { session: DebuggerSession; breakpoint: Breakpoint; index: number }) {
  const { line, condition } = breakpoint;
  const problem = session.problem.value;
  const message = problem?.breakpoint === index ? problem.message : undefined;
  const id = useId();
  return (
    <li>
      <label>
        line {line} if{" "}
        <input
          type="text"
          class="code"
          aria-label={`condition at line ${line}`}
          placeholder="%r5 == 12 in lane 3"
          value={condition}
          aria-invalid={message !== undefined}
          aria-describedby={message ? id : undefined}
          onChange={(event) => void session.setCondition(line, event.currentTarget.value)}
        />
      </label>{" "}
      <button onClick={() => session.toggleBreakpoint(line)} aria-label={`remove the breakpoint at line ${line}`}>
        Remove
      </button>
      {message && (
        <p id={id} class="bad-text small">
          <Message text={message} />
        </p>
      )}
    </li>
  );
}
