import type {
  CompleteProfile,
  FallenTrend,
  MissedDay,
  SkippedQuestionnaire,
  SubmittedForm,
  UnreviewedWorkout,
} from "../../../rules/inbox/source-cases.ts";
import { UNRESOLVED_STATUSES } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../pipeline.ts";
import { anyOf } from "../../sql-parts.ts";

/** Sources older than this open no task; they count only while an unresolved task refers to them. */
const NEWS_MS = 30 * 86_400_000;
/** How far back missed check-ins are counted. */
const MISSES_MS = 366 * 86_400_000;

/** Ids of the sources to which unresolved tasks of some relationships refer. */
function waitedFor(executor: QueryExecutor, relationshipIds: readonly string[]) {
  return executor.tables
    .selectFrom("coachTask as waiting")
    .where("waiting.relationshipId", "=", anyOf(relationshipIds))
    .where("waiting.status", "in", [...UNRESOLVED_STATUSES])
    .select("waiting.sourceId");
}

/** Complete baseline profiles that changed or came to their coach recently, or to which an unresolved task refers. */
export async function listCompleteProfiles(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  now: Date,
): Promise<readonly CompleteProfile[]> {
  const since = new Date(now.getTime() - NEWS_MS);
  const rows = await executor.tables
    .selectFrom("relationship as r")
    .innerJoin("clientProfile as profile", "profile.userId", "r.clientUserId")
    .where("r.id", "=", anyOf(relationshipIds))
    .where("profile.birthDate", "is not", null)
    .where("profile.heightCm", "is not", null)
    .where("profile.goal", "is not", null)
    .where((profile) =>
      profile.or([
        profile("profile.baselineChangedAt", ">", since),
        profile("r.startedAt", ">", since),
        profile(
          "r.id",
          "in",
          waitedFor(executor, relationshipIds).where("sourceKind", "=", "PROFILE"),
        ),
      ]),
    )
    .select(["r.id as relationshipId", "r.startedAt", "profile.baselineChangedAt"])
    .execute();
  return rows.flatMap(({ relationshipId, startedAt, baselineChangedAt }) => {
    if (baselineChangedAt === null) return [];
    const changedAt = baselineChangedAt > startedAt ? baselineChangedAt : startedAt;
    return [{ relationshipId, changedAt }];
  });
}

/** Forms submitted recently, or to which an unresolved task refers. */
export async function listSubmittedForms(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  now: Date,
): Promise<readonly SubmittedForm[]> {
  return await executor.tables
    .selectFrom("formSubmission as form")
    .where("form.relationshipId", "=", anyOf(relationshipIds))
    .where((form) =>
      form.or([
        form("form.submittedAt", ">", new Date(now.getTime() - NEWS_MS)),
        form("form.id", "in", waitedFor(executor, relationshipIds)),
      ]),
    )
    .select(["form.relationshipId", "form.assignmentId", "form.id as submissionId"])
    .select("form.submittedAt")
    .execute();
}

/** Postponed onboarding questionnaires. */
export async function listSkippedQuestionnaires(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
): Promise<readonly SkippedQuestionnaire[]> {
  const rows = await executor.tables
    .selectFrom("onboardingTask as task")
    .innerJoin("onboardingInstance as instance", "instance.id", "task.instanceId")
    .where("instance.relationshipId", "=", anyOf(relationshipIds))
    .where("task.status", "=", "SKIPPED_FOR_NOW")
    .select(["instance.relationshipId", "task.id as taskId", "task.skippedAt"])
    .execute();
  return rows.flatMap(({ skippedAt, ...row }) => (skippedAt === null ? [] : { ...row, skippedAt }));
}

