import { expressionBuilder, sql } from "kysely";
import type { WorkoutSnapshotContent } from "../../../contract/workouts/package-schema.ts";
import type { SessionContent } from "../../../contract/workouts/session-content.ts";
import type { SessionStatus } from "../../../contract/workouts/session-vocabulary.ts";
import type { ExerciseResult } from "../../../rules/workouts/session-results.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { lastReceiptOf } from "../../platform/statements/receipt-range.ts";
import { records } from "../../platform/statements/records.ts";
import {
  anyOf,
  given,
  inOrderOf,
  jsonList,
  jsonObject,
} from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import { wireInstant, type Tx } from "../../platform/transactions/transact.ts";

/**
 * The sessions that some batches changed; a session that a later batch changed again belongs to that batch. One
 * statement.
 */
export async function listSettledSessions(
  tx: Tx,
  batchIds: readonly string[],
): Promise<readonly SettledSession[]> {
  const statement = sql<SettledSession>`
    select session.id, session.relationship_id as "relationshipId",
      session.workspace_id as "workspaceId", session.task_id as "taskId",
      session.credited_task_id as "creditedTaskId", session.local_date::text as "localDate",
      exists (select from agenda_day day where day.relationship_id = session.relationship_id
        and day.local_date = session.local_date) as "dayIsOpened",
      session.status, ${wireInstant("session.accepted_at")} as "acceptedAt", touched."isNew",
      session.overtook_skip as "overtookSkip", session.submitted_receipt_id as "submittedReceiptId",
      session.changed_receipt_id as "changedReceiptId",
      session.content, snapshot.content as snapshot,
      coalesce((select (revision.content ->> 'reviewWanted')::boolean
        from plan_assignment assignment
        join plan_revision revision on revision.plan_id = assignment.plan_id
          and revision.revision = assignment.applied_revision
        where assignment.id = session.assignment_id), false) as "reviewWanted"
    from (
      select found.id, bool_or(found."isNew") as "isNew"
      from json_array_elements_text(${JSON.stringify(batchIds)}::json) as batch (id)
      join lateral (
        select id, false as "isNew" from workout_session
        where changed_receipt_id
          between batch.id::uuid and ${lastReceiptOf("batch.id::uuid")}
        union all
        select id, true from workout_session
        where submitted_receipt_id
          between batch.id::uuid and ${lastReceiptOf("batch.id::uuid")}
      ) found on true
      group by found.id
    ) touched
    join workout_session session on session.id = touched.id
    join workout_snapshot snapshot on snapshot.workspace_id = session.workspace_id
      and snapshot.checksum = session.snapshot_checksum
    order by session.id
  `;
  return await runNamed(tx, "settled-sessions", statement);
}

/** A session changed by a batch, for settlement. */
export interface SettledSession {
  readonly id: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly taskId: string;
  readonly creditedTaskId: string | null;
  readonly localDate: string;
  /** Whether its day was opened: a draft may belong to a future day, and a session to a skipped date. */
  readonly dayIsOpened: boolean;
  readonly status: SessionStatus;
  /** RFC 3339; null if it was not submitted. */
  readonly acceptedAt: string | null;
  /** Whether its submit is being settled now. */
  readonly isNew: boolean;
  readonly overtookSkip: boolean;
  readonly reviewWanted: boolean;
  readonly submittedReceiptId: string | null;
  /** Receipt of its newest change. */
  readonly changedReceiptId: string;
  readonly content: SessionContent;
  readonly snapshot: WorkoutSnapshotContent;
}

/** A session's result for one exercise. */
export interface SessionResult extends ExerciseResult {
  readonly sessionId: string;
  readonly relationshipId: string;
  readonly localDate: string;
}

/** A submitted session, with its stored results. */
export interface RebuiltSession extends Pick<
  SettledSession,
  "id" | "relationshipId" | "localDate" | "content" | "snapshot"
> {
  readonly stored: readonly SessionResult[];
}

const ofSession = expressionBuilder<
  Tables & { readonly session: Tables["workoutSession"] },
  "session"
>();

const storedResults = jsonList(
  ofSession
    .selectFrom("workoutResult as result")
    .select(({ ref }) =>
      jsonObject({
        sessionId: ref("result.sessionId"),
        exerciseKey: ref("result.exerciseKey"),
        relationshipId: ref("result.relationshipId"),
        identity: ref("result.identity"),
        localDate: ref("result.localDate"),
        heaviestGrams: ref("result.heaviestGrams"),
        mostRepetitions: ref("result.mostRepetitions"),
        estimatedGrams: ref("result.estimatedGrams"),
      }).as("entry"),
    )
    .whereRef("result.sessionId", "=", "session.id"),
);

/** Submitted sessions of a relationship after a given one, by id. One statement; the caller has locked the scope. */
export async function listSessionsToRebuild(
  tx: Tx,
  page: { readonly relationshipId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly RebuiltSession[]> {
  const sessions = tables(tx)
    .selectFrom("workoutSession as session")
    .innerJoin("workoutSnapshot as snapshot", (on) =>
      on
        .onRef("snapshot.workspaceId", "=", "session.workspaceId")
        .onRef("snapshot.checksum", "=", "session.snapshotChecksum"),
    )
    .select(["session.id", "session.relationshipId", "session.localDate", "session.content"])
    .select(["snapshot.content as snapshot", storedResults.as("stored")])
    .where("session.relationshipId", "=", page.relationshipId)
    .where("session.status", "=", "SUBMITTED")
    .where(({ eb }) => given(page.after, (id) => eb("session.id", ">", id)))
    .orderBy(({ ref }) => inOrderOf(ref("session.id")))
    .limit(page.limit);
  return await runNamed(tx, "sessions-to-rebuild", sessions);
}

/**
 * Replaces the results of sessions, so that results removed by a correction are deleted. Two statements, for any
 * number of sessions.
 */
export async function replaceResults(
  tx: Tx,
  sessionIds: readonly string[],
  results: readonly SessionResult[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  const former = tables(tx).deleteFrom("workoutResult").where("sessionId", "=", anyOf(sessionIds));
  await runNamed(tx, "former-results", former);
  const present = tables(tx)
    .insertInto("workoutResult")
    .columns(RESULT.map(([name]) => name))
    .expression(({ selectFrom }) =>
      selectFrom(records(results, RESULT).as("result"))
        .select(RESULT.map(([name]) => `result.${name}` as const))
        .orderBy("result.sessionId")
        .orderBy("result.exerciseKey"),
    );
  await runNamed(tx, "session-results", present);
}

const RESULT = [
  ["sessionId", "uuid"],
  ["exerciseKey", "text"],
  ["relationshipId", "uuid"],
  ["identity", "text"],
  ["localDate", "date"],
  ["heaviestGrams", "int"],
  ["mostRepetitions", "int"],
  ["estimatedGrams", "int"],
] as const;
