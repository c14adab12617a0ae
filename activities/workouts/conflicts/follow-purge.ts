import type { LeasedRow } from "../../../db/outbox/lease-rows.ts";
import { lockScopes } from "../../../db/platform/scopes/lock-scopes.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import {
  findLineage,
  listOpenConflicts,
} from "../../../db/workouts/conflicts/list-open-conflicts.ts";
import { wipesRefusedDrafts } from "../../../rules/workouts/conflicts/wipes-refused-drafts.ts";
import { wipeDrafts } from "./wipe-drafts.ts";

/**
 * A phone was ordered to delete its data. Its drafts that were refused before are deleted here too, if the order says
 * so (docs/rooms/workouts.md#conflicts). Drafts sent later, after a new registration of the phone, stay.
 */
export async function followPurge(
  tx: Tx,
  { refs, occurredAt, requestId }: Pick<LeasedRow, "refs" | "occurredAt" | "requestId">,
): Promise<void> {
  const { deviceId, trigger, scope } = refs;
  if (!wipesRefusedDrafts({ trigger: String(trigger), scope: String(scope) })) return;
  const lineageId = await findLineage(tx, String(deviceId));
  if (lineageId === null) return;
  const whose = { lineageId, until: new Date(occurredAt) };
  const open = await listOpenConflicts(tx, whose);
  await lockScopes(tx, [...new Set(open.map(({ relationshipId }) => relationshipId))].toSorted());
  await wipeDrafts(tx, whose, { now: await clockNow(tx), requestId });
}
