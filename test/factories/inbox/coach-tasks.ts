import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { SEVERITIES } from "../../../contract/inbox/vocabulary.ts";
import { insertInboxChanges } from "../../../db/inbox/changes/insert-inbox-changes.ts";
import { CoachTask } from "../../../db/inbox/coach-task.ts";
import { CoachTaskOccurrence } from "../../../db/inbox/coach-task-occurrence.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { NEVER_DUE, scoreOf, scoreParts } from "../../../rules/inbox/score-parts.ts";

/** The client and workspace of a task. */
export interface CoachTaskOwner {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly clientUserId: string;
  readonly coachUserId: string;
}

/** Puts a task into the inbox, whatever its source says; by default a missed check-in. */
export async function putCoachTask(
  em: SqlEntityManager,
  owner: CoachTaskOwner,
  changes: Partial<CoachTask> = {},
): Promise<CoachTask> {
  const row = coachTaskRow(owner, changes);
  await em.fork().insert(CoachTask, row);
  return await em.fork().findOneOrFail(CoachTask, row.id);
}

/** A row of the inbox whose score is the sum of its parts. */
export function coachTaskRow(owner: CoachTaskOwner, changes: Partial<CoachTask> = {}) {
  const now = changes.createdAt ?? new Date();
  const { taskType = "MISSED_CHECK_IN", severity = "NORMAL", dueAt = null } = changes;
  const dueDayStartsAt = changes.dueDayStartsAt ?? dueAt;
  const isPinned = (changes.pinPart ?? 0) > 0;
  const scored = { taskType, severity, dueAt, dueDayStartsAt };
  const parts = scoreParts({ ...scored, clientStatus: "ACTIVE", isPinned }, now);
  return {
    id: randomUUID(),
    ...owner,
    assignedCoachUserId: null,
    status: "OPEN" as const,
    revision: 1,
    basePart: parts.ofType,
    severityPart: parts.severity,
    duePart: parts.due,
    clientPart: parts.client,
    pinPart: parts.pin,
    priorityScore: scoreOf(parts),
    scoreChangesAt: null,
    urgent: severity === SEVERITIES.at(-1),
    sourceKind: "CHECK_IN" as const,
    sourceContext: "FORMS" as const,
    sourceType: "RELATIONSHIP",
    sourceId: owner.relationshipId,
    dedupeKey: randomUUID(),
    route: `/clients/${owner.relationshipId}/check-ins`,
    summary: { code: "CHECK_INS_MISSED" as const, counts: { occurrences: 1 } },
    dueOrder: dueAt ?? NEVER_DUE,
    snoozedUntil: null,
    snoozePreset: null,
    snoozeReason: null,
    reopenReason: null,
    occurrenceCount: 1,
    lastOccurrenceAt: now,
    lastSourceEventAt: now,
    goalAt: null,
    startedAt: null,
    touchedAt: null,
    lateToldAt: null,
    statusBeforeClose: null,
    resolutionType: null,
    dismissReason: null,
    dismissedUntilCount: null,
    duplicateOf: null,
    linkedActionId: null,
    note: null,
    closedByUserId: null,
    closedAt: null,
    nudgeAt: null,
    nudgeNotificationId: null,
    previousTaskId: null,
    redactedAt: null,
    runLineageId: null,
    runBeforeRevision: null,
    runRevision: null,
    newsAt: now,
    createdAt: now,
    updatedAt: now,
    ...changes,
    taskType,
    severity,
    dueAt,
    dueDayStartsAt,
  };
}

/** Tasks of each sort that requests name, with the further records they name. */
export async function buildMatrixTasks(
  em: SqlEntityManager,
  owner: CoachTaskOwner,
  form: { readonly submissionId: string; readonly submittedAssignmentId: string },
): Promise<Readonly<Record<string, string>>> {
  const { coachUserId, relationshipId } = owner;
  const open = await putCoachTask(em, owner);
  await transact(em, (tx) => insertInboxChanges(executorOf(tx), [open], { now: open.createdAt }));
  const snoozedUntil = new Date(Date.now() + 3_600_000);
  const snoozed = await putCoachTask(em, owner, { status: "SNOOZED", snoozedUntil });
  const skipped = await putCoachTask(em, owner, { sourceKind: "SKIP" });
  const dedupeKey = `form:${form.submittedAssignmentId}`;
  const closed = { status: "RESOLVED", resolutionType: "NOT_RELEVANT" } as const;
  const resolved = await putCoachTask(em, owner, {
    ...closed,
    sourceKind: "FORM",
    taskType: "FORM_REVIEW",
    statusBeforeClose: "OPEN",
    dedupeKey,
    closedByUserId: coachUserId,
    closedAt: new Date(),
  });
  await em.fork().insert(CoachTaskOccurrence, {
    relationshipId,
    dedupeKey,
    occurrenceKey: form.submissionId,
    taskId: resolved.id,
    sourceKind: "FORM",
    localDate: null,
    acceptedAt: new Date(),
    reviewedAt: null,
  });
  return {
    coachUserId,
    coachTaskId: open.id,
    snoozedTaskId: snoozed.id,
    skippedTaskId: skipped.id,
    resolvedTaskId: resolved.id,
  };
}
