import type { Tx } from "../platform/transactions/transact.ts";
import { OnboardingTask } from "./onboarding-task.ts";

/**
 * Replaces the form of a task; its status stays. The caller has locked the relationship.
 *
 * @throws Error if the task has changed since it was read.
 */
export async function replaceTaskForm(
  tx: Tx,
  replacement: {
    readonly taskId: string;
    readonly revision: number;
    readonly formAssignmentId: string;
    readonly now: Date;
  },
): Promise<void> {
  const { taskId: id, revision, formAssignmentId, now: updatedAt } = replacement;
  const next = { formAssignmentId, revision: revision + 1, updatedAt };
  const written = await tx.nativeUpdate(OnboardingTask, { id, revision }, next);
  if (written !== 1) throw new Error("An onboarding task changed under its lock");
}
