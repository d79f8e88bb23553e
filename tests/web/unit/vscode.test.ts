// SPDX-License-Identifier: Apache-2.0
// The extension for VS Code as it is packed, over a stub of the editor; with a real server where there is a binary (TESSERA_BINARY, or
// the native build's).

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { listFiles, pack } from "../../../web/vscode/pack.mjs";
import { Editor, Range, Uri, type Document, type Webview } from "../fixtures/vscode";

const root = join(import.meta.dirname, "../../..");
const source = join(root, "web/vscode");
const binary = process.env["TESSERA_BINARY"] ?? join(root, "build/native/bin/tessera");
const hasLsp = existsSync(binary) && answers(["lsp", "--help"]);
const hasTilings = hasLsp && execFileSync(binary, ["show", "--help"], { encoding: "utf8" }).includes("--tilings");
const kernel = (name: string) => readFileSync(join(root, "shared/kernels", name), "utf8");

interface Manifest {
  name: string;
  version: string;
  icon: string;
  main: string;
  engines: { vscode: string };
  contributes: {
    commands: { command: string; title: string }[];
    configuration: { properties: Record<string, Setting> };
    menus: Record<string, { command?: string; submenu?: string }[]>;
    submenus: { id: string }[];
    languages: { id: string; configuration: string }[];
    grammars: { language: string; scopeName: string; path: string }[];
  };
}

interface Setting {
  type: string;
  default: unknown;
  enum?: string[];
  enumDescriptions?: string[];
  description?: string;
  markdownDescription?: string;
}

const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as Manifest;
const { contributes } = manifest;
const commandNames = contributes.commands.map(({ command }) => command).sort();

