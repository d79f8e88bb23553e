// SPDX-License-Identifier: Apache-2.0
// `tessera bench` on files that declare their benchmarks: `perf_report`, `do_bench`, `__tessera_bench__`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, tessera } from "./tessera.mjs";

const kernel = `import torch
import triton
import triton.language as tl

@triton.jit
def keep(y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, tl.load(y_ptr + at), mask=at < n)

def launch(y, block=64):
    keep[(triton.cdiv(y.numel(), block),)](y, y.numel(), BLOCK=block)
`;
const report = `${kernel}
launch(torch.ones(100, device="cuda")) # of another kind: the benchmark's kernel is keep_1
print("the module's own text is not told")

@triton.testing.perf_report(
    triton.testing.Benchmark(
        x_names=["n"], x_vals=[128, 256, 1024], x_log=True, y_log=True, line_arg="provider",
        line_vals=["ours", "torch", "none", "other"], line_names=["Ours", "Torch", "None", "Other"],
        styles=[("blue", "--"), ("green", "-"), ("red", "-"), ("black", "-")], ylabel="GB/s",
        plot_name="keep-performance", args={"scale": 2}))
def benchmark(n, provider, scale, extra=1):
    assert scale == 2 and extra == 3
    y = torch.ones(n, device="cuda")
    if provider == "other":
        import flash_attn_9
        flash_attn_9.run(y)
    if provider == "none":
        return 1.0
    run = (lambda: launch(y)) if provider == "ours" else (lambda: y + 1)
    ms, low, high = triton.testing.do_bench(run, quantiles=[0.5, 0.2, 0.8])
    gbps = lambda t: 8 * n * 1e-9 / (t * 1e-3)
    return gbps(ms), gbps(high), gbps(low)

if __name__ == "__main__":
    benchmark.run(print_data=True, show_plots=True, extra=3)
`;

function setUp(t, files) {
  const folder = makeFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { folder, read: (name) => readFileSync(join(folder, name), "utf8"), bench: (...args) => tessera(["bench", ...args], { cwd: folder }) };
}

test("a report's points are counted without a GPU, and nobody is left out", async (t) => {
  const { bench, read } = setUp(t, { "keep.py": report });
  const { code, stdout, stderr } = await bench("keep.py", "--svg", "out.svg", "--csv", "out.csv", "--save", "out.json");
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout, /the module's own text/);
  assert.match(stdout, /no times of a GPU\n\nkeep-performance\nn +provider +predicted +instructions +global .* GB\/s +roofline\n/);
  assert.match(stdout, /^128 +Ours +[\d.]+ us +[\d,]+ +/m);
  assert.match(stdout, /^1024 +Torch +- +- /m);
  assert.match(stdout, /not measured: Torch: it launches no kernel: `addf` of arrays run on the host, not on a GPU \(3 points\)/);
  assert.match(stdout, /not measured: None: it calls no `do_bench` \(3 points\)/);
  assert.match(stdout, /not measured: Other: No module named 'flash_attn_9' \(3 points\)/);
  assert.equal((await bench("keep.py")).stdout, stdout, "the same twice");
  assert.match(read("out.csv"), /^benchmark,n,provider,kernel,metric,unit,value\r\nkeep-performance,128,Ours,keep_1,predicted,us,/);
  const picture = read("out.svg");
  assert.match(picture, /predicted, us, no time of a GPU/);
  assert.match(picture, /stroke="blue" stroke-dasharray="8 4"/);
  assert.equal(picture.match(/<polyline/g).length, 1, "a line for who has numbers");
  const places = [...picture.matchAll(/<circle cx="([\d.]+)"/g)].map((match) => Number(match[1]));
  assert.ok(Math.abs((places[2] - places[1]) / (places[1] - places[0]) - 2) < 0.01, "four times as much is twice as far as two times");
  const saved = JSON.parse(read("out.json"));
  assert.deepEqual(saved.benchmarks[0].lines.map((line) => line.label), ["Ours", "Torch", "None", "Other"]);
  const [point] = saved.points;
  assert.deepEqual(point.calls.map(({ kernels, launches }) => [kernels, launches]), [[["keep_1"], 1]]);
  assert.deepEqual(point.returned, [], "without a GPU `do_bench` has no milliseconds to give");
  assert.deepEqual(point.kernels[0].rates.of, "prediction");
  assert.equal((await bench("keep.py", "--baseline", "out.json")).code, 0);
});

