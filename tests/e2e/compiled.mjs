// SPDX-License-Identifier: Apache-2.0
// What the compiler makes of a program, for tables of many programs: each kernel's instruction of products, the cost
// model's estimate, remarks. And whether the program is right on the emulator.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { tessera } from "./tessera.mjs";

const instructionOf = (ptx) => (/wgmma\.mma_async/.test(ptx) ? "wgmma" : /\bmma\.sync/.test(ptx) ? "mma" : "fma");
const toFlags = (settings) => settings.split(" ").filter(Boolean).flatMap((setting) => ["--set", setting]);

const explain = ({ code, signal, stdout, stderr }) => `exit ${code ?? signal}: ${(stdout + stderr).slice(-400)}`;
const toShared = (settings, target) => [`--target=${target}`, "--json", ...toFlags(settings)];

/** PTX of a program's text with `settings`: `{ptx, diagnostics}`, a text for each kernel; or `{error}`. */
export async function show(input, settings, target = "sm_90a") {
  const shown = await tessera(["show", "-", "--stage=ptx", "--verbose", ...toShared(settings, target)], { input });
  if (shown.code !== 0) return { error: explain(shown) };
  const { text, diagnostics } = JSON.parse(shown.stdout);
  return { ptx: text.split(/^(?=\.version)/m).slice(1), diagnostics };
}

/**
 * What becomes of the text of a program with `settings` (`M=64 N=256`): `{ptx, instructions, estimates, remarks}`: a
 * kernel's each, and what the schedule says of its choices; or `{error}`.
 */
export async function inspect(input, settings, target = "sm_90a") {
  const { error, ptx, diagnostics } = await show(input, settings, target);
  if (error) return { error };
  const search = ["tune", "-", "--budget=1", "--no-cache", "--device=interpreter"];
  const tuned = await tessera([...search, ...toShared(settings, target)], { input });
  if (tuned.code !== 0) return { error: `tune: ${explain(tuned)}` };
  const estimates = JSON.parse(tuned.stdout).kernels.map(({ candidates }) => candidates[0].estimate);
  const plans = diagnostics.filter(({ id }) => id === "schedule-plan");
  const remarks = [...plans.flatMap(({ notes }) => notes), ...diagnostics.filter(({ id }) => id === "schedule-choice")]
    .map(({ message }) => message);
  return { ptx, instructions: ptx.map(instructionOf), estimates, remarks };
}

/** The remark that says why a program's products are not by warpgroups, if there is one. */
export const findReason = (remarks) => remarks.find((remark) => remark.startsWith("no warpgroups for"));
export const sumMicroseconds = (estimates) => estimates.reduce((sum, { microseconds }) => sum + microseconds, 0);

/**
 * Null where the program is right as `settings` say, as in the interpreter, and without races; else what is wrong. A GPU
 * (`device` is `cuda`) looks for no races.
 */
export async function run(input, { seeds = 3, target = "sm_90a", settings = "", tune = "", device = "emulator" } = {}) {
  const choices = tune.split(";").filter(Boolean).flatMap((choice) => ["--tune", choice]);
  const races = device === "emulator" ? ["--check=race", `--seeds=${seeds}`] : [];
  const checks = [`--device=${device}`, "--compare", ...races];
  const args = ["run", "-", "--json", `--target=${target}`, ...checks, ...toFlags(settings), ...choices];
  const { code, signal, stdout, stderr } = await tessera(args, { input });
  if (code === 0) return null;
  try {
    const errors = JSON.parse(stdout).diagnostics.filter(({ severity }) => severity === "error");
    return errors.map(({ id, message }) => `${message} [${id}]`).join("\n");
  } catch {
    return `exit ${code ?? signal}: ${stderr.slice(-300)}`;
  }
}

/** A program's text without its checks of results, which take the host long at large sizes. */
function withoutChecks(text) {
  const lines = text.split("\n"), kept = [];
  for (let i = 0; i < lines.length; ++i) {
    if (!/^(torch|np|numpy|jnp)\.testing\.|^assert /.test(lines[i])) kept.push(lines[i]);
    else while (/^[ )\]]/.test(lines[i + 1] ?? "")) ++i; // the rest of the call
  }
  return kept.join("\n");
}

/**
 * Times of a program's launches on this machine's GPU: `{launches: [{kernel, samples}]}` in milliseconds, as `tessera
 * run` takes them, each on a flushed L2 cache; or `{error}`.
 */
export async function time(input, settings, repetitions = 20) {
  const args = ["run", "-", "--device=cuda", "--json", `--repetitions=${repetitions}`, ...toFlags(settings)];
  const answer = await tessera(args, { input: withoutChecks(input) });
  let result;
  try {
    result = JSON.parse(answer.stdout);
  } catch {
    return { error: explain(answer) };
  }
  // Checks within functions stay, and were made for small sizes.
  const problem = result.diagnostics.find(({ severity, id }) => severity === "error" && id !== "check-failed");
  if (problem) return { error: problem.message };
  const { launches } = result;
  if (!launches?.length || launches.some(({ timing }) => timing !== "gpu-events")) return { error: "no times of a GPU" };
  return { launches: launches.map(({ kernel, samples }) => ({ kernel, samples })) };
}

/** NVIDIA's assembler; undefined where there is none. */
export const ptxas = ["ptxas", "/usr/local/cuda/bin/ptxas"].find((path) => spawnSync(path, ["--version"]).status === 0);

const execute = promisify(execFile);

/**
 * Null where `ptxas` takes a kernel without spilling registers and leaves products to run on; else what it says of
 * that: spills, or warnings that wgmma are done one after the other (C75xx) or not as they are told (C76xx).
 */
export async function assemble(ptx, target = "sm_90a") {
  const folder = mkdtempSync(join(tmpdir(), "tessera-ptxas-")), file = join(folder, "kernel.ptx");
  try {
    writeFileSync(file, ptx);
    const args = ["-v", `-arch=${target}`, "-o", "/dev/null", file];
    const { stdout, stderr } = await execute(ptxas, args);
    const lines = (stdout + stderr).split("\n").map((line) => line.trim());
    return lines.filter((line) => /\b[1-9]\d* bytes spill|C7[56]\d\d/.test(line)).join("; ") || null;
  } catch (error) {
    return (error.stdout ?? "") + (error.stderr ?? error.message);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Calls `work` for each, as many at a time as there are cores. */
export async function forEach(list, work, jobs = availableParallelism()) {
  const left = [...list];
  await Promise.all(Array.from({ length: jobs }, async () => {
    while (left.length) await work(left.shift());
  }));
}
