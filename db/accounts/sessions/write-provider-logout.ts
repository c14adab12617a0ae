import { lockName, shareName } from "../../platform/lock-name.ts";
import type { Tx } from "../../transact.ts";
import { clockNow } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";

/** What a logout at the provider, or a login here, is about. */
export interface ProviderPresence {
  readonly issuer: string;
  readonly providerSessionId: string | null;
  readonly subject: string | null;
}

/** A logout that the provider told of. */
export interface NewProviderLogout extends ProviderPresence {
  readonly jti: string;
  readonly issuedAt: Date;
}

/**
 * Puts a login after or before every logout of its session and subject at the provider: neither has a
 * row to lock before the other has come. Logins do not wait for each other. Taken before all row locks.
 */
export async function orderWithLogouts(tx: Tx, presence: ProviderPresence): Promise<void> {
  await shareName(tx, ...lockKeys(presence));
}

/** Puts a logout at the provider after or before every login that it could concern. */
export async function orderWithLogins(tx: Tx, presence: ProviderPresence): Promise<void> {
  await lockName(tx, ...lockKeys(presence));
}

/** Names of the locks, always in one order. */
function lockKeys({ issuer, providerSessionId, subject }: ProviderPresence) {
  return [
    ...(providerSessionId === null ? [] : [`${issuer} sid ${providerSessionId}`]),
    ...(subject === null ? [] : [`${issuer} sub ${subject}`]),
  ];
}

/** Keeps a logout unless its token was seen before; true when this call kept it. */
export async function claimProviderLogout(tx: Tx, logout: NewProviderLogout): Promise<boolean> {
  const { issuer, jti, providerSessionId, subject, issuedAt } = logout;
  const claimed = await tables(tx)
    .insertInto("providerLogout")
    .values({ issuer, jti, providerSessionId, subject, issuedAt, receivedAt: clockNow })
    .onConflict((on) => on.columns(["issuer", "jti"]).doNothing())
    .returning("jti")
    .executeTakeFirst();
  return claimed !== undefined;
}
