// SPDX-License-Identifier: Apache-2.0
// The runner's client against a fetch that is a table: what it sends, how it takes up a broken stream, what it says when nothing
// good answers.

import { describe, expect, test } from "vitest";
import { readAddress, Runner } from "../../../web/src/engine/runner";
import { tracesElsewhere } from "../../../web/src/engine/runner-session";
import type { JobEvent } from "../../../web/src/base/protocol";

const job = (state: string) => ({
  id: "j1",
  artifact: "ab",
  device: "interpreter",
  state,
  position: 0,
  createdAt: "2026-01-01T00:00:00Z",
});
const json = (value: unknown, status = 200, type = "application/json") =>
  new Response(JSON.stringify(value), { status, headers: { "Content-Type": type } });
const stream = (text: string) => new Response(text, { headers: { "Content-Type": "text/event-stream" } });

function runnerOf(answer: (path: string, init: RequestInit) => Response | Promise<Response>, token = "") {
  const asked: { path: string; init: RequestInit }[] = [];
  const runner = new Runner("http://runner", token, async (address, init = {}) => {
    const path = String(address).replace("http://runner", "");
    asked.push({ path, init });
    return answer(path, init);
  });
  return { runner, asked, header: (index: number, name: string) => new Headers(asked[index]?.init.headers).get(name) };
}

test.each([
  ["http://127.0.0.1:8421/", "http://127.0.0.1:8421"],
  ["gpu.example:9000/v1/", "http://gpu.example:9000"],
  [" https://host/tessera/ ", "https://host/tessera"],
])("the address %j is %j", (text, address) => expect(readAddress(text)).toEqual({ ok: true, value: address }));

test.each(["", "ftp://host", "http://"])("%j is no address", (text) => expect(readAddress(text).ok).toBe(false));

test("a job is submitted with its key and the token", async () => {
  const { runner, asked, header } = runnerOf(() => json(job("queued"), 202), "secret");
  expect(await runner.submit("ab", "cuda:0", "k1")).toMatchObject({ ok: true, value: { id: "j1" } });
  expect(asked[0]?.path).toBe("/v1/jobs");
  expect(JSON.parse(String(asked[0]?.init.body))).toEqual({ artifact: "ab", device: "cuda:0" });
  expect(header(0, "Idempotency-Key")).toBe("k1");
  expect(header(0, "Authorization")).toBe("Bearer secret");
});

test("options of a job travel with it, and devices tell what timelines they make", async () => {
  const { runner, asked } = runnerOf((path) =>
    path === "/v1/devices"
      ? json({
          devices: [
            { id: "emulator", kind: "emulator", timeline: "steps" },
            { id: "cuda:0", kind: "cuda" },
          ],
        })
      : json(job("queued"), 202),
  );
  await runner.submit("ab", "emulator", "k1", { timeline: true });
  expect(JSON.parse(String(asked[0]?.init.body))).toEqual({
    artifact: "ab",
    device: "emulator",
    options: { timeline: true },
  });
  const devices = await runner.devices();
  expect(devices.ok && devices.value.map((device) => device.timeline)).toEqual(["steps", undefined]);
  expect(devices.ok && devices.value.map(tracesElsewhere)).toEqual([true, false]);
  expect(tracesElsewhere({ id: "i", kind: "interpreter", name: "", note: "", timeline: "cycles (model)" })).toBe(false);
});

describe("following a job", () => {
  test("a broken stream is taken up after the last event, and every event is told once", async () => {
    let connections = 0;
    const { runner, header, asked } = runnerOf((path) => {
      if (!path.endsWith("/events")) return json(job(connections < 2 ? "running" : "succeeded"));
      connections++;
      return stream(
        connections === 1
          ? 'id: 1\nevent: output\ndata: {"text":"a"}\n\n'
          : 'id: 2\nevent: output\ndata: {"text":"b"}\n\nevent: later\ndata: {}\n\n',
      );
    });
    const events: JobEvent[] = [];
    const ended = await runner.follow("j1", (event) => events.push(event), new AbortController().signal);
    expect(ended).toMatchObject({ ok: true, value: { state: "succeeded" } });
    expect(events).toEqual([
      { kind: "output", text: "a" },
      { kind: "output", text: "b" },
    ]);
    expect(asked.map((call) => call.path)).toEqual([
      "/v1/jobs/j1/events",
      "/v1/jobs/j1",
      "/v1/jobs/j1/events",
      "/v1/jobs/j1",
    ]);
    expect(header(2, "Last-Event-ID")).toBe("1");
  });

  test("a refusal ends it at once", async () => {
    const { runner, asked } = runnerOf(() =>
      json(
        { title: "no such job", status: 404, detail: "`j1` is unknown", code: "not-found" },
        404,
        "application/problem+json",
      ),
    );
    expect(await runner.follow("j1", () => undefined, new AbortController().signal)).toMatchObject({
      ok: false,
      error: { code: "not-found", message: "`j1` is unknown" },
    });
    expect(asked).toHaveLength(1);
  });

  test("it ends when nobody follows any more", async () => {
    const stop = new AbortController();
    const { runner } = runnerOf((path) => {
      stop.abort();
      return path.endsWith("/events") ? stream("") : json(job("running"));
    });
    expect(await runner.follow("j1", () => undefined, stop.signal)).toMatchObject({
      ok: false,
      error: { code: "aborted" },
    });
  });
});

describe("what is no runner", () => {
  test.each([
    ["a page for everything", () => new Response("<html>", { status: 200 }), "unreadable"],
    ["a 404 of a static host", () => new Response("no", { status: 404 }), "unreadable"],
    ["nobody", () => Promise.reject(new TypeError("Failed to fetch")), "unreachable"],
    [
      "a problem of the protocol's",
      () =>
        json({ title: "t", status: 401, detail: "no token", code: "unauthorized" }, 401, "application/problem+json"),
      "unauthorized",
    ],
    ["another protocol", () => json({ protocol: 9, version: "x" }), "unreadable"],
  ])("%s", async (_name, answer, code) => {
    const version = await runnerOf(answer).runner.version();
    expect(version.ok ? "" : version.error.code).toBe(code);
  });
});
