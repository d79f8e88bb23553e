// SPDX-License-Identifier: Apache-2.0
// Which name is which in a whole program: what an import of another file stands for, what `f(x=1)` and a decorator's "x" say of the
// parameter `x` of `f`, and so where a name is defined, where it is used, and what a rename has to change. A rename is tried before it is
// told: the changed program is read again, and unless every name in it means what it meant before, the rename is refused.

import type { SourceFile } from "../base/files";
import { LineIndex } from "../base/positions";
import { fail, ok, type Result } from "../base/result";
import { readScopes, resolve, type Binding, type FileScopes, type Imported, type Member, type Node, type Scope, type Span } from "./scopes";

export interface Place extends Span {
  path: string;
}

export interface Edit extends Place {
  insert: string;
}

export interface Rename {
  edits: Edit[];
  /** Strings elsewhere that are this very name: nobody can know what they mean, and they are left. */
  left: Place[];
}

export interface Signature {
  /** `matmul(x, y, bm=128)`. */
  name: string;
  parameters: string[];
}

/** What a name means: a binding of this program, one of its files, or a path into a library; null: not known. */
type Meaning = { kind: "own"; binding: Binding } | { kind: "file"; path: string } | { kind: "library"; path: string } | null;

interface Occurrence extends Place {
  text: string;
  /** What it is renamed with; a string names what is not this program's. */
  root: Binding | string;
  meaning: Meaning;
  /** `x` of `import x`: another name for it stands behind `as`. */
  wantsAs: boolean;
  isKnown: boolean;
}

const keywords = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

export class ProgramNames {
  private readonly files = new Map<string, FileScopes>();
  private readonly listed = new Map<string, Occurrence[]>();
  /** Whose file a module scope is. */
  private readonly owners = new Map<Scope, string>();

  /** `folders`: where modules are looked for, "" being the top of the list. `known` has what was read before, by text. */
  constructor(
    sources: readonly SourceFile[],
    private readonly folders: readonly string[] = [""],
    known: Map<string, FileScopes> = new Map(),
  ) {
    for (const { path, text } of sources) {
      const scopes = known.get(text) ?? readScopes(text);
      // Two files of one text must not share their scopes.
      const own = [...this.files.values()].includes(scopes) ? readScopes(text) : scopes;
      this.files.set(path, own);
      this.owners.set(own.module, path);
    }
    known.clear();
    for (const scopes of this.files.values()) known.set(scopes.text, scopes);
  }

  /** Names that nothing here binds and nothing imports, of one file. */
  unknownNames(path: string): string[] {
    const unknown = this.occurrencesOf(path).flatMap(({ root, meaning, text }) =>
      typeof root === "string" && root.startsWith("?") && meaning === null ? [text] : [],
    );
    return [...new Set(unknown)].sort();
  }

  scopesOf(path: string): FileScopes | undefined {
    return this.files.get(path);
  }

  //===-- what a name means --===//

  private fileOf(level: number, module: string, from: string): string | null {
    const parts = module === "" ? [] : module.split(".");
    const own = from.split("/").slice(0, -1);
    const bases = level > 0 ? [own.slice(0, own.length - (level - 1))] : this.folders.map((folder) => folder.split("/").filter(Boolean));
    for (const base of bases) {
      const stem = [...base, ...parts].join("/");
      const found = [`${stem}.py`, stem === "" ? "__init__.py" : `${stem}/__init__.py`].find((path) => this.files.has(path));
      if (found !== undefined && stem !== "") return found;
      if (found === "__init__.py" && level > 0) return found;
    }
    return null;
  }

  private isFolder(level: number, module: string, from: string): boolean {
    const own = from.split("/").slice(0, -1);
    const base = level > 0 ? own.slice(0, own.length - (level - 1)) : [];
    const stem = [...base, ...(module ? module.split(".") : [])].map((part) => `${part}/`).join("");
    return [...this.files.keys()].some((path) => path.startsWith(stem));
  }

  private importedMeaning(imported: Imported, from: string, depth = 0): Meaning {
    const { level, module, name } = imported;
    if (depth > 16) return null;
    const file = this.fileOf(level, imported.isDotted ? (module.split(".")[0] ?? "") : module, from);
    if (name === null) {
      if (file !== null) return { kind: "file", path: file };
      return level > 0 || (imported.isDotted && this.isFolder(0, module.split(".")[0] ?? "", from))
        ? null
        : { kind: "library", path: imported.isDotted ? (module.split(".")[0] ?? "") : module };
    }
    const inFile = file === null ? null : this.memberOf(file, name, depth + 1);
    if (inFile) return inFile;
    const submodule = this.fileOf(level, module ? `${module}.${name}` : name, from);
    if (submodule !== null) return { kind: "file", path: submodule };
    return file !== null || level > 0 ? null : { kind: "library", path: `${module}.${name}` };
  }

