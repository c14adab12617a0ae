import { TASK_DUE_DAYS } from "../../../contract/onboarding/vocabulary.ts";
import type { LockedTask } from "../../../db/onboarding/locked-task.ts";
import {
  beginTask,
  findCurrentTask,
  setCurrentTask,
} from "../../../db/onboarding/find-current-task.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { nextReminderAt, remindersFrom } from "../../../rules/onboarding/next-reminder.ts";

/**
 * Starts the next open task of an onboarding after one was closed. It gets a due date, and reminders like an unopened
 * questionnaire. A task that has already started keeps its dates. The caller holds the relationship's lock.
 *
 * @returns whether a task started.
 */
export async function advanceToNextTask(
  tx: Tx,
  { instanceId, zone, now }: Pick<LockedTask, "instanceId" | "zone" | "now">,
): Promise<boolean> {
  const { currentTaskId, nextTaskId } = await findCurrentTask(tx, instanceId);
  if (currentTaskId === nextTaskId) return false;
  await setCurrentTask(tx, { instanceId, taskId: nextTaskId, now });
  if (nextTaskId === null) return true;
  const from = remindersFrom(now, zone);
  await beginTask(tx, {
    taskId: nextTaskId,
    dueAt: new Date(now.getTime() + TASK_DUE_DAYS * DAY_MS),
    remindersFrom: from,
    nextReminderAt: nextReminderAt(from, zone),
    now,
  });
  return true;
}

const DAY_MS = 86_400_000;
