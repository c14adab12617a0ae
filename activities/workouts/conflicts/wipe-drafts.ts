import { appendEvents, type EventOrigin } from "../../../db/outbox/append-events.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import {
  endConflicts,
  listOpenConflicts,
  type WhoseConflicts,
} from "../../../db/workouts/conflicts/list-open-conflicts.ts";
import { conflictResolved } from "./conflict-events.ts";

/**
 * Deletes refused drafts that may no longer be kept (docs/rooms/workouts.md#conflicts): their conflicts end as WIPED.
 * The caller holds the locks of their relationships. Idempotent. No cursor sees it: the phone deletes its queue, or the
 * scope is closed.
 *
 * @returns how many conflicts ended.
 */
export async function wipeDrafts(
  tx: Tx,
  whose: WhoseConflicts,
  origin: EventOrigin,
): Promise<number> {
  const open = await listOpenConflicts(tx, whose);
  const ids = open.map(({ id }) => id);
  await endConflicts(tx, ids, { resolution: "WIPED", now: origin.now });
  const events = open.map((conflict) => conflictResolved(conflict, "WIPED"));
  await appendEvents(tx, events, origin);
  return open.length;
}
