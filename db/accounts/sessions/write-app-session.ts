import type { Surface } from "../../../contract/accounts/vocabulary.ts";
import type { Tx } from "../../transact.ts";
import { clockNow, secondsAgo, holds } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";

/** A session of one app, as it is first seen. */
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

/** Inserts the session unless it is there; true when this call inserted it. */
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

/** The session of (issuer, provider session, client), whoever inserted it. */
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

/** Notes that the identity signed in, and when the newest token of those was made that it did so with. */
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

/** Notes that the session is in use, at most once a minute and waiting for nobody. */
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
