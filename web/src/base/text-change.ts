// SPDX-License-Identifier: Apache-2.0
// What turns one text into another, as one change: from where they begin to differ to where they end to. Good for a text that somebody
// changed in one place, whose other places are then still known.

import type { Span } from "./positions";

export interface TextChange extends Span {
  insert: string;
}

/** `from` and `to` are offsets of `before`. Equal texts give an empty change at their end. */
export function changeBetween(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let same = 0;
  while (same < most - from && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same++;
  // Not between the halves of a character.
  if (isLow(before, from) || isLow(after, from)) from--;
  while (same > 0 && (isLow(before, before.length - same) || isLow(after, after.length - same))) same--;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Where a span of the text before lies in the text after; an end within the change goes to the change's end on that side. */
export function moveSpan(span: Span, change: TextChange): Span {
  const by = change.insert.length - (change.to - change.from);
  const move = (at: number, within: number) => (at <= change.from ? at : at >= change.to ? at + by : within);
  return { from: move(span.from, change.from), to: move(span.to, change.from + change.insert.length) };
}
