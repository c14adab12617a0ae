import type {
  WorkoutConflictKind,
  WorkoutConflictResolution,
} from "../../../contract/workouts/session-vocabulary.ts";
import { clockNow, anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Open conflicts, ordered by id. */
export async function listOpenConflicts(
  tx: Tx,
  whose: WhoseConflicts,
): Promise<readonly OpenConflict[]> {
  const rows = await tables(tx)
    .selectFrom("workoutConflict")
    .select(["id", "workspaceId", "relationshipId", "clientSessionId", "kind", "refs"])
    .where("resolvedAt", "is", null)
    .where(({ and, eb }) =>
      "lineageId" in whose
        ? and([eb("lineageId", "=", whose.lineageId), eb("latestAt", "<=", whose.until)])
        : eb("relationshipId", "=", whose.relationshipId),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ refs, ...conflict }) => ({ ...conflict, taskId: refs.taskId }));
}

/** A draft, by relationship and id. */
export interface DraftKey {
  readonly relationshipId: string;
  readonly clientSessionId: string;
}

/** The open conflict of a draft as its actor reads it, with the clock at the same moment. */
export type ActorConflict = NonNullable<Awaited<ReturnType<typeof findActorConflict>>>;

/** Reads the open conflict of a draft; null without one. The caller has locked the relationship. */
export async function findActorConflict(tx: Tx, { relationshipId, clientSessionId }: DraftKey) {
  const found = await tables(tx)
    .selectFrom("workoutConflict as c")
    .innerJoin("relationship as r", "r.id", "c.relationshipId")
    .select([
      clockNow.as("now"),
      "c.id",
      "c.workspaceId",
      "c.relationshipId",
      "c.clientSessionId",
      "c.kind",
      "c.refs",
      "c.openedAt",
      "c.expiresAt",
      "c.remindFrom",
      "c.coachToldAt",
      "r.clientUserId",
      "r.coachUserId",
      "r.timezone",
      "r.nextTimezone",
      "r.zoneChangesAt",
    ])
    .where("c.relationshipId", "=", relationshipId)
    .where("c.clientSessionId", "=", clientSessionId)
    .where("c.resolvedAt", "is", null)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { timezone, nextTimezone, zoneChangesAt, refs, ...conflict } = found;
  return { ...conflict, taskId: refs.taskId, zone: { timezone, nextTimezone, zoneChangesAt } };
}

/** Stores when the client is reminded next, and when the coach was notified. */
export async function keepReminders(
  tx: Tx,
  id: string,
  { remindFrom, coachToldAt }: Pick<ActorConflict, "remindFrom" | "coachToldAt">,
): Promise<void> {
  await tables(tx)
    .updateTable("workoutConflict")
    .set({ remindFrom, coachToldAt })
    .where("id", "=", id)
    .execute();
}

/** An open conflict, by its ids. */
export interface OpenConflict extends DraftKey {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: WorkoutConflictKind;
  readonly taskId: string;
}

/** Selects open conflicts: all of a relationship, or those of a phone's drafts, refused before an instant. */
export type WhoseConflicts =
  | { readonly relationshipId: string }
  | { readonly lineageId: string; readonly until: Date };

/** A conflict of a locked relationship, open or not; null if it has none with this id. */
export async function readConflict(
  tx: Tx,
  { relationshipId, conflictId }: { readonly relationshipId: string; readonly conflictId: string },
) {
  const found = await tables(tx)
    .selectFrom("workoutConflict")
    .select(["id", "workspaceId", "relationshipId", "clientSessionId", "kind", "refs"])
    .select(["resolution", "resolvedBy"])
    .where("id", "=", conflictId)
    .where("relationshipId", "=", relationshipId)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { refs, ...conflict } = found;
  return { ...conflict, taskId: refs.taskId, frozenRevision: refs.frozenRevision };
}

/** Ends open conflicts and deletes their stored drafts. The caller has locked their relationships. */
export async function endConflicts(
  tx: Tx,
  ids: readonly string[],
  end: { readonly resolution: WorkoutConflictResolution; readonly now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tables(tx)
    .updateTable("workoutConflict")
    .set({ resolvedAt: end.now, resolution: end.resolution, content: null })
    .where("id", "=", anyOf(ids))
    .where("resolvedAt", "is", null)
    .execute();
}

/** Lineage of a device; null for an unknown one. */
export async function findLineage(tx: Tx, deviceId: string): Promise<string | null> {
  const found = await tables(tx)
    .selectFrom("device")
    .select("lineageId")
    .where("id", "=", deviceId)
    .executeTakeFirst();
  return found?.lineageId ?? null;
}
