import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

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
 * Puts a logout at the provider and the first sight of a session one after the other: neither has a row
 * to lock before the other has come. Taken before all row locks of an account.
 */
export async function orderWithLogins(tx: Tx, presence: ProviderPresence): Promise<void> {
  const { issuer, providerSessionId, subject } = presence;
  const keys = [providerSessionId && `sid ${providerSessionId}`, subject && `sub ${subject}`]
    .filter((key) => key !== null)
    .map((key) => `${issuer} ${key}`)
    .toSorted();
  for (const key of keys) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.getKysely());
  }
}

/** Keeps a logout unless its token was seen before; true when this call kept it. */
export async function claimProviderLogout(tx: Tx, logout: NewProviderLogout): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_logout (issuer, jti, provider_session_id, subject, issued_at, received_at)
    values (${logout.issuer}, ${logout.jti}, ${logout.providerSessionId}, ${logout.subject},
            ${logout.issuedAt}, clock_now())
    on conflict (issuer, jti) do nothing
    returning jti
  `.execute(tx.getKysely());
  return rows.length === 1;
}
