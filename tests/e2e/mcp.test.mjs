// SPDX-License-Identifier: Apache-2.0
// `tessera mcp`: the protocol, every tool, bounds on everything, hostile input; and an agent that knows nothing but what
// the tools answer and mends a race, a wrong block and a slow kernel.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findMismatch, startMcp } from "./mcp.mjs";
import { makeFolder, root, serve, tessera } from "./tessera.mjs";

const kernels = join(root, "shared/kernels");

const endless = `
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = jax.lax.while_loop(lambda c: c[0, 0] >= 0, lambda c: c + 0.0, x_ref[...])
x = jnp.ones((8, 8), jnp.float32)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x))
`;

const sumOfBlocks = `import torch, triton
import triton.language as tl

@triton.jit
def total_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
  pid = tl.program_id(0)
  offsets = pid * BLOCK + tl.arange(0, BLOCK)
  x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
  tl.store(out_ptr, tl.load(out_ptr) + tl.sum(x))

x = torch.ones(1024, device="cuda")
out = torch.zeros(1, device="cuda")
total_kernel[(8,)](x, out, 1024, BLOCK=128)
print(out)
`;

const wrongBlock = `import jax, jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, y_ref, o_ref):
  o_ref[...] = x_ref[...] @ y_ref[...]

x = jnp.ones((128, 64), jnp.float32)
y = jnp.ones((64, 128), jnp.float32)
o = pl.pallas_call(kernel, grid=(2, 2),
  in_specs=[pl.BlockSpec((64, 64), lambda i, j: (i, 0)),
            pl.BlockSpec((32, 64), lambda i, j: (0, j))],
  out_specs=pl.BlockSpec((64, 64), lambda i, j: (i, j)),
  out_shape=jax.ShapeDtypeStruct((128, 128), jnp.float32))(x, y)
assert (o == 64).all()
`;

const strided = `import torch, triton
import triton.language as tl

N = 1048576
BLOCK = 1024

@triton.jit
def scale_kernel(x_ptr, out_ptr, programs, BLOCK: tl.constexpr):
  pid = tl.program_id(0)
  offsets = pid + tl.arange(0, BLOCK) * programs
  x = tl.load(x_ptr + offsets)
  tl.store(out_ptr + offsets, x * 2.0)

x = torch.rand(N, device="cuda")
out = torch.empty_like(x)
scale_kernel[(N // BLOCK,)](x, out, N // BLOCK, BLOCK=BLOCK)
torch.testing.assert_close(out, x * 2.0)
`;

//===-- the protocol --------------------------------------------------------------------------------------------===//

test("initialize negotiates the revision", async (t) => {
  for (const [asked, given] of [
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
    ["2099-01-01", "2025-06-18"],
    ["1.0", "2025-06-18"],
  ]) {
    const client = await startMcp(t, { revision: asked });
    assert.equal(client.hello.protocolVersion, given);
    assert.equal(client.hello.serverInfo.name, "tessera");
    for (const capability of ["tools", "resources", "prompts", "logging"])
      assert.ok(client.hello.capabilities[capability]);
    const { tools } = (await client.ask("tools/list")).result;
    assert.equal("outputSchema" in tools[0], given === "2025-06-18");
    assert.equal("annotations" in tools[0], given !== "2024-11-05");
    const result = await client.call("doc", { name: "jnp.cumsum" });
    assert.equal("structuredContent" in result, given === "2025-06-18");
    assert.deepEqual(await client.close(), { code: 0, signal: null });
  }
});

test("before initialize there is ping alone, and there is one initialize", async (t) => {
  const client = await startMcp(t, { initializes: false });
  assert.deepEqual((await client.ask("ping")).result, {});
  assert.match((await client.ask("tools/list")).error.message, /the first request is `initialize`/);
  assert.equal((await client.ask("initialize", {})).error.code, -32602);
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  assert.ok((await client.ask("initialize", hello)).result);
  assert.match((await client.ask("initialize", hello)).error.message, /already/);
});

test("batches are of revision 2025-03-26 alone", async (t) => {
  const batch = [
    { jsonrpc: "2.0", id: "a", method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: "b", method: "nonsense" },
  ];
  const old = await startMcp(t, { revision: "2025-03-26" });
  old.send(batch);
  await old.waitForStray(1);
  assert.deepEqual(old.strays.map(({ id, error }) => [id, error?.code]).sort(), [
    ["a", undefined],
    ["b", -32601],
  ]);
  for (const wrong of [[], Array(101).fill(batch[0])]) {
    const before = old.strays.length;
    old.send(wrong);
    assert.equal((await old.waitForStray(before)).error.code, -32600);
  }
  const now = await startMcp(t);
  now.send(batch);
  assert.match((await now.waitForStray(0)).error.message, /no batches/);
});

