import { useSyncExternalStore } from "react";
import type { Faults } from "./faults.ts";
import { pageFaults } from "./page-faults.ts";

/** The developer switches; a change in any tab shows at once. */
export function useFaults(): Faults {
  return useSyncExternalStore(pageFaults.watch, pageFaults.read);
}
