import type { TaskNudge } from "../../contract/inbox/schema.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  type DecidedNotification,
  decideNotification,
} from "../notifications/decide-notification.ts";
import { judgeOccasion } from "../notifications/judge-occasion.ts";

/**
 * Decides about the nudge of a task that a coach resolved as NUDGE_SENT (docs/rooms/inbox.md#nudges). The caller has
 * locked the relationship, so that two nudges of one client see each other.
 */
export async function decideNudge(
  tx: Tx,
  task: CoachTask,
  now: Date,
): Promise<DecidedNotification> {
  return await decideNotification(tx, {
    ...occasionOf(task),
    verdict: "ASK",
    now,
    requestId: "inbox-task-actor",
  });
}

/** What is to become of the nudge of a resolved task, judged by what is known now; null without a nudge. */
export async function foreseeNudge(tx: Tx, task: CoachTask): Promise<TaskNudge | null> {
  const { nudgeAt } = task;
  if (nudgeAt === null) return null;
  const known = { windowMissed: false, tapered: false, decidedAt: null, exhausted: [] };
  const { judgement } = await judgeOccasion(tx, { ...occasionOf(task), ...known }, nudgeAt);
  const { outcome, reason, deliverAfter } = judgement;
  return {
    at: nudgeAt.toISOString(),
    outcome,
    reason,
    deliverAfter: deliverAfter?.toISOString() ?? null,
  };
}

/** A nudge asks for what the source of the task misses: the questionnaire, or a check-in. */
function occasionOf({
  id,
  sourceKind,
  sourceId,
  clientUserId,
  relationshipId,
  nudgeAt,
}: CoachTask) {
  const category = sourceKind === "QUESTIONNAIRE" ? "ONBOARDING_NUDGE" : "CHECK_IN_NUDGE";
  const about = { subjectId: sourceId, relationshipId, recipientUserId: clientUserId };
  const dedupeKey = `inbox-nudge:${id}:${nudgeAt?.getTime() ?? 0}`;
  return { ...about, category, dedupeKey, localDate: null } as const;
}
