// SPDX-License-Identifier: Apache-2.0
// Local and session storage that may be absent, full or forbidden (private windows, embedding): then the page works and forgets.

export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

function wrap(find: () => Storage): Store {
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(find());
    } catch {
      return null;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key)),
    set: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    remove: (key) => void attempt((storage) => storage.removeItem(key)),
    keys: () => attempt((storage) => Object.keys(storage)) ?? [],
  };
}

/** Keeps nothing, and has nothing. */
export function nowhere(): Store {
  return { get: () => null, set: () => undefined, remove: () => undefined, keys: () => [] };
}

/** Kept between visits: the theme, the target, the runner's address. */
export const kept = wrap(() => window.localStorage);
/** Under which names what several pages know of a runner is kept. */
export const runnerKeys = { address: "tessera.runner", token: "tessera.runner-token" };
/** Kept while the tab lives: the runner's token, which document the tab has. */
export const keptInTab = wrap(() => window.sessionStorage);
