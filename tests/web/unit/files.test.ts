// SPDX-License-Identifier: Apache-2.0
// Files of a program: names, what runs, what a folder is taken for; and the list of them, where nothing is lost for good.

import { describe, expect, test } from "vitest";
import {
  arrange,
  checkSize,
  freePath,
  guessMain,
  limits,
  moduleName,
  projectOf,
  readPath,
  splitPath,
  type Project,
} from "../../../web/src/base/files";
import { FileList } from "../../../web/src/engine/file-list";

const files = (...paths: string[]) => paths.map((path) => ({ path, text: `# ${path}` }));

describe("paths", () => {
  test.each([
    ["ops.py", "ops.py"],
    [" pkg\\ops.py ", "pkg/ops.py"],
    ["./pkg//ops", "pkg/ops.py"],
    ["/ops.py", "ops.py"],
    ["ünï/code", "ünï/code.py"],
  ])("%j is read as %j", (typed, path) => {
    expect(readPath(typed, [])).toEqual({ ok: true, value: path });
  });

  test.each([
    ["", "needs a name"],
    ["  /", "needs a name"],
    ["../ops.py", "leads out"],
    ["a/../b.py", "leads out"],
    ["ops.txt", "end in `.py`"],
    ["pkg/.py", "end in `.py`"],
    ["a:b.py", "none of"],
    ["main", "there is a `main.py` already"],
  ])("%j is refused: %s", (typed, why) => {
    const path = readPath(typed, ["main.py"]);
    expect(path.ok ? "" : path.error).toContain(why);
  });

  test("a free name is the next one", () => {
    expect(freePath("module.py", [])).toBe("module.py");
    expect(freePath("module.py", ["module.py", "module2.py"])).toBe("module3.py");
  });

  test("a folder and a name", () => {
    expect(splitPath("a/b/c.py")).toEqual({ folder: "a/b/", name: "c.py" });
    expect(splitPath("c.py")).toEqual({ folder: "", name: "c.py" });
  });

  test.each([
    ["pkg/ops.py", "pkg.ops"],
    ["pkg/__main__.py", "pkg"],
    ["pkg/sub/__main__.py", "pkg.sub"],
    ["main.py", null],
    ["__main__.py", null],
    ["pkg/__init__.py", null],
    ["my-pkg/ops.py", null],
  ])("%s runs as -m %s", (path, name) => {
    expect(moduleName(path)).toBe(name);
  });
});

describe("what runs", () => {
  test.each([
    [["pkg/main.py", "main.py"], "main.py", false],
    [["setup.py", "bench.py", "pkg/__init__.py"], "bench.py", false],
    [["tool/__init__.py", "tool/__main__.py", "tool/a.py"], "tool/__main__.py", true],
    [["a.py", "b.py"], "a.py", false],
    [["test_a.py", "pkg/a.py"], "test_a.py", false],
  ])("of %j it is %s", (paths, main, asModule) => {
    expect(guessMain(files(...paths))).toEqual({ main, asModule });
  });

  test("of several at the top the one that is a script", () => {
    const all = [...files("a.py"), { path: "b.py", text: "x = 1\nif __name__ == '__main__':\n  pass\n" }];
    expect(guessMain(all).main).toBe("b.py");
  });
});

describe("what is dropped", () => {
  const paths = (list: { path: string }[]) => list.map(({ path }) => path);

  test("the folder itself is the top", () => {
    expect(paths(arrange(files("proj/pkg/b.py", "proj/main.py", "proj/pkg/__init__.py")))).toEqual([
      "main.py",
      "pkg/__init__.py",
      "pkg/b.py",
    ]);
  });

  test("a package keeps its name", () => {
    expect(paths(arrange(files("pkg/b.py", "pkg/__init__.py")))).toEqual(["pkg/__init__.py", "pkg/b.py"]);
  });

  test("files beside each other stay as they are", () => {
    expect(paths(arrange(files("b.py", "a.py")))).toEqual(["a.py", "b.py"]);
    expect(paths(arrange(files("one/b.py", "two/a.py")))).toEqual(["one/b.py", "two/a.py"]);
    expect(arrange([])).toEqual([]);
  });

  test("too much is refused by name", () => {
    const refusal = (all: { path: string; text: string }[]) => {
      const size = checkSize(all);
      return size.ok ? "" : size.error;
    };
    expect(refusal(files("a.py"))).toBe("");
    expect(refusal([{ path: "big.py", text: "é".repeat(limits.fileBytes / 2 + 1) }])).toContain("`big.py` has 1 MiB");
    const half = "x".repeat(limits.fileBytes);
    expect(refusal(["a", "b", "c"].map((path) => ({ path, text: half })))).toContain("3 MiB");
    expect(refusal(Array.from({ length: limits.files + 1 }, (_, n) => ({ path: `${n}`, text: "" })))).toContain(
      "401 files",
    );
  });
});

