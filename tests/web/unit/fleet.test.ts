// SPDX-License-Identifier: Apache-2.0
// What a fleet's page makes of an answer, and how often it asks for another.

import { describe, expect, test } from "vitest";
import { formatAge } from "../../../web/src/base/format";
import type { Fleet } from "../../../web/src/base/protocol";
import { readFleet } from "../../../web/src/base/read";
import { fail, ok, type Result } from "../../../web/src/base/result";
import {
  busyPause,
  FleetWatch,
  longestFailure,
  longestPause,
  pauseAfter,
  type Surroundings,
} from "../../../web/src/engine/fleet-watch";
import { Runner, type RunnerError } from "../../../web/src/engine/runner";
import { timesOf, whyUnserved } from "../../../web/src/panes/FleetView";
import * as told from "../fixtures/fleet.mjs";

function readOf(value: object): Fleet {
  const read = readFleet(value);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
const busy = readOf(told.fleet);
const idle = readOf(told.machine);
const refusal = (code: string): Result<Fleet, RunnerError> => fail({ code, message: code });

describe("an answer", () => {
  test("is read with what is optional left out", () => {
    expect(busy.workers.map(({ state }) => state)).toEqual(["ready", "draining", "ready", "silent"]);
    expect(busy.workers[2]?.sandbox).toEqual({
      mode: "try",
      holds: false,
      missing: [{ name: "files", why: "this kernel has no Landlock" }],
    });
    expect(idle.workers[0]?.name).toBe("");
    expect(idle.workers[0]?.devices[0]?.words).toEqual([]);
    expect("job" in (idle.workers[0]?.devices[0] ?? {})).toBe(false);
  });

  test("says that a device is busy with a job of another token, and that a worker is drained", () => {
    const worker = told.machine.workers[0] as { devices: object[] };
    const held = { ...worker.devices[0], job: { startedAt: told.machine.at } };
    const fleet = readOf({ ...told.machine, workers: [{ ...worker, state: "drained", devices: [held] }] });
    expect(fleet.workers[0]?.state).toBe("drained");
    expect(fleet.workers[0]?.devices[0]?.job?.id).toBe("");
  });

  test.each([
    ["another protocol", { ...told.machine, protocol: 9 }, "protocol 9"],
    ["a state that nobody knows", { ...told.machine, workers: [{ state: "asleep" }] }, "`answer.workers[0].state`"],
    ["no list of jobs", { ...told.machine, jobs: 7 }, "`answer.jobs` is `7`, expected a list"],
  ])("with %s is refused by the field's name", (_name, value, part) => {
    const read = readFleet(value);
    expect(read.ok ? "" : read.error).toContain(part);
  });

  test("from an earlier runner says what it is", async () => {
    const problem = JSON.stringify({ code: "not-found", title: "not found", detail: "there is no `/v1/fleet` here" });
    const old = new Runner(
      "http://r",
      "",
      async () => new Response(problem, { status: 404, headers: { "Content-Type": "application/problem+json" } }),
    );
    const fleet = await old.fleet();
    expect(fleet.ok ? "" : fleet.error.message).toContain("of an earlier version");
  });
});

test("a job's times are as of the answer; what never began has waited only", () => {
  const at = Date.parse(busy.at);
  const times = (id: string) =>
    timesOf(
      busy.jobs.find((job) => job.id.startsWith(id))!,
      at,
    );
  expect(times("job-4d5e")).toEqual({ waited: 41_000, took: null, ago: 41_000 });
  expect(times("job-0b12")).toEqual({ waited: 18_000, took: 12_000, ago: 30_000 });
  expect(times("job-5555")).toEqual({ waited: 20_000, took: 60_000, ago: 900_000 });
  expect(times("job-7777")).toEqual({ waited: 100_000, took: null, ago: 7_400_000 });
});

test("what waits for nobody is told from what waits for its turn", () => {
  expect(whyUnserved(busy, "h100")).toBe("");
  expect(whyUnserved(busy, "b200 or emulator")).toBe("");
  expect(whyUnserved(busy, "h100 and memory>=60GB")).toBe("");
  expect(whyUnserved(busy, "h200 or b200")).toBe("no device is there for it");
  expect(whyUnserved(busy, "h100 and memory>=200GiB or h100 and b200")).toBe("no device is there for it");
  const drained = { ...busy, workers: busy.workers.map((worker) => ({ ...worker, state: "drained" as const })) };
  expect(whyUnserved(drained, "h100")).toBe("its device is drained");
});

test.each([
  [-5, "0 s"],
  [59_999, "59 s"],
  [61_000, "1 min 1 s"],
  [601_000, "10 min"],
  [7_500_000, "2 h 5 min"],
  [180_000_000, "2 d 2 h"],
  [NaN, "?"],
])("%d ms is %j", (milliseconds, text) => expect(formatAge(milliseconds)).toBe(text));

describe("how often is asked", () => {
  test("while something runs or waits, or anything has changed, every two seconds", () => {
    expect(pauseAfter(busy, ok(busy), longestPause)).toBe(busyPause);
    expect(pauseAfter(busy, ok(idle), longestPause)).toBe(busyPause);
    expect(pauseAfter(null, ok(idle), 7)).toBe(busyPause);
  });
  test("while nothing does, and while nobody answers, less and less", () => {
    const later = { ...idle, at: "2026-01-01T12:05:00Z" };
    expect(pauseAfter(idle, ok(later), busyPause)).toBe(3000);
    expect(pauseAfter(idle, ok(later), longestPause)).toBe(longestPause);
    expect(pauseAfter(idle, refusal("unreachable"), busyPause)).toBe(4000);
    expect(pauseAfter(idle, refusal("unreachable"), longestFailure)).toBe(longestFailure);
  });
});

/** Time that the test moves, a page that it hides. */
class Stage implements Surroundings {
  waiting: { then: () => void; milliseconds: number } | null = null;
  hidden = false;
  shown: (() => void) | null = null;
  wait = (then: () => void, milliseconds: number) => {
    this.waiting = { then, milliseconds };
    return () => (this.waiting = null);
  };
  isHidden = () => this.hidden;
  onShown = (then: () => void) => {
    this.shown = then;
    return () => (this.shown = null);
  };
  async pass(): Promise<void> {
    const due = this.waiting;
    this.waiting = null;
    due?.then();
    await settle();
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a watch", () => {
  test("asks by itself, keeps what it knows when nobody answers, and stops", async () => {
    const stage = new Stage();
    const answers = [ok(busy), refusal("unreachable"), ok(idle)];
    let asked = 0;
    const watch = new FleetWatch(() => Promise.resolve(answers[asked++] ?? ok(idle)), stage);
    await watch.look();
    expect(watch.fleet.value).toBe(busy);
    await stage.pass();
    expect(watch.error.value?.code).toBe("unreachable");
    expect(watch.fleet.value).toBe(busy);
    expect(stage.waiting?.milliseconds).toBe(2 * busyPause);
    await stage.pass();
    expect([watch.error.value, watch.fleet.value, asked]).toEqual([null, idle, 3]);
    watch.stop();
    expect([stage.waiting, stage.shown]).toEqual([null, null]);
    await watch.look();
    expect(asked).toBe(3);
  });

  test("asks nothing while hidden, and at once when it is seen again", async () => {
    const stage = new Stage();
    let asked = 0;
    const watch = new FleetWatch(() => (asked++, Promise.resolve(ok(busy))), stage);
    await watch.look();
    stage.hidden = true;
    await stage.pass();
    expect([asked, stage.waiting]).toEqual([1, null]);
    stage.hidden = false;
    stage.shown?.();
    await settle();
    expect(asked).toBe(2);
    expect(stage.waiting?.milliseconds).toBe(busyPause);
  });

  test.each(["unauthorized", "not-found"])("does not repeat what is refused for good (%s)", async (code) => {
    const stage = new Stage();
    await new FleetWatch(() => Promise.resolve(refusal(code)), stage).look();
    expect(stage.waiting).toBe(null);
  });
});
