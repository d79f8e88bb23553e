// SPDX-License-Identifier: Apache-2.0
// A few of the kills of kills.mjs, which has the long run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { killAgainAndAgain } from "./kills.mjs";

test("no acknowledged job is lost or answered twice when runners and workers are killed", async () => {
  const { faults, jobs, killed } = await killAgainAndAgain({ kills: 24, seed: 20 });
  assert.deepEqual(faults, []);
  assert.ok(jobs > 10 && killed.server > 0 && killed.worker > 0 && killed.both > 0);
});
