import { findTellableTask } from "../../db/inbox/tellable-task.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { type TaskMoment, tellingsOf } from "../../rules/inbox/tellings-of.ts";
import { findRelationshipOfTask } from "../../db/inbox/inbox-rows.ts";
import { decideNotification } from "../notifications/decide-notification.ts";

/** The outbox row of an event of a coach task. */
export type TaskTold = Pick<LeasedRow, "type" | "subjectId" | "refs" | "requestId">;

/**
 * Decides who is notified of a task that is new, refreshed or late (docs/rooms/inbox.md#notifications). The lock of
 * its relationship lets the second of two concurrent events see the first one's decision. A redelivered event finds
 * its decisions made.
 */
export async function tellOfTask(tx: Tx, event: TaskTold): Promise<void> {
  const { subjectId, requestId } = event;
  const relationshipId = await findRelationshipOfTask(tx, subjectId);
  if (relationshipId === null) return;
  await lockScope(tx, relationshipId);
  const task = await findTellableTask(tx, subjectId);
  const now = await clockNow(tx);
  const occasion = { subjectId, relationshipId, localDate: null, verdict: "ASK" } as const;
  for (const telling of task === null ? [] : tellingsOf(task, momentOf(event)))
    await decideNotification(tx, { ...occasion, ...telling, now, requestId });
}

function momentOf({ type, refs }: TaskTold): TaskMoment {
  if (type === "CoachTaskDue") return { kind: "LATE" };
  const { fresh } = refs;
  return { kind: "CAME", freshCount: typeof fresh === "number" ? fresh : 1 };
}
