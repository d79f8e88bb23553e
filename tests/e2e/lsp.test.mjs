// SPDX-License-Identifier: Apache-2.0
// `tessera lsp` as an editor uses it: a text is opened, changed key by key, asked about and mended, over the protocol.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { applyEdits, LspClient, sliceOf } from "./lsp.mjs";
import { makeFolder, root, tessera } from "./tessera.mjs";

const kernels = join(root, "shared/kernels");
const matmul = () => readFileSync(join(kernels, "matmul.py"), "utf8");
const everything = { range: { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } } };

async function start(t, params = {}, options = []) {
  const client = new LspClient(options);
  t.after(() => client.process.kill());
  client.answer = await client.initialize(params);
  return client;
}

/** A server with one text open. */
async function openText(t, text, name = "program.py", params = {}) {
  const folder = makeFolder(t),
    path = join(folder, name);
  const client = await start(t, { rootUri: LspClient.uri(folder), ...params });
  const diagnostics = await client.open(path, text);
  return { client, path, folder, diagnostics };
}

const hoverOf = async (client, path, mark) => (await client.at("textDocument/hover", path, mark))?.contents.value ?? "";
const labelsOf = (completion) => completion.items.map((item) => item.label);
const severities = (diagnostics) => diagnostics.map((one) => one.severity);

test("a session begins, says what it can, and ends", async (t) => {
  const client = await start(t);
  const { capabilities, serverInfo } = client.answer;
  assert.equal(serverInfo.name, "tessera");
  assert.match(serverInfo.version, /^\d+\.\d+\.\d+/);
  assert.equal(capabilities.positionEncoding, "utf-16");
  for (const name of ["hover", "definition", "references", "documentSymbol", "inlayHint", "documentHighlight"])
    assert.equal(capabilities[`${name}Provider`], true, name);
  for (const name of ["completion", "signatureHelp", "rename", "codeLens", "codeAction", "executeCommand"])
    assert.ok(capabilities[`${name}Provider`], name);
  for (const command of ["tessera.run", "tessera.ptx", "tessera.timeline", "tessera.stop"])
    assert.ok(capabilities.executeCommandProvider.commands.includes(command), command);
  assert.deepEqual(await client.close(), { code: 0, signal: null });
});

test("a client that leaves without a word ends it, too", async (t) => {
  const client = await start(t);
  client.process.stdin.end();
  assert.equal((await client.ended).code, 1);
});

test("its flags are read, or refused with what there is", async (t) => {
  const wrong = await tessera(["lsp", "--target", "sm_7"]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /no target `sm_7`; known are .*sm_90a/);
  const folder = makeFolder(t);
  mkdirSync(join(folder, "library"));
  writeFileSync(join(folder, "library", "helper.py"), "value = 1\n");
  const client = await start(t, {}, ["--path", relative(process.cwd(), join(folder, "library"))]);
  assert.deepEqual(await client.open(join(folder, "main.py"), "import helper\nprint(helper.value)\n"), []);
});

test("diagnostics come as one types, with the compiler's words and a fix that mends", async (t) => {
  const { client, path, diagnostics } = await openText(
    t,
    "import jax.numpy as jnp\nx = jnp.arange(8)\nprint(jnp.summ(x))\n",
  );
  const [error] = diagnostics;
  assert.equal(error.severity, 1);
  assert.equal(error.source, "tessera");
  assert.equal(sliceOf(client.text(path), error.range), "jnp.summ(x)");
  assert.match(error.message, /summ/);
  const actions = await client.of("textDocument/codeAction", path, { range: error.range, context: { diagnostics } });
  const fix = actions.find((action) => action.kind === "quickfix");
  assert.ok(fix, JSON.stringify(actions));
  const mended = applyEdits(client.text(path), fix.edit.changes[LspClient.uri(path)]);
  assert.equal(mended, "import jax.numpy as jnp\nx = jnp.arange(8)\nprint(jnp.sum(x))\n");
  assert.deepEqual(await client.edit(path, "summ", "sum"), []);
  // Broken in the middle of a word, and whole again.
  assert.deepEqual(severities(await client.edit(path, "print(", "print((")), [1]);
  assert.deepEqual(await client.edit(path, "print((", "print("), []);
});

test("an error in a kernel has its places, and shapes at both", async (t) => {
  const { client, path } = await openText(t, matmul());
  const [error] = (
    await client.edit(path, "(y.shape[0], y.shape[1] // 2), lambda", "(y.shape[0] // 4, y.shape[1] // 2), lambda")
  ).filter((one) => one.severity === 1);
  assert.equal(error.code, "dot-inner-size");
  assert.equal(sliceOf(client.text(path), error.range), "x_ref[...] @ y_ref[...]");
  assert.ok(
    error.relatedInformation.some(
      (one) => /called here/.test(one.message) && sliceOf(client.text(path), one.location.range).startsWith("matmul("),
    ),
  );
});

