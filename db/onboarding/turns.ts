import type { OnboardingTaskStatus } from "../../contract/onboarding/vocabulary.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";
import { OnboardingInstance } from "./onboarding-instance.ts";
import { OnboardingTask } from "./onboarding-task.ts";

const OPEN: readonly OnboardingTaskStatus[] = ["READY", "OPENED", "SKIPPED_FOR_NOW"];

/** The task that an onboarding stands at, and the first one in its order that is open; null without one. */
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

/** Lets an onboarding stand at a task, or at none. */
export async function standAt(
  tx: Tx,
  at: { readonly instanceId: string; readonly taskId: string | null; readonly now: Date },
): Promise<void> {
  const { instanceId: id, taskId: currentTaskId, now: updatedAt } = at;
  await tx.nativeUpdate(OnboardingInstance, { id }, { currentTaskId, updatedAt });
}

/** Begins the turn of a task: when it is due, and the first of its few reminders. */
export async function beginTurn(
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

/** The task of the baseline while it is open, or null. */
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
