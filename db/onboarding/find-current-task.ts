import type { OnboardingTaskStatus } from "../../contract/onboarding/vocabulary.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { OnboardingInstance } from "./onboarding-instance.ts";
import { OnboardingTask } from "./onboarding-task.ts";

/** The current task of an onboarding, and its first open task; null without one. */
export async function findCurrentTask(tx: Tx, instanceId: string) {
  return await tables(tx)
    .selectFrom("onboardingInstance as i")
    .select((instance) => [
      "i.currentTaskId",
      instance
        .selectFrom("onboardingTask as t")
        .select("t.id")
        .whereRef("t.instanceId", "=", "i.id")
        .where("t.status", "in", OPEN)
        .orderBy("t.sortOrder")
        .limit(1)
        .as("nextTaskId"),
    ])
    .where("i.id", "=", instanceId)
    .executeTakeFirstOrThrow();
}

const OPEN: readonly OnboardingTaskStatus[] = ["READY", "OPENED", "SKIPPED_FOR_NOW"];

/** Makes a task the current one of an onboarding, or none. */
export async function setCurrentTask(
  tx: Tx,
  at: { readonly instanceId: string; readonly taskId: string | null; readonly now: Date },
): Promise<void> {
  const { instanceId: id, taskId: currentTaskId, now: updatedAt } = at;
  await tx.nativeUpdate(OnboardingInstance, { id }, { currentTaskId, updatedAt });
}

/** Sets the due date and the first reminder of a task that becomes current. */
export async function beginTask(
  tx: Tx,
  turn: {
    readonly taskId: string;
    readonly dueAt: Date;
    readonly remindersFrom: string;
    readonly nextReminderAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  const { taskId: id, now, ...days } = turn;
  const begun = { ...days, reminderCadence: "UNOPENED", begunAt: now, updatedAt: now } as const;
  await tx.nativeUpdate(OnboardingTask, { id }, begun);
}

/** The open baseline task, or null. */
export async function findOpenBaseline(tx: Tx, instanceId: string): Promise<string | null> {
  const found = await tables(tx)
    .selectFrom("onboardingTask")
    .select("id")
    .where("instanceId", "=", instanceId)
    .where("taskType", "=", "BASELINE")
    .where("status", "in", OPEN)
    .executeTakeFirst();
  return found?.id ?? null;
}
