import { Refusal } from "../../contract/refusal.ts";
import type { HeldTask } from "../../db/onboarding/held-task.ts";
import type { Tx } from "../../db/transact.ts";
import { judgeTaskAct } from "../../rules/onboarding/judge-task-act.ts";
import { nextReminderAt, remindersFrom } from "../../rules/onboarding/next-reminder.ts";
import { holdOwnTask } from "./hold-task.ts";
import { recordTaskChange } from "./record-task-change.ts";

/** A client puts a task off. */
export interface TaskSkip {
  readonly taskId: string;
  readonly clientUserId: string;
  /** Kept with the task alone: no event and no log has it. */
  readonly reason: string | null;
  readonly requestId: string | null;
}

/**
 * Skips a task for now: programs and nutrition are blocked, and from the next local day on the client is
 * reminded (document 2, "Onboarding task and workflow"). Skipped again, nothing is written.
 *
 * @returns the task as it was before.
 * @throws Refusal TASK_CLOSED (also while what was submitted waits to be linked), and the codes of
 *   `holdOwnTask`.
 */
export async function skipTask(tx: Tx, skip: TaskSkip): Promise<HeldTask> {
  const held = await holdOwnTask(tx, skip);
  const change = judgeTaskAct(held, "SKIP");
  if (change === "TASK_CLOSED" || held.formStatus === "SUBMITTED") {
    throw new Refusal("TASK_CLOSED");
  }
  const { clientUserId, reason, requestId } = skip;
  const from = remindersFrom(held.now, held.zone);
  await recordTaskChange(tx, held, {
    change,
    actor: { kind: "CLIENT", userId: clientUserId },
    requestId,
    reminders: { from, at: nextReminderAt(from, held.zone) },
    payload: reason === null ? {} : { skipReason: reason },
  });
  return held;
}
