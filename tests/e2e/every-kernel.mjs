// SPDX-License-Identifier: Apache-2.0
// Every kernel of shared/kernels and of the conformance programs, from Python text to PTX, run on the emulator: each launch gives there what it gives in the
// interpreter (`--compare`), the program prints the same, and the race checker stays silent.
//
//   node tests/e2e/every-kernel.mjs [FILTER] [--target=sm_80] [--seeds=5] [--ptxas] [--jobs=2] [--device=cuda] [--from=ID]
//
// `--device=cuda` runs them on a GPU instead, compared in the same way, without the race checker. One line for each program that is neither right nor listed in every-kernel.txt: `refused` with the compiler's remark, or `wrong` with the difference; then the
// counts. `--from` begins with the program of that name. `--ptxas` assembles
// each kernel too: spills and the warnings about serialized wgmma count as wrong.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { explainDifference, listPrograms } from "../conformance/programs.mjs";
import { root, tessera } from "./tessera.mjs";

const kernels = join(root, "shared/kernels");

/** Programs whose sizes are no settings, and too large for a thread at a time. */
const large = ["matmul.py", "matmul_fused.py", "matmul_vmapped.py", "quickstart.py"];
const readKernel = (file) => {
  const text = readFileSync(join(kernels, file), "utf8");
  return large.includes(file) ? text.replaceAll(/\b1024\b/g, "256") : text;
};

/** Programs that launch something, in one form: {id, source, error?, expected?}. */
export function listAll() {
  const shared = JSON.parse(readFileSync(join(kernels, "index.json"), "utf8")).map(({ file }) => ({ id: `shared/${file}`, source: readKernel(file), isShared: true }));
  return [...listPrograms("").filter(({ source, error }) => !error && /pallas|triton/.test(source)), ...shared];
}

/** The lines of every-kernel.txt, `TARGET PROGRAM: part of the reason`: `*` for both targets, `cuda` where only a GPU shows it. `differs:` before the reason: it
 * runs, and what it prints is not the interpreter's. */
export function readExceptions() {
  return readFileSync(join(root, "tests/e2e/every-kernel.txt"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const [, target, id, reason] = /^(\S+) (\S+): (.*)$/.exec(line) ?? [];
      if (!reason) throw new Error(`every-kernel.txt: ${line}`);
      return { target, id, reason };
    });
}

/** What a result that is not right says, as every-kernel.txt has it. */
export const reasonOf = ({ kind, what }) => (kind === "refused" ? what : `differs: ${what}`);

/** `{kind: "right" | "nothing" | "refused" | "wrong", what, kernels}` */
export async function check(program, { target = "sm_90a", seeds = 1, ptxas = false, device = "emulator" } = {}) {
  const flags = ["run", "-", "--json", `--target=${target}`, `--device=${device}`, "--compare"];
  const checks = device === "emulator" ? ["--check=race", `--seeds=${seeds}`] : [];
  const { stdout, stderr, code, signal } = await tessera([...flags, ...checks], { input: program.source });
  let json;
  try {
    json = JSON.parse(stdout);
  } catch {
    return { kind: "wrong", what: `exit ${code ?? signal}: ${stderr.slice(-300)}` };
  }
  const refusals = json.diagnostics.filter(({ id }) => id === "no-schedule" || id === "block-too-large");
  if (refusals.length) {
    const compiled = await tessera(["compile", "-", `--target=${target}`], { input: program.source });
    const remark = compiled.stderr.match(/remark: (.*) \[(no-schedule|block-too-large)\]/)?.[1];
    return { kind: "refused", what: remark ?? refusals[0].message };
  }
  if (!json.launches?.length) return { kind: "nothing" };
  let what = null;
  if (program.isShared) {
    // These check themselves; what they print may differ in its last digits.
    const errors = json.diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length || !json.ok) what = errors.map(({ id, message }) => `${id}: ${message}`).join("; ") || "failed";
  } else what = explainDifference(program, json);
  if (!what && ptxas) what = await assemble(json.kernels, target);
  return what ? { kind: "wrong", what, kernels: json.kernels.length } : { kind: "right", kernels: json.kernels.length };
}

async function assemble(list, target) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-ptxas-"));
  for (const [index, { name, ptx }] of list.entries()) {
    const file = join(folder, `${index}.ptx`);
    writeFileSync(file, ptx);
    const log = await new Promise((resolve) => execFile("ptxas", ["-v", `-arch=${target}`, "-o", "/dev/null", file], (error, out, err) => resolve((error ? `ptxas fails: ` : "") + out + err)));
    if (/ptxas fails/.test(log)) return `${name}: ${log.slice(0, 300)}`;
    const spill = log.match(/(\d+) bytes spill stores/)?.[1];
    if (Number(spill) > 0) return `${name}: spills ${spill} bytes`;
    const warning = log.match(/C75(0[4-9]|1\d)[^\n]*/)?.[0];
    if (warning) return `${name}: ${warning}`;
  }
  return null;
}

async function main() {
  const options = Object.fromEntries(process.argv.slice(2).filter((a) => a.startsWith("--")).map((a) => a.slice(2).split("=")));
  const filter = process.argv.slice(2).find((a) => !a.startsWith("--")) ?? "";
  const all = listAll(), first = options.from ? all.findIndex(({ id }) => id === options.from) : 0;
  if (first < 0) throw new Error(`there is no program \`${options.from}\``);
  const programs = all.slice(first).filter(({ id }) => id.includes(filter));
  const targets = ["*", options.target ?? "sm_90a", options.device ?? "emulator"];
  const exceptions = readExceptions().filter(({ target }) => targets.includes(target));
  const counts = { right: 0, wrong: 0, refused: 0, listed: 0, nothing: 0 }, reasons = new Map();
  let next = 0, kernelCount = 0;
  const work = async () => {
    while (next < programs.length) {
      const program = programs[next++];
      const result = await check(program, { target: options.target, seeds: options.seeds ?? 1, ptxas: "ptxas" in options, device: options.device });
      const isListed = result.what && exceptions.some(({ id, reason }) => id === program.id && reasonOf(result).includes(reason));
      if (isListed) result.kind = "listed";
      counts[result.kind]++;
      kernelCount += result.kernels ?? 0;
      if (result.kind === "wrong") console.log(`WRONG   ${program.id}\n${result.what.replace(/^/gm, "    ")}`);
      if (result.kind === "refused") {
        console.log(`refused ${program.id}: ${result.what}`);
        const reason = result.what.replace(/`[^`]*`/, (name) => (/^`(tile|arith|math|scf)\./.test(name) ? name : "..")).replace(/ in kernel .*/, "");
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs ?? availableParallelism()) }, work));
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`${count} x ${reason}`);
  console.log(`${options.target ?? "sm_90a"}: ${counts.right} right (${kernelCount} kernels), ${counts.wrong} wrong, ${counts.refused} refused, ${counts.listed} listed, ${counts.nothing} without launches`);
  process.exitCode = counts.wrong || counts.refused ? 1 : 0;
}

if (process.argv[1]?.endsWith("every-kernel.mjs")) await main();
