import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import { INVITATIONS_PER_HOUR } from "../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findSendingPause } from "../../db/invitations/count-invitations.ts";
import { lockUser } from "../../db/accounts/guard/lock-rows.ts";
import type { Tx } from "../../db/transact.ts";

const HOUR_SECONDS = 3_600;

/**
 * Lets a coach send one more invitation, whatever for: each is a message to somebody who may not want
 * it. One after another by the lock on the account, so that many at once are counted too.
 *
 * @throws Refusal RATE_LIMITED, remembered once an hour.
 */
export async function limitSending(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId);
  const pause = await findSendingPause(tx, { userId, limit: INVITATIONS_PER_HOUR });
  if (pause === null) return;
  throw new Refusal("RATE_LIMITED", {
    retryAfterSeconds: Math.max(1, pause),
    audit: {
      eventType: "INVITATION_REFUSED" satisfies AuthAuditEventType,
      metadata: { code: "RATE_LIMITED", step: "CREATION" },
      onceWithinSeconds: HOUR_SECONDS,
    },
  });
}
