// SPDX-License-Identifier: Apache-2.0
// A folder that is dropped: walked whatever number of entries a reader gives at a time, and nothing taken that is no program's.

import { expect, test } from "vitest";
import { findChosen, findDropped, readProgram, sortFound } from "../../../web/src/app/open-files";

const readDropped = async (transfer: DataTransfer) => readProgram(await findDropped(transfer));
const readChosen = (files: File[]) => readProgram(findChosen(files));

interface Tree {
  [name: string]: string | Tree;
}

function entryOf(name: string, content: string | Tree): FileSystemEntry {
  if (typeof content === "string") {
    const file = (resolve: (file: File) => void) => resolve(new File([content], name));
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const rest = Object.entries(content).map(([child, inner]) => entryOf(child, inner));
    // Two at a time, as a browser gives a hundred.
    return { readEntries: (resolve: (entries: FileSystemEntry[]) => void) => resolve(rest.splice(0, 2)) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function transferOf(dropped: Tree): DataTransfer {
  const items = Object.entries(dropped).map(([name, content]) => ({
    kind: "file",
    webkitGetAsEntry: () => entryOf(name, content),
    getAsFile: () => (typeof content === "string" ? new File([content], name) : null),
  }));
  return { items: [...items, { kind: "string" }] } as unknown as DataTransfer;
}

const pathsOf = (arrival: Awaited<ReturnType<typeof readDropped>>) =>
  arrival.ok ? arrival.value.files.map(({ path }) => path) : arrival.error;

test("a folder becomes the program's top", async () => {
  const arrival = await readDropped(
    transferOf({
      project: {
        "main.py": "import pkg\r\n",
        pkg: { "__init__.py": "", "a.py": "", sub: { "b.py": "" }, __pycache__: { "a.py": "" } },
        ".git": { "hook.py": "" },
        "README.md": "",
      },
    }),
  );
  expect(pathsOf(arrival)).toEqual(["main.py", "pkg/__init__.py", "pkg/a.py", "pkg/sub/b.py"]);
  expect(arrival.ok && arrival.value.files[0]?.text).toBe("import pkg\n");
  expect(arrival.ok && arrival.value.left).toBe("1 file left out: only Python files are part of a program here.");
});

test("files and a folder stand beside each other", async () => {
  expect(pathsOf(await readDropped(transferOf({ "main.py": "", pkg: { "a.py": "" } })))).toEqual([
    "main.py",
    "pkg/a.py",
  ]);
});

test("what a browser without entries gives is taken as files", async () => {
  const items = [{ kind: "file", getAsFile: () => new File(["x"], "a.py") }];
  expect(pathsOf(await readDropped({ items } as unknown as DataTransfer))).toEqual(["a.py"]);
});

test("what can't be taken is said", async () => {
  expect(pathsOf(await readDropped(transferOf({ empty: {} })))).toContain("no files");
  expect(pathsOf(await readDropped(transferOf({ "a.txt": "" })))).toContain("no Python file");
  expect(pathsOf(await readChosen([new File(["x".repeat((1 << 20) + 1)], "big.py")]))).toContain("`big.py` has 1 MiB");
  const many = Array.from({ length: 401 }, (_, number) => new File([""], `${number}.py`));
  expect(pathsOf(await readChosen(many))).toContain("401 files");
  const gone = Object.assign(new File([""], "gone.py"), { text: () => Promise.reject(new Error("gone")) });
  expect(pathsOf(await readChosen([gone]))).toContain("could not be read");
});

test("what is given by itself is sorted by what it is for", async () => {
  const tree = {
    "k.PTX": "",
    "x.npy": "",
    "t.json": "",
    "b.zip": "",
    "m.py": "",
    "n.txt": "",
    d: { "y.npy": "", "z.py": "" },
  };
  const { program, ptx, arrays, traces, bundles } = sortFound(await findDropped(transferOf(tree)));
  expect(program.map(({ path }) => path)).toEqual(["m.py", "n.txt", "d/y.npy", "d/z.py"]);
  expect([ptx, arrays, traces, bundles].map((files) => files.map(({ name }) => name))).toEqual([
    ["k.PTX"],
    ["x.npy"],
    ["t.json"],
    ["b.zip"],
  ]);
});
