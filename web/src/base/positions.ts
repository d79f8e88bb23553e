// SPDX-License-Identifier: Apache-2.0
// Between the compiler's places (lines and columns from 1, columns in Unicode code points) and the editor's (offsets in UTF-16
// code units from 0). `😀` is one column to the compiler and two units to the editor; outside such lines both agree.
//
// Ranges are clamped into the text: diagnostics arrive for a text that the user may have changed since, and a range that
// ends past a line's end must still underline something.

import type { Position, SourceRange } from "./protocol";

export interface Span {
  from: number;
  to: number;
}

/** A place in words, in a program of one file and in one of several. */
export function nameLine(range: SourceRange, several: boolean): string {
  return several && range.file ? `${range.file}:${range.begin.line}` : `line ${range.begin.line}`;
}

/** Start offsets of the lines of one text, and the way from a place to an offset. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  get lines(): number {
    return this.starts.length;
  }

  /** Offset of the end of `line`, before its newline. */
  private endOf(line: number): number {
    const next = this.starts[line];
    const end = next === undefined ? this.text.length : next - 1;
    return end > 0 && this.text[end - 1] === "\r" && next !== undefined ? end - 1 : end;
  }

  offset(position: Position): number {
    if (position.line < 1) return 0;
    const start = this.starts[position.line - 1];
    if (start === undefined) return this.text.length;
    const end = this.endOf(position.line);
    let at = start;
    for (let column = 1; column < position.column && at < end; column++) at += (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return Math.min(at, end);
  }

  position(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= clamped) low = middle;
      else high = middle - 1;
    }
    const before = this.text.slice(this.starts[low], clamped);
    return { line: low + 1, column: [...before].length + 1 };
  }

  /** The exact span; an edit's range may be empty. */
  span(range: SourceRange): Span {
    const from = this.offset(range.begin);
    return { from, to: Math.max(from, this.offset(range.end)) };
  }

  /** A span that can be seen: an empty range widens to a character, to the left where the line or the text ends. */
  visibleSpan(range: SourceRange): Span {
    const span = this.span(range);
    if (span.to > span.from) return span;
    const next = this.text[span.from];
    if (next !== undefined && next !== "\n" && next !== "\r")
      return { from: span.from, to: span.from + ((this.text.codePointAt(span.from) ?? 0) > 0xffff ? 2 : 1) };
    const previous = this.text[span.from - 1];
    if (previous !== undefined && previous !== "\n") return { from: span.from - 1, to: span.from };
    return span;
  }
}