function answers(words: string[]): boolean {
  try {
    execFileSync(binary, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

let folder = "";
let built = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-vscode-"));
  built = join(folder, "dist");
  for (const mode of ["production", "pane"])
    await build({ configFile: join(source, "vite.config.mts"), mode, logLevel: "error", build: { outDir: built } });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Extension {
  activate(context: object): Promise<void>;
  deactivate(): Promise<void>;
}

type Load = (name: string, ...rest: unknown[]) => unknown;

const running: { extension: Extension; subscriptions: { dispose(): unknown }[] }[] = [];
afterEach(async () => {
  for (const { extension, subscriptions } of running.splice(0)) {
    await extension.deactivate();
    for (const one of subscriptions) one.dispose();
  }
});

async function activate(path: string): Promise<Editor> {
  const editor = new Editor();
  for (const [name, setting] of Object.entries(contributes.configuration.properties))
    editor.settings.set(name, setting.default);
  editor.settings.set("tessera.path", path);
  const modules = Module as unknown as { _load: Load };
  const load = modules._load;
  const require = createRequire(import.meta.url);
  const file = join(built, "extension.js");
  delete require.cache[file];
  modules._load = (name, ...rest) => (name === "vscode" ? editor.module : load(name, ...rest));
  const extension = require(file) as Extension;
  modules._load = load;
  const subscriptions: { dispose(): unknown }[] = [];
  running.push({ extension, subscriptions });
  await extension.activate({ subscriptions, extensionUri: Uri.file(source) });
  return editor;
}

describe("the manifest", () => {
  test("has every command that is registered, and only those", async () => {
    const editor = await activate("/nowhere/tessera");
    expect([...editor.commands.keys()].sort()).toEqual(commandNames);
    const submenus = contributes.submenus.map(({ id }) => id);
    for (const [menu, entries] of Object.entries(contributes.menus)) {
      expect(["editor/context", "editor/title/run", "commandPalette", ...submenus]).toContain(menu);
      for (const { command, submenu } of entries) expect([...commandNames, ...submenus]).toContain(command ?? submenu);
    }
  });

  test("describes every setting and gives it a default of its type", () => {
    for (const [name, setting] of Object.entries(contributes.configuration.properties)) {
      expect(name).toMatch(/^tessera\./);
      expect(setting.description ?? setting.markdownDescription, name).toMatch(/\.$/);
      const type = Array.isArray(setting.default) ? "array" : typeof setting.default;
      expect(type, name).toBe(setting.type);
      if (setting.enum) expect(setting.enum, name).toContain(setting.default);
      if (setting.enumDescriptions) expect(setting.enumDescriptions.length).toBe(setting.enum?.length);
    }
  });

  test("has the site's version, and names files that are packed", () => {
    const site = JSON.parse(readFileSync(join(root, "web/package.json"), "utf8")) as {
      version: string;
      devDependencies: Record<string, string>;
    };
    expect(manifest.version).toBe(site.version);
    // Types of a newer editor than the oldest that is promised would allow calls that are not there.
    expect(site.devDependencies["@types/vscode"]?.replace("~", "^")).toBe(manifest.engines.vscode);
    const paths = Object.keys(listFiles(built).files);
    const named = [
      manifest.icon,
      manifest.main,
      ...contributes.grammars.map(({ path }) => path),
      ...contributes.languages.map(({ configuration }) => configuration),
    ];
    for (const path of named) expect(paths).toContain(`extension/${path.replace("./", "")}`);
    expect(readFileSync(join(source, "README.md"), "utf8")).toContain(`${manifest.name}-${manifest.version}.vsix`);
  });

  test.skipIf(!hasLsp)("offers the targets that the binary has", () => {
    const { targets } = JSON.parse(execFileSync(binary, ["version", "--json"], { encoding: "utf8" })) as {
      targets: string[];
    };
    expect(contributes.configuration.properties["tessera.target"]?.enum).toEqual(targets);
  });
});

describe("the package", () => {
  test("is a zip with the gallery's manifest, and no sources", () => {
    const { name, bytes } = pack(built);
    expect(name).toBe(`tessera-vscode-${manifest.version}.vsix`);
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(Object.keys(files).sort());
    expect(Object.keys(files).filter((path) => /\.(ts|tsx|mts|mjs|map)$/.test(path))).toEqual([]);
    const text = (path: string) => Buffer.from(files[path] ?? []).toString();
    expect(text("extension.vsixmanifest")).toContain(
      `Id="${manifest.name}" Version="${manifest.version}" Publisher="tessera"`,
    );
    for (const [, path] of text("extension.vsixmanifest").matchAll(/Path="([^"]+)"/g))
      expect(Object.keys(files)).toContain(path);
    const endings = new Set(Object.keys(files).map((path) => path.slice(path.lastIndexOf("."))));
    for (const ending of endings)
      if (ending !== ".xml") expect(text("[Content_Types].xml")).toContain(`Extension="${ending}"`);
    expect(text("extension/NOTICES.txt")).toMatch(/preact \d[\s\S]*vscode-languageclient \d/);
    expect(text("extension/LICENSE.txt")).toContain("Apache License");
  });

  test("has the same bytes each time, in every zone", () => {
    const first = pack(built).bytes;
    const zone = process.env["TZ"];
    vi.stubEnv("TZ", zone === "Asia/Tokyo" ? "UTC" : "Asia/Tokyo");
    expect(Buffer.compare(pack(built).bytes, first)).toBe(0);
    vi.stubEnv("SOURCE_DATE_EPOCH", "1000000000");
    expect(Buffer.compare(pack(built).bytes, first)).not.toBe(0);
    vi.unstubAllEnvs();
  });
});

describe("the grammars", () => {
  interface Pattern {
    name: string;
    match?: string;
    begin?: string;
    end?: string;
  }

  /** `[text, scope]` of a line, as TextMate goes through a flat grammar: the pattern that matches first, of those the one listed first. */
  function tokenize(language: string, line: string): [string, string][] {
    const path = contributes.grammars.find((grammar) => grammar.language === language)?.path ?? "";
    const { patterns } = JSON.parse(readFileSync(join(source, path), "utf8")) as { patterns: Pattern[] };
    const tokens: [string, string][] = [];
    for (let at = 0; at < line.length;) {
      const found = patterns
        .map(({ name, match, begin, end }) => {
          const expression = new RegExp(match ?? `${begin}.*?${end}`, "g");
          expression.lastIndex = at;
          return { name, found: expression.exec(line) };
        })
        .filter((one) => one.found !== null)
        .sort((a, b) => (a.found?.index ?? 0) - (b.found?.index ?? 0))[0];
      if (!found?.found?.[0]) break;
      tokens.push([found.found[0].trim(), found.name.split(".").slice(0, 2).join(".")]);
      at = found.found.index + found.found[0].length;
    }
    return tokens;
  }

  test("colour PTX", () => {
    expect(tokenize("ptx", "\t@%p1 ld.global.v4.b32 {%r1, %r2}, [%rd1+16]; // x")).toEqual([
      ["@%p1", "keyword.control"],
      ["ld.global.v4.b32", "support.function"],
      ["%r1", "variable.other"],
      ["%r2", "variable.other"],
      ["%rd1", "variable.other"],
      ["16", "constant.numeric"],
      ["// x", "comment.line"],
    ]);
    expect(tokenize("ptx", ".visible .entry add_kernel(.param .u64 x)").map(([, scope]) => scope)).toEqual([
      "storage.modifier",
      "storage.modifier",
      "variable.other",
      "storage.modifier",
      "storage.type",
      "variable.other",
    ]);
    expect(tokenize("ptx", "$L__BB0_1:")).toEqual([["$L__BB0_1", "entity.name"]]);
    expect(tokenize("ptx", "mov.u32 %r1, %tid.x;")).toContainEqual(["%tid.x", "variable.language"]);
    expect(tokenize("ptx", "mov.b32 %f1, 0f3F800000;")).toContainEqual(["0f3F800000", "constant.numeric"]);
    expect(tokenize("ptx", "bra.uni $L__BB0_1;")[0]).toEqual(["bra.uni", "support.function"]);
  });

  test("colour the stages", () => {
    expect(
      tokenize("tessera-ir", "%0 = tile.load %x_ref [0, 0] sizes [512, 64] : <512x64xf32> -> tensor<512x64xf32>"),
    ).toEqual([
      ["%0", "variable.other"],
      ["tile.load", "keyword.other"],
      ["%x_ref", "variable.other"],
      ["0", "constant.numeric"],
      ["0", "constant.numeric"],
      ["512", "constant.numeric"],
      ["64", "constant.numeric"],
      ["512x64xf32", "storage.type"],
      ["tensor", "storage.type"],
      ["512x64xf32", "storage.type"],
    ]);
    expect(tokenize("tessera-ir", "!tilegpu.ref<4xf32, smem> #linear @f")).toContainEqual(["#linear", "entity.other"]);
    expect(tokenize("tessera-ir", "  %5 = call i32 @llvm.nvvm.x(), !dbg !6 ; why").at(-1)).toEqual([
      "; why",
      "comment.line",
    ]);
  });
});

describe("without a server", () => {
  test("says what to do, once at the start and when it is asked for something", async () => {
    const editor = await activate("/nowhere/tessera");
    expect(editor.said).toEqual([
      "Tessera: There is no `/nowhere/tessera`. Set `tessera.path` to the `tessera` binary.",
    ]);
    const document = open(editor, "program.py", "from jax.experimental import pallas as pl\n");
    await editor.execute("tessera.run", document.uri);
    expect(editor.said.length).toBe(2);
    editor.configure("tessera.path", "no-such-binary");
    await vi.waitFor(() => expect(editor.said.at(-1)).toMatch(/`no-such-binary` is not on the PATH/));
    editor.configure("tessera.path", process.execPath);
    await vi.waitFor(() => expect(editor.said.at(-1)).toMatch(/is no Tessera/));
  });

  test("says that a binary is too old or too new", async () => {
    const fake = join(folder, "tessera");
    const write = (protocol: number) =>
      writeFileSync(fake, `#!/bin/sh\n[ "$1" = version ] && echo '{"protocol": ${protocol}, "version": "0.0.9"}'\n`, {
        mode: 0o755,
      });
    write(1);
    expect((await activate(fake)).said[0]).toMatch(/\(0\.0\.9\) is too old: it has no `tessera lsp`/);
    write(2);
    expect((await activate(fake)).said[0]).toMatch(/newer than this extension/);
  });
});

function open(editor: Editor, name: string, text: string): Document {
  const path = join(folder, name);
  writeFileSync(path, text);
  return editor.open(path);
}

const patience = { timeout: 30_000, interval: 50 };
const lastView = (webview: Webview | undefined) =>
  (webview?.sent.at(-1) as { view: Record<string, unknown> } | undefined)?.view;

describe.skipIf(!hasLsp)("with a server", { timeout: 90_000 }, () => {
  const found = (editor: Editor, document: Document) => editor.diagnostics.get(document.uri.toString()) ?? [];
  const ask = (editor: Editor, kind: string, method: string, ...args: unknown[]) => {
    const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
    return editor.providers.get(kind)?.[method]?.(...args, token);
  };

  test("a mistake is underlined, its fix applied, and then it is gone", async () => {
    const editor = await activate(binary);
    expect(editor.said).toEqual([]);
    const document = open(editor, "mistake.py", kernel("vector_add.py").replace("tl.arange", "tl.arnge"));
    await vi.waitFor(() => expect(found(editor, document)[0]?.message).toMatch(/arnge/), patience);
    const [diagnostic] = found(editor, document);
    const context = { diagnostics: [diagnostic], triggerKind: 1 };
    type Action = { edit: { all: [Uri, { range: Range; newText: string }[]][] } };
    const actions = (await ask(
      editor,
      "CodeActions",
      "provideCodeActions",
      document,
      diagnostic?.range,
      context,
    )) as Action[];
    const [, [edit] = []] = actions[0]?.edit.all[0] ?? [];
    if (!edit) throw new Error("no fix");
    const [from, to] = [document.offsetAt(edit.range.start), document.offsetAt(edit.range.end)];
    editor.change(document, document.text.slice(0, from) + edit.newText + document.text.slice(to));
    expect(document.text).toBe(kernel("vector_add.py"));
    await vi.waitFor(() => expect(found(editor, document)).toEqual([]), patience);
  });

  test("other Python is left alone, unless all of it is asked for", async () => {
    const editor = await activate(binary);
    const plain = open(editor, "plain.py", "import requests\nprint(requests.get('x'))\n");
    const ours = open(editor, "ours.py", "import triton\nprint(1 / 0)\n");
    await vi.waitFor(() => expect(found(editor, ours).length).toBe(1), patience);
    await vi.waitFor(() => expect(editor.diagnostics.has(plain.uri.toString())).toBe(true), patience);
    expect(found(editor, plain)).toEqual([]);
    expect(await ask(editor, "CodeLens", "provideCodeLenses", plain)).toBeUndefined();
    editor.configure("tessera.texts", "all");
    await vi.waitFor(() => expect(found(editor, plain).length).toBeGreaterThan(0), patience);
  });

  test("lenses name commands that are there, and these show their text with its language", async () => {
    const editor = await activate(binary);
    const document = open(editor, "lenses.py", kernel("vector_add.py"));
    type Lens = { command: { command: string; title: string; arguments: unknown[] } };
    let lenses: Lens[] = [];
    await vi.waitFor(async () => {
      lenses = ((await ask(editor, "CodeLens", "provideCodeLenses", document)) ?? []) as Lens[];
      expect(lenses.length).toBeGreaterThan(3);
    }, patience);
    for (const { command } of lenses) expect([...commandNames, ""]).toContain(command.command);
    const run = async ({ command }: Lens) => {
      await editor.execute(command.command, ...command.arguments);
      return editor.shown.at(-1)?.document as Document;
    };
    const named = (title: string) => lenses.find(({ command }) => command.title === title) as Lens;
    const printed = await run(named("run"));
    expect(printed.uri.path).toBe("/lenses.py: run");
    expect(printed.getText()).toMatch(/maximum difference/);
    const ptx = await run(named("PTX"));
    expect([ptx.languageId, ptx.uri.path]).toEqual(["ptx", "/lenses.py: PTX add_kernel"]);
    expect(ptx.getText()).toMatch(/\.entry add_kernel/);
    editor.answer = "tile";
    await editor.execute("tessera.stage");
    expect(editor.shown.at(-1)?.document.languageId).toBe("tessera-ir");
    expect(editor.shown.at(-1)?.document.getText()).toMatch(/tile\.launch/);
    await editor.execute("tessera.explain", document.uri);
    expect(editor.shown.at(-1)?.document.uri.path).toBe("/lenses.py: schedule");
  });

  test("places in an answer lead to the program", async () => {
    const editor = await activate(binary);
    const document = open(editor, "fails.py", "import triton\nprint(1 / 0)\n");
    await editor.execute("tessera.run", document.uri);
    const shown = editor.shown.at(-1)?.document as Document;
    const links = (await ask(editor, "DocumentLink", "provideDocumentLinks", shown)) as { target: Uri }[];
    expect(links[0]?.target).toMatchObject({
      path: document.uri.path,
      fragment: expect.stringMatching(/^L2,\d+$/) as string,
    });
  });

  test("a program without an end is stopped by its notification", async () => {
    const editor = await activate(binary);
    const document = open(editor, "endless.py", "import triton\ni = 0\nwhile True:\n  i += 1\n");
    const done = editor.execute("tessera.run", document.uri);
    await vi.waitFor(() => expect(editor.progress).not.toBeNull());
    editor.progress?.cancel();
    await done;
    expect(editor.shown.length).toBe(1);
  });

  test("layouts follow the text, keep the last good ones, and lead to the editor", async () => {
    const editor = await activate(binary);
    const document = open(editor, "layouts.py", kernel("vector_add.py"));
    await editor.execute("tessera.layouts", document.uri);
    const [pane] = editor.webviews;
    expect(pane?.kind).toBe("tessera.layouts");
    const nonce = /script-src 'nonce-([^']+)'/.exec(pane?.html ?? "")?.[1];
    expect(nonce).toMatch(/^[\w-]{20,}$/);
    expect(pane?.html).toContain(`<script nonce="${nonce}" src="https:`);
    expect(pane?.html).not.toMatch(/unsafe|style="|onload/);
    expect(pane?.sent).toEqual([]); // the page has not said that it listens
    pane?.say({ kind: "ready" });
    await vi.waitFor(
      () => expect(lastView(pane)).toMatchObject({ loading: false, error: null, stale: false }),
      patience,
    );
    const [{ name, values, range }] = lastView(pane)?.["value"] as [{ name: string; values: unknown[]; range: object }];
    expect([name, values.length > 0]).toEqual(["add_kernel", true]);
    editor.change(document, `${document.text}print(1 / 0)\n`);
    await vi.waitFor(() => expect(lastView(pane)).toMatchObject({ stale: true, loading: false }), patience);
    expect(lastView(pane)).toMatchObject({
      error: expect.stringMatching(/^line \d+: .*zero/) as string,
      value: [{ name }],
    });
    pane?.say({ kind: "reveal", range });
    await vi.waitFor(() => expect(editor.shown.at(-1)?.document).toBe(document));
    expect(document.getText(editor.shown.at(-1)?.selection)).toMatch(/^def add_kernel/);
    pane?.say({ kind: "light", file: "<stdin>", lines: [[3, 4]] });
    expect(editor.lit.at(-1)).toEqual([new Range(2, 0, 3, 0)]);
    await editor.execute("tessera.layouts", document.uri);
    expect(editor.webviews.length).toBe(1);
    pane?.close();
    await editor.execute("tessera.layouts", document.uri);
    expect(editor.webviews.length).toBe(2);
  });

  test("tilings come, or the word that the binary has none", async () => {
    const editor = await activate(binary);
    const document = open(editor, "tilings.py", kernel("matmul.py"));
    await editor.execute("tessera.tilings", document.uri);
    const [pane] = editor.webviews;
    pane?.say({ kind: "ready" });
    await vi.waitFor(() => expect(lastView(pane)).toMatchObject({ loading: false }), patience);
    if (hasTilings)
      expect(lastView(pane)).toMatchObject({ value: [{ name: "matmul_kernel", launches: [{ grid: [2, 2] }] }] });
    else expect(lastView(pane)?.["error"]).toMatch(/can't tell tilings/);
  });

  test("a timeline is of a run, and grows old with the text", async () => {
    const editor = await activate(binary);
    const document = open(editor, "timeline.py", kernel("hopper_gemm_pipeline.py"));
    await editor.execute("tessera.timeline", document.uri);
    const [pane] = editor.webviews;
    pane?.say({ kind: "ready" });
    const { launches } = JSON.parse(lastView(pane)?.["value"] as string) as {
      launches: { timeline: { rows: unknown[] } }[];
    };
    expect(launches[0]?.timeline.rows.length).toBeGreaterThan(1);
    editor.change(document, `${document.text}\n`);
    expect(lastView(pane)).toMatchObject({ stale: true });
    const plain = open(editor, "none.py", kernel("matmul.py"));
    await editor.execute("tessera.timeline", plain.uri);
    editor.webviews[1]?.say({ kind: "ready" });
    expect(lastView(editor.webviews[1])).toMatchObject({
      value: null,
      error: expect.stringMatching(/warpgroups/) as string,
    });
  });

  test("settings are told to the server that runs", async () => {
    const editor = await activate(binary);
    const document = open(editor, "settings.py", kernel("vector_add.py"));
    const everything = new Range(0, 0, 999, 0);
    const hints = async () => (await ask(editor, "InlayHints", "provideInlayHints", document, everything)) as unknown[];
    await vi.waitFor(async () => expect((await hints()).length).toBeGreaterThan(0), patience);
    editor.configure("tessera.inlayHints.shapes", false);
    editor.configure("tessera.inlayHints.layouts", false);
    await vi.waitFor(async () => expect((await hints()) ?? []).toEqual([]), patience);
    editor.configure("tessera.target", "sm_80");
    await editor.execute("tessera.ptx", document.uri);
    expect(editor.shown.at(-1)?.document.getText()).toMatch(/\.target sm_80/);
  });

  test("another path is another server, and none where there is none", async () => {
    const editor = await activate("/nowhere/tessera");
    const document = open(editor, "later.py", "import triton\nprint(1 / 0)\n");
    editor.configure("tessera.path", binary);
    await vi.waitFor(() => expect(found(editor, document).length).toBe(1), patience);
    editor.configure("tessera.path", "/nowhere/tessera");
    await vi.waitFor(() => expect(found(editor, document)).toEqual([]), patience);
    const complaint = "Tessera: There is no `/nowhere/tessera`. Set `tessera.path` to the `tessera` binary.";
    await vi.waitFor(() => expect(editor.said).toEqual([complaint, complaint]));
    expect([...editor.commands.keys()].sort()).toEqual(commandNames);
  });
});
