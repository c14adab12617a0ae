import { CONTACT_LOOKUPS_PER_HOUR } from "../../../contract/accounts/support-vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { countContactLookups } from "../../../db/accounts/support/queries.ts";
import { lockName } from "../../../db/platform/lock-name.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Limits how many contacts an operator looks up within an hour. The lock serialises the operator's searches until
 * their audit rows, which are counted, are committed.
 *
 * @throws Refusal RATE_LIMITED until the oldest search leaves the hour; the attempt is audited.
 */
export async function limitContactLookups(tx: Tx, actor: string): Promise<void> {
  await lockName(tx, `contact lookups of ${actor}`);
  const now = await clockNow(tx);
  const since = new Date(now.getTime() - HOUR_SECONDS * 1000);
  const { count, oldestAt } = await countContactLookups(tx, { actor, since });
  if (oldestAt === null || count < CONTACT_LOOKUPS_PER_HOUR) return;
  throw new Refusal("RATE_LIMITED", {
    retryAfterSeconds: Math.max(1, (Date.parse(oldestAt) - since.getTime()) / 1000),
    audit: {
      eventType: "RATE_LIMITED",
      metadata: { limit: "contact-lookups" },
      onceWithinSeconds: HOUR_SECONDS,
    },
  });
}

const HOUR_SECONDS = 3_600;
