import type { MediaOutcome } from "../../../contract/exercises/media-vocabulary.ts";
import { lockMediaQuota } from "../../../db/exercises/media/lock-media-quota.ts";
import { closeAllowance, endAccess } from "../../../db/exercises/media/write-access.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { minutesOf } from "../../../rules/exercises/media/judge-media-quota.ts";
import { closedBy, accessStateOf } from "../../../rules/exercises/media/access-state.ts";

/**
 * Stores the result of a call. It is counted with the minutes that the provider reports, at least the reserved ones.
 * It is released if the outcome proves that nothing was counted. If the provider's cap was reached, the allowance is
 * closed.
 */
export async function finishAccess(tx: Tx, call: FinishedCall): Promise<void> {
  const { providerKey, accessId, minutes: reserved, outcome, videoSeconds, warning } = call;
  const closes = closedBy(outcome);
  if (closes !== null) {
    const { closedBy: isClosedBy } = await lockMediaQuota(tx, providerKey);
    if (isClosedBy === null) await closeAllowance(tx, providerKey, closes);
  }
  const minutes = videoSeconds === null ? reserved : Math.max(reserved, minutesOf(videoSeconds));
  await endAccess(tx, {
    accessId,
    state: accessStateOf(outcome),
    outcome,
    videoSeconds,
    minutes,
    providerWarning: warning,
  });
}

/** The result of a provider call for an access. */
export interface FinishedCall {
  readonly providerKey: string;
  readonly accessId: string;
  /** Reserved minutes. */
  readonly minutes: number;
  readonly outcome: MediaOutcome;
  readonly videoSeconds: number | null;
  readonly warning: string | null;
}
