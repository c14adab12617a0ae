import { snapshotOfTask } from "../../agenda/snapshots/queries.ts";
import { given, inOrderOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import { type ReadFacts, relationshipsOf } from "./read-facts.ts";

// Where a person coaches and is coached, and the results. Facts of a relationship belong to its client: data of
// clients is not their coach's.

/** Workspaces of the person, former ones too. */
export const readWorkspaces: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("workspaceMembership as m")
    .innerJoin("coachWorkspace as w", "w.id", "m.workspaceId")
    .where("m.userId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("m.id", ">", id)))
    .select(["m.id", "w.name as workspace", "m.role", "m.status", "m.joinedAt", "m.endedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("m.id")))
    .limit(limit)
    .execute();

/** Coaches of the person, former ones too. */
export const readRelationships: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("relationship as r")
    .innerJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .where("r.clientUserId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("r.id", ">", id)))
    .select(["r.id", "w.name as workspace", "r.status", "r.timezone", "r.startedAt"])
    .select(["r.pausedAt", "r.endedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("r.id")))
    .limit(limit)
    .execute();

/**
 * Reasons that the person gave for status changes of the relationship. Reasons written by somebody else are that
 * person's data and stay out of this export.
 */
export const readRelationshipReasons: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("relationshipEvent")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where("actorUserId", "=", userId)
    .where("reason", "is not", null)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "fromStatus", "toStatus", "reason", "occurredAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Onboarding tasks of a client, with what they stated, for example why they postponed one. */
export const readOnboardingTasks: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("onboardingInstance as i")
    .innerJoin("onboardingTask as t", "t.instanceId", "i.id")
    .where("i.relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("t.id", ">", id)))
    .select(["t.id", "i.relationshipId", "t.taskType", "t.status", "t.openedAt", "t.skippedAt"])
    .select(["t.completedAt", "t.payload as said"])
    .orderBy(({ ref }) => inOrderOf(ref("t.id")))
    .limit(limit)
    .execute();

/** Submitted answers of the questionnaire and of check-ins. */
export const readFormAnswers: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("formSubmission")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "answers", "submittedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Answers that were started but not submitted. */
export const readFormDrafts: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("formDraft as d")
    .innerJoin("formAssignment as a", "a.id", "d.assignmentId")
    .where("a.relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("d.assignmentId", ">", id)))
    .select(["d.assignmentId as id", "a.relationshipId", "d.answers", "d.savedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("d.assignmentId")))
    .limit(limit)
    .execute();

/** Tasks of every day, with their outcomes. */
export const readAgendaTasks: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("agendaTask as task")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "localDate", "timezone", "taskKind", "status"])
    .select(snapshotOfTask.as("snapshot"))
    .select(["completionSummary", "snoozedUntil", "completedAt", "changedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Items of tasks, for example the meals of a day, found by their tasks. */
export const readAgendaItems: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("agendaTask as t")
    .innerJoin("agendaTaskItem as i", "i.taskId", "t.id")
    .where("t.relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("i.id", ">", id)))
    .select(["i.id", "i.taskId", "i.localDate", "i.itemKind", "i.labelSnapshot as label"])
    .select(["i.amountSnapshot as amount", "i.inputValues", "i.status", "i.completedAt"])
    .select("i.skippedAt")
    .orderBy(({ ref }) => inOrderOf(ref("i.id")))
    .limit(limit)
    .execute();

/** Logged values, entered by hand or taken from a phone's health store. */
export const readQuickLog: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("quickLogOperation")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("receiptId", ">", id)))
    .select(["receiptId as id", "relationshipId", "taskId", "itemId", "undoesReceiptId"])
    .select(["localDate", "clientRecordedAt", "recordedAt", "actionKind", "status", "reason"])
    .select(["note", "numericValue", "textValue", "booleanValue", "metricKind", "unit"])
    .select(["sourceType", "sourceDevice", "userEntered"])
    .orderBy(({ ref }) => inOrderOf(ref("receiptId")))
    .limit(limit)
    .execute();

/** Workouts, set by set. */
export const readWorkouts: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("workoutSession")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "taskId", "localDate", "status", "startedAt", "finishedAt"])
    .select(["acceptedAt", "reviewedAt", "content"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Refused workout sessions as they were sent, until the conflict is resolved. */
export const readWorkoutConflicts: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("workoutConflict")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "kind", "openedAt", "resolvedAt", "resolution", "content"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Descriptions of the files that the person sent. Their bytes are in the archive. */
export const readMedia: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("media")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where("ownerUserId", "=", userId)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "contentType", "sizeBytes", "contentHash", "status"])
    .select("createdAt")
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();
