// SPDX-License-Identifier: Apache-2.0
// Random kernels on the emulator against the interpreter, with the race checker.
//
//   node tests/e2e/random/run.mjs [--programs=5000] [--seed=1] [--target=sm_80] [--jobs=2] [--registers=8] [--device=cuda] [--show=SEED]
//
// `--device=cuda` runs them on a GPU, without the race checker. With `--registers` a thread has so few that the compiler cuts small blocks, too. A program that fails is made smaller as long as it fails, and printed. `--show` prints the program of a seed.
import { availableParallelism } from "node:os";
import { tessera } from "../tessera.mjs";
import { generate, print, shrink } from "./generate.mjs";

/** Null where interpreter and emulator agree; else `{kind, what}`: `refused`, or `wrong` with the first error. */
export async function tryProgram(program, target = "sm_90a", registers = null, device = "emulator") {
  const tune = registers ? ["--tune", `registers=${registers}`] : [];
  const { stdout, stderr, code, signal } = await tessera(["run", "-", "--json", `--target=${target}`, `--device=${device}`, "--compare", ...(device === "emulator" ? ["--check=race"] : []), ...tune], {
    input: print(program),
    limitMs: 240_000, // one warp that multiplies 128 x 128 in f32, three times: 20 s of a core that is fast and free
  });
  let result;
  try {
    result = JSON.parse(stdout);
  } catch {
    return { kind: "wrong", what: `exit ${code ?? signal}: ${stderr.slice(-300)}` };
  }
  const error = result.diagnostics.find(({ severity }) => severity === "error");
  if (!error) return null;
  const isRefused = error.id === "no-schedule" || error.id === "block-too-large";
  return { kind: isRefused ? "refused" : "wrong", what: `${error.message} [${error.id}]`, id: error.id };
}

/** The smallest program found that fails in the same way. */
export async function minimize(program, failure, target, registers, device) {
  for (let steps = 0; steps < 60; ++steps) {
    let smaller = null;
    for (const candidate of shrink(program)) {
      const found = await tryProgram(candidate, target, registers, device);
      if (found && found.kind === failure.kind && found.id === failure.id) {
        smaller = candidate;
        break;
      }
    }
    if (!smaller) return program;
    program = smaller;
  }
  return program;
}

/** Runs programs `first` to `first + count - 1`; answers the failures, each made small. */
export async function runMany({ first = 1, count = 100, target = "sm_90a", registers = null, device = "emulator", jobs = availableParallelism(), onFailure = () => {}, most = 10 }) {
  const failures = [];
  let next = first, done = 0;
  const work = async () => {
    while (next < first + count && failures.length < most) {
      const seed = next++;
      const program = generate(seed), failure = await tryProgram(program, target, registers, device);
      ++done;
      if (!failure) continue;
      const small = failure.kind === "wrong" ? await minimize(program, failure, target, registers, device) : program;
      const entry = { seed, ...failure, text: print(small) };
      failures.push(entry);
      onFailure(entry);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return { failures, done };
}

if (process.argv[1]?.endsWith("random/run.mjs")) {
  const options = Object.fromEntries(process.argv.slice(2).map((argument) => argument.replace(/^--/, "").split("=")));
  if (options.show) {
    process.stdout.write(print(generate(Number(options.show))));
  } else {
    const count = Number(options.programs ?? 100);
    const { failures, done } = await runMany({
      first: Number(options.seed ?? 1), count, target: options.target, registers: options.registers, device: options.device, jobs: Number(options.jobs ?? availableParallelism()), most: Number(options.most ?? 20),
      onFailure: ({ seed, kind, what, text }) => console.log(`${kind} seed ${seed}: ${what}\n${kind === "wrong" ? text.replace(/^/gm, "    ") : ""}`),
    });
    const wrong = failures.filter(({ kind }) => kind === "wrong").length;
    console.log(`${done} programs for ${options.target ?? "sm_90a"}: ${done - failures.length} agree, ${wrong} wrong, ${failures.length - wrong} refused`);
    process.exitCode = failures.length ? 1 : 0;
  }
}
