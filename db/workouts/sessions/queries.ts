import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { CoachExerciseResult, CoachSession } from "../../../contract/workouts/coach-schema.ts";
import type { WorkoutSnapshotContent } from "../../../contract/workouts/package-schema.ts";
import type { SessionContent } from "../../../contract/workouts/session-content.ts";
import type {
  RecordMeasure,
  SessionStatus,
} from "../../../contract/workouts/session-vocabulary.ts";
import type { SessionState } from "../../../contract/workouts/sync-schema.ts";
import { anyOf } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import { wireInstant } from "../../transact.ts";

/** Which sessions of a client a coach asks for. */
export interface SessionsQuery {
  readonly relationshipId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly status: SessionStatus | null;
  /** Last session of the page before. */
  readonly after: { readonly localDate: string; readonly sessionId: string } | null;
  readonly limit: number;
}

/** What lists show of `session` and its `snapshot`. */
const sessionFacts = sql`session.id as "sessionId", session.task_id as "taskId",
  session.credited_task_id as "creditedTaskId", session.assignment_id as "assignmentId",
  session.program_day as "programDay", session.local_date::text as "localDate",
  snapshot.content #>> '{day,title}' as title, session.status,
  session.performed_from as "performedFrom", ${wireInstant("session.started_at")} as "startedAt",
  ${wireInstant("session.finished_at")} as "finishedAt",
  ${wireInstant("session.accepted_at")} as "acceptedAt",
  ${wireInstant("session.correctable_until")} as "correctableUntil",
  ${wireInstant("session.reviewed_at")} as "reviewedAt",
  ${wireInstant("session.changed_after_review_at")} as "changedAfterReviewAt",
  (select coalesce(sum(jsonb_array_length(exercise -> 'sets')), 0)::int
    from jsonb_array_elements(snapshot.content #> '{day,exercises}') exercise) as "setsAsked",
  (select count(*)::int from jsonb_array_elements(session.content -> 'sets') logged
    where (logged ->> 'completed')::boolean) as "setsDone"`;

const withSnapshot = sql`workout_session session
  join workout_snapshot snapshot on snapshot.workspace_id = session.workspace_id
    and snapshot.checksum = session.snapshot_checksum`;

/** A page of a client's sessions, newest day first. One statement. */
export async function listCoachSessions(
  em: SqlEntityManager,
  { relationshipId, from, to, status, after, limit }: SessionsQuery,
): Promise<readonly CoachSession[]> {
  const { rows } = await sql<CoachSession>`/* named: coach-sessions */
    select ${sessionFacts}
    from ${withSnapshot}
    where session.relationship_id = ${relationshipId}
      and session.local_date >= coalesce(${from}::date, '-infinity')
      and session.local_date <= coalesce(${to}::date, 'infinity')
      and (${status}::text is null or session.status = ${status})
      and (${after === null} or (session.local_date, session.id)
        < (${after?.localDate ?? null}::date, ${after?.sessionId ?? null}::uuid))
    order by session.local_date desc, session.id desc
    limit ${limit}
  `.execute(em.getKysely());
  return rows;
}

/** A session with what was asked for and what it came to. */
export interface CoachSessionRow extends CoachSession {
  readonly content: SessionContent;
  readonly snapshot: WorkoutSnapshotContent;
  readonly results: readonly (CoachExerciseResult & { readonly exerciseKey: string })[];
}

/** SQL of who holds the record of the exercise of a row `result`, in one measure: who reached it first. */
const recordIn = (measure: RecordMeasure, column: string) => sql`(
  select ${measure}::text as measure, best.${sql.ref(column)} as value, best.session_id, best.local_date
  from workout_result best
  where best.relationship_id = result.relationship_id and best.identity = result.identity
    and best.${sql.ref(column)} is not null
  order by best.${sql.ref(column)} desc, best.local_date, best.session_id
  limit 1)`;

const recordsOfResult = sql`(
  select coalesce(json_agg(json_build_object('measure', record.measure, 'value', record.value,
    'sessionId', record.session_id, 'localDate', record.local_date) order by record.measure), '[]')
  from (${recordIn("HEAVIEST", "heaviest_grams")}
    union all ${recordIn("MOST_REPETITIONS", "most_repetitions")}
    union all ${recordIn("ESTIMATED_MAXIMUM", "estimated_grams")}) record)`;

/** A session of a client, with the records of its exercises as they stand; null where there is none. One statement. */
export async function findCoachSession(
  em: SqlEntityManager,
  { relationshipId, sessionId }: { readonly relationshipId: string; readonly sessionId: string },
): Promise<CoachSessionRow | null> {
  const { rows } = await sql<CoachSessionRow>`/* named: coach-session */
    select ${sessionFacts}, session.content, snapshot.content as snapshot, (
      select coalesce(json_agg(json_build_object('exerciseKey', result.exercise_key,
        'heaviestGrams', result.heaviest_grams, 'mostRepetitions', result.most_repetitions,
        'estimatedMaximumGrams', result.estimated_grams, 'records', ${recordsOfResult})), '[]')
      from workout_result result where result.session_id = session.id) as results
    from ${withSnapshot}
    where session.relationship_id = ${relationshipId} and session.id = ${sessionId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** How some sessions of a relationship stand, by id; none where none is named. One statement. */
export async function listSessionStates(
  em: SqlEntityManager,
  relationshipId: string,
  sessionIds: readonly string[],
): Promise<readonly SessionState[]> {
  if (sessionIds.length === 0) return [];
  const rows = await tables(em)
    .selectFrom("workoutSession as session")
    .select(["session.id as sessionId", "session.clientSessionId", "session.taskId"])
    .select(["session.creditedTaskId", "session.status", "session.frozenRevision"])
    .select(["session.performedFrom", "session.acceptedAt", "session.correctableUntil"])
    .select("session.reviewedAt")
    .where("session.relationshipId", "=", relationshipId)
    .where("session.id", "=", anyOf([...new Set(sessionIds)]))
    .orderBy("session.id")
    .execute();
  return rows.map(({ acceptedAt, correctableUntil, reviewedAt, ...row }) => ({
    ...row,
    acceptedAt: acceptedAt?.toISOString() ?? null,
    correctableUntil: correctableUntil?.toISOString() ?? null,
    reviewedAt: reviewedAt?.toISOString() ?? null,
  }));
}
