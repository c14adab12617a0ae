import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import type { LockedTask } from "../../db/onboarding/locked-task.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { judgeTaskAct } from "../../rules/onboarding/judge-task-act.ts";
import { nextReminderAt, remindersFrom } from "../../rules/onboarding/next-reminder.ts";
import { lockOwnTask } from "./lock-task.ts";
import { recordTaskChange } from "./record-task-change.ts";

/**
 * Skips a task for now: programs and nutrition are blocked, and reminders start on the next local day
 * (docs/rooms/onboarding.md#task-and-workflow). A repeated call writes nothing.
 *
 * @returns the task as it was before.
 * @throws Refusal TASK_CLOSED (also while a submission waits to be linked), STATE_CONFLICT for a baseline, and the
 * codes of `lockOwnTask`.
 */
export async function skipTask(tx: Tx, skip: TaskSkip): Promise<LockedTask> {
  const locked = await lockOwnTask(tx, skip);
  const change = judgeTaskAct(locked, "SKIP");
  if (change === "TASK_CLOSED" || locked.formStatus === "SUBMITTED") {
    throw new Refusal("TASK_CLOSED");
  }
  if (locked.taskType === "BASELINE") throw stateConflict("NOT_SKIPPABLE");
  const { clientUserId, reason, requestId } = skip;
  const from = remindersFrom(locked.now, locked.zone);
  await recordTaskChange(tx, locked, {
    change,
    actor: { kind: "CLIENT", userId: clientUserId },
    requestId,
    reminders: { cadence: "DAILY", from, at: nextReminderAt(from, locked.zone) },
    payload: reason === null ? {} : { skipReason: reason },
  });
  return locked;
}

/** A client skips a task for now. */
export interface TaskSkip {
  readonly taskId: string;
  readonly clientUserId: string;
  /** Stored with the task only; it is in no event and no log. */
  readonly reason: string | null;
  readonly requestId: string | null;
}
