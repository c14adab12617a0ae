import * as z from "zod";
import { CLOCK_CONFIDENCES } from "../../../contract/sync/clock-vocabulary.ts";
import { FORM_SOURCES } from "../../../contract/forms/vocabulary.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import {
  completeCheckInTask,
  type CompletedCheckIn,
  countMissedCheckIns,
  hasCompletedOne,
  listCheckIns,
} from "../../../db/agenda/closing/list-check-ins.ts";
import { markDaysCorrected } from "../../../db/agenda/closing/mark-days-corrected.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { idFrom, newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { listSkipsOfTasks } from "../../../db/quick-log/skips/list-skips-of-tasks.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { adherenceOf } from "../../../rules/agenda/adherence.ts";
import { completionSummary } from "../../../rules/agenda/completion-summary.ts";
import { type CheckInVerdict, meantCheckIn } from "../../../rules/agenda/closing/judge-check-in.ts";
import { skipWithdrawn } from "../skip-case.ts";
import { openDays } from "../calendar/open-days.ts";
import { projectDays } from "../project-days.ts";

/**
 * Consumer `agenda`: completes the check-in that asked for a submitted form, also after its day closed
 * (docs/rooms/agenda.md#check-ins). A submission completes one check-in in any number of deliveries.
 *
 * @returns the verdict on the check-in; null when the form belongs to no check-in, or the submission already
 * completed one.
 */
export async function completeCheckIn(
  tx: Tx,
  { refs, occurredAt, requestId }: ReceivedSubmission,
): Promise<CheckInVerdict | null> {
  const submission = submissionSchema.parse(refs);
  if (!(await lockScope(tx, submission.relationshipId))) return null;
  const now = await clockNow(tx);
  await openDays(tx, submission.relationshipId, { now, requestId });
  const checkIns = await listCheckIns(tx, submission);
  const taskIds = checkIns.map(({ taskId }) => taskId);
  if (await hasCompletedOne(tx, taskIds, submission.submissionId)) return null;
  const recordedAt = new Date(submission.recordedAt ?? occurredAt);
  const meant = meantCheckIn(checkIns, { taskId: submission.taskId ?? null, recordedAt });
  if (meant === null || meant.verdict === "TASK_CLOSED") return meant?.verdict ?? null;
  const completed = await completeCheckInTask(tx, {
    taskId: meant.checkIn.taskId,
    isLate: meant.verdict === "LATE",
    submittedAt: new Date(occurredAt),
    metadata: historyOf(submission, recordedAt),
    now,
  });
  const { relationshipId, localDate } = completed;
  if (meant.verdict === "LATE")
    await markDaysCorrected(tx, [{ relationshipId, localDate, correctedAt: now }]);
  await recordCompletion(tx, { completed, submission }, { now, requestId });
  return meant.verdict;
}

/** The fields of FormSubmissionReceived that this consumer needs. */
const submissionSchema = z.looseObject({
  relationshipId: z.string(),
  formAssignmentId: z.string(),
  submissionId: z.string(),
  sourceType: z.enum(FORM_SOURCES),
  sourceId: z.string(),
  taskId: z.string().nullish(),
  recordedAt: z.string().nullish(),
  clockConfidence: z.enum(CLOCK_CONFIDENCES).nullish(),
});
type Submission = z.output<typeof submissionSchema>;

/** The outbox row of a submission. */
export interface ReceivedSubmission {
  readonly refs: DomainEvent["refs"];
  /** When it was submitted, RFC 3339. */
  readonly occurredAt: string;
  readonly requestId: string | null;
}

/** The score of a completed check-in. */
const COUNTS_AS = adherenceOf({
  status: "COMPLETED",
  completionSummary: completionSummary([]),
  skipReasons: [],
  notOffered: false,
});

function historyOf({ submissionId, clockConfidence = null }: Submission, recordedAt: Date) {
  return { submissionId, recordedAt: recordedAt.toISOString(), clockConfidence, ...COUNTS_AS };
}

interface Completion {
  readonly completed: CompletedCheckIn;
  readonly submission: Submission;
}

/**
 * Projects the day, records the change for devices and emits events. A skip that the submission overrides no longer
 * counts, like one that was undone.
 */
async function recordCompletion(
  tx: Tx,
  completion: Completion,
  origin: { readonly now: Date; readonly requestId: string | null },
): Promise<void> {
  const { relationshipId, localDate, taskId, fromStatus } = completion.completed;
  const changes = { agenda_task: [taskId] };
  await recordScopeChanges(tx, [{ relationshipId, changes }], origin.now);
  await projectDays(tx, [{ relationshipId, localDate }], origin.now);
  const missedCount = await countMissedCheckIns(tx, { relationshipId, localDate });
  const isWon = fromStatus === "MISSED" && missedCount === 0;
  const overtaken = fromStatus === "SKIPPED" ? await listSkipsOfTasks(tx, [taskId]) : [];
  await appendEvents(
    tx,
    [
      completedEvent(completion),
      ...(isWon ? [withdrawnEvent(completion)] : []),
      ...overtaken.map((skip) => skipWithdrawn(skip, completion.completed.workspaceId)),
    ],
    origin,
  );
}

function completedEvent({ completed, submission }: Completion): DomainEvent {
  const { taskId, revision, workspaceId, relationshipId, localDate } = completed;
  const { submissionId, formAssignmentId } = submission;
  return {
    eventId: newId(),
    type: "DailyTaskCompleted",
    subjectId: taskId,
    version: revision,
    refs: { workspaceId, relationshipId, localDate, taskId, formAssignmentId, submissionId },
  };
}

/** A relationship has one miss a day, for all check-ins of the day. */
function withdrawnEvent({ completed }: Completion): DomainEvent {
  const { workspaceId, relationshipId, localDate, taskId, revision } = completed;
  return {
    eventId: idFrom(taskId, `CheckInMissWithdrawn/${revision}`),
    type: "CheckInMissWithdrawn",
    subjectId: relationshipId,
    version: 0,
    refs: { workspaceId, relationshipId, localDate, missedCount: 0 },
  };
}
