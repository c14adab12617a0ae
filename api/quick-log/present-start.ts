import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import type { SkipAround } from "../../db/quick-log/skips/queries.ts";
import { adherenceDelta } from "../../rules/quick-log/adherence-delta.ts";
import { coachReviewHint } from "../../rules/quick-log/coach-review-hint.ts";
import type { QuickLogEffects } from "../../rules/quick-log/types.ts";
import type { AdmittedTaskOperation } from "./admit-task-operation.ts";
import { isAccepted, presentAction } from "./present.ts";

/** The answer to a start: the task, and the app's next screen. */
export function presentStart(admitted: AdmittedTaskOperation) {
  const { receipt, task } = presentAction(admitted);
  const row = admitted.tasks.find(({ id }) => id === admitted.taskId);
  return {
    receipt,
    task,
    destinationRoute: row?.actionSchema?.destinationRoute ?? null,
    snapshotChecksum: row?.snapshot ? checksumOf(row.snapshot) : null,
  };
}

/** The answer to a skip: its weight, and whether it reaches the coach. */
export function presentSkip(admitted: AdmittedTaskOperation, skips: readonly SkipAround[]) {
  const { receipt, task } = presentAction(admitted);
  const receiptId = isAccepted(receipt) ? receipt.receiptId : null;
  const own = skips.find((skip) => skip.receiptId === receiptId);
  return {
    receipt,
    task,
    adherenceEffect: own?.effects ? adherenceEffect(own.effects) : null,
    coachReviewHint: coachReviewHint(receiptId, skips),
  };
}

function adherenceEffect(effects: QuickLogEffects) {
  const { deltaType, scoreDelta } = adherenceDelta(effects);
  return { deltaType, scoreDelta };
}
