import type { WorkoutConflictKind } from "../../../contract/workouts/session-vocabulary.ts";
import type { WorkoutSession } from "../../../rules/workouts/workout-session.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { records } from "../../platform/statements/records.ts";
import { requireRows } from "../../platform/statements/sql-parts.ts";
import type { WorkoutConflictRefs } from "../workout-conflict.ts";

/** Stores the final state of a batch's sessions: new ones, and those changed by their own phone. */
export async function writeSessions(
  executor: QueryExecutor,
  owner: SessionOwner,
  sessions: readonly WorkoutSession[],
): Promise<void> {
  if (sessions.length === 0) return;
  const { workspaceId, relationshipId } = owner;
  const written = executor.tables
    .with("written", (from) =>
      from
        .insertInto("workoutSession")
        .columns(["workspaceId", "relationshipId", ...SESSION.map(([name]) => name)])
        .expression(({ selectFrom, val }) =>
          selectFrom(records(sessions, SESSION).as("session"))
            .select([val(workspaceId).as("workspaceId"), val(relationshipId).as("relationshipId")])
            .select(SESSION.map(([name]) => `session.${name}` as const))
            .orderBy("session.id"),
        )
        .onConflict((on) =>
          on
            .column("id")
            .doUpdateSet(({ ref }) =>
              Object.fromEntries(CHANGED.map((name) => [name, ref(`excluded.${name}`)])),
            )
            .whereRef("workoutSession.changedReceiptId", "<", "excluded.changedReceiptId")
            .whereRef("workoutSession.lineageId", "=", "excluded.lineageId"),
        )
        .returning("workoutSession.id"),
    )
    .selectNoFrom(({ fn, selectFrom }) => {
      const count = selectFrom("written").select(fn.countAll<number>().as("count"));
      return requireRows("workout_session", count, sessions.length).as("written");
    });
  await executor.named("write-sessions", written);
}

/** Owner of the rows. */
export interface SessionOwner {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly lineageId: string;
  readonly now: Date;
}

const SESSION = [
  ["id", "uuid"],
  ["clientSessionId", "uuid"],
  ["lineageId", "uuid"],
  ["taskId", "uuid"],
  ["creditedTaskId", "uuid"],
  ["packageId", "uuid"],
  ["snapshotChecksum", "text"],
  ["assignmentId", "uuid"],
  ["programDay", "int"],
  ["localDate", "date"],
  ["status", "text"],
  ["clientRevision", "int"],
  ["frozenRevision", "int"],
  ["performedFrom", "text"],
  ["startedAt", "timestamptz"],
  ["finishedAt", "timestamptz"],
  ["acceptedAt", "timestamptz"],
  ["correctableUntil", "timestamptz"],
  ["reviewedAt", "timestamptz"],
  ["changedAfterReviewAt", "timestamptz"],
  ["overtookSkip", "boolean"],
  ["submittedReceiptId", "uuid"],
  ["changedReceiptId", "uuid"],
  ["changedAt", "timestamptz"],
  ["content", "jsonb"],
] as const;

/** Columns that the phone does not change: identity, owner and review. */
const KEPT = new Set<string>(["id", "clientSessionId", "lineageId", "reviewedAt"]);
const CHANGED = SESSION.flatMap(([name]) => (KEPT.has(name) ? [] : [name]));

/** A draft refused in this batch. */
export interface RaisedConflict {
  readonly id: string;
  readonly clientSessionId: string;
  readonly kind: WorkoutConflictKind;
  readonly refs: WorkoutConflictRefs;
  readonly latestReceiptId: string;
  readonly expiresAt: Date;
  /** First local date on which the client is reminded; an open conflict keeps its own. */
  readonly remindFrom: string;
  readonly content: unknown;
}

/** Opens conflicts, or updates open ones with their newest receipt. */
export async function raiseConflicts(
  executor: QueryExecutor,
  owner: SessionOwner,
  raised: readonly RaisedConflict[],
): Promise<void> {
  if (raised.length === 0) return;
  const { workspaceId, relationshipId, lineageId, now } = owner;
  const opened = executor.tables
    .insertInto("workoutConflict")
    .columns([
      "workspaceId",
      "relationshipId",
      "lineageId",
      "openedAt",
      "latestAt",
      ...RAISED.map(([name]) => name),
    ])
    .expression(({ selectFrom, val }) =>
      selectFrom(records(raised, RAISED).as("raised"))
        .select([val(workspaceId).as("workspaceId"), val(relationshipId).as("relationshipId")])
        .select([val(lineageId).as("lineageId"), val(now).as("openedAt"), val(now).as("latestAt")])
        .select(RAISED.map(([name]) => `raised.${name}` as const))
        .orderBy("raised.clientSessionId"),
    )
    .onConflict((on) =>
      on
        .columns(["relationshipId", "clientSessionId"])
        .where("resolvedAt", "is", null)
        .doUpdateSet(({ ref }) => ({
          lineageId: ref("excluded.lineageId"),
          kind: ref("excluded.kind"),
          refs: ref("excluded.refs"),
          latestReceiptId: ref("excluded.latestReceiptId"),
          latestAt: ref("excluded.latestAt"),
          expiresAt: ref("excluded.expiresAt"),
          content: ref("excluded.content"),
        })),
    );
  await executor.named("raise-conflicts", opened);
}

const RAISED = [
  ["id", "uuid"],
  ["clientSessionId", "uuid"],
  ["kind", "text"],
  ["refs", "jsonb"],
  ["latestReceiptId", "uuid"],
  ["expiresAt", "timestamptz"],
  ["remindFrom", "date"],
  ["content", "jsonb"],
] as const;

/** A conflict resolved by an operation. */
export interface ResolvedConflict extends Pick<RaisedConflict, "id" | "clientSessionId" | "kind"> {
  readonly taskId: string;
  readonly resolution: "RESUBMIT" | "DISCARD";
  /** The operation, by the device's own id. */
  readonly resolvedBy: string;
}

/** Resolves conflicts and deletes their stored drafts. */
export async function resolveConflicts(
  executor: QueryExecutor,
  { relationshipId, now }: Pick<SessionOwner, "relationshipId" | "now">,
  resolved: readonly ResolvedConflict[],
): Promise<void> {
  if (resolved.length === 0) return;
  const settled = executor.tables
    .updateTable("workoutConflict as conflict")
    .from(records(resolved, RESOLVED).as("wanted"))
    .set(({ ref }) => ({
      resolvedAt: now,
      resolution: ref("wanted.resolution"),
      resolvedBy: ref("wanted.resolvedBy"),
      content: null,
    }))
    .whereRef("conflict.id", "=", "wanted.id")
    .where("conflict.relationshipId", "=", relationshipId)
    .where("conflict.resolvedAt", "is", null);
  await executor.named("resolve-conflicts", settled);
}

const RESOLVED = [
  ["id", "uuid"],
  ["resolution", "text"],
  ["resolvedBy", "text"],
] as const;