/** Unreviewed workouts whose plan asks for a review, submitted recently or with an unresolved task. */
export async function listUnreviewedWorkouts(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  now: Date,
): Promise<readonly UnreviewedWorkout[]> {
  const rows = await executor.tables
    .selectFrom("workoutSession as session")
    .innerJoin("planAssignment as assignment", "assignment.id", "session.assignmentId")
    .innerJoin("planRevision as revision", (join) =>
      join
        .onRef("revision.planId", "=", "assignment.planId")
        .onRef("revision.revision", "=", "assignment.appliedRevision"),
    )
    .where("session.relationshipId", "=", anyOf(relationshipIds))
    .where("session.status", "=", "SUBMITTED")
    .where("session.reviewedAt", "is", null)
    .where((session) =>
      session.or([
        session("session.acceptedAt", ">", new Date(now.getTime() - NEWS_MS)),
        session("session.id", "in", waitedFor(executor, relationshipIds)),
      ]),
    )
    .select(["session.relationshipId", "session.id as sessionId", "session.acceptedAt"])
    .select(({ cast, ref }) => cast<object>(ref("revision.content"), "jsonb").as("content"))
    .execute();
  return rows.flatMap(({ acceptedAt, content, ...row }) =>
    acceptedAt !== null && "reviewWanted" in content && content.reviewWanted === true
      ? { ...row, acceptedAt }
      : [],
  );
}

/** Days with check-ins missed since the last completed one. */
export async function listMissedDays(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  now: Date,
): Promise<readonly MissedDay[]> {
  const since = new Date(now.getTime() - MISSES_MS).toISOString().slice(0, 10);
  return await executor.tables
    .selectFrom("agendaTask as missed")
    .innerJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "missed.relationshipId")
        .onRef("day.localDate", "=", "missed.localDate"),
    )
    .where("missed.relationshipId", "=", anyOf(relationshipIds))
    .where("missed.localDate", ">", since)
    .where("missed.taskKind", "=", "CHECK_IN")
    .where("missed.status", "=", "MISSED")
    .where("day.notOffered", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("agendaTask as done")
            .whereRef("done.relationshipId", "=", "missed.relationshipId")
            .whereRef("done.localDate", ">=", "missed.localDate")
            .where("done.taskKind", "=", "CHECK_IN")
            .where("done.status", "=", "COMPLETED")
            .select("done.id"),
        ),
      ),
    )
    .groupBy(["missed.relationshipId", "missed.localDate", "day.closedAt"])
    .select(["missed.relationshipId", "missed.localDate", "day.closedAt"])
    .orderBy("missed.localDate")
    .execute();
}

/** Clients who are off track, once that was reported. */
export async function listFallenTrends(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
): Promise<readonly FallenTrend[]> {
  const rows = await executor.tables
    .selectFrom("progressTrend as trend")
    .where("trend.relationshipId", "=", anyOf(relationshipIds))
    .whereRef("trend.toldAt", ">=", "trend.fellAt")
    .select(["trend.relationshipId", "trend.toldAt"])
    .select(({ selectFrom }) =>
      selectFrom("agendaDay as day")
        .whereRef("day.relationshipId", "=", "trend.relationshipId")
        .whereRef("day.closedAt", "<=", "trend.toldAt")
        .select("day.localDate")
        .orderBy("day.localDate", "desc")
        .limit(1)
        .as("localDate"),
    )
    .execute();
  return rows.flatMap(({ toldAt, ...row }) => (toldAt === null ? [] : { ...row, toldAt }));
}

/** Reviewed days of some relationships, from a date on. */
export async function listReviews(
  executor: QueryExecutor,
  relationshipIds: readonly string[],
  from: string,
) {
  const rows = await executor.tables
    .selectFrom("agendaDay")
    .where("relationshipId", "=", anyOf(relationshipIds))
    .where("localDate", ">=", from)
    .where("lastReviewedAt", "is not", null)
    .select(["relationshipId", "localDate", "lastReviewedAt as reviewedAt"])
    .execute();
  return rows.flatMap(({ reviewedAt, ...row }) =>
    reviewedAt === null ? [] : { ...row, reviewedAt },
  );
}