  /** What `name` is in the module that the file `path` is. */
  private memberOf(path: string, name: string, depth = 0): Meaning {
    const scopes = this.files.get(path);
    const binding = scopes?.module.names.get(name);
    if (binding) return this.follow(binding, depth);
    return this.fromStars(path, name, depth);
  }

  private fromStars(path: string, name: string, depth: number): Meaning {
    if (depth > 16) return null;
    for (const star of this.files.get(path)?.stars ?? []) {
      const source = this.fileOf(star.level, star.module, path);
      const found = source !== null && !name.startsWith("_") ? this.memberOf(source, name, depth + 1) : null;
      if (found) return found;
    }
    return null;
  }

  private ownerOf(scope: Scope): string {
    let at = scope;
    while (at.parent) at = at.parent;
    return this.owners.get(at) ?? "";
  }

  private follow(binding: Binding, depth = 0): Meaning {
    if (!binding.imported) return { kind: "own", binding };
    return this.importedMeaning(binding.imported, this.ownerOf(binding.scope), depth) ?? { kind: "own", binding };
  }

  private meaningOfName(path: string, scope: Scope, text: string): Meaning {
    const binding = resolve(scope, text);
    return binding ? this.follow(binding) : this.fromStars(path, text, 0);
  }

  /** Of an expression: a name, `module.name`, `kernel[grid]`, `Class(..)` is not known. */
  private meaningOf(path: string, node: Node, scope: Scope): Meaning {
    const scopes = this.files.get(path);
    if (!scopes) return null;
    if (node.name === "VariableName") return this.meaningOfName(path, scope, scopes.text.slice(node.from, node.to));
    if (node.name !== "MemberExpression" || !node.firstChild) return null;
    const object = this.meaningOf(path, node.firstChild, scope);
    const property = node.getChild("PropertyName");
    // `kernel[grid]` is called as the kernel is.
    if (!property) return object?.kind === "own" && object.binding.kind === "function" ? object : null;
    return this.meaningOfMember(object, scopes.text.slice(property.from, property.to));
  }

  private objectOf(path: string, { object, scope }: Member): Meaning {
    if ("name" in object) return this.meaningOf(path, object, scope);
    if ("object" in object) return this.meaningOfMember(this.objectOf(path, object), object.text);
    return this.meaningOfName(path, scope, object.text);
  }

  private meaningOfMember(object: Meaning, name: string): Meaning {
    if (object?.kind === "file") {
      const submodule = this.submoduleOf(object.path, name);
      return this.memberOf(object.path, name) ?? (submodule === null ? null : { kind: "file", path: submodule });
    }
    if (object?.kind === "library") return { kind: "library", path: `${object.path}.${name}` };
    const body = object?.kind === "own" ? (object.binding.body ?? this.classOfSelf(object.binding)) : undefined;
    const member = body?.names.get(name);
    return member ? { kind: "own", binding: member } : null;
  }

  private submoduleOf(path: string, name: string): string | null {
    if (!path.endsWith("__init__.py")) return null;
    return this.fileOf(1, name, path);
  }

  /** The class around a method whose first parameter this is. */
  private classOfSelf({ kind, scope, name }: Binding): Scope | undefined {
    if (kind !== "parameter" || scope.parent?.kind !== "class") return undefined;
    const method = [...scope.parent.names.values()].find(({ inside }) => inside === scope);
    return method?.parameters?.[0]?.name === name ? scope.parent : undefined;
  }

  /** The parameter that `f(x=1)` names, null where `f` is not known, undefined where it is and has none of this name. */
  private parameterOf(meaning: Meaning, name: string): Binding | null | undefined {
    if (meaning?.kind === "library") return undefined;
    if (meaning?.kind !== "own") return null;
    const { binding } = meaning;
    const callable = binding.kind === "class" ? binding.body?.names.get("__init__") : binding;
    if (callable?.kind !== "function" || !callable.inside) return null;
    return callable.parameters?.some((parameter) => parameter.name === name) ? callable.inside.names.get(name) : undefined;
  }

  private calleeOf(path: string, keyword: { callee: Node; first: Node | null; scope: Scope }): Meaning {
    const callee = this.meaningOf(path, keyword.callee, keyword.scope);
    const isPartial = callee?.kind === "library" && callee.path === "functools.partial";
    return isPartial && keyword.first ? this.meaningOf(path, keyword.first, keyword.scope) : callee;
  }

  //===-- where names stand --===//

  private occurrencesOf(path: string): Occurrence[] {
    const known = this.listed.get(path);
    if (known) return known;
    const scopes = this.files.get(path);
    const made = scopes ? this.list(path, scopes) : [];
    made.sort((a, b) => a.from - b.from);
    this.listed.set(path, made);
    return made;
  }