test("tools are described in full", async (t) => {
  const client = await startMcp(t);
  const { tools } = (await client.ask("tools/list")).result;
  assert.deepEqual(
    tools.map((tool) => tool.name),
    [
      "compile",
      "diagnostics",
      "show",
      "explain",
      "layouts",
      "tilings",
      "run",
      "test",
      "emulate",
      "time",
      "tune",
      "bench",
      "compare",
      "doc",
    ],
  );
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    assert.ok(title && description.length > 40, name);
    assert.equal(inputSchema.type, "object");
    assert.equal(inputSchema.additionalProperties, false);
    for (const [argument, schema] of Object.entries(inputSchema.properties))
      assert.ok(schema.description, `${name}.${argument}`);
    assert.equal(outputSchema.type, "object");
    assert.equal(annotations.readOnlyHint, !["bench", "compare"].includes(name));
    assert.equal(annotations.destructiveHint, false);
  }
});

test("resources are in the binary: examples, reference, guides", async (t) => {
  const client = await startMcp(t, { cwd: makeFolder(t) });
  const all = [];
  for (let cursor; ;) {
    const { result } = await client.ask("resources/list", cursor ? { cursor } : {});
    all.push(...result.resources);
    if (!(cursor = result.nextCursor)) break;
  }
  const index = JSON.parse(readFileSync(join(kernels, "index.json"), "utf8"));
  for (const { file } of index) {
    const uri = `tessera://examples/${file}`;
    assert.ok(
      all.some((one) => one.uri === uri),
      uri,
    );
    const { contents } = (await client.ask("resources/read", { uri })).result;
    assert.equal(contents[0].text, readFileSync(join(kernels, file), "utf8"));
  }
  const uris = new Set(all.map((one) => one.uri));
  assert.equal(uris.size, all.length);
  for (const uri of [
    "tessera://reference/triton.language",
    "tessera://guide/races",
    "tessera://guide/slow-kernels",
    "tessera://guide/block-shapes",
  ]) {
    assert.ok(uris.has(uri), uri);
    assert.ok((await client.ask("resources/read", { uri })).result.contents[0].text.length > 500);
  }
  const { resourceTemplates } = (await client.ask("resources/templates/list")).result;
  assert.equal(resourceTemplates.length, 3);
  const missing = (await client.ask("resources/read", { uri: "tessera://examples/matmull.py" })).error;
  assert.equal(missing.code, -32002);
  assert.match(missing.message, /did you mean `tessera:\/\/examples\/matmul.py`/);
  for (const uri of ["tessera://examples/../README.md", "file:///etc/passwd", "", "tessera://reference/"])
    assert.equal((await client.ask("resources/read", { uri })).error.code, -32002);
  assert.equal((await client.ask("resources/list", { cursor: "nonsense" })).error.code, -32602);
});

test("prompts begin a task", async (t) => {
  const client = await startMcp(t);
  const { prompts } = (await client.ask("prompts/list")).result;
  for (const { name } of prompts) {
    const { messages } = (await client.ask("prompts/get", { name, arguments: { file: "k.py" } })).result;
    assert.match(messages[0].content.text, /`k.py`[^]*`compile`|`k.py`[^]*`run`/);
  }
  assert.equal((await client.ask("prompts/get", { name: prompts[0].name })).error.code, -32602);
  assert.match(
    (await client.ask("prompts/get", { name: "find-rase", arguments: { file: "k.py" } })).error.message,
    /did you mean `find-race`/,
  );
});

//===-- tools ---------------------------------------------------------------------------------------------------===//

