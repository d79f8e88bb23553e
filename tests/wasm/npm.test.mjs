// SPDX-License-Identifier: Apache-2.0
// The npm package of the compiler (web/npm) in Node, as it is built: what it answers is what the native binary says,
// its limits end what runs for ever, and its complaints name the argument. The packages' sizes, and the examples of the
// README.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  mkdirSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { binary, folder as wasm, listKernels, root } from "./load-module.mjs";

const skip = existsSync(join(root, "web/node_modules/vite"))
  ? false
  : "the packages are built with web/node_modules, which `npm ci` makes";
const kernel = (name) => readFileSync(join(root, "shared/kernels", name), "utf8");
let place, kernels, tessera;

describe("tessera-kernels", { skip }, () => {
  before(async () => {
    place = mkdtempSync(join(tmpdir(), "tessera-npm-"));
    const { buildPackages } = await import(pathToFileURL(join(root, "web/npm/build.mjs")).href);
    await buildPackages(join(place, "built"));
    mkdirSync(join(place, "node_modules"));
    for (const name of ["tessera-kernels", "tessera-elements"])
      symlinkSync(join(place, "built", name), join(place, "node_modules", name));
    kernels = await import(pathToFileURL(join(place, "built/tessera-kernels/dist/node.js")).href);
    tessera = await kernels.createTessera();
  });
  after(() => {
    tessera?.close();
    rmSync(place, { recursive: true, force: true });
  });

  /** What a call throws: the error's class and message. */
  const thrown = async (make) => {
    try {
      await make();
    } catch (error) {
      return `${error.name}: ${error.message}`;
    }
    return "nothing was thrown";
  };

  for (const { file, source } of skip ? [] : listKernels())
    test(`PTX, tilings and layouts of ${file} are the native binary's`, async () => {
      const path = `shared/kernels/${file}`;
      const native = (...words) =>
        spawnSync(binary, ["show", path, "--target=sm_90a", ...words], {
          cwd: root,
          encoding: "utf8",
          maxBuffer: 1 << 28,
        });
      const program = await tessera.compile(source, { file: path, target: "sm_90a" });
      assert.deepEqual(await program.tilings(), JSON.parse(native("--tilings").stdout).kernels);
      assert.deepEqual(await program.layouts(), JSON.parse(native("--layouts").stdout).kernels);
      const { status, stdout } = native("--stage=ptx");
      if (status === 0) assert.equal(await program.ptx(), stdout);
      else await assert.rejects(program.ptx(), kernels.CompileError);
    });

  test("a run is the native binary's, in the interpreter and on the emulator", async () => {
    const source = kernel("vector_add.py");
    for (const device of ["interpreter", "emulator"]) {
      const words = ["run", "shared/kernels/vector_add.py", "--device", device];
      const pieces = [];
      const result = await tessera.run(source, { file: words[1], device, onOutput: (text) => pieces.push(text) });
      assert.equal(result.output, execFileSync(binary, words, { cwd: root, encoding: "utf8" }));
      assert.equal(pieces.join(""), result.output);
      assert.equal(result.device, device);
    }
  });

  test("programs that are asked in turns keep their answers apart", async () => {
    const [one, two] = await Promise.all(
      [512, 4096].map((size) => tessera.compile(kernel("vector_add.py"), { set: { size } })),
    );
    const grids = async (program) => (await program.tilings())[0].launches[0].grid;
    assert.deepEqual(await Promise.all([grids(one), grids(two)]), [[1], [4]]);
    assert.notEqual(await one.ptx(), "");
    assert.equal((await two.run({ device: "emulator" })).launches[0].grid[0], 4);
    assert.equal((await one.run({ device: "emulator" })).launches[0].grid[0], 1);
    const found = await one.tilings();
    found[0].launches.length = 0;
    assert.equal((await one.tilings())[0].launches.length, 1, "an answer is the caller's own");
  });

  test("what runs for ever is ended by its time or a signal, and the next question is answered", async () => {
    const endless = "while True:\n  pass\n";
    assert.match(
      await thrown(() => tessera.compile(endless, { maxMilliseconds: 50 })),
      /^TimedOut: `compile` took more than 50 ms/,
    );
    const long =
      "import jax.numpy as jnp\nfrom jax import lax\nprint(lax.fori_loop(0, 1 << 30, lambda i, x: x + 1, 0))\n";
    assert.match(
      await thrown(() => tessera.run(long, { maxMilliseconds: 200 })),
      /^TimedOut: `run` took more than 200 ms/,
    );
    const stop = new AbortController();
    const waiting = thrown(() => tessera.run(long, { signal: stop.signal }));
    const behind = tessera.run("print(3)\n");
    stop.abort(new Error("enough"));
    assert.equal(await waiting, "Error: enough");
    assert.equal((await behind).output, "3\n");
    assert.match(await thrown(() => tessera.run("print(1)\n", { signal: AbortSignal.abort() })), /^AbortError/);
  });

  test("parts of the library in Python are imported", async () => {
    const program = "import dataclasses, enum\nimport jax.nn as nn\nprint(nn.relu(-1.0), enum.Enum.__name__)\n";
    assert.equal((await tessera.run(program)).output, "0.0 Enum\n");
    const { libraryFolders } = await import(pathToFileURL(join(place, "built/tessera-kernels/dist/platform.js")).href);
    assert.deepEqual([...libraryFolders], readdirSync(join(wasm, "library")).sort());
    const page = readFileSync(join(place, "built/tessera-kernels/dist/browser.js"), "utf8");
    for (const name of readdirSync(join(place, "built/tessera-kernels/wasm")))
      assert.ok(page.includes(`"../wasm/${name}", import.meta.url`), name);
  });

  test("emulate takes typed arrays and numbers, and gives arrays of the same kind", async () => {
    const ptx = `.version 8.0
.target sm_80
.address_size 64
.visible .entry fill(.param .u64 to, .param .f32 a, .param .b32 b, .param .u16 c, .param .b64 d)
{
  .reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .f32 %f<4>; .reg .b16 %h<2>;
  ld.param.u64 %rd1, [to];
  ld.param.f32 %f1, [a];
  ld.param.b32 %r1, [b];
  ld.param.u16 %h1, [c];
  ld.param.b64 %rd2, [d];
  st.global.f32 [%rd1], %f1;
  st.global.b32 [%rd1+4], %r1;
  cvt.u32.u16 %r2, %h1;
  st.global.b32 [%rd1+8], %r2;
  st.global.b64 [%rd1+16], %rd2;
  ret;
}
`;
    const words = new Uint32Array(6);
    const { arrays } = await tessera.emulate(ptx, [words, 2, 0.5, 7, -1n]);
    assert.deepEqual([...arrays[0]], [0x40000000, 0x3f000000, 7, 0, 0xffffffff, 0xffffffff]);
    assert.deepEqual(arrays.slice(1), [null, null, null, null]);
    assert.deepEqual([...words], [0, 0, 0, 0, 0, 0], "the array that was given does not change");
    const half = kernels.array("bf16", new Uint16Array(12), [3, 4]);
    const other = (await tessera.emulate(ptx, [half, 2, kernels.scalar("f32", 1), 7, 0])).arrays[0];
    assert.deepEqual([other.dtype, other.shape, other.data[1], other.data[3]], ["bf16", [3, 4], 0x4000, 0x3f80]);
    const wrong = [
      [[words, "x"], {}, /^UsageError: .*`x`/],
      [
        [words, 2, 2 ** 40, 7, 0],
        {},
        /^UsageError: `args\[2\]` is 1099511627776, and parameter 2 of the kernel has 32 bits/,
      ],
      [[words, 2, 0.5, 0.5, 0], {}, /^UsageError: `args\[3\]` is 0.5, and parameter 3 of the kernel is `u16`/],
      [[words, {}], {}, /^UsageError: `args\[1\]` is an Object, expected a typed array/],
      [[words, 1, 1, 1, 1, 1], {}, /^UsageError: `args` has more than 5 entries, and `fill` takes 5/],
      [[words], { grid: [0] }, /^UsageError: `grid` is \[0\], expected a positive whole number/],
      [[words], { entry: "none" }, /^UsageError: there is no kernel `none`; the kernels of this PTX are `fill`/],
      [[words], { blocks: 1 }, /^UsageError: `emulate` has no option `blocks`; it has `entry`/],
      [[new Uint32Array(2), 2, 1, 7, 0], {}, /^RunError: kernel.ptx:15:\d+: error: .*outside every allocation/],
    ];
    for (const [args, options, pattern] of wrong)
      assert.match(await thrown(() => tessera.emulate(ptx, args, options)), pattern);
    assert.match(
      await thrown(() => tessera.emulate("nonsense")),
      /^CompileError: kernel.ptx:1:1: error: unexpected `nonsense`/,
    );
    assert.throws(
      () => kernels.array("f32", new Uint16Array(2)),
      /elements of `f32` have 4 bytes, and those of `data` 2; give a Float32Array/,
    );
    assert.throws(() => kernels.array("f64", new Float64Array(6), [4]), /`shape` \[4\] has 4 elements, and `data` 6/);
  });

  test("arguments that are wrong are named, with what was expected", async () => {
    const program = await tessera.compile(kernel("vector_add.py"));
    const wrong = [
      [
        () => tessera.compile(3),
        "UsageError: the program is a number, expected its text, or {files, main} or {files, module}",
      ],
      [
        () => tessera.compile("", { tagret: "sm_80" }),
        /^UsageError: `compile` has no option `tagret`; it has `file`, `target`/,
      ],
      [
        () => tessera.compile("", { target: "sm_70" }),
        'UsageError: `target` is "sm_70", expected one of "sm_80", "sm_90a"',
      ],
      [() => tessera.compile("", { set: { M: NaN } }), "UsageError: `set.M` is NaN, which no literal of Python is"],
      [
        () => tessera.compile("", { set: 3 }),
        /^UsageError: `set` is a number, expected an object of names and literals/,
      ],
      [
        () => tessera.compile({ files: { "a.py": "" }, main: "b.py" }),
        'UsageError: `main` is "b.py", which is none of `files`: a.py',
      ],
      [
        () => tessera.compile("", { maxMilliseconds: 0 }),
        "UsageError: `maxMilliseconds` is 0, expected a positive number",
      ],
      [() => program.ptx("other"), "UsageError: there is no kernel `other`; the program's are `add_kernel`"],
      [() => program.show("sass"), /^UsageError: `stage` is "sass", which takes `ptxas`/],
      [
        () => program.show("tile", { pass: "none" }),
        /^UsageError: no pass of `tile` is called `none`; the passes are `trace`/,
      ],
      [
        () => program.run({ device: "cuda" }),
        'UsageError: `device` is "cuda", expected one of "interpreter", "emulator"',
      ],
      [() => program.run({ compare: true }), /^UsageError: `compare` is of the emulator/],
      [() => program.run({ schedules: 0 }), "UsageError: `schedules` is 0, expected a whole number from 1 on"],
      [
        () => kernels.createTessera({ base: "none" }),
        "UsageError: `base` is `none`, expected a file: address that ends with `/`",
      ],
      [
        () => kernels.createTessera({ base: "file:///none/" }),
        /^ModuleError: the compiler could not be loaded: ENOENT/,
      ],
    ];
    for (const [make, message] of wrong)
      (message instanceof RegExp ? assert.match : assert.equal)(await thrown(make), message);
    const other = await kernels.createTessera();
    other.close();
    assert.match(await thrown(() => other.run("print(1)")), /^UsageError: this Tessera was closed/);
  });

  test("errors of the program are typed and have what is known of it", async () => {
    const raised = await tessera.run("print('before')\nraise ValueError('no')\n").catch((error) => error);
    assert.ok(raised instanceof kernels.CompileError && raised instanceof kernels.TesseraError);
    assert.equal(raised.output, "before\n");
    const failed = await tessera
      .run("import numpy as np\nprint(1)\nnp.testing.assert_array_equal([1], [2])\n")
      .catch((error) => error);
    assert.ok(failed instanceof kernels.RunError);
    assert.deepEqual([failed.errors[0].id, failed.result.output], ["check-failed", "1\n"]);
    const race = kernel("hopper_gemm_pipeline.py").replace(", delay_release=1", "");
    const found = await tessera.run(race, { set: { K: 1024 } }).catch((error) => error);
    assert.deepEqual([found.name, found.errors[0].id], ["RunError", "data-race"]);
  });

  test("a process that has asked ends by itself", () => {
    const script = `import { createTessera } from "tessera-kernels";
const tessera = await createTessera();
console.log((await tessera.run("print(5)")).output.trim());`;
    writeFileSync(join(place, "ends.mjs"), script);
    assert.equal(
      execFileSync(process.execPath, ["ends.mjs"], { cwd: place, encoding: "utf8", timeout: 60_000 }),
      "5\n",
    );
  });

  test("the README's examples print what it says", () => {
    const text = readFileSync(join(root, "web/npm/compiler/README.md"), "utf8");
    const blocks = [...text.matchAll(/^```js\n(.*?)^```/gms)].map((match) => match[1]);
    assert.ok(blocks.length >= 4);
    const script = blocks.join("\n");
    const imports = script.match(/^import \{.*$/gm);
    // An import stands anywhere in a page about it, and only at the top in a module.
    writeFileSync(join(place, "readme.mjs"), [...imports, script.replaceAll(/^import \{.*$/gm, "")].join("\n"));
    const { stdout, stderr } = spawnSync(process.execPath, ["readme.mjs"], {
      cwd: place,
      encoding: "utf8",
      timeout: 120_000,
    });
    const expected = [...script.matchAll(/^\/\/> (.*)$/gm)].map((match) => match[1]).join("\n");
    assert.equal(stdout.trimEnd(), expected, stderr);
  });

  // What is packed is held to, and what a page has to load before anything is on it; brotli as hosts have it.
  test("sizes", () => {
    const built = (name) => join(place, "built", name);
    const packed = (path) =>
      brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
    const weigh = (name) => {
      const files = readdirSync(built(name), { recursive: true }).filter((path) =>
        statSync(join(built(name), path)).isFile(),
      );
      return files.reduce((sum, path) => sum + gzipSync(readFileSync(join(built(name), path))).length, 0);
    };
    const first = [
      "browser",
      "api",
      "arrays",
      "compiler",
      "diagnostics",
      "emulation",
      "errors",
      "input",
      "module-worker",
      "worker",
    ];
    const scripts = first.reduce((sum, name) => sum + packed(join(built("tessera-kernels"), `dist/${name}.js`)), 0);
    const elements = ["data", "elements"].reduce(
      (sum, name) => sum + packed(join(built("tessera-elements"), `dist/${name}.js`)),
      0,
    );
    const sizes = {
      kernels: weigh("tessera-kernels"),
      elements: weigh("tessera-elements"),
      scripts,
      drawing: elements,
    };
    // The module itself, 2.1 MB at most, is size.test.mjs's.
    const budget = { kernels: 11.2e6, elements: 0.055e6, scripts: 0.02e6, drawing: 0.04e6 };
    if (process.env.TESSERA_SIZES) console.log(sizes);
    for (const [name, most] of Object.entries(budget))
      assert.ok(sizes[name] <= most, `${name}: ${sizes[name]} bytes, at most ${most}`);
  });
});