  private list(path: string, scopes: FileScopes): Occurrence[] {
    const all: Occurrence[] = [];
    const add = (span: Span, text: string, meaning: Meaning, root: Binding | string, isKnown = true, wantsAs = false) =>
      all.push({ path, from: span.from, to: span.to, text, meaning, root, isKnown, wantsAs });
    for (const use of scopes.uses) {
      const binding = resolve(use.scope, use.text);
      const meaning = binding ? this.follow(binding) : this.fromStars(path, use.text, 0);
      const root = binding ? this.rootOf(binding) : meaning?.kind === "own" ? meaning.binding : `?${use.text}`;
      const item = binding?.imported?.item;
      const isItem = binding?.imported !== undefined && item?.to === use.to && !binding.imported.hasAlias;
      add(use, use.text, meaning, root, true, isItem && root === binding);
    }
    for (const { span, imported } of scopes.items) {
      const meaning = this.importedMeaning(imported, path);
      if (meaning?.kind === "own") add(span, scopes.text.slice(span.from, span.to), meaning, meaning.binding);
    }
    for (const member of scopes.members) {
      const object = this.objectOf(path, member);
      const meaning = this.meaningOfMember(object, member.text);
      const isFile = object?.kind === "file" && meaning?.kind === "own";
      add(member, member.text, meaning, isFile ? meaning.binding : `.${member.text}`, isFile);
    }
    for (const keyword of scopes.keywords) {
      const parameter = this.parameterOf(this.calleeOf(path, keyword), keyword.text);
      if (parameter) add(keyword, keyword.text, { kind: "own", binding: parameter }, parameter);
      else add(keyword, keyword.text, null, parameter === null ? `=${keyword.text}` : `.${keyword.text}`, false);
    }
    for (const string of scopes.strings) {
      const parameters = string.decorates?.parameters?.some(({ name }) => name === string.text);
      const inside = parameters ? string.decorates?.inside?.names.get(string.text) : undefined;
      const binding = inside ?? (string.isExport ? scopes.module.names.get(string.text) : undefined);
      if (binding) add(string, string.text, { kind: "own", binding }, this.rootOf(binding));
      else add(string, string.text, null, `"${string.text}`, false);
    }
    return all;
  }

  /** An import without another name is renamed with what it imports, if that is this program's. */
  private rootOf(binding: Binding): Binding {
    if (!binding.imported || binding.imported.hasAlias || binding.imported.name === null) return binding;
    const meaning = this.follow(binding);
    return meaning?.kind === "own" ? meaning.binding : binding;
  }

  private at(path: string, offset: number): Occurrence | null {
    const here = this.occurrencesOf(path).filter(({ from, to }) => from <= offset && offset <= to);
    return here.find(({ root }) => typeof root !== "string") ?? here.find(({ root }) => !(root as string).startsWith('"')) ?? null;
  }

  //===-- asked by the editor --===//

  /** Where the name at `offset` is defined; in words, where that is nowhere in this program. */
  definition(path: string, offset: number): Result<Place> {
    const found = this.at(path, offset);
    if (!found) return fail("there is no name here");
    const { meaning, text } = found;
    if (meaning?.kind === "own" && meaning.binding.place)
      return ok({ path: this.ownerOf(meaning.binding.scope), ...meaning.binding.place });
    if (meaning?.kind === "file") return ok({ path: meaning.path, from: 0, to: 0 });
    if (meaning?.kind === "library") return fail(`\`${meaning.path}\` is the library's: point at it to read what it does`);
    if (typeof found.root === "string" && /^[.=]/.test(found.root))
      return fail(`\`${text}\` belongs to an object, and which one it is shows only when the program runs`);
    return fail(`\`${text}\` is defined nowhere in this program`);
  }

  /** All places of the name at `offset`, in all files, the one that binds it among them. */
  references(path: string, offset: number): Result<Place[]> {
    const found = this.at(path, offset);
    if (!found) return fail("there is no name here");
    if (found.meaning === null && typeof found.root === "string" && found.root.startsWith("."))
      return fail(`\`${found.text}\` belongs to an object, and which one it is shows only when the program runs`);
    const same = (other: Occurrence) =>
      found.meaning === null ? other.root === found.root : other.root === found.root || isSame(other.meaning, found.meaning);
    return ok(this.everywhere().filter(same).map(placeOf));
  }

