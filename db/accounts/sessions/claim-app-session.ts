import type { Surface } from "../../../contract/accounts/vocabulary.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { clockNow, secondsAgo, holds } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** Inserts the session unless it exists; true if this call inserted it. */
export async function claimAppSession(tx: Tx, session: NewAppSession): Promise<boolean> {
  const { id, userId, identityId, issuer, providerSessionId, clientId, surface } = session;
  const { ipHash, network } = session;
  const key = { issuer, providerSessionId, clientApp: clientId };
  const seen = { ipHash, network, startedAt: clockNow, lastSeenAt: clockNow };
  const claimed = await tables(tx)
    .insertInto("appSession")
    .values({ id, userId, identityId, ...key, surface, ...seen })
    .onConflict((on) => on.columns(["issuer", "providerSessionId", "clientApp"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** A new session of one app. */
export interface NewAppSession {
  readonly id: string;
  readonly userId: string;
  readonly identityId: string;
  readonly issuer: string;
  readonly providerSessionId: string;
  readonly clientId: string;
  readonly surface: Surface;
  readonly ipHash: string;
  readonly network: string | null;
}

/** The session of (issuer, provider session, client), no matter which transaction inserted it. */
export async function findAppSession(
  tx: Tx,
  key: Pick<NewAppSession, "issuer" | "providerSessionId" | "clientId">,
): Promise<{ id: string; userId: string; revoked: boolean } | null> {
  const session = await tables(tx)
    .selectFrom("appSession")
    .where("issuer", "=", key.issuer)
    .where("providerSessionId", "=", key.providerSessionId)
    .where("clientApp", "=", key.clientId)
    .select(["id", "userId"])
    .select(({ eb }) => holds(eb("revokedAt", "is not", null)).as("revoked"))
    .executeTakeFirst();
  return session ?? null;
}

/** Records a login of the identity, and the issue time of its newest token. */
export async function markLogin(
  tx: Tx,
  { identityId, issuedAt }: { readonly identityId: string; readonly issuedAt: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("authIdentity")
    .set(({ fn, ref, val }) => ({
      lastLoginAt: clockNow,
      claimedAt: fn<Date>("greatest", [ref("claimedAt"), val(issuedAt)]),
    }))
    .where("id", "=", identityId)
    .execute();
}

/** Records that the session is in use, at most once a minute and without waiting for a lock. */
export async function markSeen(tx: Tx, appSessionId: string): Promise<void> {
  await tables(tx)
    .updateTable("appSession")
    .set({ lastSeenAt: clockNow })
    .where("id", "=", ({ selectFrom }) =>
      selectFrom("appSession")
        .where("id", "=", appSessionId)
        .where("revokedAt", "is", null)
        .where("lastSeenAt", "<", secondsAgo(60))
        .select("id")
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}