test("hovering tells shapes, blocks, documentation and cost", async (t) => {
  const { client, path } = await openText(t, matmul());
  const ref = await hoverOf(client, path, "= x_re|f[...] @");
  assert.match(ref, /x_ref: Ref f32\[512, 1024\]/);
  assert.match(ref, /each program sees a block f32\[512, 1024\] of f32\[1024, 1024\]/);
  assert.match(ref, /product: `multiply-adds`/);
  assert.match(await hoverOf(client, path, "x_ref[...] |@ y"), /→ f32\[512, 512\]/);
  assert.match(await hoverOf(client, path, "def matmul_ker|nel"), /by the cost model: [\d.]+ us on H100/);
  assert.match(
    await hoverOf(client, path, "jax.random.nor|mal(k1"),
    /jax\.random\.normal\(key, shape=\(\), .*\nDraws from the standard normal/s,
  );
  assert.match(await hoverOf(client, path, "z| = matmul(x, y)"), /z: f32\[1024, 1024\]/);
  assert.match(await hoverOf(client, path, "import jax.nu|mpy"), /numpy/);
  assert.equal(await client.at("textDocument/hover", path, "# Matmul: a pro|duct"), null);
  // Places of an older text are no places of this one: shapes wait for the compiler.
  client.edit(path, "import jax\n", "\nimport jax\n");
  await client.diagnostics(path);
  assert.match(await hoverOf(client, path, "= x_re|f[...] @"), /x_ref: Ref f32\[512, 1024\]/);
});

test("hovering tells a name by the assignment before it, and all types of a kernel that is launched twice", async (t) => {
  const text = `import triton
import triton.language as tl
import torch

@triton.jit
def scale(x, y, n, BLOCK: tl.constexpr):
    """Doubles."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    value = (value * 2).to(tl.float16)
    tl.store(y + at, value, mask=at < n)

for dtype in (torch.float32, torch.bfloat16):
    a = torch.ones(256, device="cuda", dtype=dtype)
    b = torch.empty(256, device="cuda", dtype=torch.float16)
    scale[(2,)](a, b, 256, BLOCK=128)
`;
  const { client, path } = await openText(t, text);
  assert.match(await hoverOf(client, path, "    val|ue = tl.load"), /value: f32\[128\] \| bf16\[128\]/);
  assert.match(await hoverOf(client, path, "tl.store(y + at, val|ue"), /value: f16\[128\]/);
  assert.match(await hoverOf(client, path, "(val|ue * 2)"), /f32\[128\]|f16\[128\]/);
  assert.match(await hoverOf(client, path, "    sca|le[(2,)]"), /scale\(x, y, n, BLOCK: tl\.constexpr\).*Doubles\./s);
});

test("completion offers what is there", async (t) => {
  const { client, path } = await openText(t, matmul());
  const members = await client.at("textDocument/completion", path, "jax.random.|normal(k1");
  assert.ok(labelsOf(members).includes("normal") && labelsOf(members).includes("split"));
  assert.ok(!labelsOf(members).includes("matmul"));
  await client.edit(path, "print(z[:2, :4])", "print(z[:2, :4])\nma");
  const names = labelsOf(await client.at("textDocument/completion", path, "\nma|\n"));
  for (const name of ["matmul", "matmul_kernel", "jnp", "map", "print", "while"]) assert.ok(names.includes(name), name);
  assert.ok(names.indexOf("matmul") < names.indexOf("map"), "the program's own names come first");
  await client.edit(path, "\nma\n", "\nfrom jax.experimental import \nz.\n");
  assert.ok(
    labelsOf(await client.at("textDocument/completion", path, "from jax.experimental import |\n")).includes("pallas"),
  );
  assert.ok(
    labelsOf(await client.at("textDocument/completion", path, "\nz.|\n")).includes("astype"),
    "methods of what nobody knows",
  );
  assert.equal(await client.at("textDocument/completion", path, "# Matmul: a pro|duct"), null);
});

test("a call tells what it takes, while it is typed", async (t) => {
  const { client, path } = await openText(t, matmul());
  const help = await client.at("textDocument/signatureHelp", path, "jax.random.normal(k1, |(1024");
  assert.equal(help.signatures[0].parameters[help.activeParameter].label, "shape=()");
  await client.edit(path, "print(z[:2, :4])", "matmul(x, \n");
  const own = await client.at("textDocument/signatureHelp", path, "matmul(x, |\n");
  assert.equal(own.signatures[0].label, "matmul(x: jax.Array, y: jax.Array)");
  assert.equal(own.activeParameter, 1);
  assert.equal(await client.at("textDocument/signatureHelp", path, "k1, k|2 = "), null);
});

test("names are found, listed and renamed over files, saved or not", async (t) => {
  const folder = makeFolder(t),
    main = join(folder, "main.py"),
    ops = join(folder, "ops", "norm.py");
  mkdirSync(join(folder, "ops"));
  const opsText =
    'import jax.numpy as jnp\n\n\ndef norm(x, *, eps=1e-6):\n    """Of rows."""\n    return x / jnp.sqrt((x * x).mean() + eps)\n';
  writeFileSync(join(folder, "ops", "__init__.py"), "");
  writeFileSync(ops, opsText);
  writeFileSync(join(folder, "other.py"), "from ops.norm import norm\nprint(norm)\n");
  const client = await start(t, { rootUri: LspClient.uri(folder) });
  assert.deepEqual(
    await client.open(main, "import jax.numpy as jnp\nfrom ops.norm import norm\nprint(norm(jnp.ones(4), eps=0.5))\n"),
    [],
  );
  const place = await client.at("textDocument/definition", main, "print(no|rm(");
  assert.equal(place.uri, LspClient.uri(ops));
  assert.equal(sliceOf(opsText, place.range), "norm");
  assert.match(await hoverOf(client, main, "print(no|rm("), /norm\(x, \*, eps=1e-6\).*Of rows\./s);
  const places = await client.at("textDocument/references", main, "print(no|rm(", {
    context: { includeDeclaration: true },
  });
  assert.deepEqual(places.map((one) => one.uri.slice(LspClient.uri(folder).length + 1)).sort(), [
    "main.py",
    "main.py",
    "ops/norm.py",
    "other.py",
    "other.py",
  ]);
  assert.equal(
    (await client.at("textDocument/references", main, "print(no|rm(", { context: { includeDeclaration: false } }))
      .length,
    4,
  );
  const { changes } = await client.at("textDocument/rename", main, "print(no|rm(", { newName: "normalize" });
  assert.equal(applyEdits(opsText, changes[LspClient.uri(ops)]).split("\n")[3], "def normalize(x, *, eps=1e-6):");
  assert.equal(Object.keys(changes).length, 3);
  // A keyword of a call is its parameter.
  const keyword = await client.at("textDocument/rename", main, "e|ps=0.5", { newName: "epsilon" });
  assert.match(applyEdits(opsText, keyword.changes[LspClient.uri(ops)]), /epsilon=1e-6.*\+ epsilon\)/s);
  await assert.rejects(client.at("textDocument/rename", main, "jnp.on|es", { newName: "zeros" }), /library/);
  await assert.rejects(
    client.at("textDocument/rename", main, "print(no|rm(", { newName: "jnp" }),
    /mixed up|mean something else/,
  );
  await assert.rejects(client.at("textDocument/prepareRename", main, "jnp.on|es"), /library/);
  const prepared = await client.at("textDocument/prepareRename", main, "print(no|rm(");
  assert.equal(prepared.placeholder, "norm");

  // What is typed in one file is seen in the other, before it is saved.
  await client.open(ops, opsText);
  client.edit(ops, "def norm(", "def norms(");
  const wrong = await client.waitFor(
    "textDocument/publishDiagnostics",
    (one) => one.uri === LspClient.uri(main) && one.diagnostics.length > 0,
  );
  assert.match(wrong.diagnostics[0].message, /norm/);
  client.edit(ops, "def norms(", "def norm(");
  const list = client.notifications.get("textDocument/publishDiagnostics");
  await client.waitFor(
    "textDocument/publishDiagnostics",
    (one) => one.uri === LspClient.uri(main) && list.indexOf(one) > list.indexOf(wrong) && one.diagnostics.length === 0,
  );
});

