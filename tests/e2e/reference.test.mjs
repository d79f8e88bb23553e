// SPDX-License-Identifier: Apache-2.0
// The programs of shared/reference, from which the site's reference takes most of its examples, print what stands in them.
// `tests/e2e/reference/write-output.py` writes it. Programs of tests/conformance are examples, too, and have their own run.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { explainDifference, parsePrograms } from "../conformance/programs.mjs";
import { binary, root } from "./tessera.mjs";

const folder = join(root, "shared/reference");

function run(program) {
  return new Promise((resolve) => {
    const child = spawn(binary, ["run", "-", "--json"], { stdio: ["pipe", "pipe", "ignore"], timeout: 60_000 });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stdin.on("error", () => {}); // it may end before it has read all
    child.stdin.end(program.source);
    child.on("close", (status) => {
      try {
        resolve(explainDifference(program, JSON.parse(output)));
      } catch (error) {
        resolve(`no JSON (exit status ${status}): ${error.message}`);
      }
    });
  });
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".py")))
  test(`shared/reference/${file}`, async () => {
    const programs = parsePrograms(readFileSync(join(folder, file), "utf8"), "reference", file.slice(0, -3), false);
    assert.ok(programs.length > 0);
    const wrong = [];
    const left = [...programs];
    const work = async () => {
      for (let program = left.shift(); program; program = left.shift()) {
        const reason = await run(program);
        if (reason) wrong.push(`${program.name}: ${reason}`);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    assert.deepEqual(wrong, []);
  });

for (const file of readdirSync(join(folder, "testing")).filter((name) => name.endsWith("_test.py")))
  test(`shared/reference/testing/${file}`, () => {
    const { status, stdout, stderr } = spawnSync(binary, ["test", join(folder, "testing", file)], { encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
  });
