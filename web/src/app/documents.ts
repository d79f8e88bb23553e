// SPDX-License-Identifier: Apache-2.0
// The tab's document: what was typed is put beside with every key, where a page can write without waiting, and written at once, then at
// most ten times a second. A tab owns
// one document at a time; an example or a link as it came is none before it is edited. When something else opens, the document is
// left: it stays in the list of recent ones, and the way back is offered.

import { signal } from "@preact/signals";
import {
  documentOf,
  isBlank,
  isReplacement,
  isSameProgram,
  mostDocuments,
  projectOfDocument,
  readDocument,
  type Change,
  type DocumentHead,
  type KeptDocument,
} from "../base/documents";
import type { DocumentStore } from "../base/document-store";
import type { Project } from "../base/files";
import type { Lease, Leases } from "../base/leases";
import { projectOfShared, type SharedVariant } from "../base/share";
import type { Store } from "../base/storage";
import type { Thumbnail } from "../base/thumbnail";

/** `full`: the browser has no room; `failed`: it refuses; `tab` and `nothing` say how long what is typed lasts. */
export type Keeping = "kept" | "tab" | "nothing" | "full" | "failed";

/** A document of this tab's. */
interface Own {
  id: string;
  project: Project;
  target: string;
  /** Pinned beside it. */
  variants: readonly SharedVariant[];
}

/** Under which name the tab knows its document again after a reload. */
const ownKey = "tessera.document";
/** That there are any: what early.ts can know without waiting. */
const anyKey = "tessera.documents";
const unsavedPrefix = "tessera.unsaved.";
/** Characters that are written beside with every key; a longer program would be felt while typing. */
const quicklyWritten = 100_000;

export class Documents {
  readonly keeping = signal<Keeping>("kept");
  readonly recent = signal<DocumentHead[]>([]);
  /** The one that something else stands in place of: the way back. */
  readonly left = signal<Own | null>(null);
  readonly ownId = signal("");

  private readonly owner = newName();
  private own: Own | null = null;
  /** What is shown and is not the user's own. */
  private given: Project | null = null;
  /** What came pinned with it. */
  private givenVariants: readonly SharedVariant[] = [];
  /** What changes replaced, so that undoing one is the document it was. */
  private readonly aside = new Map<string, Project>();
  private readonly jobs = new Map<string, Change>();
  private readonly known = new Set<string>();
  private thumbnail: Thumbnail | null = null;
  private underWay: [id: string, job: Change] | null = null;
  private writing: Promise<void> | null = null;
  /** By document, also those that were left and have something to be written still. Null: another tab has it. */
  private readonly held = new Map<string, Promise<Lease | null>>();
  private opening = "";
  private lastBegin = -Infinity;
  private hurry: (() => void) | null = null;

  constructor(
    private readonly store: DocumentStore,
    private readonly leases: Leases,
    private readonly inTab: Store,
    private readonly atOnce: Store,
    private readonly paceMs = 100,
  ) {
    if (store.lasts !== "browser") this.keeping.value = store.lasts;
  }

  /** The document that this tab had before it was reloaded, or else the newest one that no tab has open; null for none. */
  async resume(): Promise<KeptDocument | null> {
    const ownId = this.inTab.get(ownKey);
    const id = ownId ?? (await this.store.heads())[0]?.id;
    if (!id) return null;
    const lease = await this.leases.claim(id);
    // The tab was duplicated: both go on with the same text, the later one in a document of its own.
    if (!lease) return ownId ? this.store.read(id) : null;
    const document = await this.store.take(id, this.owner);
    if (!document || isBlank(projectOfDocument(document))) {
      lease.release();
      return null;
    }
    this.held.set(id, Promise.resolve(lease));
    this.goOn(document);
    return document;
  }

  /** `project` is shown and is not the user's own, until it is edited. What was being written stays, and can be gone back to. */
  show(project: Project, variants: readonly SharedVariant[] = []): void {
    this.leave();
    this.given = project;
    this.givenVariants = variants;
    this.releaseLeft();
  }

  private leave(): void {
    if (this.own) this.left.value = this.own;
    this.own = null;
    this.ownId.value = "";
    this.thumbnail = null;
  }

