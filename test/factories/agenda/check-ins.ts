import { hash } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { projectDays } from "../../../activities/agenda/project-days.ts";
import { taskId } from "../../../contract/agenda/task-id.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import type { AgendaOwner } from "../plans/plans.ts";
import { CHECK_IN_ACTIONS } from "../quick-log/structured-task.ts";

/** A check-in of a form, as its plan would have created it; its day is closed on request. */
export async function buildCheckIn(
  em: SqlEntityManager,
  { relationshipId, workspaceId, timezone }: AgendaOwner,
  check: {
    readonly formAssignmentId: string;
    readonly localDate: string;
    readonly closedAt?: Date;
  },
): Promise<string> {
  const { formAssignmentId, localDate, closedAt } = check;
  const sourceKey = `form-assignment:${formAssignmentId}`;
  const key = { relationshipId, localDate, taskKind: "CHECK_IN", sourceKey } as const;
  const id = await taskId(key, (bytes) => new Uint8Array(hash("sha256", bytes, "buffer")));
  await transact(em, async (tx) => {
    const now = await clockNow(tx);
    tx.create(AgendaTask, {
      ...key,
      id,
      workspaceId,
      timezone,
      sourceContext: "FORMS",
      sourceType: "FORM_ASSIGNMENT",
      sourceId: formAssignmentId,
      sourceRevision: 1,
      sourceChildKey: "",
      status: closedAt === undefined ? "PENDING" : "MISSED",
      priority: 0,
      sortKey: formAssignmentId,
      dependsOnSourceKey: null,
      startsAt: null,
      dueAt: null,
      snapshot: { planId: formAssignmentId, title: "Check-in", instructions: null, metric: null },
      actionSchema: CHECK_IN_ACTIONS,
      completionSummary: { itemCount: 0, completedItemCount: 0, skippedItemCount: 0, value: null },
      revision: 1,
      changedByLineageId: null,
      changedByKind: "SYSTEM",
      revisionBeforeRun: 0,
      generatedAt: now,
      changedAt: now,
      completedAt: null,
      canceledAt: null,
      supersededAt: null,
      supersededByTaskId: null,
    });
    await tx.flush();
    await projectDays(tx, [{ relationshipId, localDate }], now);
    if (closedAt !== undefined)
      await tx.nativeUpdate(AgendaDay, { relationshipId, localDate }, { closedAt });
  });
  return id;
}
