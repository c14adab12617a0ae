import type { MediaOutcome } from "../../../contract/exercises/media-vocabulary.ts";
import { lockAllowance } from "../../../db/exercises/media/lock-allowance.ts";
import { closeAllowance, endAccess } from "../../../db/exercises/media/write-access.ts";
import type { Tx } from "../../../db/transact.ts";
import { minutesOf } from "../../../rules/exercises/media/judge-allowance.ts";
import { closedBy, stateOf } from "../../../rules/exercises/media/judge-outcome.ts";

/** How the call of an access ended. */
export interface FinishedCall {
  readonly providerKey: string;
  readonly accessId: string;
  /** Minutes that were reserved. */
  readonly minutes: number;
  readonly outcome: MediaOutcome;
  readonly videoSeconds: number | null;
  readonly warning: string | null;
}

/**
 * Keeps how the call ended: counted for the minutes that the provider told, never for less than was reserved, or
 * released where it proves that nothing was counted. The provider's cap closes the allowance.
 */
export async function finishAccess(tx: Tx, call: FinishedCall): Promise<void> {
  const { providerKey, accessId, minutes: reserved, outcome, videoSeconds, warning } = call;
  const closes = closedBy(outcome);
  if (closes !== null) {
    const { closedBy: isClosedBy } = await lockAllowance(tx, providerKey);
    if (isClosedBy === null) await closeAllowance(tx, providerKey, closes);
  }
  const minutes = videoSeconds === null ? reserved : Math.max(reserved, minutesOf(videoSeconds));
  await endAccess(tx, {
    accessId,
    state: stateOf(outcome),
    outcome,
    videoSeconds,
    minutes,
    providerWarning: warning,
  });
}
