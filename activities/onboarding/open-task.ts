import { Refusal } from "../../contract/refusal.ts";
import type { LockedTask } from "../../db/onboarding/locked-task.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { judgeTaskAct } from "../../rules/onboarding/judge-task-act.ts";
import { lockOwnTask } from "./lock-task.ts";
import { recordTaskChange } from "./record-task-change.ts";

/**
 * Opens a task that is ready. A skipped one is resumed; its status and blocks stay
 * (docs/rooms/onboarding.md#task-and-workflow). A repeated call writes nothing.
 *
 * @returns the task as it was before.
 * @throws Refusal TASK_CLOSED, and the codes of `lockOwnTask`.
 */
export async function openTask(tx: Tx, opening: TaskOpening): Promise<LockedTask> {
  const locked = await lockOwnTask(tx, opening);
  const change = judgeTaskAct(locked, "OPEN");
  if (change === "TASK_CLOSED") throw new Refusal(change);
  const { clientUserId, clientTimestamp, requestId } = opening;
  await recordTaskChange(tx, locked, {
    change,
    actor: { kind: "CLIENT", userId: clientUserId },
    requestId,
    evidence: { clientTimestamp },
  });
  return locked;
}

/** A client opens the form of a task. */
export interface TaskOpening {
  readonly taskId: string;
  readonly clientUserId: string;
  /** The device's clock; evidence, never order. */
  readonly clientTimestamp: string;
  readonly requestId: string | null;
}