  /** Opens a kept document in this tab: its text, which is a copy where another tab has it open; null where it is gone. */
  async open(id: string): Promise<KeptDocument | null> {
    await this.flush();
    this.opening = id;
    const lease = await this.claim(id, true);
    const document = await this.store.read(id);
    this.opening = "";
    if (!document) return null;
    this.leave();
    this.given = projectOfDocument(document);
    this.givenVariants = document.state.variants ?? [];
    if (this.left.value?.id === id) this.left.value = null;
    if (lease) this.goOn(document);
    else this.releaseLeft();
    return document;
  }

  /** To be called with every change. */
  keep(project: Project, target: string, variants: readonly SharedVariant[] = []): void {
    const before = this.documentOfText(project);
    if (!this.own) {
      if (this.given && isSameProgram(project, this.given) && isSamePinned(variants, this.givenVariants)) return;
      if (isBlank(project)) return;
      this.begin(before ?? newName(), project, target, before !== undefined);
    } else if (before !== undefined || isReplacement(this.own.project, project)) {
      this.aside.set(this.own.id, this.own.project);
      this.begin(before ?? newName(), project, target, before !== undefined);
    }
    const own = this.own as Own;
    this.own = { ...own, project, target, variants };
    // Opening a document is no change of it.
    const isSame =
      own.target === target &&
      isSamePinned(own.variants, variants) &&
      own.project.shown === project.shown &&
      isSameProgram(own.project, project);
    if (!isSame || !this.known.has(own.id)) this.put(this.own);
  }

  /** What the document's tilings look like, which is known some time after its text. */
  draw(thumbnail: Thumbnail | null): void {
    if (!this.own || !thumbnail || JSON.stringify(thumbnail) === JSON.stringify(this.thumbnail)) return;
    this.thumbnail = thumbnail;
    this.put(this.own);
  }

  /** Writes what is waiting, now. */
  async flush(): Promise<void> {
    this.hurry?.();
    await this.writing;
  }

  /** The page goes: what is not written yet is put where a page can write without waiting, for the next page to find. */
  leavePage(): void {
    void this.flush();
    for (const [id, change] of [...(this.underWay ? [this.underWay] : []), ...this.jobs]) this.writeBeside(id, change);
  }

  /** Takes what pages left behind when they went; what a living one has is its own business. */
  async rescue(): Promise<void> {
    for (const key of this.atOnce.keys().filter((each) => each.startsWith(unsavedPrefix))) {
      const found = parseDocument(this.atOnce.get(key));
      const lease = found && (await this.leases.claim(found.head.id));
      if (found && !lease) continue;
      const known = found && (await this.store.take(found.head.id, this.owner));
      const isNewer = found && found.head.time >= (known?.head.time ?? 0);
      const outcome = isNewer ? await this.store.write({ ...found, head: { ...found.head, owner: this.owner } }) : "kept";
      if (outcome === "kept") this.atOnce.remove(key);
      lease?.release();
    }
  }

  async refresh(): Promise<void> {
    await this.flush();
    this.recent.value = await this.store.heads();
  }

  async remove(ids: readonly string[]): Promise<void> {
    const mine = this.own?.id;
    await this.store.remove(ids.filter((id) => id !== mine));
    if (this.left.value && ids.includes(this.left.value.id)) this.left.value = null;
    if (this.keeping.value === "full") this.keeping.value = this.store.lasts === "browser" ? "kept" : this.store.lasts;
    await this.refresh();
  }

  /** Takes documents that an older page kept elsewhere; whether they are safe here. */
  async takeOlder(older: readonly { id: string; project: Project; target: string }[]): Promise<boolean> {
    for (const { id, project, target } of older) {
      if (await this.store.read(id)) continue;
      if ((await this.store.write(documentOf(id, this.owner, { project, target, thumbnail: null, time: Date.now() }))) !== "kept")
        return false;
    }
    return this.store.lasts === "browser";
  }

  /** The document that had this very text before something took its place: an undo has brought it back. */
  private documentOfText(project: Project): string | undefined {
    const left = this.left.value;
    const isLeft = left !== null && left.id !== this.own?.id && isSameProgram(left.project, project);
    const id = isLeft ? left.id : [...this.aside].find(([, replaced]) => isSameProgram(replaced, project))?.[0];
    if (isLeft) this.left.value = null;
    return id === this.own?.id ? undefined : id;
  }

