import type { PageStorage } from "../page.ts";

/** The browser's own promise about this origin's storage. */
export const pageStorage: Pick<PageStorage, "isPersisted" | "persist"> = {
  isPersisted: async () => await navigator.storage.persisted(),
  persist: async () => await navigator.storage.persist(),
};
