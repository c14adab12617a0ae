import type { Tx } from "../transact.ts";
import { OnboardingTask } from "./onboarding-task.ts";

/**
 * Lets a task ask for another form; its status stays. The caller holds the relationship.
 *
 * @throws Error when the task is not as it was read.
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
