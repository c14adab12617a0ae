import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { FormSource } from "../../../contract/forms/vocabulary.ts";
import type { CheckIn } from "../../../rules/agenda/closing/judge-check-in.ts";
import { newId } from "../../platform/new-id.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { AgendaTaskEvent } from "../agenda-task-event.ts";
import { AgendaTask } from "../agenda-task.ts";

/** Every check-in of an assignment, with the close of its day; only one if a plan made it. One statement. */
export async function listCheckIns(
  tx: Tx,
  { relationshipId, formAssignmentId, sourceType, sourceId }: CheckInSource,
): Promise<readonly CheckIn[]> {
  return await tables(tx)
    .selectFrom("agendaTask as task")
    .leftJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "task.relationshipId")
        .onRef("day.localDate", "=", "task.localDate"),
    )
    .select(["task.id as taskId", "task.localDate", "task.status", "task.sourceType"])
    .select("day.closedAt as dayClosedAt")
    .where("task.relationshipId", "=", relationshipId)
    .where((task) =>
      sourceType === "CHECK_IN"
        ? task("task.id", "=", sourceId)
        : task.and([
            task("task.sourceId", "=", formAssignmentId),
            task("task.sourceType", "=", "FORM_ASSIGNMENT"),
          ]),
    )
    .execute();
}

/** The check-ins of one form assignment of a relationship. */
export interface CheckInSource {
  readonly relationshipId: string;
  readonly formAssignmentId: string;
  readonly sourceType: FormSource;
  /** The check-in itself, if a plan made it. */
  readonly sourceId: string;
}

/** Whether a submission has already completed one of these check-ins. */
export async function hasCompletedOne(
  tx: Tx,
  taskIds: readonly string[],
  submissionId: string,
): Promise<boolean> {
  const completions = await tx.find(AgendaTaskEvent, {
    taskId: { $in: [...taskIds] },
    reason: "FORM_SUBMITTED",
  });
  return completions.some(({ metadata }) => metadata["submissionId"] === submissionId);
}

/** The completion of a check-in. */
export interface CheckInCompletion {
  readonly taskId: string;
  readonly isLate: boolean;
  readonly submittedAt: Date;
  /** Stored in the task's history: ids, instants and codes. */
  readonly metadata: AgendaTaskEvent["metadata"] & {
    readonly submissionId: string;
  };
  readonly now: Date;
}

/** A completed check-in at its new revision, with its former status. */
export type CompletedCheckIn = Pick<AgendaTask, "workspaceId" | "relationshipId" | "localDate"> & {
  readonly taskId: string;
  readonly revision: number;
  readonly fromStatus: TaskStatus;
};

/** Completes a check-in; the caller has locked the scope. If it is late, its day stays closed. */
export async function completeCheckInTask(
  tx: Tx,
  { taskId, isLate, submittedAt, metadata, now }: CheckInCompletion,
): Promise<CompletedCheckIn> {
  const task = await tx.findOneOrFail(AgendaTask, taskId);
  const { relationshipId, workspaceId, localDate, status: fromStatus } = task;
  const revision = task.revision + 1;
  tx.assign(task, { status: "COMPLETED", completedAt: submittedAt, changedAt: now });
  tx.assign(task, { canceledAt: null });
  tx.assign(task, { revisionBeforeRun: task.revision, revision, foreignRevision: revision });
  tx.assign(task, { changedByLineageId: null, changedByKind: "CLIENT", lateEvidence: isLate });
  tx.create(AgendaTaskEvent, {
    id: newId(),
    taskId,
    relationshipId,
    fromStatus,
    toStatus: "COMPLETED",
    reason: "FORM_SUBMITTED",
    actorUserId: null,
    actorKind: "CLIENT",
    deviceId: null,
    clientOperationId: null,
    metadata: { ...metadata, taskRevision: revision },
    occurredAt: now,
  });
  await tx.flush();
  return { workspaceId, relationshipId, localDate, taskId, revision, fromStatus };
}

/** How many check-ins of a day are missed. */
export async function countMissedCheckIns(
  tx: Tx,
  key: { readonly relationshipId: string; readonly localDate: string },
): Promise<number> {
  return await tx.count(AgendaTask, { ...key, taskKind: "CHECK_IN", status: "MISSED" });
}
