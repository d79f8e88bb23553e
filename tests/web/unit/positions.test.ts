// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { LineIndex, nameLine } from "../../../web/src/base/positions";
import type { SourceRange } from "../../../web/src/base/protocol";
import { toEditorDiagnostics } from "../../../web/src/editor/diagnostics";

const range = (line: number, begin: number, endLine: number, end: number): SourceRange => ({
  file: "kernel.py",
  begin: { line, column: begin },
  end: { line: endLine, column: end },
});

describe("places of the compiler in the editor's text", () => {
  test("columns are code points, offsets are UTF-16 units", () => {
    const text = "a = '😀é' + b\nc";
    const index = new LineIndex(text);
    const at = text.indexOf("b");
    expect(index.offset({ line: 1, column: 12 })).toBe(at);
    expect(index.position(at)).toEqual({ line: 1, column: 12 });
  });

  test("offset and position are inverse at every code point", () => {
    const text = "é😀\n\n𝒙 = 1\r\nend";
    const index = new LineIndex(text);
    for (let offset = 0; offset <= text.length; offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1) {
      if (text[offset] === "\n" && text[offset - 1] === "\r") continue;
      expect(index.offset(index.position(offset))).toBe(offset);
    }
  });

  test("places beyond the text are clamped into it", () => {
    const index = new LineIndex("ab\ncd");
    expect(index.offset({ line: 1, column: 99 })).toBe(2);
    expect(index.offset({ line: 9, column: 1 })).toBe(5);
    expect(index.offset({ line: 0, column: 1 })).toBe(0);
    expect(new LineIndex("").offset({ line: 1, column: 1 })).toBe(0);
  });

  test("an empty range is widened to something that can be seen", () => {
    expect(new LineIndex("ab").visibleSpan(range(1, 1, 1, 1))).toEqual({ from: 0, to: 1 });
    expect(new LineIndex("ab\ncd").visibleSpan(range(1, 3, 1, 3))).toEqual({ from: 1, to: 2 });
    expect(new LineIndex("😀").visibleSpan(range(1, 1, 1, 1))).toEqual({ from: 0, to: 2 });
    expect(new LineIndex("").visibleSpan(range(1, 1, 1, 1))).toEqual({ from: 0, to: 0 });
  });

  test("a diagnostic keeps its exact range, notes and fix; one without a place stays out of the editor", () => {
    const fix = { title: "write `good`", range: range(2, 1, 2, 4), text: "good" };
    const shown = toEditorDiagnostics(
      [
        {
          id: "unknown-name",
          severity: "error",
          fault: "user",
          message: "unknown name `bad`",
          range: range(2, 1, 2, 4),
          notes: [{ message: "here", range: range(1, 1, 1, 2) }],
          fix,
        },
        { id: "out-of-memory", severity: "error", fault: "environment", message: "no memory", range: null, notes: [] },
      ],
      "😀\nbad",
      "kernel.py",
    );
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({
      from: 3,
      to: 6,
      severity: "error",
      source: "unknown-name",
      message: "unknown name `bad`\nline 1: here",
    });
    expect(shown[0]?.actions?.map((action) => action.name)).toEqual(["write good"]);
  });

  test("a file shows its own diagnostics, and the second place of a race that another file has", () => {
    const place = (file: string, line: number) => ({ ...range(line, 1, line, 3), file });
    const diagnostics = ["data-race", "unknown-name"].map((id) => ({
      id,
      severity: "error" as const,
      fault: "user" as const,
      message: id,
      range: place("main.py", 1),
      notes: [{ message: "read here", range: place("pkg/ops.py", 2) }],
    }));
    const text = "ab\ncd";
    const main = toEditorDiagnostics(diagnostics, text, "main.py");
    expect(main.map(({ message }) => message)).toEqual([
      "data-race\npkg/ops.py:2: read here",
      "unknown-name\npkg/ops.py:2: read here",
    ]);
    const ops = toEditorDiagnostics(diagnostics, text, "pkg/ops.py");
    expect(ops).toHaveLength(1);
    expect(ops[0]).toMatchObject({ from: 3, to: 5, message: "read here\nmain.py:1: data-race" });
    expect(toEditorDiagnostics(diagnostics, text, "other.py")).toEqual([]);
  });

  test("a line is named with its file where there are several", () => {
    expect(nameLine(range(3, 1, 3, 2), false)).toBe("line 3");
    expect(nameLine(range(3, 1, 3, 2), true)).toBe("kernel.py:3");
  });
});
