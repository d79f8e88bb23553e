// SPDX-License-Identifier: Apache-2.0
// Registers the service worker that keeps the site for use without a network (sw.ts). Where there can be none, a plain http origin or
// a private window, the page works and simply is not kept.

export function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !window.isSecureContext) return;
  // Called after the compiler has started: its bytes are then in the HTTP cache and are not fetched twice at once.
  void navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => undefined);
}
