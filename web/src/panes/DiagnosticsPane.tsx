// SPDX-License-Identifier: Apache-2.0
// Everything that compiling and running had to say, in full: the list behind the underlines in the editor.

import type { ComponentChildren } from "preact";
import type { Diagnostic, SourceRange } from "../base/protocol";
import { usePage, usePlaces } from "./page";
import { Empty } from "./widgets";

export function DiagnosticsPane() {
  const { workspace } = usePage();
  const diagnostics = workspace.diagnostics.value;
  const compiled = workspace.compiled.value;
  if (compiled.error) return <Empty>{`The compiler gave no answer: ${compiled.error}.`}</Empty>;
  if (diagnostics.length === 0)
    return (
      <Empty>
        {compiled.value
          ? "Nothing to complain about. Errors, warnings and remarks come here, each with its place and, where there is one, its fix."
          : "Errors, warnings and remarks come here as you type."}
      </Empty>
    );
  return <DiagnosticList diagnostics={diagnostics} fixable={!compiled.stale} />;
}

const glyphs = { error: "✗", warning: "!", remark: "i" };
const faults = { user: "", bug: "a bug of Tessera's", environment: "this machine" };

interface ListProps {
  diagnostics: Diagnostic[];
  fixable: boolean;
  /** What else can be done about one. */
  actions?: (diagnostic: Diagnostic) => ComponentChildren;
}

export function DiagnosticList(props: ListProps) {
  const { goTo, fix } = usePlaces();
  if (props.diagnostics.length === 0) return null;
  return (
    <ul class="diagnostics">
      {props.diagnostics.map((diagnostic, index) => (
        <li key={index} class={diagnostic.severity}>
          <span class="glyph" aria-label={diagnostic.severity}>
            {glyphs[diagnostic.severity]}
          </span>
          <div>
            <p>
              <Place range={diagnostic.range} onGo={goTo} /> <Message text={diagnostic.message} /> <span class="id">{diagnostic.id}</span>
              {faults[diagnostic.fault] && <span class="pill bad">{faults[diagnostic.fault]}</span>}
            </p>
            {diagnostic.notes.map((note, number) => (
              <p key={number} class="quiet">
                <Place range={note.range} onGo={goTo} /> <Message text={note.message} />
              </p>
            ))}
            {diagnostic.fix && props.fixable && (
              <button onClick={() => fix(diagnostic)}>
                <Message text={diagnostic.fix.title} />
              </button>
            )}
            {props.actions?.(diagnostic)}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Place(props: { range: SourceRange | null; onGo: (range: SourceRange) => void }) {
  const { has, spot } = usePlaces();
  const { range } = props;
  if (!range) return null;
  const text = spot(range);
  // A text that the program made, or one of the library's, is not there to be looked at.
  if (!has(range)) return <span class="place">{text}</span>;
  return (
    <button class="link place" onClick={() => props.onGo(range)}>
      {text}
    </button>
  );
}

/** Backticks mark code in messages. */
export function Message({ text }: { text: string }) {
  return <span class="text">{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</span>;
}