test("errors of a file that is imported stand in that file, and go", async (t) => {
  const folder = makeFolder(t),
    main = join(folder, "main.py"),
    helper = join(folder, "helper.py");
  writeFileSync(helper, "value = 1 +\n");
  const client = await start(t, { rootUri: LspClient.uri(folder) });
  client.open(main, "import helper\nprint(helper.value)\n");
  const there = await client.waitFor("textDocument/publishDiagnostics", (one) => one.uri === LspClient.uri(helper));
  assert.equal(there.diagnostics[0].severity, 1);
  await client.edit(main, "import helper\nprint(helper.value)", "print(1)");
  await client.waitFor(
    "textDocument/publishDiagnostics",
    (one) => one.uri === LspClient.uri(helper) && one.diagnostics.length === 0,
  );
});

test("an outline, and places of one name", async (t) => {
  const { client, path } = await openText(
    t,
    `${matmul()}\nclass Tuner:\n  def best(self, size=4):\n    def inner(): pass\n    return size\n`,
  );
  const symbols = await client.of("textDocument/documentSymbol", path);
  const tuner = symbols.find(({ name }) => name === "Tuner");
  assert.equal(tuner.kind, 5);
  assert.deepEqual(
    tuner.children.map(({ name, kind, detail }) => [name, kind, detail]),
    [["best", 6, "(self, size=4)"]],
  );
  assert.equal(
    sliceOf(client.text(path), symbols.find(({ name }) => name === "matmul_kernel").selectionRange),
    "matmul_kernel",
  );
  const marks = await client.at("textDocument/documentHighlight", path, "return si|ze");
  assert.deepEqual(
    marks.map(({ range }) => sliceOf(client.text(path), range)),
    ["size", "size"],
  );
});

