import { given, inOrderOf } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import { type ReadFacts, relationshipsOf } from "./read-facts.ts";

// Where a person coaches and is coached, and what came of it. Facts of a relationship are its client's: what a coach
// has of clients is theirs.

/** Workspaces that the person works in, or did. */
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

/** Who coaches the person, or did. */
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

/** Why a client left, in their words: what others gave as a reason is theirs. */
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

/** What was asked of a client who came in, and what they said about it, e.g. why it was put off. */
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

/** Answers that were submitted: the questionnaire's, and those of check-ins. */
export const readFormAnswers: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("formSubmission")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "answers", "submittedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Answers that were begun. */
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

/** Tasks of every day, and what became of them. */
export const readAgendaTasks: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("agendaTask")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "localDate", "timezone", "taskKind", "status", "snapshot"])
    .select(["completionSummary", "snoozedUntil", "completedAt", "changedAt"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** What tasks of several things are made of, e.g. the meals of a day: found by their tasks. */
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

/** What was logged, by tap or from a phone's store of health. */
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

/** What was trained, set by set. */
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

/** Sessions that were refused, as they came, until somebody has chosen. */
export const readWorkoutConflicts: ReadFacts = (tx, { userId, afterId, limit }) =>
  tables(tx)
    .selectFrom("workoutConflict")
    .where("relationshipId", "in", relationshipsOf(tx, userId))
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "relationshipId", "kind", "openedAt", "resolvedAt", "resolution", "content"])
    .orderBy(({ ref }) => inOrderOf(ref("id")))
    .limit(limit)
    .execute();

/** Files that the person sent: what they are. Their bytes come with the archive. */
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
