import type { LibraryStart } from "./page.ts";

/**
 * Watches the start of the worker with the library. If its script cannot be loaded or breaks at once, the browser
 * reports only an event of the worker. The library itself then never answers.
 */
export function libraryStart(worker: FailingWorker): LibraryStart {
  const listeners = new Set<() => void>();
  let hasFailed = false;
  worker.addEventListener("error", () => {
    hasFailed = true;
    for (const listener of listeners) listener();
  });
  return {
    hasFailed: () => hasFailed,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The event of a worker that did not start. */
interface FailingWorker {
  addEventListener(event: "error", listener: () => void): void;
}
