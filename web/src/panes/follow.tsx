// SPDX-License-Identifier: Apache-2.0
// The value that somebody follows from pass to pass: chosen by a click or the cursor, found again in whatever is shown next, and told in
// words, also where it is gone or where only its source line is known.

import { signal } from "@preact/signals";
import { trail, trailToMachine, type Chosen, type Trail } from "../base/follow";
import { baseName, definitionOf, linesOfIr, usersOf } from "../base/ir-text";
import type { Snapshot } from "../base/protocol";
import { plural } from "../base/format";
import type { MarkedValue } from "../editor/values";
import { Message } from "./DiagnosticsPane";

export interface Followed {
  /** In which it was chosen. */
  snapshot: Snapshot;
  chosen: Chosen;
  /** As it was called there: `%acc`, or an operation without a result. */
  title: string;
}

export const followed = signal<Followed | null>(null);

/** What the cursor is on, at line `at` (from 0) of a snapshot; a word that is no value or operation changes nothing. */
export function choose(snapshot: Snapshot, at: number, word: string): void {
  if (!word) return;
  const lines = linesOfIr(snapshot);
  if (!word.startsWith("%")) {
    const line = lines[at];
    if (line?.operation === word)
      followed.value = { snapshot, chosen: { line: at, name: line.defines[0] ?? "" }, title: line.defines[0] ?? word };
    return;
  }
  const line = definitionOf(lines, at, word);
  const name = baseName(word);
  if (line >= 0) followed.value = { snapshot, chosen: { line, name }, title: name };
}

/** Where the followed value is in what is shown; null where nothing is followed, or it was of another program. */
export function find(all: readonly Snapshot[], shown: Snapshot | null, followed: Followed | null): Trail | null {
  if (!followed || !shown) return null;
  const from = all.indexOf(followed.snapshot);
  if (from < 0) return null;
  const to = all.indexOf(shown);
  if (to >= 0) return trail(all, from, to, followed.chosen);
  // Below the passes: from the last of them, by source lines.
  const last = trail(all, from, all.length - 1, followed.chosen);
  const before = all.at(-1);
  if (!before) return null;
  const places =
    last.places.length > 0 ? trailToMachine(before, last.places, shown) : trailToMachine(followed.snapshot, [followed.chosen], shown);
  return { ...places, events: last.events };
}

/** Each place from its line to the last that may name the value. */
export function marksOf(shown: Snapshot, found: Trail | null): MarkedValue[] {
  if (!found) return [];
  if (found.byLines) return found.places.map(({ line }) => ({ line, last: line, name: "" }));
  const lines = linesOfIr(shown);
  return found.places.map(({ line, name }) => ({ line, name, last: name ? Math.max(line, ...usersOf(lines, line, name)) : line }));
}

export function FollowBar(props: { followed: Followed; found: Trail; shown: Snapshot; onStop: () => void }) {
  return (
    <div class="follow" role="status">
      <p>
        <Message text={tell(props.followed, props.found, props.shown)} />
      </p>
      <button onClick={props.onStop}>Stop following</button>
    </div>
  );
}

export function tell(followed: Followed, found: Trail, shown: Snapshot): string {
  const origin = followed.snapshot.pass;
  const head = `\`${followed.title}\``;
  if (found.byLines) {
    if (found.places.length === 0) return `${head} of \`${origin}\`: no line here is known to come from its source lines.`;
    return `${head} of \`${origin}\`: ${plural(found.places.length, "line")} here from the same source lines. Which are its own is not known.`;
  }
  const [place] = found.places;
  const line = place && linesOfIr(shown)[place.line];
  if (shown === followed.snapshot && line) {
    const users = place.name ? usersOf(linesOfIr(shown), place.line, place.name).length : 0;
    const uses = place.name ? `, ${users === 0 ? "nobody takes it" : `taken ${users === 1 ? "once" : `by ${plural(users, "line")}`}`}` : "";
    return `${head}: \`${line.operation}\`${uses}. Step to another pass: what stands for it there is marked.`;
  }
  const last = found.events.at(-1);
  if (!line) return `${head} of \`${origin}\` is gone: ${last ? `after \`${last.pass}\` ` : ""}nothing is known to stand for it.`;
  const here = `here \`${place.name || line.operation}\`${place.name ? `, \`${line.operation}\`` : ""}`;
  if (found.places.length > 1)
    return `${head} of \`${origin}\`: ${plural(found.places.length, "operation")} of its source lines came with \`${last?.pass ?? ""}\`; which stand for it is not known.`;
  if (!last) return `${head} of \`${origin}\`: ${here}, the same.`;
  const how = {
    same: "",
    changed: `changed by \`${last.pass}\``,
    replaced: `\`${last.pass}\` let its users take this in its place`,
    split: `one of what \`${last.pass}\` made`,
    gone: "",
  }[last.fate];
  const more = found.events.length > 1 ? `, the last of ${plural(found.events.length, "pass", "passes")} that did something to it` : "";
  return `${head} of \`${origin}\`: ${here}; ${how}${more}.`;
}
