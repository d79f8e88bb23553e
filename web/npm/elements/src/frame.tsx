// SPDX-License-Identifier: Apache-2.0
// What stands in an element: the drawing, or in its place what is wrong or under way, and the program's text below it, where places lead
// to.

import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Diagnostic } from "../../../src/base/protocol";
import { DiagnosticList, Message } from "../../../src/panes/DiagnosticsPane";
import { PageContext, type Page } from "../../../src/panes/page";
import { Empty } from "../../../src/panes/widgets";

export type State =
  | { kind: "waiting" | "working"; message: string }
  | { kind: "drawn" }
  | { kind: "wrong"; message: string; diagnostics: readonly Diagnostic[] };

export interface Shown {
  state: Signal<State>;
  /** The program's text; null for ready data. */
  text: Signal<string | null>;
  /** The line that was asked for; 0 for none. */
  line: Signal<number>;
}

export function Frame(props: { shown: Shown; page: Page; label: string; children: () => ComponentChildren }) {
  const { shown, page, label } = props;
  const state = shown.state.value;
  return (
    <PageContext.Provider value={page}>
      <div class="element" role="group" aria-label={label} aria-busy={state.kind === "working"}>
        {state.kind === "drawn" ? <div class="panel">{props.children()}</div> : <Instead state={state} />}
        <SourceText shown={shown} />
      </div>
    </PageContext.Provider>
  );
}

function Instead({ state }: { state: Exclude<State, { kind: "drawn" }> }) {
  if (state.kind !== "wrong") return <Empty>{state.message}</Empty>;
  const errors = state.diagnostics.filter(({ severity }) => severity === "error");
  return (
    <div class="problem" role="alert">
      {errors.length > 0 ? <DiagnosticList diagnostics={errors} fixable={false} /> : <Message text={state.message} />}
    </div>
  );
}

/** Closed until a place leads there. */
function SourceText({ shown }: { shown: Shown }) {
  const box = useRef<HTMLDetailsElement>(null);
  const line = shown.line.value;
  const text = shown.text.value;
  useEffect(() => {
    if (!line || !box.current) return;
    box.current.open = true;
    const list = box.current.querySelector<HTMLElement>("ol");
    const item = list?.children[line - 1];
    // Not `scrollIntoView`, which would move the page, too.
    if (list && item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  }, [line]);
  if (text === null) return null;
  return (
    <details ref={box}>
      <summary>Source</summary>
      <ol class="lines" tabIndex={0} aria-label="source">
        {text
          .replace(/\n$/, "")
          .split("\n")
          .map((each, index) => (
            <li key={index} class={index + 1 === line ? "lit" : ""}>
              {each}
            </li>
          ))}
      </ol>
    </details>
  );
}
