import { Refusal } from "../../contract/refusal.ts";
import { hasSubmission } from "../../db/onboarding/has-submission.ts";
import type { LockedTask } from "../../db/onboarding/locked-task.ts";
import type { OnboardingActing } from "../../db/onboarding/onboarding-acting.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { judgeTaskAct } from "../../rules/onboarding/judge-task-act.ts";
import { lockOwnTask, lockTask } from "./lock-task.ts";
import { recordTaskChange } from "./record-task-change.ts";

/**
 * Links a submission to its task, which completes it and clears the blocks. A repeat with the same task and
 * submission writes nothing (docs/rooms/onboarding.md#records).
 *
 * @returns the task as it was before.
 * @throws Refusal SUBMISSION_MISMATCH (not of the task's form assignment, or not the one that completed it).
 * TASK_CLOSED (cancelled, expired). NOT_FOUND. For a client also the codes of `lockOwnTask`.
 */
export async function completeTask(tx: Tx, completion: TaskCompletion): Promise<LockedTask> {
  const { taskId, submissionId, actor, requestId } = completion;
  const locked =
    actor.kind === "CLIENT" && actor.userId !== null
      ? await lockOwnTask(tx, { taskId, clientUserId: actor.userId })
      : await lockTask(tx, taskId);
  if (locked.status === "COMPLETED") {
    if (locked.submissionId !== submissionId) throw new Refusal("SUBMISSION_MISMATCH");
    return locked;
  }
  const change = judgeTaskAct(locked, "COMPLETE");
  if (change === "TASK_CLOSED") throw new Refusal(change);
  if (!(await hasSubmission(tx, locked, submissionId))) throw new Refusal("SUBMISSION_MISMATCH");
  const evidence = { submissionId };
  await recordTaskChange(tx, locked, { change, actor, requestId, submissionId, evidence });
  return locked;
}

/** A submission that completes a task. */
export interface TaskCompletion {
  readonly taskId: string;
  readonly submissionId: string;
  /** The client, or the system that consumed the submission's event. */
  readonly actor: OnboardingActing;
  readonly requestId: string | null;
}