  private claim(id: string, isOld: boolean): Promise<Lease | null> {
    const has = this.held.get(id);
    if (has) return has;
    const asked = this.leases.claim(id).then(async (lease) => {
      if (lease && isOld) await this.store.take(id, this.owner);
      return lease;
    });
    this.held.set(id, asked);
    return asked;
  }

  private begin(id: string, project: Project, target: string, isOld: boolean): void {
    this.thumbnail = null;
    this.aside.delete(id);
    void this.claim(id, isOld);
    this.become({ id, project, target, variants: [] });
  }

  private goOn({ head, state }: KeptDocument): void {
    this.thumbnail = head.thumbnail;
    this.known.add(head.id);
    this.become({ id: head.id, project: projectOfShared(state), target: state.target ?? "", variants: state.variants ?? [] });
  }

  private become(own: Own): void {
    this.own = own;
    this.ownId.value = own.id;
    this.inTab.set(ownKey, own.id);
    this.releaseLeft();
  }

  /** Gives back what is neither this tab's any more nor waits to be written. */
  private releaseLeft(): void {
    for (const [id, lease] of this.held) {
      if (id === this.own?.id || id === this.opening || this.jobs.has(id) || this.underWay?.[0] === id) continue;
      this.held.delete(id);
      void lease.then((has) => has?.release());
    }
  }

  private put({ id, project, target, variants }: Own): void {
    const change = { project, target, variants, thumbnail: this.thumbnail, time: Date.now() };
    this.jobs.set(id, change);
    const size = project.files.reduce((sum, { text }) => sum + text.length, 0);
    if (size <= quicklyWritten) this.writeBeside(id, change);
    this.writing ??= this.writeAll();
  }

  private async writeAll(): Promise<void> {
    while (this.jobs.size > 0) {
      const wait = this.lastBegin + this.paceMs - performance.now();
      if (wait > 0) await this.pause(wait);
      this.lastBegin = performance.now();
      const [id, job] = [...this.jobs][0] as [string, Change];
      this.jobs.delete(id);
      this.underWay = [id, job];
      await this.writeOne(id, job);
      this.underWay = null;
      this.releaseLeft();
    }
    this.writing = null;
  }

  /** Where a page need not wait: a killed page loses nothing of it, and the next one takes it over. */
  private writeBeside(id: string, change: Change): void {
    this.atOnce.set(anyKey, "1");
    this.atOnce.set(unsavedPrefix + id, JSON.stringify(documentOf(id, this.owner, change)));
  }

  private async writeOne(id: string, change: Change): Promise<void> {
    if (!(await this.held.get(id))) return this.moveOn(id, change);
    const outcome = await this.store.write(documentOf(id, this.owner, change));
    if (outcome === "taken") return this.moveOn(id, change);
    if (outcome !== "kept") {
      this.keeping.value = outcome;
      return;
    }
    this.keeping.value = this.store.lasts === "browser" ? "kept" : this.store.lasts;
    if (!this.jobs.has(id)) this.atOnce.remove(unsavedPrefix + id);
    if (!this.known.has(id)) {
      this.known.add(id);
      void this.prune();
    }
  }

  /** Another tab has the document: this one's text becomes another. */
  private moveOn(id: string, job: Change): void {
    this.atOnce.remove(unsavedPrefix + id);
    const fresh = newName();
    if (this.own?.id === id) {
      const { variants } = this.own;
      this.begin(fresh, this.own.project, this.own.target, false);
      this.own = { ...this.own, variants };
      this.put(this.own);
    } else {
      void this.claim(fresh, false);
      this.jobs.set(fresh, job);
    }
  }

  private async prune(): Promise<void> {
    const heads = await this.store.heads();
    if (heads.length <= mostDocuments) return;
    const held = await this.leases.held();
    const spare = (id: string) => id !== this.own?.id && !held.has(id) && !this.aside.has(id) && id !== this.left.value?.id;
    await this.store.remove(
      heads
        .slice(mostDocuments)
        .map(({ id }) => id)
        .filter(spare),
    );
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function isSamePinned(a: readonly SharedVariant[], b: readonly SharedVariant[]): boolean {
  return a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));
}

function parseDocument(value: string | null): KeptDocument | null {
  try {
    const { head, state } = JSON.parse(value ?? "null") as { head: unknown; state: unknown };
    return readDocument(head, state);
  } catch {
    return null;
  }
}

/** A name that no other document has: `crypto.randomUUID` is missing on plain http origins. */
function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