describe("the list", () => {
  const start = (...paths: string[]) => {
    const list = new FileList();
    list.open(projectOf(files(...paths)));
    list.undoable.value = null;
    return list;
  };
  const pathsOf = (list: FileList) => list.files.value.map((file) => file.path);
  const idOf = (list: FileList, path: string) => list.at(path)?.id ?? 0;

  test("a file keeps its number under another name", () => {
    const list = start("main.py", "pkg/ops.py");
    const id = idOf(list, "pkg/ops.py");
    list.runs(id, true);
    list.rename(id, "pkg/new.py");
    expect([list.at("pkg/new.py")?.id, list.main.value.path, list.asModule.value]).toEqual([id, "pkg/new.py", true]);
    list.rename(id, "top.py"); // nothing to run by a dotted name
    expect(list.asModule.value).toBe(false);
  });

  test("what is deleted comes back where it was, with its number, its text and its part", () => {
    const list = start("main.py", "a.py", "b.py");
    const main = idOf(list, "main.py");
    list.remove(main);
    expect(pathsOf(list)).toEqual(["a.py", "b.py"]);
    expect(list.main.value.path).toBe("a.py");
    expect(list.shown.value.path).toBe("a.py");
    list.setText(idOf(list, "b.py"), "edited since");
    expect(list.undoable.value?.message).toBe("main.py is deleted");
    list.undoable.value?.undo();
    expect(pathsOf(list)).toEqual(["main.py", "a.py", "b.py"]);
    expect([list.main.value.id, list.shown.value.id]).toEqual([main, main]);
    expect(list.at("b.py")?.text).toBe("edited since");
    expect(list.undoable.value).toBeNull();
  });

  test("a name that was given away meanwhile is not taken back", () => {
    const list = start("main.py", "a.py");
    list.remove(idOf(list, "a.py"));
    list.add([{ path: "a.py", text: "other" }]);
    list.undoable.value?.undo();
    expect(pathsOf(list)).toEqual(["main.py", "a2.py", "a.py"]);
  });

  test("the last file stays", () => {
    const list = start("main.py");
    list.remove(idOf(list, "main.py"));
    expect(pathsOf(list)).toEqual(["main.py"]);
  });

  test("adding shows the first new file, keeps what runs, and replaces the text of a path that is taken", () => {
    const list = start("main.py", "a.py");
    const id = idOf(list, "a.py");
    expect(list.add([{ path: "a.py", text: "new" }, ...files("b.py")]).ok).toBe(true);
    expect(pathsOf(list)).toEqual(["main.py", "a.py", "b.py"]);
    expect([list.at("a.py")?.id, list.at("a.py")?.text, list.shown.value.path]).toEqual([id, "new", "a.py"]);
    expect(list.main.value.path).toBe("main.py");
    expect(list.add([{ path: "c.py", text: "x".repeat(limits.fileBytes + 1) }]).ok).toBe(false);
    expect(pathsOf(list)).toEqual(["main.py", "a.py", "b.py"]);
  });

  test("one file in place of one file keeps its number: the editor undoes that", () => {
    const list = start("main.py");
    const id = list.shown.value.id;
    list.open(projectOf(files("other.py")));
    expect([list.shown.value.id, list.undoable.value]).toEqual([id, null]);
  });

  test("several files that are put aside come back, and the others go aside", () => {
    const list = start("main.py", "a.py");
    const before = list.project;
    list.open(projectOf(files("other.py")));
    const opened = list.project;
    expect(list.undoable.value?.message).toBe("2 files are put aside");
    list.undoable.value?.undo();
    expect(list.project).toEqual(before);
    expect(list.undoable.value?.message).toBe("other.py is put aside");
    list.undoable.value?.undo();
    expect(list.project).toEqual(opened);
  });

  test("stepping goes around the ends", () => {
    const list = start("main.py", "a.py");
    list.step(-1);
    expect(list.shown.value.path).toBe("a.py");
    list.step(1);
    expect(list.shown.value.path).toBe("main.py");
  });

  test("a range's file is found with and without the root, and none is the one that runs", () => {
    const list = start("main.py", "pkg/a.py");
    expect(list.named("/pkg/a.py")?.path).toBe("pkg/a.py");
    expect(list.named("")?.path).toBe("main.py");
    expect(list.named("<string>")).toBeUndefined();
    expect(list.named("other.py")).toBeUndefined();
    const one = start("main.py");
    expect(one.named("elsewhere/kernel.py")?.path).toBe("main.py");
    expect(one.named("<string>")).toBeUndefined();
  });

  test("a project is what was opened", () => {
    const project: Project = { files: files("a.py", "p/b.py"), main: "p/b.py", asModule: true, shown: "a.py" };
    const list = new FileList();
    list.open(project);
    expect(list.project).toEqual(project);
  });
});
