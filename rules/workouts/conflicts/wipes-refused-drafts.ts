import { PURGE_TRIGGERS } from "../../../contract/sync/purge-vocabulary.ts";
import { QUEUE_OF_PURGE } from "../../sync/queue-of-purge.ts";

/**
 * Whether a purge order includes a phone's refused drafts (docs/rooms/workouts.md#conflicts): if it includes the
 * queue, or if the phone was revoked. An order for one relationship does not: its data include the drafts anyway.
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
