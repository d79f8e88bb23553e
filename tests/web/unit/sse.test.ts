// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { EventParser, type ServerEvent } from "../../../web/src/engine/sse";

const bytes = new TextEncoder().encode(
  ": hello\r\nid: 1\nevent: output\ndata: a\ndata: é😀\n\ndata:b\r\rid: 2\n\nevent: state\r\ndata: {}\r\n\r\n",
);
const expected: ServerEvent[] = [
  { id: "1", kind: "output", data: "a\né😀" },
  { id: "1", kind: "message", data: "b" },
  { id: "2", kind: "state", data: "{}" },
];

test("events are the same however the stream is cut", () => {
  for (let size = 1; size <= bytes.length; size++) {
    const parser = new EventParser();
    const events: ServerEvent[] = [];
    for (let at = 0; at < bytes.length; at += size) events.push(...parser.push(bytes.slice(at, at + size)));
    expect(events).toEqual(expected);
  }
});

test("an event that the stream's end cuts off is not told", () => {
  expect(new EventParser().push(new TextEncoder().encode("data: half\n"))).toEqual([]);
});
