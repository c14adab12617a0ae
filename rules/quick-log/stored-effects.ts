import { type BulkOutcome, bulkOutcome } from "./bulk-outcome.ts";
import type { QuickLogEffects, TaskChange } from "./quick-log-state.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";

/** What is stored of an accepted operation beside the status of its task and its value, as JSON. */
export interface StoredEffects {
  readonly items?: QuickLogEffects["items"];
  readonly snooze?: QuickLogEffects["snooze"];
  /** Of complete-all alone. */
  readonly bulk?: BulkOutcome;
  /** Of a value beside which a verified import stood. */
  readonly notCounted?: true;
}

/** What of a change has to be told again as it was; null where that is nothing. */
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
