import { findNotifiableTask } from "../../db/inbox/find-notifiable-task.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { type TaskMoment, notificationsFor } from "../../rules/inbox/notifications-for.ts";
import { findRelationshipOfTask } from "../../db/inbox/inbox-rows.ts";
import { decideNotification } from "../notifications/decide-notification.ts";

/**
 * Decides who is notified of a task that is new, refreshed or late (docs/rooms/inbox.md#notifications). The lock of
 * its relationship lets the second of two concurrent events see the first one's decision. A redelivered event finds
 * its decisions made.
 */
export async function notifyOfTask(tx: Tx, event: TaskEvent): Promise<void> {
  const { subjectId, requestId } = event;
  const relationshipId = await findRelationshipOfTask(tx, subjectId);
  if (relationshipId === null) return;
  await lockScope(tx, relationshipId);
  const task = await findNotifiableTask(tx, subjectId);
  const now = await clockNow(tx);
  const occasion = { subjectId, relationshipId, localDate: null, verdict: "ASK" } as const;
  for (const notification of task === null ? [] : notificationsFor(task, momentOf(event)))
    await decideNotification(tx, { ...occasion, ...notification, now, requestId });
}

/** The outbox row of an event of a coach task. */
export type TaskEvent = Pick<LeasedRow, "type" | "subjectId" | "refs" | "requestId">;

function momentOf({ type, refs }: TaskEvent): TaskMoment {
  if (type === "CoachTaskDue") return { kind: "LATE" };
  const { fresh } = refs;
  return { kind: "CAME", freshCount: typeof fresh === "number" ? fresh : 1 };
}
