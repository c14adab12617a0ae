import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** A user says yes to one pair of legal versions. */
export interface NewTermsAcceptance {
  readonly id: string;
  readonly userId: string;
  readonly termsVersion: string;
  readonly privacyVersion: string;
  readonly ipHash: string;
  readonly userAgentHash: string;
  readonly now: Date;
}

/** Records the acceptance unless this pair was accepted before; true when it was recorded now. */
export async function claimTermsAcceptance(
  tx: Tx,
  acceptance: NewTermsAcceptance,
): Promise<boolean> {
  const { rows } = await sql`
    insert into terms_acceptance (id, user_id, terms_version, privacy_version, accepted_at, ip_hash,
                                  user_agent_hash)
    values (${acceptance.id}, ${acceptance.userId}, ${acceptance.termsVersion},
            ${acceptance.privacyVersion}, ${acceptance.now}, ${acceptance.ipHash},
            ${acceptance.userAgentHash})
    on conflict (user_id, terms_version, privacy_version) do nothing
    returning id
  `.execute(tx.getKysely());
  return rows.length === 1;
}
