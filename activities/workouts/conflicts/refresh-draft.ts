import { Refusal } from "../../../contract/refusal.ts";
import type { ResolveConflict } from "../../../contract/workouts/conflict-schema.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { endConflicts, readConflict } from "../../../db/workouts/conflicts/list-open-conflicts.ts";
import { judgeResolution } from "../../../rules/workouts/conflicts/judge-resolution.ts";
import { refuseResolution } from "./refuse-resolution.ts";
import { conflictResolved } from "./conflict-events.ts";

/** A client accepts the server's state in place of a refused draft. */
export interface RefreshDraft extends Pick<
  ResolveConflict,
  "resolution" | "draft" | "operationIds"
> {
  readonly relationshipId: string;
  readonly conflictId: string;
  readonly requestId: string;
}

/**
 * Resolves a conflict with the server's state (docs/rooms/workouts.md#conflicts): the refused draft is deleted. The
 * lock is the same under which drafts are refused, so that a further receipt comes before it and is seen, or after
 * it.
 *
 * @throws Refusal NOT_FOUND, RESOLUTION_NOT_ALLOWED, STATE_CONFLICT.
 */
export async function refreshDraft(
  tx: Tx,
  { relationshipId, conflictId, requestId, ...wanted }: RefreshDraft,
): Promise<void> {
  await lockScope(tx, relationshipId);
  const conflict = await readConflict(tx, { relationshipId, conflictId });
  if (conflict === null) throw new Refusal("NOT_FOUND");
  const verdict = judgeResolution(conflict, wanted);
  if (verdict === "DONE") return;
  if (verdict !== "DO") throw refuseResolution(verdict);
  const now = await clockNow(tx);
  await endConflicts(tx, [conflictId], { resolution: "REFRESH", now });
  const changes = { workout_conflict: [conflictId] };
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  await appendEvents(tx, [conflictResolved(conflict, "REFRESH")], { now, requestId });
}