test("hints say shapes behind names and how a line moves and multiplies; settings take them away", async (t) => {
  const { client, path } = await openText(t, matmul());
  const hints = await client.of("textDocument/inlayHint", path, everything);
  const lines = client.text(path).split("\n");
  const shown = hints.map(
    ({ position, label }) => `${lines[position.line].slice(0, position.character).split(/\W/).at(-1)}${label}`,
  );
  assert.ok(shown.includes("x_ref: Ref f32[512, 1024]"), shown.join("\n"));
  assert.ok(shown.includes("x: f32[1024, 1024]"), shown.join("\n"));
  assert.ok(
    hints.some(
      ({ label, position }) => /multiply-adds/.test(label) && position.character === lines[position.line].length,
    ),
  );
  client.notify("workspace/didChangeConfiguration", {
    settings: { tessera: { inlayHints: { shapes: false }, target: "sm_80" } },
  });
  await client.edit(path, "(2, 2)", "(2,2)");
  const fewer = await client.of("textDocument/inlayHint", path, everything);
  assert.ok(fewer.length > 0 && fewer.every(({ kind }) => kind === undefined));
  client.notify("workspace/didChangeConfiguration", { settings: { tessera: { target: "sm_7" } } });
  assert.match(
    (await client.waitFor("window/showMessage", () => true)).message,
    /no target `sm_7`; known are .*sm_90a/,
  );
});

test("lenses stand above kernels, and what they do is done to the text as it is", async (t) => {
  const { client, path } = await openText(t, matmul());
  const lenses = await client.of("textDocument/codeLens", path);
  const titles = lenses.map(({ command }) => command.title);
  assert.deepEqual(titles.slice(0, 4), ["run", "PTX", "schedule", "timeline"]);
  assert.match(titles[4], /^model: [\d.]+ us on H100/);
  await client.edit(path, "print(z[:2, :4])", "print('unsaved')");
  const execute = ({ command }) =>
    client.request("workspace/executeCommand", { command: command.command, arguments: command.arguments });
  const run = await execute(lenses[0]);
  assert.deepEqual([run.code, run.title, run.text.split("\n")[0]], [0, "program.py: run", "unsaved"]);
  const ptx = await execute(lenses[1]);
  assert.equal(ptx.language, "ptx");
  assert.match(ptx.text, /\.target sm_90a[\s\S]*\.entry matmul_kernel/);
  assert.match((await execute(lenses[2])).text, /program\.py:10[\s\S]*products/);
  await assert.rejects(
    client.request("workspace/executeCommand", { command: "tessera.fly", arguments: [] }),
    /no command `tessera.fly`.*tessera.run/,
  );
  await assert.rejects(client.request("workspace/executeCommand", { command: "tessera.run" }), /takes/);
});

test("a timeline of a kernel of warpgroups; a program without an end is stopped", async (t) => {
  const path = join(kernels, "hopper_gemm_pipeline.py");
  const client = await start(t);
  await client.open(path, readFileSync(path, "utf8"));
  const { timeline, code, text } = await client.request("workspace/executeCommand", {
    command: "tessera.timeline",
    arguments: [{ uri: LspClient.uri(path) }],
  });
  assert.equal(code, 0, text);
  assert.ok(timeline.launches[0].timeline.rows.length > 1);
  const endless = join(makeFolder(t), "endless.py");
  client.open(endless, "i = 0\nwhile True:\n    i += 1\n");
  const running = client.request("workspace/executeCommand", {
    command: "tessera.run",
    arguments: [{ uri: LspClient.uri(endless) }],
  });
  await client.request("workspace/executeCommand", { command: "tessera.stop" });
  const ended = await running;
  assert.match(ended.text, /\[stopped\]|no end|step/, JSON.stringify(ended));
  assert.doesNotMatch(ended.text, /a bug of ours/);
});

