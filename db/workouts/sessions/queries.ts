import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { CoachExerciseResult, CoachSession } from "../../../contract/workouts/coach-schema.ts";
import type { WorkoutSnapshotContent } from "../../../contract/workouts/package-schema.ts";
import type { SessionContent } from "../../../contract/workouts/session-content.ts";
import type {
  RecordMeasure,
  SessionStatus,
} from "../../../contract/workouts/session-vocabulary.ts";
import { WORK_MEASURES } from "../../../contract/workouts/vocabulary.ts";
import type { SessionState } from "../../../contract/workouts/sync-schema.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import {
  allOf,
  anyOf,
  instantText,
  jsonList,
  jsonObject,
} from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";

/** Selects a page of a client's sessions for a coach. */
export interface SessionsQuery {
  readonly relationshipId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly status: SessionStatus | null;
  /** Last session of the previous page. */
  readonly after: { readonly localDate: string; readonly sessionId: string } | null;
  readonly limit: number;
}

/** A session with its snapshot and one of its results, by their aliases in each statement. */
const ofSession = expressionBuilder<
  Tables & {
    readonly result: Tables["workoutResult"];
    readonly session: Tables["workoutSession"];
    readonly snapshot: Tables["workoutSnapshot"];
  },
  "result" | "session" | "snapshot"
>();
const { ref } = ofSession;

/** SQL of how many sets the workout of a `snapshot` asks for. */
export const plannedSetCount = sql<number>`(select coalesce(sum(jsonb_array_length(exercise -> 'sets')), 0)::int
  from jsonb_array_elements(${ref("snapshot.content", "->").key("day").key("exercises")}) exercise)`;
/** The same condition as `isDone` of `rules/workouts/session-results.ts`, for each set. */
const failed = sql.join(
  WORK_MEASURES.map((measure) => sql`logged -> 'values' -> ${sql.lit(measure)} = '0'`),
  sql` or `,
);
/** SQL of how many sets of a `session` were done. */
export const setsDone = sql<number>`(select count(*)::int
  from jsonb_array_elements(${ref("session.content", "->").key("sets")}) logged
  where (logged ->> 'completed')::boolean and not coalesce(${failed}, false))`;

/** The columns of sessions in lists. */
function sessionsOf(em: SqlEntityManager, relationshipId: string) {
  return tables(em)
    .selectFrom("workoutSession as session")
    .innerJoin("workoutSnapshot as snapshot", (on) =>
      on
        .onRef("snapshot.workspaceId", "=", "session.workspaceId")
        .onRef("snapshot.checksum", "=", "session.snapshotChecksum"),
    )
    .where("session.relationshipId", "=", relationshipId)
    .select(["session.id as sessionId", "session.taskId", "session.creditedTaskId"])
    .select(["session.assignmentId", "session.programDay", "session.localDate", "session.status"])
    .select([
      "session.performedFrom",
      ref("snapshot.content", "->>").key("day").key("title").as("title"),
      instantText(ref("session.startedAt")).as("startedAt"),
      instantText(ref("session.finishedAt")).as("finishedAt"),
      instantText(ref("session.acceptedAt")).as("acceptedAt"),
      instantText(ref("session.correctableUntil")).as("correctableUntil"),
      instantText(ref("session.reviewedAt")).as("reviewedAt"),
      instantText(ref("session.changedAfterReviewAt")).as("changedAfterReviewAt"),
      plannedSetCount.as("setsAsked"),
      setsDone.as("setsDone"),
    ]);
}

/** A page of a client's sessions, newest day first. One statement. */
export async function listCoachSessions(
  em: SqlEntityManager,
  { relationshipId, from, to, status, after, limit }: SessionsQuery,
): Promise<readonly CoachSession[]> {
  const { cast, refTuple, tuple, val } = ofSession;
  const bound = (day: string | null, otherwise: "-infinity" | "infinity") =>
    cast<string>(val(day ?? otherwise), "date");
  const position = tuple(
    cast<string>(val(after?.localDate ?? null), "date"),
    cast<string>(val(after?.sessionId ?? null), "uuid"),
  );
  const sessions = sessionsOf(em, relationshipId)
    .where("session.localDate", ">=", bound(from, "-infinity"))
    .where("session.localDate", "<=", bound(to, "infinity"))
    .where(({ eb, or }) => {
      const wanted = cast<SessionStatus | null>(val(status), "text");
      return or([eb(wanted, "is", null), eb("session.status", "=", wanted)]);
    })
    .where(({ eb, or }) =>
      or([
        cast<boolean>(val(after === null), "boolean"),
        eb(refTuple("session.localDate", "session.id"), "<", position),
      ]),
    )
    .orderBy("session.localDate", "desc")
    .orderBy("session.id", "desc")
    .limit(limit);
  return await runNamed(em, "coach-sessions", sessions);
}

/** A session with the workout asked for and its results. */
export interface CoachSessionRow extends CoachSession {
  readonly content: SessionContent;
  readonly snapshot: WorkoutSnapshotContent;
  readonly results: readonly (CoachExerciseResult & { readonly exerciseKey: string })[];
}

/** The record of a result's exercise in one measure: the first session that reached it. */
const recordIn = (
  measure: RecordMeasure,
  column: "estimatedGrams" | "heaviestGrams" | "mostRepetitions",
) =>
  ofSession
    .selectFrom("workoutResult as best")
    .select(({ cast }) => [
      cast<RecordMeasure>(sql.lit(measure), "text").as("measure"),
      `best.${column} as value`,
      "best.sessionId",
      "best.localDate",
    ])
    .whereRef("best.relationshipId", "=", "result.relationshipId")
    .whereRef("best.identity", "=", "result.identity")
    .where(`best.${column}`, "is not", null)
    .orderBy(`best.${column}`, "desc")
    .orderBy("best.localDate")
    .orderBy("best.sessionId")
    .limit(ofSession.lit(1));

const recordsOfResult = jsonList(
  ofSession
    .selectFrom(
      allOf([
        recordIn("HEAVIEST", "heaviestGrams"),
        recordIn("MOST_REPETITIONS", "mostRepetitions"),
        recordIn("ESTIMATED_MAXIMUM", "estimatedGrams"),
      ]).as("record"),
    )
    .select((record) =>
      jsonObject({
        measure: record.ref("record.measure"),
        value: record.ref("record.value").$notNull(),
        sessionId: record.ref("record.sessionId"),
        localDate: record.ref("record.localDate"),
      }).as("entry"),
    )
    .orderBy("record.measure"),
);

const resultsOfSession = jsonList(
  ofSession
    .selectFrom("workoutResult as result")
    .select(
      jsonObject({
        exerciseKey: ref("result.exerciseKey"),
        heaviestGrams: ref("result.heaviestGrams"),
        mostRepetitions: ref("result.mostRepetitions"),
        estimatedMaximumGrams: ref("result.estimatedGrams"),
        records: recordsOfResult,
      }).as("entry"),
    )
    .whereRef("result.sessionId", "=", "session.id"),
);

/** A session of a client, with the present records of its exercises; null if there is none. One statement. */
export async function findCoachSession(
  em: SqlEntityManager,
  { relationshipId, sessionId }: { readonly relationshipId: string; readonly sessionId: string },
): Promise<CoachSessionRow | null> {
  const session = sessionsOf(em, relationshipId)
    .select(["session.content", "snapshot.content as snapshot", resultsOfSession.as("results")])
    .where("session.id", "=", sessionId);
  const [found] = await runNamed(em, "coach-session", session);
  return found ?? null;
}

/** The present state of some sessions of a relationship, by id; empty without ids. One statement. */
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