  /** The name that a rename at `offset` would change, or why there is none. */
  renameable(path: string, offset: number): Result<Occurrence> {
    const found = this.at(path, offset);
    if (!found) return fail("there is no name here");
    const { root, text } = found;
    if (typeof root === "string") {
      if (found.meaning?.kind === "library") return fail(`\`${text}\` is the library's`);
      if (root.startsWith("?")) return fail(`\`${text}\` is not defined in this program: it is Python's or a library's`);
      return fail(`\`${text}\` is an attribute: which objects have it shows only when the program runs`);
    }
    if (root.scope.kind === "class")
      return fail(`\`${text}\` is an attribute of a class: what reaches it over an object shows only when the program runs`);
    if (root.imported?.isDotted) return fail(`\`import ${root.imported.module}\` binds \`${text}\`: give it another name by \`as\` first`);
    const broken = this.firstError();
    if (broken) return fail(`${broken} can't be read as Python: mend that first, or the rename might miss something`);
    return ok(found);
  }

  rename(path: string, offset: number, wanted: string): Result<Rename> {
    const found = this.renameable(path, offset);
    if (!found.ok) return found;
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(wanted)) return fail(`\`${wanted}\` is no name`);
    if (keywords.has(wanted)) return fail(`\`${wanted}\` is a word of Python's`);
    const { root, text } = found.value;
    const edits = this.everywhere()
      .filter((other) => other.root === root)
      .map((other) =>
        other.wantsAs ? { path: other.path, from: other.to, to: other.to, insert: ` as ${wanted}` } : { ...placeOf(other), insert: wanted },
      );
    const clash = wanted === text ? null : this.findClash(edits);
    if (clash) return fail(`\`${wanted}\` would be mixed up with another \`${wanted}\`: ${clash}`);
    const left = this.everywhere().filter(
      (other) => other.root === `"${text}` || (isParameter(found.value.root) && other.root === `=${text}`),
    );
    return ok({ edits, left: left.map(placeOf) });
  }

  /** The function whose call `offset` is in, and which of its parameters comes next. */
  signature(path: string, callee: Node, scope: Scope): Signature | string | null {
    const meaning = this.meaningOf(path, callee, scope);
    if (meaning?.kind === "library") return meaning.path;
    if (meaning?.kind !== "own") return null;
    const { binding } = meaning;
    const isClass = binding.kind === "class";
    const callable = isClass ? binding.body?.names.get("__init__") : binding;
    if (!callable?.parameters) return null;
    const isMethod = callable.scope.kind === "class";
    return { name: binding.name, parameters: callable.parameters.slice(isMethod ? 1 : 0).map((parameter) => parameter.text) };
  }

  private everywhere(): Occurrence[] {
    return [...this.files.keys()].flatMap((path) => this.occurrencesOf(path));
  }

  private firstError(): string | null {
    for (const [path, scopes] of this.files)
      if (scopes.error !== null) {
        const { line } = new LineIndex(scopes.text).position(scopes.error);
        return this.files.size > 1 ? `\`${path}\`, line ${line},` : `line ${line}`;
      }
    return null;
  }

  /** The first place whose name means something else after `edits`, in words; null: every name means what it did. */
  private findClash(edits: readonly Edit[]): string | null {
    const sources = [...this.files].map(([path, { text }]) => ({
      path,
      text: applyEdits(
        text,
        edits.filter((edit) => edit.path === path),
      ),
    }));
    const after = new ProgramNames(sources, this.folders);
    const [old, now] = [new Map<unknown, number>(), new Map<unknown, number>()];
    const numberIn = (map: Map<unknown, number>, root: unknown) => map.get(root) ?? (map.set(root, map.size), map.size - 1);
    for (const path of this.files.keys()) {
      // Strings and names of unknown objects are what they were.
      const isName = ({ root }: Occurrence) => typeof root !== "string" || root.startsWith("?");
      const before = this.occurrencesOf(path).filter(isName);
      const then = after.occurrencesOf(path).filter(isName);
      const index = new LineIndex(this.files.get(path)?.text ?? "");
      for (let at = 0; at < Math.max(before.length, then.length); at++) {
        const [one, other] = [before[at], then[at]];
        if (one && other && numberIn(old, one.root) === numberIn(now, other.root)) continue;
        const line = index.position((one ?? before.at(-1))?.from ?? 0).line;
        return `\`${one?.text ?? ""}\` in ${this.files.size > 1 ? `\`${path}\`, ` : ""}line ${line} would mean something else`;
      }
    }
    return null;
  }
}

function isParameter(root: Binding | string): boolean {
  return typeof root !== "string" && root.kind === "parameter";
}

function isSame(a: Meaning, b: Meaning): boolean {
  if (a?.kind !== b?.kind || a === null || b === null) return false;
  if (a.kind === "own" && b.kind === "own") return a.binding === b.binding;
  return a.kind !== "own" && b.kind !== "own" && a.path === b.path;
}

function placeOf({ path, from, to }: Place): Place {
  return { path, from, to };
}

/** From the last to the first, so that places stay true. */
export function applyEdits(text: string, edits: readonly { from: number; to: number; insert: string }[]): string {
  return [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}
