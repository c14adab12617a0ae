import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { ConflictStatus } from "../../../contract/workouts/session-vocabulary.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { operationKey } from "../../platform/statements/operation-key.ts";
import { instantText, jsonObject, jsonText } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";

/**
 * A conflict with everything that its draft is compared with; instants are RFC 3339.
 *
 * - `content`: the refused payload, null once purged.
 * - `counted`: the content of the session that counts.
 * - `trained`: the snapshot that the draft was trained from.
 * - `offered`: what is now offered for its task, or for the one that replaced it.
 * - `session`, `task`: those of the draft, or of the session accepted in its place.
 */
export type ConflictRow = NonNullable<Awaited<ReturnType<typeof findConflict>>>;

/** A conflict, by its alias in a statement. */
const ofConflict = expressionBuilder<
  Tables & { readonly conflict: Tables["workoutConflict"] },
  "conflict"
>();

const refs = ofConflict.ref("conflict.refs");
const taskId = ofConflict.cast<string | null>(jsonText(refs, "taskId"), "uuid");
const localDate = ofConflict.cast<string | null>(jsonText(refs, "localDate"), "date");

/**
 * The package offered for its task. If the workout was replaced, the first package offered on that day, which is the
 * one that a submit would find.
 */
const offered = ofConflict
  .selectFrom("workoutPackage as offered")
  .leftJoin("agendaTask as offeredTask", "offeredTask.id", "offered.taskId")
  .innerJoin("workoutSnapshot as snapshot", (on) =>
    on
      .onRef("snapshot.workspaceId", "=", "offered.workspaceId")
      .onRef("snapshot.checksum", "=", "offered.snapshotChecksum"),
  )
  .select(({ ref }) =>
    jsonObject({
      packageId: ref("offered.id"),
      taskId: ref("offered.taskId"),
      revision: ref("offeredTask.revision"),
      packageChecksum: ref("offered.packageChecksum"),
      snapshotChecksum: ref("offered.snapshotChecksum"),
      snapshot: ref("snapshot.content"),
    }).as("offered"),
  )
  .whereRef("offered.relationshipId", "=", "conflict.relationshipId")
  .where("offered.supersededAt", "is", null)
  .where(({ or, and, eb, ref }) =>
    or([
      eb("offered.taskId", "=", taskId),
      and([
        eb(ref("conflict.kind"), "=", "SNAPSHOT_SUPERSEDED"),
        eb("offered.localDate", "=", localDate),
      ]),
    ]),
  )
  .orderBy(({ eb }) => eb("offered.taskId", "=", taskId), "desc")
  .orderBy("offered.taskId")
  .limit(1);

/** Id of the session accepted in place of the refused draft; null if the conflict ended otherwise. */
const acceptedInPlace = sql<string | null>`(
  select known.canonical_id
  from (select conflict.lineage_id, conflict.relationship_id, conflict.resolved_by as client_operation_id) identity
  cross join lateral (
    select canonical_id from receipt where op_key = ${operationKey("identity")} limit 1
  ) known
  where conflict.resolution = 'RESUBMIT')`;

const ownSession = ofConflict
  .selectFrom("workoutSession as own")
  .select("own.id")
  .whereRef("own.relationshipId", "=", "conflict.relationshipId")
  .whereRef("own.clientSessionId", "=", "conflict.clientSessionId");

const taskInPlace = ofConflict
  .selectFrom("workoutSession as accepted")
  .select("accepted.taskId")
  .where("accepted.id", "=", acceptedInPlace);

const task = ofConflict
  .selectFrom("agendaTask as task")
  .select(({ ref }) =>
    jsonObject({
      taskId: ref("task.id"),
      status: ref("task.status"),
      revision: ref("task.revision"),
    }).as("task"),
  )
  .where(({ eb, fn }) => eb("task.id", "=", fn.coalesce(taskInPlace, taskId)))
  .whereRef("task.relationshipId", "=", "conflict.relationshipId");

const session = ofConflict
  .selectFrom("workoutSession as session")
  .select(({ ref }) =>
    jsonObject({
      sessionId: ref("session.id"),
      status: ref("session.status"),
      frozenRevision: ref("session.frozenRevision"),
      performedFrom: ref("session.performedFrom"),
      correctableUntil: instantText(ref("session.correctableUntil")),
    }).as("session"),
  )
  .whereRef("session.relationshipId", "=", "conflict.relationshipId")
  .where(({ eb, fn }) => eb("session.id", "=", fn.coalesce(acceptedInPlace, ownSession)));

