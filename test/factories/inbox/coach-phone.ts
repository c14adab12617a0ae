import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AdmissionDeps } from "../../../activities/sync/admission/admission.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { CoachTaskOccurrence } from "../../../db/inbox/coach-task-occurrence.ts";
import { SourceEvent } from "../../../db/inbox/source-events/source-event.ts";
import { type CoachTaskOwner, putCoachTask } from "./coach-tasks.ts";
import { buildDevice, type BuiltScope, queued, submit } from "../sync/sync.ts";

/** A phone of a scope's coach. */
export const coachPhone = (em: SqlEntityManager, { coachUserId }: BuiltScope) =>
  buildDevice(em, coachUserId, randomUUID(), "COACH_MOBILE");

/** Sends the operations that the coach's app has queued for a client. */
export async function sendAsCoach(
  deps: AdmissionDeps,
  scope: BuiltScope,
  deviceId: string,
  operations: readonly Operation[],
) {
  const sender = { ...scope, deviceId, clientUserId: scope.coachUserId };
  return await submit(deps, sender, operations, { actor: "COACH", surface: "COACH_MOBILE" });
}

/** The operation that the coach's app queues for an act on a task, at an instant of its clock. */
export const queuedAct = (
  act: string,
  taskId: string,
  fields: Record<string, unknown> = {},
  changes: Partial<Operation> = {},
) =>
  queued(
    `inbox.${act}`,
    { taskId, ...fields },
    { clientRecordedAt: new Date().toISOString(), ...changes },
  );

/** Another system reports a waiting message, or a reply to it. */
export async function reportMessage(
  em: SqlEntityManager,
  message: Pick<SourceEvent, "relationshipId" | "subjectId"> & Partial<SourceEvent>,
): Promise<SourceEvent> {
  const at = message.acceptedAt ?? new Date();
  const event = {
    source: "chat",
    eventId: randomUUID(),
    fingerprint: "told",
    type: "ClientMessageNeedsReply" as const,
    occurredAt: at,
    severity: "NORMAL" as const,
    dueAt: null,
    acceptedAt: at,
    outcome: null,
    taskId: null,
    ...message,
  };
  await em.fork().insert(SourceEvent, event);
  return event;
}

/** A message that waits for a reply, and its task, as the inbox would create it: the source is open. */
export async function putMessageTask(
  em: SqlEntityManager,
  { workspaceId, relationshipId, clientUserId, coachUserId }: CoachTaskOwner,
  changes: Partial<CoachTask> = {},
): Promise<CoachTask> {
  const subjectId = randomUUID();
  const acceptedAt = changes.createdAt ?? new Date();
  const message = await reportMessage(em, { relationshipId, subjectId, acceptedAt });
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const task = await putCoachTask(em, owner, {
    taskType: "MESSAGE_FOLLOW_UP",
    sourceKind: "MESSAGE",
    sourceContext: "COMMUNICATION",
    dedupeKey: `message:${relationshipId}:${subjectId}`,
    ...changes,
  });
  await em.fork().insert(CoachTaskOccurrence, {
    relationshipId,
    dedupeKey: task.dedupeKey,
    occurrenceKey: `chat:${message.eventId}`,
    taskId: task.id,
    sourceKind: task.sourceKind,
    localDate: null,
    acceptedAt,
    reviewedAt: null,
  });
  return task;
}

const conversationOf = ({ relationshipId, dedupeKey }: CoachTask) => {
  const subjectId = dedupeKey.split(":").at(-1) ?? "";
  return { relationshipId, subjectId };
};

/** Another message of the conversation of a task. */
export const anotherMessage = (
  em: SqlEntityManager,
  task: CoachTask,
  changes: Partial<SourceEvent> = {},
) => reportMessage(em, { ...conversationOf(task), ...changes });

/** A reply to the conversation of a task, which completes its source. */
export const reply = (em: SqlEntityManager, task: CoachTask) =>
  reportMessage(em, {
    ...conversationOf(task),
    type: "ClientMessageReplied",
    occurredAt: new Date(Date.now() + 60_000),
  });
