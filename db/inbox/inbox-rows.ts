import type { SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { RelationshipZone } from "../../rules/relationships/relationship-zone.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { newId } from "../platform/new-id.ts";
import { records } from "../platform/statements/records.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { CoachTaskEvent } from "./coach-task-event.ts";
import { ORDERED_ROW_LOCKS, CoachTask } from "./coach-task.ts";

/** A relationship whose tasks are evaluated. */
export interface InboxRelationship extends RelationshipZone {
  readonly id: string;
  readonly workspaceId: string;
  readonly clientUserId: string;
  readonly coachUserId: string;
  readonly status: RelationshipStatus;
  /** The oldest local day among the occurrences of unresolved tasks of the given kinds; null if none has a day. */
  readonly oldestDate: string | null;
}

/** Relationships that have not ended, with the oldest day of their unresolved tasks of some kinds. */
export async function listInboxRelationships(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  kinds: readonly SourceKind[],
): Promise<readonly InboxRelationship[]> {
  return await executor.tables
    .selectFrom("relationship as r")
    .where("r.id", "=", anyOf(relationshipIds))
    .where("r.status", "<>", "ENDED")
    .select(["r.id", "r.workspaceId", "r.clientUserId", "r.coachUserId", "r.status"])
    .select(["r.timezone", "r.nextTimezone", "r.zoneChangesAt"])
    .select(({ selectFrom }) =>
      selectFrom("coachTask as task")
        .innerJoin("coachTaskOccurrence as occurrence", "occurrence.taskId", "task.id")
        .whereRef("task.relationshipId", "=", "r.id")
        .where("task.status", "in", [...UNRESOLVED_STATUSES])
        .where(({ eb, fn, val }) => eb("task.sourceKind", "=", fn.any(val([...kinds]))))
        .select(({ fn }) => fn.min("occurrence.localDate").as("oldest"))
        .as("oldestDate"),
    )
    .orderBy("r.id")
    .execute();
}

/** The relationship of a task; null if there is no such task. */
export async function findRelationshipOfTask(tx: Tx, taskId: string): Promise<string | null> {
  const known = await tables(tx)
    .selectFrom("coachTask")
    .where("id", "=", taskId)
    .select("relationshipId")
    .executeTakeFirst();
  return known?.relationshipId ?? null;
}

/** The client's state that acts on their tasks depend on. */
export type ClientState = Pick<InboxRelationship, "id" | "status"> & RelationshipZone;

/** The client's state in a relationship; undefined if there is none. One statement. */
export async function findClientState(
  executor: QueryExecutor,
  relationshipId: string,
): Promise<ClientState | undefined> {
  return await executor.tables
    .selectFrom("relationship")
    .where("id", "=", relationshipId)
    .select(["id", "status", "timezone", "nextTimezone", "zoneChangesAt"])
    .executeTakeFirst();
}

/** The clients' states, by relationship. One statement. */
export async function listClientStates(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<ReadonlyMap<string, ClientState>> {
  const rows = await tables(tx)
    .selectFrom("relationship")
    .where("id", "=", anyOf(relationshipIds))
    .select(["id", "status", "timezone", "nextTimezone", "zoneChangesAt"])
    .execute();
  return new Map(rows.map((state) => [state.id, state]));
}

/**
 * The newest task of each case: of the given cases, and of cases with unresolved tasks of some kinds. One statement.
 */
export async function listNewestTasks(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  cases: { readonly kinds: readonly SourceKind[]; readonly dedupeKeys: readonly string[] },
): Promise<readonly string[]> {
  const { kinds, dedupeKeys } = cases;
  const newest = await executor.tables
    .selectFrom("coachTask")
    .distinctOn(["relationshipId", "dedupeKey"])
    .where("relationshipId", "=", anyOf(relationshipIds))
    .where(({ eb, and, or, fn, val }) =>
      or([
        and([
          eb("sourceKind", "=", fn.any(val([...kinds]))),
          eb("status", "in", [...UNRESOLVED_STATUSES]),
        ]),
        eb("dedupeKey", "=", fn.any(val([...dedupeKeys]))),
      ]),
    )
    .select("id")
    .orderBy("relationshipId")
    .orderBy("dedupeKey")
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return newest.map(({ id }) => id);
}

/** Loads tasks for writing, with row locks. One statement, or none without ids. */
export async function loadTasks(tx: Tx, ids: readonly string[]): Promise<readonly CoachTask[]> {
  return ids.length === 0
    ? []
    : await tx.find(CoachTask, { id: { $in: [...ids] } }, ORDERED_ROW_LOCKS);
}

/** An occurrence that a task of its case covers. */
export interface CoveredOccurrence {
  readonly relationshipId: string;
  readonly dedupeKey: string;
  readonly occurrenceKey: string;
  readonly taskId: string;
  readonly sourceKind: SourceKind;
  readonly localDate: string | null;
  readonly acceptedAt: Date;
  /** When a coach reviewed it in the inbox; null if it is open. */
  readonly reviewedAt: Date | null;
}

/** How old an occurrence may be and still be recognised when it is reported again. */
const REMEMBERED_MS = 400 * 86_400_000;

/** The occurrences that the tasks of some cases cover. One statement. */
export async function listCovered(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  dedupeKeys: readonly string[],
  now: Date,
): Promise<readonly CoveredOccurrence[]> {
  if (dedupeKeys.length === 0) return [];
  return await executor.tables
    .selectFrom("coachTaskOccurrence")
    .where("relationshipId", "=", anyOf(relationshipIds))
    .where(({ eb, fn, val }) => eb("dedupeKey", "=", fn.any(val([...dedupeKeys]))))
    .where("acceptedAt", ">", new Date(now.getTime() - REMEMBERED_MS))
    .select(["relationshipId", "dedupeKey", "occurrenceKey", "taskId", "sourceKind"])
    .select(["localDate", "acceptedAt", "reviewedAt"])
    .execute();
}

/** Stores which occurrences tasks cover. One statement. */
export async function insertCovered(
  executor: QueryExecutor,
  covered: readonly CoveredOccurrence[],
): Promise<void> {
  if (covered.length === 0) return;
  const names = COVERED.map(([name]) => name);
  const insertion = executor.tables
    .insertInto("coachTaskOccurrence")
    .columns(names)
    .expression((query) =>
      query
        .selectFrom(records(covered, COVERED).as("taken"))
        .select(names.map((name) => `taken.${name}` as const))
        .orderBy("taken.relationshipId")
        .orderBy("taken.occurrenceKey"),
    );
  await executor.named("take-occurrences", insertion);
}

/** Deletes occurrences that no longer exist: if they return, they are new. One statement. */
export async function releaseCovered(
  executor: QueryExecutor,
  gone: readonly CoveredOccurrence[],
): Promise<void> {
  if (gone.length === 0) return;
  await executor.tables
    .deleteFrom("coachTaskOccurrence")
    .using(records(gone, COVERED).as("gone"))
    .whereRef("coachTaskOccurrence.relationshipId", "=", "gone.relationshipId")
    .whereRef("coachTaskOccurrence.dedupeKey", "=", "gone.dedupeKey")
    .whereRef("coachTaskOccurrence.occurrenceKey", "=", "gone.occurrenceKey")
    .execute();
}

const COVERED = [
  ["relationshipId", "uuid"],
  ["dedupeKey", "text"],
  ["occurrenceKey", "text"],
  ["taskId", "uuid"],
  ["sourceKind", "text"],
  ["localDate", "date"],
  ["acceptedAt", "timestamptz"],
] as const;

/** An entry for the history of a task. */
export type NewTaskEvent = Omit<CoachTaskEvent, "id">;

/** Adds entries to the histories of tasks; a source event is recorded once for each task. One statement. */
export async function insertTaskEvents(
  executor: QueryExecutor,
  entries: readonly NewTaskEvent[],
): Promise<void> {
  if (entries.length === 0) return;
  const names = EVENT.map(([name]) => name);
  const rows = entries.map((event) => ({ ...event, id: newId() }));
  const insertion = executor.tables
    .insertInto("coachTaskEvent")
    .columns(names)
    .expression((query) =>
      query
        .selectFrom(records(rows, EVENT).as("told"))
        .select(names.map((name) => `told.${name}` as const))
        .orderBy("told.taskId")
        .orderBy("told.sourceEventId")
        .orderBy("told.id"),
    )
    .onConflict((conflict) => conflict.doNothing());
  await executor.named("add-coach-task-events", insertion);
}

const EVENT = [
  ["id", "uuid"],
  ["taskId", "uuid"],
  ["type", "text"],
  ["actorKind", "text"],
  ["actorUserId", "uuid"],
  ["sourceEventId", "uuid"],
  ["metadata", "jsonb"],
  ["occurredAt", "timestamptz"],
] as const;
