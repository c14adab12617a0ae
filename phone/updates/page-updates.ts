import type { Updates } from "../page.ts";
import { START } from "./start-message.ts";
import { onceNothingIsWritten } from "./writing.ts";

/**
 * Registers the service worker, which makes the page work without a connection from the second visit on. Reports a new
 * version once it is complete; it starts only when the person says so.
 */
export function pageUpdates(container: ServiceWorkerContainer, reload: () => void): Updates {
  const listeners = new Set<() => void>();
  let waiting: ServiceWorker | null = null;
  if (container.controller !== null) {
    // Another tab started a new version: this one continues with it, so that no page meets scripts of another version.
    container.addEventListener("controllerchange", () => {
      void onceNothingIsWritten(async () => reload());
    });
  }
  const ready = (found: ServiceWorker) => {
    waiting = found;
    for (const listener of listeners) listener();
  };
  void container
    .register("/phone/offline-worker.js", { scope: "/phone/", updateViaCache: "none" })
    .then((registration) => watchVersions(registration, container, ready))
    // Without a service worker the page works, but only with a connection.
    .catch(() => null);
  return {
    isReady: () => waiting !== null,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () =>
      void onceNothingIsWritten(async () => {
        if (waiting === null) return;
        // Another tab may have started the version already.
        if (waiting.state === "installed") await startVersion(waiting, container);
        reload();
      }),
  };
}

/** Resolves once the version controls the page, or has ended. */
async function startVersion(
  version: ServiceWorker,
  container: ServiceWorkerContainer,
): Promise<void> {
  await new Promise((resolve) => {
    container.addEventListener("controllerchange", resolve, { once: true });
    version.addEventListener("statechange", () => {
      if (version.state === "activated" || version.state === "redundant") resolve(null);
    });
    version.postMessage(START);
  });
}

/** A first version takes over at once; a later one is reported once it is installed. */
function watchVersions(
  registration: ServiceWorkerRegistration,
  container: ServiceWorkerContainer,
  ready: (found: ServiceWorker) => void,
): void {
  const report = (found: ServiceWorker | null) => {
    if (found?.state === "installed" && container.controller !== null) ready(found);
  };
  report(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    found?.addEventListener("statechange", () => report(found));
  });
}
