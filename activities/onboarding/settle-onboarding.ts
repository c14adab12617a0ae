import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { lockScope } from "../../db/lock-scopes.ts";
import {
  findRelationshipOfInstance,
  loadActorOnboarding,
  moveReminders,
  type ActorOnboarding,
  type ActorTask,
} from "../../db/onboarding/settlement.ts";
import { dropActorRow, seeActor } from "../../db/outbox/actor-rows.ts";
import { transact, type Tx } from "../../db/transact.ts";
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
import { passTurn } from "./turns/pass-turn.ts";

/** Stands where a request would: nobody asks for this, time does. */
const REQUEST_ID = "onboarding-actor";

/** Whose onboarding. */
export interface SettleOnboardingInput {
  readonly instanceId: string;
}

/**
 * Looks at an onboarding under its relationship's lock and does what has become due: what an ended
 * relationship left is taken away when its time is over, a task whose form was submitted is completed, one
 * whose turn was not passed on has it, and the reminders of a skipped or never opened one are decided, each
 * local day once. Safe to run at any time and any number of times; early, it changes nothing and answers when
 * to look again.
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

/** @returns what it did, by its codes; null when nothing was due. */
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
 * A process of a former version, of which some still run while a deploy is under way, closes a task and passes no turn on:
 * the next one is begun here, while the relationship waits for it.
 */
async function takeTurn(tx: Tx, found: ActorOnboarding): Promise<readonly string[] | null> {
  if (found.relationshipStatus !== "ONBOARDING") return null;
  return (await passTurn(tx, found)) ? ["TURN_PASSED"] : null;
}

/** Decides the reminders whose day has come, and finds the next instant by the zone as it is now. */
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
