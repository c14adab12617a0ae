import { checksumOf } from "../../activities/sync/admission/judge-operation.ts";
import type { AdmittedBatch } from "../../activities/sync/admission/admission.ts";
import type { SkipAround } from "../../db/quick-log/queries.ts";
import type { StoredTask } from "../../rules/agenda/agenda-task.ts";
import { adherenceDelta } from "../../rules/quick-log/adherence-delta.ts";
import { coachReviewHint } from "../../rules/quick-log/coach-review-hint.ts";
import { presentAction } from "./present.ts";

type Admitted = AdmittedBatch<readonly StoredTask[]>;

/** The answer of a start: the task, and what the app goes on with. */
export function presentStart(taskId: string, admitted: Admitted) {
  const { receipt, task } = presentAction(taskId, admitted);
  const row = admitted.extra.find(({ id }) => id === taskId);
  return {
    receipt,
    task,
    destinationRoute: row?.actionSchema.destinationRoute ?? null,
    snapshotChecksum: row === undefined ? null : checksumOf(row.snapshot),
  };
}

/** The answer of a skip: what it counts for, and whether the coach hears of it. */
export function presentSkip(taskId: string, admitted: Admitted, skips: readonly SkipAround[]) {
  const { receipt, task } = presentAction(taskId, admitted);
  const accepted = receipt.status === "ACCEPTED" || receipt.status === "ALREADY_ACCEPTED";
  const receiptId = accepted ? receipt.receiptId : null;
  const own = skips.find((skip) => skip.receiptId === receiptId);
  return {
    receipt,
    task,
    adherenceEffect: own === undefined ? null : adherenceEffect(own),
    coachReviewHint: coachReviewHint(receiptId, skips),
  };
}

function adherenceEffect({ effects }: SkipAround) {
  const { deltaType, scoreDelta } = adherenceDelta(effects);
  return { deltaType, scoreDelta };
}