test("characters beyond the first plane count as two, or as one where that was agreed on", async (t) => {
  for (const [offered, expected, column] of [
    [undefined, "utf-16", 13],
    [["utf-32", "utf-16"], "utf-32", 12],
  ]) {
    const client = await start(t, { capabilities: { general: { positionEncodings: offered } } });
    assert.equal(client.answer.capabilities.positionEncoding, expected);
    const [error] = await client.open(join(makeFolder(t), "wide.py"), 'print("𝔘ö", 1 / 0)\n');
    assert.deepEqual(error.range.start, { line: 0, character: column });
  }
});

test("texts of any kind and messages that are none leave it standing", async (t) => {
  const { client, path, folder } = await openText(t, "x = 1\n");
  const uri = LspClient.uri(path);
  for (const text of [
    "",
    "\u0000",
    "\r",
    "def f(:\n  @\n",
    "x = (".repeat(300),
    "if 1:\n\tx\n        y\n",
    "\ufeffx = 1\r\n",
    "'\\N{DIGIT ONE}'",
    "f'{x!r:{w}'",
    "a".repeat(100),
  ]) {
    client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "python", version: 1, text } });
    for (const method of ["hover", "completion", "signatureHelp", "definition", "documentHighlight"])
      for (const position of [
        { line: 0, character: 0 },
        { line: 0, character: 3 },
        { line: 9999, character: 9999 },
      ])
        await client.request(`textDocument/${method}`, { textDocument: { uri }, position });
    for (const method of ["documentSymbol", "inlayHint", "codeLens", "codeAction"])
      await client.request(`textDocument/${method}`, { textDocument: { uri }, ...everything });
  }
  const bad = [
    undefined,
    null,
    {},
    { textDocument: 3 },
    { textDocument: { uri: "untitled:1" }, position: {} },
    { textDocument: { uri: "http://a/b" } },
    { textDocument: { uri }, position: { line: -1, character: "x" } },
  ];
  for (const params of bad) {
    for (const method of ["hover", "completion", "rename", "references", "inlayHint", "codeAction"])
      await client.request(`textDocument/${method}`, params).catch(() => {});
    for (const method of ["didOpen", "didChange", "didClose", "didSave"])
      client.notify(`textDocument/${method}`, params);
  }
  client.notify("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: { line: 5, character: 0 }, end: { line: 0, character: 0 } }, text: "" }, 7],
  });
  client.sendRaw("Content-Length: 2\r\n\r\n{]");
  client.sendRaw('Content-Length: 13\r\n\r\n{"id":1,"x":2}'.slice(0, -1));
  await assert.rejects(client.request("textDocument/flyTo", {}), (error) => error.code === -32601);
  assert.deepEqual(await client.open(join(folder, "another.py"), "x = 1\n"), []);
  assert.equal((await client.close()).code, 0);
});

test(
  "every example opens, with hints and lenses, and every word of it can be pointed at",
  { timeout: 300_000 },
  async (t) => {
    const client = await start(t);
    for (const { file } of JSON.parse(readFileSync(join(kernels, "index.json"), "utf8"))) {
      const path = join(kernels, file),
        text = readFileSync(path, "utf8"),
        lines = text.split("\n");
      const diagnostics = await client.open(path, text);
      assert.ok(
        diagnostics.every(({ severity }) => severity > 1),
        `${file}: ${JSON.stringify(diagnostics)}`,
      );
      assert.ok((await client.of("textDocument/codeLens", path)).length > 0, file);
      assert.ok((await client.of("textDocument/inlayHint", path, everything)).length > 0, file);
      let answers = 0;
      for (let line = 0; line < lines.length; line += 3)
        for (const match of lines[line].matchAll(/\w+/g))
          answers +=
            (await client.request("textDocument/hover", {
              textDocument: { uri: LspClient.uri(path) },
              position: { line, character: match.index },
            })) !== null;
      assert.ok(answers > 5, `${file}: ${answers}`);
      client.notify("textDocument/didClose", { textDocument: { uri: LspClient.uri(path) } });
    }
  },
);
