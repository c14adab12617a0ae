import { lockName, shareName } from "../../platform/lock-name.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** Stores a logout unless its token was seen before; true if this call stored it. */
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

/** The provider session and subject that a logout at the provider, or a login here, concerns. */
export interface ProviderPresence {
  readonly issuer: string;
  readonly providerSessionId: string | null;
  readonly subject: string | null;
}

/** A logout that the provider reported. */
export interface NewProviderLogout extends ProviderPresence {
  readonly jti: string;
  readonly issuedAt: Date;
}

/**
 * Orders a login before or after every logout of its session and subject at the provider. Advisory locks, because
 * neither has a row yet. Logins do not wait for each other. Take them before all row locks.
 */
export async function orderWithLogouts(tx: Tx, presence: ProviderPresence): Promise<void> {
  await shareName(tx, ...lockKeys(presence));
}

/** Orders a logout at the provider before or after every login that it could concern. */
export async function orderWithLogins(tx: Tx, presence: ProviderPresence): Promise<void> {
  await lockName(tx, ...lockKeys(presence));
}

/** Names of the locks, always in the same order. */
function lockKeys({ issuer, providerSessionId, subject }: ProviderPresence) {
  return [
    ...(providerSessionId === null ? [] : [`${issuer} sid ${providerSessionId}`]),
    ...(subject === null ? [] : [`${issuer} sub ${subject}`]),
  ];
}
