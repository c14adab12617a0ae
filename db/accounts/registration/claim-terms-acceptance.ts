import type { Tx } from "../../platform/transactions/transact.ts";
import { tables } from "../../tables.ts";

/** Records the acceptance unless this pair was accepted before; true if this call recorded it. */
export async function claimTermsAcceptance(
  tx: Tx,
  acceptance: NewTermsAcceptance,
): Promise<boolean> {
  const { id, userId, termsVersion, privacyVersion, ipHash, userAgentHash, now } = acceptance;
  const claimed = await tables(tx)
    .insertInto("termsAcceptance")
    .values({ id, userId, termsVersion, privacyVersion, acceptedAt: now, ipHash, userAgentHash })
    .onConflict((on) => on.columns(["userId", "termsVersion", "privacyVersion"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** A user accepts one pair of legal versions. */
export interface NewTermsAcceptance {
  readonly id: string;
  readonly userId: string;
  readonly termsVersion: string;
  readonly privacyVersion: string;
  readonly ipHash: string;
  readonly userAgentHash: string;
  readonly now: Date;
}
