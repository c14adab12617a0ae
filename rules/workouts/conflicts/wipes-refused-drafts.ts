import { PURGE_TRIGGERS } from "../../../contract/sync/purge-vocabulary.ts";
import { QUEUE_OF_PURGE } from "../../sync/queue-of-purge.ts";

/**
 * Whether an order to delete what a phone keeps takes its refused drafts along (docs/rooms/workouts.md#conflicts): where
 * its queue goes too, and when the phone was revoked. What ends with its relationship alone goes with that.
 */
export function wipesRefusedDrafts(order: {
  readonly trigger: string;
  readonly scope: string;
}): boolean {
  if (order.scope !== "ALL") return false;
  const trigger = PURGE_TRIGGERS.find((known) => known === order.trigger);
  if (trigger === undefined) return false;
  return QUEUE_OF_PURGE[trigger] === "DELETE" || trigger === "DEVICE_REVOCATION";
}
