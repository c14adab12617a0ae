import { type BulkOutcome, bulkOutcome } from "./bulk-outcome.ts";
import type { QuickLogEffects, TaskChange } from "./types.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";

/** The stored JSON of an accepted operation, apart from its task's status and its value. */
export interface StoredEffects {
  readonly items?: QuickLogEffects["items"];
  readonly snooze?: QuickLogEffects["snooze"];
  /** For complete-all only. */
  readonly bulk?: BulkOutcome;
  /** For a value that a verified import overrides. */
  readonly notCounted?: true;
}

/** The parts of a change that a replay must return unchanged; null if there are none. */
export function storedEffects(
  { actionKind }: QuickLogIntent,
  change: TaskChange,
): StoredEffects | null {
  const { items, snooze } = change.effects;
  const isBulk = actionKind === "COMPLETE_ALL_ITEMS";
  const { value } = change.next.task.completionSummary;
  const isCounted = actionKind !== "RECORD_VALUE" || value?.imported === undefined;
  const effects: StoredEffects = {
    ...(items.length > 0 && { items }),
    ...(snooze && { snooze }),
    ...(isBulk && { bulk: bulkOutcome(change) }),
    ...(!isCounted && { notCounted: true }),
  };
  return Object.keys(effects).length === 0 ? null : effects;
}