test("every tool answers, in text and as data that fits its schema, as the command line does", async (t) => {
  const client = await startMcp(t, { cwd: kernels });
  const { tools } = (await client.ask("tools/list")).result;
  const schemas = Object.fromEntries(tools.map((tool) => [tool.name, tool.outputSchema]));
  const ask = async (name, args, isError = false) => {
    const result = await client.call(name, args);
    assert.equal(result.isError, isError, `${name}: ${result.text}`);
    assert.equal(findMismatch(schemas[name], result.facts), null, name);
    assert.ok(result.text.length <= 12_400, name);
    return result;
  };
  const compiled = await ask("compile", { file: "matmul.py" });
  assert.match(compiled.text, /^it compiles in .* ms; kernels: `matmul_kernel`\n/);
  assert.deepEqual(compiled.facts.kernels, ["matmul_kernel"]);

  const said = await ask("diagnostics", { file: "matmul.py" });
  assert.match(said.text, /matmul\.py:\d+:\d+: remark: plan of .*\[schedule-plan\]\n    \d+ \| /);
  assert.equal((await ask("diagnostics", { file: "matmul.py", severity: "warning" })).facts.diagnostics.length, 0);

  const ptx = await ask("show", { file: "saxpy.py", stage: "ptx", limit: 100_000 - 1 });
  assert.equal(ptx.facts.text, ptx.text);
  assert.equal(ptx.text, (await tessera(["show", "saxpy.py", "--stage", "ptx"], { cwd: kernels })).stdout);
  assert.match((await ask("show", { file: "saxpy.py" })).text, /tile\.kernel/);
  assert.match((await ask("show", { file: "saxpy.py", list: true })).text, /^tile  trace \*  /m);
  assert.match((await ask("show", { file: "saxpy.py", pass: "tile-cleanup" })).text, /tile\.kernel/);
  assert.match((await ask("show", { file: "saxpy.py", pass: "nonsense" }, true)).text, /next: `show` with `list`/);

  const explained = await ask("explain", { file: "matmul.py", tune: ["stages=3"], target: "sm_80" });
  assert.match(explained.text, /matmul_kernel for sm_80/);
  assert.equal(explained.facts.kernels[0].choices.find((choice) => choice.name === "stages").value, 3);

  const layouts = await ask("layouts", { file: "matmul.py" });
  assert.match(layouts.text, /in shared memory a buffer 4x128x32xf32: bytes 0 to 65536, swizzle 128\n/);
  assert.match((await ask("layouts", { file: "attention.py" })).text, /bytes at a time, (no )?bank conflicts/);
  const tilings = await ask("tilings", { file: "matmul.py", programs: 2 });
  assert.match(tilings.text, /grid 2 x 2, 4 programs.*\n.*read `x_ref` .*program 0 sees \[0:512, 0:1024\], 1 sees /);
  assert.match((await ask("tilings", { file: "vector_add.py" })).text, /block/);

  const run = await ask("run", { file: "hello_vectors.py" });
  assert.match(run.text, /it printed:\n\[ 0  2  4  6  8 10 12 14\]\n/);
  assert.equal(run.facts.output, "[ 0  2  4  6  8 10 12 14]\n");
  const checked = await ask("run", { file: "saxpy.py", check: "race", set: { N: 4096 } }).catch(() => null);
  if (checked) assert.equal(checked.facts.device, "emulator");

  const tested = await ask(
    "test",
    { source: "def test_a():\n  assert 1 + 1 == 2\ndef test_b():\n  assert 1 == 2\n", name: "t.py" },
    true,
  );
  assert.match(tested.text, /^1 passed, 1 failed, 0 skipped\nfailed test_b\nt\.py:4:10: error: /);
  assert.equal(
    (await ask("test", { source: "def test_a():\n  assert 1 + 1 == 2\n", tests: ["test_a"] })).facts.summary.passed,
    1,
  );

  const listed = await ask("emulate", { source: ptx.text, list: true });
  assert.equal(listed.facts.entries[0].name, "saxpy_kernel");
  const one = {
    source: ptx.text,
    args: ["f32[1]=full:2", "f32[4096]=iota", "f32[4096]=iota", "f32[4096]=empty"],
    block: "128",
  };
  const emulated = await ask("emulate", { ...one, card: "h200", schedules: 2 });
  assert.match(
    emulated.text,
    /`saxpy_kernel` ran clean under 2 schedules[^]*predicted .* us \(a model's prediction, not a measurement\)/,
  );
  assert.match((await ask("emulate", { ...one, args: ["u32=1"] }, true)).text, /next: `emulate` with `list`/);

  const cards = {};
  for (const card of ["h100", "h200", "a100"]) {
    const time = await ask("time", { file: "triton_softmax.py", card });
    assert.match(time.text, /predicted .* us \(a model's prediction, not a measurement\)/);
    assert.equal(time.facts.isPrediction, true);
    cards[card] = time.facts.microseconds;
  }
  assert.ok(cards.a100 > cards.h100 && cards.h100 > cards.h200);
  assert.match(
    (await ask("time", { file: "saxpy.py", card: "a100", target: "sm_90a" }, true)).text,
    /which runs sm_80/,
  );

  const tuned = await ask("tune", { file: "matmul.py", budget: 20 });
  assert.match(tuned.text, /schedules ranked by the cost model \(predictions for an order, no GPU's times\)/);
  for (const tune of tuned.facts.tune)
    assert.equal((await ask("compile", { file: "matmul.py", tune: [tune] })).facts.ok, true);

  const counted = await ask("bench", { file: "saxpy.py", device: "emulator" });
  assert.match(counted.text, /counts and predictions, no times of a GPU[^]*warp instructions/);
  const slower = readFileSync(join(kernels, "triton_softmax.py"), "utf8");
  const compared = await ask("compare", { file: "triton_softmax.py", baselineSource: slower, device: "emulator" });
  assert.match(compared.text, /against the baseline: same/);

  const found = await ask("doc", { search: "atomic add" });
  assert.match(found.text, /triton\.language\.atomic_add\(/);
  assert.match((await ask("doc", { name: "plgpu.wgmma_wait" })).text, /mosaic_gpu\.wgmma_wait\(/);
  assert.match((await ask("doc")).text, /jax\.numpy \(\d+ names\)/);
  assert.match((await ask("doc", { name: "jnp.cumsumm" }, true)).text, /did you mean `jax.numpy.cumsum`/);
});

test("without a GPU, measuring says what to do; with a runner it is done there", async (t) => {
  const alone = await startMcp(t, { cwd: kernels });
  const refused = await alone.call("bench", { file: "saxpy.py" });
  if (!refused.isError) return t.skip("there is a GPU here");
  assert.match(refused.text, /^error: .*GPU|no GPU|cuda/i);
  assert.match(refused.text, /next: .*`time` predicts.*--allow-runner/);
  const runner = await serve(t);
  const client = await startMcp(t, { cwd: kernels, args: ["--allow-runner", runner.url] });
  const benched = await client.call("bench", { file: "saxpy.py", kernels: ["saxpy_kernel"] });
  assert.equal(benched.isError, false, benched.text);
  assert.match(benched.text, /counts and predictions, no times of a GPU/);
});

test("errors say what, where and what to do", async (t) => {
  const client = await startMcp(t, { cwd: kernels });
  const name = await client.call("compile", { source: "import jax.numpy as jnp\nx = jnp.cumsumm(1)\n", name: "k.py" });
  assert.equal(name.isError, true);
  assert.match(
    name.text,
    /^it does not compile\nk\.py:2:\d+: error: .*cumsumm.*\[.*\]\n    2 \| x = jnp\.cumsumm\(1\)\n/,
  );
  assert.match(name.text, /^  fix: .*: replace `cumsumm` at k\.py:2:9 to 2:16 by "cumsum"\n/m);
  assert.match(name.text, /^next: apply the fix[^]*^next: .*look the name up with the tool `doc`/m);
  const { range, text } = name.facts.diagnostics[0].fix;
  assert.deepEqual([range.begin.column, range.end.column, text], [9, 16, "cumsum"]);
  const file = await client.call("compile", { file: "matmull.py" });
  assert.match(file.text, /^error: there is no file `matmull.py` below the root; did you mean `matmul.py`\?/);
  const both = await client.call("run", { file: "matmul.py", source: "x = 1" });
  assert.match(both.text, /exactly one of `file`/);
  const neither = await client.call("run", {});
  assert.match(neither.text, /exactly one of `file`/);
  const set = await client.call("run", { source: "N = 1\n", set: { M: 1 } });
  assert.match(set.text, /no `M` that can be set/);
});

test("a program that launches prints under the name that was given, and imports from path", async (t) => {
  const folder = makeFolder(t);
  mkdirSync(join(folder, "lib"));
  writeFileSync(join(folder, "lib", "helper.py"), "def f():\n  return 41\n");
  writeFileSync(join(folder, "-dash.py"), "print('dash')\n");
  const client = await startMcp(t, { args: ["--root", folder] });
  assert.match(
    (await client.call("run", { source: "import helper\nprint(helper.f() + 1)\n", path: ["lib"] })).text,
    /it printed:\n42\n/,
  );
  assert.match((await client.call("run", { module: "lib.helper" })).text, /ran to its end/);
  assert.match((await client.call("run", { file: "-dash.py" })).text, /dash/);
  assert.match((await client.call("run", { source: "N = 1\nprint(N)\n", set: { N: "(1, 'a')" } })).text, /\(1, 'a'\)/);
});

//===-- bounds --------------------------------------------------------------------------------------------------===//

test("long answers come in pages that make up the whole, from one run", async (t) => {
  const client = await startMcp(t, { cwd: kernels });
  const first = await client.call("show", { file: "triton_softmax.py", stage: "llvm" });
  const { total, nextOffset } = first.facts.page;
  assert.ok(first.text.length < 12_400 && total > 12_000);
  assert.match(
    first.text,
    new RegExp(`\\[${total - nextOffset} of ${total} characters follow: the same call with "offset": ${nextOffset} `),
  );
  let whole = first.facts.text;
  for (let next = nextOffset; next;) {
    const page = await client.call("show", { file: "triton_softmax.py", stage: "llvm", offset: next, limit: 5_000 });
    assert.equal(page.facts.page.offset, next);
    assert.ok(page.facts.text.length <= 5_000);
    whole += page.facts.text;
    next = page.facts.page.nextOffset;
  }
  assert.equal(whole, (await tessera(["show", "triton_softmax.py", "--stage", "llvm"], { cwd: kernels })).stdout);
  const beyond = await client.call("show", { file: "triton_softmax.py", stage: "llvm", offset: total + 5 });
  assert.equal(beyond.facts.text, "");
});

test("a flood of output stays a page, and data a bounded size", async (t) => {
  const client = await startMcp(t);
  const flood = await client.call("run", { source: "for i in range(50000):\n  print('line', i, 'é')\n" });
  assert.equal(flood.isError, false);
  assert.ok(flood.text.length < 12_500);
  assert.ok(JSON.stringify(flood).length < 120_000);
  assert.equal(flood.facts.shortened, true);
});

test("an endless kernel is cancelled without an answer, and the server goes on", async (t) => {
  const client = await startMcp(t);
  const call = client.begin("tools/call", {
    name: "run",
    arguments: { source: endless },
    _meta: { progressToken: "p" },
  });
  const deadline = Date.now() + 30_000;
  while (!client.notes.some((note) => note.method === "notifications/progress")) {
    assert.ok(Date.now() < deadline, "no progress came");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { params } = client.notes.find((note) => note.method === "notifications/progress");
  assert.equal(params.progressToken, "p");
  assert.ok(params.progress >= 1 && /run has run for/.test(params.message));
  assert.equal(listChildren(client.child.pid).length, 1);
  client.notify("notifications/cancelled", { requestId: call.id, reason: "enough" });
  for (const end = Date.now() + 10_000; listChildren(client.child.pid).length;) {
    assert.ok(Date.now() < end, "its process goes on");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  client.notify("notifications/cancelled", { requestId: "nobody's" });
  client.notify("notifications/cancelled", {});
  assert.match((await client.call("run", { source: "print(1)" })).text, /it printed:\n1\n/);
  const answered = await Promise.race([
    call.answer.then(() => true),
    new Promise((resolve) => setTimeout(() => resolve(false), 300)),
  ]);
  assert.equal(answered, false);
  const slow = await client.call("run", { source: endless, timeout: 1 });
  assert.match(slow.text, /^error: stopped after 1 s: .*\nnext: /);
});

test("children die with the server, and end when the client goes", async (t) => {
  for (const go of [
    (client) => client.child.kill("SIGKILL"),
    (client) => client.child.kill("SIGTERM"),
    (client) => (client.child.stdout.destroy(), client.child.stdin.end()),
  ]) {
    const client = await startMcp(t);
    client.begin("tools/call", { name: "run", arguments: { source: endless } });
    let children = [];
    for (const end = Date.now() + 20_000; !children.length; children = listChildren(client.child.pid)) {
      assert.ok(Date.now() < end, "no child was started");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    go(client);
    await client.ended;
    for (const end = Date.now() + 10_000; children.some(isAlive);) {
      assert.ok(Date.now() < end, "a child outlives its server");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

test("a crash, no memory and an endless program end their call alone", async (t) => {
  const client = await startMcp(t, { args: ["--memory-mib", "1024"] });
  const large = client.call("run", {
    source: "import jax.numpy as jnp\nx = jnp.ones((40000, 40000), jnp.float32)\nprint((x + 1).sum())\n",
  });
  const loop = client.call("run", { source: "while True:\n  pass\n", timeout: 5 });
  const deep = client.call("run", { source: `x = ${"(".repeat(5000)}1${")".repeat(5000)}\n` });
  const fine = client.call("run", { source: "print('fine')\n" });
  for (const [what, call] of Object.entries({ large, loop, deep })) {
    const result = await call;
    assert.equal(result.isError, true, what);
    assert.match(result.text, /error: /, what);
  }
  assert.match((await fine).text, /fine/);
  assert.deepEqual((await client.ask("ping")).result, {});
});

test("many calls at once are all answered, a request meanwhile at once", async (t) => {
  const client = await startMcp(t);
  const calls = Array.from({ length: 24 }, (_, i) => client.call("run", { source: `print(${i} * 7)\n` }));
  assert.deepEqual((await client.ask("ping")).result, {});
  const results = await Promise.all(calls);
  results.forEach((result, i) => assert.match(result.text, new RegExp(`it printed:\n${i * 7}\n`)));
});

test("files are confined to the root", async (t) => {
  const folder = makeFolder(t),
    outside = makeFolder(t);
  writeFileSync(join(folder, "in.py"), "print('inside')\n");
  writeFileSync(join(outside, "out.py"), "print('outside')\n");
  writeFileSync(join(outside, "a.npy"), "x");
  symlinkSync(join(outside, "out.py"), join(folder, "link.py"));
  symlinkSync(outside, join(folder, "away"));
  mkdirSync(join(folder, "sub"));
  const client = await startMcp(t, { args: ["--root", folder] });
  assert.match((await client.call("run", { file: "in.py" })).text, /inside/);
  assert.match((await client.call("run", { file: join(folder, "in.py") })).text, /inside/);
  assert.match((await client.call("run", { file: "sub/../in.py" })).text, /inside/);
  const refused = [
    ["run", { file: join(outside, "out.py") }],
    ["run", { file: "../" + outside.split("/").pop() + "/out.py" }],
    ["run", { file: "link.py" }],
    ["run", { file: "away/out.py" }],
    ["run", { file: "/etc/passwd" }],
    ["run", { file: "/proc/self/environ" }],
    ["run", { file: "/dev/stdin" }],
    ["run", { file: "in.py", path: [outside] }],
    ["test", { file: "link.py" }],
    ["test", { file: "in.py", path: ["away"] }],
    ["compare", { file: "in.py", baseline: "link.py", device: "emulator" }],
    ["emulate", { file: "link.py" }],
    ["emulate", { source: "x", args: [`@${outside}/a.npy`] }],
    ["emulate", { source: "x", expect: [`0=@${outside}/a.npy`] }],
  ];
  // Nor does a program's import: by a link, or by a folder that it puts on the path.
  symlinkSync(join(outside, "out.py"), join(folder, "linked.py"));
  writeFileSync(join(outside, "secret.py"), "KEY = 'outside'\n");
  for (const source of [
    "import linked\nprint(linked.KEY)\n",
    "from away import secret\nprint(secret.KEY)\n",
    `import sys\nsys.path.insert(0, ${JSON.stringify(outside)})\nimport secret\nprint(secret.KEY)\n`,
  ])
    for (const [tool, args] of [
      ["run", { source }],
      ["test", { source: `def test_a():\n${source.replace(/^(?=.)/gm, "  ")}` }],
    ]) {
      const result = await client.call(tool, args);
      assert.equal(result.isError, true, source);
      assert.match(result.text, /unknown-module/, source);
      assert.doesNotMatch(result.text, /printed/, source);
    }
  for (const [tool, args] of refused) {
    const result = await client.call(tool, args);
    assert.equal(result.isError, true, JSON.stringify(args));
    assert.match(result.text, /is not below the root/, JSON.stringify(args));
    assert.doesNotMatch(result.text, /print\('outside'\)|root:/);
  }
  assert.match(
    (await client.call("compare", { file: "in.py", baseline: "git:--output=x", device: "emulator" })).text,
    /expected `git:` and a commit/,
  );
  assert.match((await client.call("run", { module: "../out" })).text, /expected a dotted name/);
  assert.match((await client.call("run", { file: "sub" })).text, /folder/);
  const none = await tessera(["mcp", "--root", join(folder, "nowhere")]);
  assert.equal(none.code, 2);
});

//===-- hostile input -------------------------------------------------------------------------------------------===//

test("malformed input gets an error each, and the server goes on", async (t) => {
  const client = await startMcp(t);
  const line = (value) => `${typeof value === "string" ? value : JSON.stringify(value)}\n`;
  const request = (fields) => line({ jsonrpc: "2.0", id: "x", method: "ping", ...fields });
  const call = (params) => request({ method: "tools/call", params });
  const cases = [
    ["no JSON", line("hello"), -32700],
    ["half an object", line('{"jsonrpc": "2.0", "id"'), -32700],
    ["two values", line('{"jsonrpc":"2.0"} {}'), -32700],
    ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d, 0x0a]), -32700],
    [
      "a cut character",
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xc3]), Buffer.from('"}\n')]),
      -32700,
    ],
    ["binary", Buffer.concat([Buffer.from([0, 1, 2, 3, 255, 128]), Buffer.from("\n")]), -32700],
    ["nesting", line("[".repeat(100_000)), -32700],
    [
      "nested arguments",
      line(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(2000)}1${"}".repeat(2000)}}`),
      -32700,
    ],
    ["a header of another transport", line("Content-Length: 20"), -32700],
    ["a number", line("7"), -32600],
    ["a text", line('"ping"'), -32600],
    ["null", line("null"), -32600],
    ["an empty object", line("{}"), -32600],
    ["no version", line({ id: 1, method: "ping" }), -32600],
    ["another version", line({ jsonrpc: "1.0", id: 1, method: "ping" }), -32600],
    ["id null", request({ id: null }), -32600],
    ["id a fraction", request({ id: 1.5 }), -32600],
    ["id an object", request({ id: {} }), -32600],
    ["method a number", request({ method: 5 }), -32600],
    ["no method", line({ jsonrpc: "2.0", id: 1 }), -32600],
    ["params a list", request({ params: [1] }), -32602],
    ["params a text", request({ params: "x" }), -32602],
    ["an unknown method", request({ method: "tools/cal" }), -32601, /did you mean `tools\/call`/],
    ["a method of none", request({ method: "" }), -32601],
    ["a tool without name", call({}), -32602],
    ["an unknown tool", call({ name: "compil" }), -32602, /did you mean `compile`/],
    ["arguments a list", call({ name: "compile", arguments: [] }), -32602],
    ["an unknown argument", call({ name: "compile", arguments: { fil: "x" } }), -32602, /did you mean `file`/],
    [
      "a wrong type",
      call({ name: "compile", arguments: { file: 5 } }),
      -32602,
      /argument `file`: saw `5`, expected string/,
    ],
    [
      "a wrong value",
      call({ name: "compile", arguments: { source: "x", target: "sm_90" } }),
      -32602,
      /did you mean `sm_90a`/,
    ],
    ["too great a number", call({ name: "compile", arguments: { source: "x", limit: 1e9 } }), -32602],
    ["too small a number", call({ name: "compile", arguments: { source: "x", offset: -1 } }), -32602],
    ["a fraction", call({ name: "compile", arguments: { source: "x", limit: 1000.5 } }), -32602],
    ["a wrong item", call({ name: "compile", arguments: { source: "x", tune: ["a=1", 5] } }), -32602, /`tune\[1\]`/],
    ["a wrong member", call({ name: "compile", arguments: { source: "x", set: { M: [1] } } }), -32602, /`set.M`/],
    ["a character of value 0", call({ name: "compile", arguments: { file: "a\u0000b" } }), -32602],
    ["an empty file", call({ name: "compile", arguments: { file: "" } }), -32602],
    ["a token of no type", call({ name: "doc", arguments: {}, _meta: { progressToken: {} } }), -32602],
    ["a level of none", request({ method: "logging/setLevel", params: { level: "loud" } }), -32602],
    ["a uri of no type", request({ method: "resources/read", params: { uri: 5 } }), -32602],
    ["a giant message", Buffer.concat([Buffer.alloc(17 << 20, "a"), Buffer.from("\n")]), -32600, /longer than 16 MiB/],
  ];
  for (const [what, bytes, code, pattern] of cases) {
    const before = client.strays.length;
    client.write(bytes);
    const { error } = await client.waitForStray(before);
    assert.equal(error?.code, code, `${what}: ${JSON.stringify(error)}`);
    if (pattern) assert.match(error.message, pattern, what);
  }
  // What wants no answer gets none.
  const before = client.strays.length;
  for (const quiet of [
    "\n\n\r\n",
    line({ jsonrpc: "2.0", method: "notifications/nonsense" }),
    line({ jsonrpc: "2.0", id: 7, result: {} }),
    line({ jsonrpc: "2.0", method: "tools/call" }),
  ])
    client.write(quiet);
  assert.deepEqual((await client.ask("ping")).result, {});
  assert.equal(client.strays.length, before);
  assert.ok((await client.ask("logging/setLevel", { level: "debug" })).result);
});

test("a stream that ends inside a message gets an error, one behind a request its answer", async (t) => {
  const cut = await startMcp(t);
  cut.write('{"jsonrpc": "2.0", "id": 9, "meth');
  cut.child.stdin.end();
  assert.equal((await cut.waitForStray(0)).error.code, -32700);
  assert.deepEqual(await cut.ended, { code: 0, signal: null });
  const whole = await startMcp(t);
  const { answer } = whole.begin("tools/call", { name: "run", arguments: { source: "print(6 * 7)" } });
  whole.child.stdin.end();
  assert.match((await answer).result.content[0].text, /42/);
  assert.equal((await whole.ended).code, 0);
});

test("a message may come in any pieces", async (t) => {
  const client = await startMcp(t);
  const text = `${JSON.stringify({ jsonrpc: "2.0", id: "é", method: "ping" })}\r\n`;
  for (const byte of Buffer.from(text)) {
    client.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal((await client.waitForStray(0)).id, "é");
});

//===-- an agent ------------------------------------------------------------------------------------------------===//

const lineOf = (text, number) => text.split("\n")[number - 1];
const replaceLine = (text, number, line) =>
  text
    .split("\n")
    .map((old, i) => (i + 1 === number ? line : old))
    .join("\n");

test("an agent finds a missing wait and mends it by what the tools say", async (t) => {
  const client = await startMcp(t, { cwd: kernels });
  let source = (await client.ask("resources/read", { uri: "tessera://examples/hopper_gemm_pipeline.py" })).result
    .contents[0].text;
  source = source.replace(", delay_release=1", ""); // as if somebody had forgotten it
  const before = await client.call("run", { source, set: { K: 1024 } });
  assert.equal(before.isError, true);
  // The error's first note with a place is the access that is not waited for; another names calls that wait.
  const race = before.facts.diagnostics.find((one) => one.id === "data-race");
  const place = race.notes.find((note) => note.range).range;
  const wait = race.notes.map((note) => /call `(plgpu\.\w+)`/.exec(note.message)?.[1]).find(Boolean);
  const signature = (await client.call("doc", { name: wait })).facts.entries[0].signature;
  const indentation = /^ */.exec(lineOf(source, place.begin.line))[0];
  const call = `${wait}(${/^\(\w+\)|^\(\w+,/.test(signature) ? "0" : ""})`;
  const mended = replaceLine(source, place.begin.line, `${lineOf(source, place.begin.line)}\n${indentation}${call}`);
  const after = await client.call("run", { source: mended, set: { K: 1024 }, schedules: 4 });
  assert.equal(after.isError, false, after.text);
});

test("an agent finds a race of Triton programs and makes the update atomic", async (t) => {
  const client = await startMcp(t);
  const before = await client.call("run", { source: sumOfBlocks, check: "race" });
  assert.equal(before.isError, true);
  const race = before.facts.diagnostics.find((one) => one.id === "data-race");
  const atomic = before.facts.next.map((one) => /`(tl\.atomic_\w+)\(/.exec(one)?.[1]).find(Boolean);
  assert.ok(atomic, before.text);
  // load, add and store on the line that the answer names become the one call that it names
  const number = race.range.begin.line;
  const parts = /^( *)tl\.store\((\w+), tl\.load\(\2\) \+ (.*)\)$/.exec(lineOf(sumOfBlocks, number));
  const mended = replaceLine(sumOfBlocks, number, `${parts[1]}${atomic}(${parts[2]}, ${parts[3]})`);
  const after = await client.call("run", { source: mended, check: "race", schedules: 4 });
  assert.equal(after.isError, false, after.text);
  assert.match(after.text, /no race was found/);
  assert.match(after.facts.output, /1024/);
});

test("an agent mends a wrong block shape", async (t) => {
  const client = await startMcp(t);
  const before = await client.call("compile", { source: wrongBlock });
  assert.equal(before.isError, true);
  const error = before.facts.diagnostics.find((one) => one.id === "dot-inner-size");
  const [, , left, right, columns] = /is (\d+)x(\d+) but .* is (\d+)x(\d+)/.exec(error.message);
  // The call that made the blocks is a note; on its lines stands the shape that the message calls wrong.
  const { begin, end } = error.notes.find((note) => /called here/.test(note.message)).range;
  let mended = wrongBlock;
  for (let number = begin.line; number <= end.line; ++number)
    mended = replaceLine(
      mended,
      number,
      lineOf(mended, number).replace(`(${right}, ${columns})`, `(${left}, ${columns})`),
    );
  assert.notEqual(mended, wrongBlock);
  const after = await client.call("run", { source: mended });
  assert.equal(after.isError, false, after.text);
  const tilings = await client.call("tilings", { source: mended });
  assert.match(
    tilings.text,
    /read `y_ref` 64x128 .*block 64x64; program 0 sees \[0:64, 0:64\], 1 sees \[0:64, 64:128\]/,
  );
});

test("an agent finds strided accesses and makes the kernel faster", async (t) => {
  const client = await startMcp(t);
  const before = await client.call("time", { source: strided, card: "h100" });
  assert.match(before.text, /times as much: sectors are fetched of which little is used/);
  const explained = await client.call("explain", { source: strided });
  const narrow = explained.facts.kernels[0].plan.accesses.filter((access) => access.vectorBytes < 16);
  assert.ok(narrow.length > 0 && narrow.every((access) => access.whyNotBetter));
  // The guide says what such addresses look like, and what they should.
  const guide = (await client.ask("resources/read", { uri: "tessera://guide/slow-kernels" })).result.contents[0].text;
  const [, good, bad] =
    /`(pid \* BLOCK \+ tl\.arange\(0, BLOCK\))`, not\s+`(pid \+ tl\.arange\(0, BLOCK\) \* programs)`/.exec(guide);
  const mended = strided.replace(bad, good);
  assert.notEqual(mended, strided);
  const after = await client.call("time", { source: mended, card: "h100" });
  assert.ok(
    after.facts.microseconds < before.facts.microseconds / 2,
    `${before.facts.microseconds} -> ${after.facts.microseconds}`,
  );
  const wide = (await client.call("explain", { source: mended })).facts.kernels[0].plan.accesses;
  assert.ok(wide.every((access) => access.vectorBytes === 16));
  assert.equal((await client.call("run", { source: mended, set: { N: 8192 }, device: "emulator" })).isError, false);
});

//===-- processes -----------------------------------------------------------------------------------------------===//

function listChildren(parent) {
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        return fields[1] === String(parent) && fields[0] !== "Z";
      } catch {
        return false; // it ended meanwhile
      }
    })
    .map(Number);
}

function isAlive(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
