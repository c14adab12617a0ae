import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import {
  findRelationshipOfInstance,
  loadActorOnboarding,
  moveReminders,
  type ActorOnboarding,
  type ActorTask,
} from "../../db/onboarding/load-actor-onboarding.ts";
import { dropActorRow, seeActor } from "../../db/outbox/actor-rows.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { isClosed } from "../../rules/onboarding/next-onboarding-deadline.ts";
import { decideReminders } from "../../rules/onboarding/next-reminder.ts";
import { onboardingActorId } from "../../rules/onboarding/onboarding-actor-id.ts";
import { reminderDaysOf } from "../../rules/onboarding/reminder-days.ts";
import { reminderKey } from "../../rules/onboarding/reminder-key.ts";
import {
  decideNotification,
  type DecidedNotification,
} from "../notifications/decide-notification.ts";
import { completeTask } from "./complete-task.ts";
import { recordOnboardingAgenda } from "./record-onboarding-agenda.ts";
import { NO_ONBOARDING, type OnboardingAgenda } from "./onboarding-agenda.ts";
import { purgeOnboarding } from "./purge-onboarding.ts";
import { advanceToNextTask } from "./transitions/advance-to-next-task.ts";

/**
 * Settles an onboarding under its relationship's lock:
 * - The data of an ended relationship is purged when its retention is over.
 * - A task whose form was submitted is completed.
 * - The next task starts if the former one was closed without starting it.
 * - Reminders of a skipped or unopened task are decided, once each local day.
 *
 * Safe to run at any time and any number of times; before the deadline it changes nothing and returns the next
 * deadline.
 */
export async function settleOnboarding(
  em: SqlEntityManager,
  { instanceId }: SettleOnboardingInput,
): Promise<OnboardingAgenda> {
  return await transact(em, async (tx) => {
    const workflowId = onboardingActorId(instanceId);
    const seen = await seeActor(tx, workflowId);
    const relationshipId = await findRelationshipOfInstance(tx, instanceId);
    if (relationshipId === null) {
      await dropActorRow(tx, seen);
      return NO_ONBOARDING;
    }
    await lockScope(tx, relationshipId);
    const found = await loadActorOnboarding(tx, { instanceId, workflowId });
    const did = await settleDue(tx, found);
    const left = did === null ? found : await loadActorOnboarding(tx, { instanceId, workflowId });
    return { ...(await recordOnboardingAgenda(tx, left)), did: did ?? [] };
  });
}

/** Takes the place of a request id: time triggers this, not a request. */
const REQUEST_ID = "onboarding-actor";

export interface SettleOnboardingInput {
  readonly instanceId: string;
}

/** @returns codes of what was done; null if nothing was due. */
async function settleDue(tx: Tx, found: ActorOnboarding): Promise<readonly string[] | null> {
  const { instanceId, now, purgedAt, retentionExpiresAt, relationshipStatus } = found;
  const { currentTaskId, task } = found;
  if (purgedAt !== null) return null;
  if (retentionExpiresAt !== null) {
    if (now < retentionExpiresAt) return null;
    await purgeOnboarding(tx, { instanceId, now });
    return ["PURGED"];
  }
  const goesOn = relationshipStatus !== "PAUSED" && relationshipStatus !== "ENDED";
  if (!goesOn || task === null) return null;
  if (task.id !== currentTaskId || isClosed(task.status)) return await takeTurn(tx, found);
  if (task.submissionId === null) return await settleReminders(tx, found, task);
  const { id: taskId, submissionId } = task;
  const actor = { kind: "SYSTEM", userId: null } as const;
  await completeTask(tx, { taskId, submissionId, actor, requestId: REQUEST_ID });
  return ["TASK_COMPLETED"];
}

/**
 * During a deployment, a process of an earlier version may close a task without starting the next one. It is started
 * here, while the relationship waits for it.
 */
async function takeTurn(tx: Tx, found: ActorOnboarding): Promise<readonly string[] | null> {
  if (found.relationshipStatus !== "ONBOARDING") return null;
  return (await advanceToNextTask(tx, found)) ? ["TURN_PASSED"] : null;
}

/** Decides the reminders that are due, and finds the next instant in the present time zone. */
async function settleReminders(
  tx: Tx,
  { now, zone, clientUserId, relationshipId }: ActorOnboarding,
  task: ActorTask,
): Promise<readonly string[] | null> {
  const { id: taskId, remindersFrom: from, nextReminderAt } = task;
  if (from === null || nextReminderAt === null) return null;
  const state = { from, zone, days: reminderDaysOf(task, zone) };
  const { decisions, next } = decideReminders(state, now);
  const did: string[] = [];
  for (const { localDate, verdict } of decisions) {
    const decided = await decideNotification(tx, {
      category: "ONBOARDING_REMINDER",
      recipientUserId: clientUserId,
      subjectId: taskId,
      relationshipId,
      dedupeKey: reminderKey(taskId, localDate),
      localDate,
      verdict: verdict === "DUE" ? "ASK" : verdict,
      now,
      requestId: REQUEST_ID,
    });
    if (decided.isNew) did.push(reminderCode(decided));
  }
  if (next?.from === from && next.at.getTime() === nextReminderAt.getTime()) return null;
  await moveReminders(tx, taskId, next);
  return did;
}

function reminderCode({ outcome, reason }: DecidedNotification): string {
  switch (outcome) {
    case "SEND":
      return "REMINDER_SENT";
    case "DEFER":
      return `REMINDER_DEFERRED: ${reason}`;
    case "SUPPRESS":
      return `REMINDER_SUPPRESSED: ${reason}`;
  }
}