test("a declared point that got worse is told by its name", async (t) => {
  const { folder, bench } = setUp(t, { "keep.py": report });
  const git = (...args) => execFileSync("git", ["-C", folder, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("-c", "user.email=tests@example.org", "-c", "user.name=Tests", "commit", "-q", "-m", "before");
  writeFileSync(join(folder, "keep.py"), report.replace("block=64", "block=16").replace("[128, 256, 1024]", "[256, 512]"));
  const { code, stdout } = await bench("keep.py", "--baseline", "git:main");
  assert.equal(code, 1, stdout);
  assert.match(stdout, /^slower: keep_1 benchmark=keep-performance n=256 provider=Ours: .*instructions/m);
  assert.match(stdout, /^inconclusive: benchmark=keep-performance n=512 provider=Ours the baseline declares no such point$/m);
});

test("nothing measured is no verdict of being the same", async (t) => {
  const { bench } = setUp(t, { "keep.py": report, "torch.py": report.replace('if provider == "ours"', 'if provider == "nobody"') });
  assert.equal((await bench("torch.py")).code, 6);
  for (const [save, baseline] of [[["--save", "out.json"], "out.json"], [[], "keep.py"]]) {
    await bench("keep.py", ...save);
    const { code, stdout } = await bench("torch.py", "--baseline", baseline);
    assert.equal(code, 6, stdout);
    assert.match(stdout, /^inconclusive: benchmark=keep-performance n=128 provider=Ours only the baseline measures it: it launches no kernel/m);
    assert.doesNotMatch(stdout, /provider=Torch only/);
  }
});

test("the file's own calls, its table, and the program as it is", async (t) => {
  const calls = `${kernel}
y = torch.ones(256, device="cuda")
launch(y)
first = triton.testing.do_bench(lambda: launch(y), warmup=1, rep=2, grad_to_none=[y], return_mode="median")
triton.testing.do_bench_cudagraph(lambda: (launch(y, 32), launch(y)))
print(first)
`;
  const table = `${kernel}
def run(n, block, scale=1):
    launch(torch.ones(n * scale, device="cuda"), block)

__tessera_bench__ = [
    {"function": run, "name": "zipped", "x": {"n": [128, 256], "block": [16, 32]}, "args": {"scale": 2}},
    {"function": run, "x": {"n": [128]}, "lines": {"block": {"small": 16, "large": 64}}},
]
`;
  const { bench } = setUp(t, { "calls.py": calls, "table.py": table, "wrong.py": table.replace('"x": {"n": [128]}', '"y": 1') });
  const own = JSON.parse((await bench("calls.py", "--json")).stdout);
  assert.deepEqual(own.points[0].calls.map(({ launches }) => launches), [1, 2]);
  const names = own.points[0].calls.flatMap(({ kernels }) => kernels);
  assert.equal(new Set(names).size, names.length, "a kernel of a call is nobody else's");
  assert.match((await bench("calls.py")).stdout, /^line 15 .*\nline 16 /m);
  assert.match((await bench("calls.py", "--whole")).stdout, /^keep +3 /m);
  const swept = await bench("table.py");
  assert.equal(swept.code, 0, swept.stderr);
  assert.match(swept.stdout, /\nzipped\nn +block .*\n128 +16 .*\n256 +32 .*\n\nrun\nn +block .*\n128  small .*\n128  large /);
  assert.match((await bench("table.py", "--benchmark", "run", "--kernel", "keep")).stdout, /^.*\n\nrun\n/);
  assert.match((await bench("table.py", "--benchmark", "nobody")).stderr, /no benchmark is called `nobody`; there are `zipped`, `run`/);
  const piped = await tessera(["bench", "-"], { input: table });
  assert.equal(piped.code, 2);
  assert.match(piped.stderr, /standard input is read once/);
  assert.equal((await tessera(["bench", "-", "--whole"], { input: calls })).code, 0);
  const wrong = await bench("wrong.py");
  assert.equal(wrong.code, 3);
  assert.match(wrong.stderr, /has the key `y`; it may have `function`, `x`, `lines`/);
});

test("an error of the file's own is told, and the other points still are", async (t) => {
  const { bench } = setUp(t, { "keep.py": report.replace('"none":\n        return 1.0', '"none":\n        return nowhere') });
  const { code, stdout, stderr } = await bench("keep.py");
  assert.equal(code, 3);
  assert.equal(stderr.match(/name 'nowhere' is not defined|nowhere/g)?.length > 0, true, stderr);
  assert.match(stdout, /^1024 +Ours +[\d.]+ us/m);
});

const fake = join(dirname(binary), "..", "tests/unit/runner/libTesseraFakeCuda.so");
test("on a GPU `do_bench` gives its times to the function", { skip: !existsSync(fake) && `no fake driver at ${fake}` }, async (t) => {
  const { folder, read } = setUp(t, { "keep.py": report });
  symlinkSync(fake, join(folder, "libcuda.so.1"));
  const { code, stdout, stderr } = await tessera(["bench", "keep.py", "--device", "cuda", "--save", "out.json", "--svg", "out.svg"], { cwd: folder, env: { LD_LIBRARY_PATH: folder } });
  assert.equal(code, 0, stderr + stdout);
  const [point] = JSON.parse(read("out.json")).points;
  assert.equal(point.calls[0].samples.length, 200, "100 ms of 0.5 ms each");
  assert.deepEqual(point.calls[0].interval, [0.5, 0.5]);
  for (const value of point.returned) assert.ok(Math.abs(value - (8 * 128 * 1e-9) / 0.5e-3) < 1e-12);
  assert.match(stdout, /^n +provider +time +95 % of it, ms .* GB\/s$/m);
  assert.match(read("out.svg"), />GB\/s \(Fake GPU 0\)</);
});