function explained(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("workoutConflict as conflict")
    .leftJoin("workoutSession as counted", (on) =>
      on.on(({ eb, cast }) =>
        eb("counted.id", "=", cast<string | null>(jsonText(refs, "serverSessionId"), "uuid")),
      ),
    )
    .leftJoin("workoutSnapshot as trained", (on) =>
      on
        .onRef("trained.workspaceId", "=", "conflict.workspaceId")
        .on("trained.checksum", "=", jsonText(refs, "snapshotChecksum")),
    )
    .leftJoin("workoutPackage as package", (on) =>
      on.on(({ eb, cast }) =>
        eb("package.id", "=", cast<string | null>(jsonText(refs, "packageId"), "uuid")),
      ),
    )
    .select(["conflict.id", "conflict.clientSessionId", "conflict.kind", "conflict.refs"])
    .select(["conflict.latestReceiptId", "conflict.resolution", "conflict.resolvedBy"])
    .select(["conflict.content", "counted.content as counted", "trained.content as trained"])
    .select("package.packageChecksum")
    .select(({ ref }) => [
      instantText(ref("conflict.openedAt")).as("openedAt"),
      instantText(ref("conflict.latestAt")).as("latestAt"),
      instantText(ref("conflict.expiresAt")).as("expiresAt"),
      instantText(ref("conflict.resolvedAt")).as("resolvedAt"),
    ])
    .select([offered.as("offered"), task.as("task"), session.as("session")]);
}

/** A conflict of a relationship with everything it is compared with; null if there is none with this id. */
export async function findConflict(
  em: SqlEntityManager,
  { relationshipId, conflictId }: { readonly relationshipId: string; readonly conflictId: string },
) {
  const named = explained(em)
    .where("conflict.id", "=", conflictId)
    .where("conflict.relationshipId", "=", relationshipId);
  const [found] = await runNamed(em, "workout-conflict", named);
  return found ?? null;
}

/** A page of a relationship's conflicts with everything that they are compared with, newest first. */
export async function listConflicts(
  em: SqlEntityManager,
  page: ConflictsPage,
): Promise<readonly ConflictRow[]> {
  const { relationshipId, status, afterId, limit } = page;
  // Materialized: a relationship has few conflicts, and otherwise the planner searches those of all by id. The page is
  // chosen before it is explained, which reads whole workouts.
  const chosen = tables(em)
    .with(
      (name) => name("own").materialized(),
      (from) =>
        from
          .selectFrom("workoutConflict as each")
          .select("each.id")
          .where("each.relationshipId", "=", relationshipId)
          .$if(status !== null, (query) =>
            query.where("each.resolvedAt", status === "OPEN" ? "is" : "is not", null),
          )
          .$if(afterId !== null, (query) => query.where("each.id", "<", afterId)),
    )
    .selectFrom("own")
    .select("own.id")
    .orderBy("own.id", "desc")
    .limit(limit);
  const listed = explained(em).where("conflict.id", "in", chosen).orderBy("conflict.id", "desc");
  return await runNamed(em, null, listed);
}

/** Selects conflicts of a client. */
export interface ConflictsPage {
  readonly relationshipId: string;
  /** Null for both. */
  readonly status: ConflictStatus | null;
  /** Last conflict of the previous page. */
  readonly afterId: string | null;
  readonly limit: number;
}

/** The latest conflicts from operations of a device's lineage, oldest first. */
export async function listConflictsOf(
  em: SqlEntityManager,
  page: {
    readonly relationshipId: string;
    readonly deviceId: string;
    readonly clientOperationIds: readonly string[];
  },
): Promise<readonly ConflictRow[]> {
  if (page.clientOperationIds.length === 0) return [];
  const named = explained(em)
    .innerJoin("device", "device.lineageId", "conflict.lineageId")
    .where("device.id", "=", page.deviceId)
    .where("conflict.relationshipId", "=", page.relationshipId)
    .where(({ eb, fn, val }) =>
      eb(jsonText(refs, "clientOperationId"), "=", fn.any(val(page.clientOperationIds))),
    )
    .orderBy("conflict.id");
  return await runNamed(em, "workout-conflicts", named);
}
