// SPDX-License-Identifier: Apache-2.0
// The service worker: keeps every file of one build under the build's name. Pages are asked of the network first, so that a new build
// shows at once, and come from the cache when there is no network; all else carries a hash in its name or query and comes from
// the cache first. Pages of the guide and the reference are kept as they are read and not before, since nobody reads all of them. Other
// origins and the runner's `/v1` are never touched.

/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;
/** Written above this file's code by the build (vite.config.ts): the hash of all files, and their names relative to this file. */
declare const __BUILD__: {
  name: string;
  files: string[];
  /** The cache into which engine/code-worker.ts puts its module; it outlives builds that leave that as it is. */
  later: string;
};

const cacheName = `tessera-${__BUILD__.name}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(__BUILD__.files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith("tessera-") && name !== cacheName && name !== __BUILD__.later)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const scope = new URL(self.registration.scope);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  if (/^\/(v1|metrics)(\/|$)/.test(url.pathname)) return;
  const isText = /^(guide|reference)\//.test(url.pathname.slice(scope.pathname.length));
  if (isText) event.respondWith(text(event.request));
  else event.respondWith(event.request.mode === "navigate" ? page(event.request) : file(event.request));
});

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const kept = (address: string) => caches.match(address, { ignoreSearch: true, ignoreVary: true });
    return (await kept(request.url)) ?? (await kept(new URL("./", self.registration.scope).href)) ?? Response.error();
  }
}

async function text(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

export {};
