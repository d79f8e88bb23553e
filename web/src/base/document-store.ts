// SPDX-License-Identifier: Apache-2.0
// Where documents lie: IndexedDB, two stores written in one transaction, `heads` (what a list shows) and `texts`. A page that is killed
// leaves either all of a change or nothing of it. Where there is no IndexedDB (some private windows, a page in a foreign frame),
// the tab's own storage holds what it can until the tab is closed.
//
// A write asks for the owner in its own transaction and gives up where that is another page: two tabs can't write into each other's
// document even where nothing tells them of each other.

import { type DocumentHead, type KeptDocument, readDocument, readHead } from "./documents";
import { keptInTab, type Store } from "./storage";

export type WriteOutcome = "kept" | "taken" | "full" | "failed";

export interface DocumentStore {
  /** How long what is written here lasts. */
  readonly lasts: "browser" | "tab" | "nothing";
  /** Newest first. */
  heads(): Promise<DocumentHead[]>;
  read(id: string): Promise<KeptDocument | null>;
  write(document: KeptDocument): Promise<WriteOutcome>;
  /** From now on `owner` writes it. */
  take(id: string, owner: string): Promise<KeptDocument | null>;
  remove(ids: readonly string[]): Promise<void>;
}

const name = "tessera";
const stores = ["heads", "texts"];

/** Some browsers neither open a database nor say that they can't; a page must open all the same. */
const patienceMs = 1500;

export async function openDocuments(): Promise<DocumentStore> {
  const database = await openDatabase();
  return database ? new DatabaseStore(database) : new TabStore(keptInTab);
}

function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), patienceMs);
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        for (const store of stores) request.result.createObjectStore(store);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

class DatabaseStore implements DocumentStore {
  readonly lasts = "browser";

  constructor(private database: IDBDatabase) {
    this.watch();
  }

  /** A later page with another version must be able to open; a database that the browser closed is opened again when asked. */
  private watch(): void {
    this.database.onversionchange = () => this.database.close();
  }

  async heads(): Promise<DocumentHead[]> {
    const all = await this.ask<unknown[]>("readonly", (heads) => heads.getAll());
    const known = (all ?? []).flatMap((value) => readHead(value) ?? []);
    return known.sort((a, b) => b.time - a.time);
  }

  async read(id: string): Promise<KeptDocument | null> {
    const head = await this.ask<unknown>("readonly", (heads) => heads.get(id));
    const state = await this.ask<unknown>("readonly", (_heads, texts) => texts.get(id));
    return readDocument(head, state);
  }

  async write({ head, state }: KeptDocument): Promise<WriteOutcome> {
    let taken = false;
    try {
      await this.transact("readwrite", (heads, texts) => {
        const known = heads.get(head.id);
        known.onsuccess = () => {
          const owner = readHead(known.result)?.owner;
          taken = owner !== undefined && owner !== head.owner;
          if (taken) return;
          heads.put(head, head.id);
          texts.put(state, head.id);
        };
      });
      return taken ? "taken" : "kept";
    } catch (error) {
      return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "failed";
    }
  }

  async take(id: string, owner: string): Promise<KeptDocument | null> {
    try {
      await this.transact("readwrite", (heads) => {
        const known = heads.get(id);
        known.onsuccess = () => {
          const head = readHead(known.result);
          if (head) heads.put({ ...head, owner }, id);
        };
      });
    } catch {
      return null;
    }
    return this.read(id);
  }

  async remove(ids: readonly string[]): Promise<void> {
    const attempt = this.transact("readwrite", (heads, texts) => {
      for (const id of ids) {
        heads.delete(id);
        texts.delete(id);
      }
    });
    await attempt.catch(() => undefined);
  }

  private async ask<T>(mode: IDBTransactionMode, make: (heads: IDBObjectStore, texts: IDBObjectStore) => IDBRequest): Promise<T | null> {
    let request: IDBRequest | null = null;
    try {
      await this.transact(mode, (heads, texts) => (request = make(heads, texts)));
    } catch {
      return null;
    }
    return (request as IDBRequest<T> | null)?.result ?? null;
  }

  private async transact(mode: IDBTransactionMode, use: (heads: IDBObjectStore, texts: IDBObjectStore) => void): Promise<void> {
    const transaction = await this.begin(mode);
    const [heads, texts] = stores.map((store) => transaction.objectStore(store)) as [IDBObjectStore, IDBObjectStore];
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
      use(heads, texts);
    });
  }

  private async begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    // Relaxed: what the browser has taken survives the page's death, which is what happens; a power cut is another matter.
    const options = { durability: "relaxed" } as const;
    try {
      return this.database.transaction(stores, mode, options);
    } catch (error) {
      const again = await openDatabase();
      if (!again) throw error;
      this.database = again;
      this.watch();
      return again.transaction(stores, mode, options);
    }
  }
}

const tabKey = "tessera.tab-documents";

/** The tab's own documents, all in one value: there is one writer, and what doesn't fit is said. */
export class TabStore implements DocumentStore {
  readonly lasts: "tab" | "nothing";
  private readonly all = new Map<string, KeptDocument>();

  constructor(private readonly storage: Store) {
    const probe = `${tabKey}.probe`;
    storage.set(probe, "1");
    this.lasts = storage.get(probe) === "1" ? "tab" : "nothing";
    storage.remove(probe);
    for (const document of parse(storage.get(tabKey))) this.all.set(document.head.id, document);
  }

  async heads(): Promise<DocumentHead[]> {
    return [...this.all.values()].map(({ head }) => head).sort((a, b) => b.time - a.time);
  }

  async read(id: string): Promise<KeptDocument | null> {
    return this.all.get(id) ?? null;
  }

  async write(document: KeptDocument): Promise<WriteOutcome> {
    this.all.set(document.head.id, document);
    return this.save() ? "kept" : "full";
  }

  async take(id: string): Promise<KeptDocument | null> {
    return this.read(id);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.all.delete(id);
    this.save();
  }

  private save(): boolean {
    if (this.lasts === "nothing") return true;
    const value = JSON.stringify([...this.all.values()]);
    this.storage.set(tabKey, value);
    return this.storage.get(tabKey) === value;
  }
}

function parse(value: string | null): KeptDocument[] {
  try {
    const list = JSON.parse(value ?? "[]") as unknown;
    return (Array.isArray(list) ? list : []).flatMap(
      (each: { head: unknown; state: unknown }) => readDocument(each.head, each.state) ?? [],
    );
  } catch {
    return [];
  }
}
