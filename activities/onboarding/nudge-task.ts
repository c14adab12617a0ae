import type { TaskPlace } from "../../db/onboarding/coach/queries.ts";
import { appendOnboardingAudit } from "../../db/onboarding/append-onboarding-audit.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { lockOpenTask } from "./lock-open-task.ts";
import { type DayReminder, remindToday } from "./remind-today.ts";

/**
 * Reminds a client of an open task; this replaces the day's automatic reminder (docs/rooms/onboarding.md#overrides).
 * If that one was already decided, it returns that decision.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE, TASK_CLOSED.
 */
export async function nudgeTask(
  tx: Tx,
  { place, byUserId, requestId }: Nudge,
): Promise<DayReminder> {
  const locked = await lockOpenTask(tx, place);
  const reminder = await remindToday(tx, locked, { category: "ONBOARDING_NUDGE", requestId });
  const { instanceId, taskId, now } = locked;
  const { notificationId, outcome, reason, localDate } = reminder;
  await appendOnboardingAudit(tx, {
    instanceId,
    taskId,
    eventType: "nudged",
    actor: { kind: "COACH", userId: byUserId },
    metadata: { notificationId, outcome, reason, localDate },
    now,
  });
  return reminder;
}

/** A coach reminds a client of a task. */
export interface Nudge {
  readonly place: TaskPlace;
  readonly byUserId: string;
  readonly requestId: string;
}
