import { Refusal } from "../../../contract/refusal.ts";
import { loadLockedTask } from "../../../db/onboarding/locked-task.ts";
import type { OnboardingActing } from "../../../db/onboarding/onboarding-acting.ts";
import { findOpenBaseline } from "../../../db/onboarding/find-current-task.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { judgeTaskAct } from "../../../rules/onboarding/judge-task-act.ts";
import { recordTaskChange } from "../record-task-change.ts";

/** Closes the baseline task if one is open. The caller holds the relationship's lock. */
export async function closeBaseline(tx: Tx, end: BaselineEnd): Promise<void> {
  const { instanceId, act, actor, requestId } = end;
  const taskId = await findOpenBaseline(tx, instanceId);
  if (taskId === null) return;
  const locked = await loadLockedTask(tx, taskId);
  const change = judgeTaskAct(locked, act);
  if (change === "TASK_CLOSED") throw new Refusal(change);
  await recordTaskChange(tx, locked, { change, actor, requestId });
}

/** The end of a relationship's wait for its baseline: it is complete, or the coach waived it. */
export interface BaselineEnd {
  readonly instanceId: string;
  readonly act: "COMPLETE" | "CANCEL";
  readonly actor: OnboardingActing;
  readonly requestId: string | null;
}
