import { lockName } from "../platform/lock-name.ts";
import { clockNow as now } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { clockNow, type Tx } from "../platform/transactions/transact.ts";
import { PushToken } from "./push-token.ts";

/** A token and its session. */
export type NewPushToken = Pick<
  PushToken,
  "id" | "userId" | "appSessionId" | "surface" | "provider" | "tokenHash"
> & { readonly token: string };

/**
 * Serialises registrations of one session, and of one token: simultaneous ones would not see each other's new rows.
 */
export async function lockRegistration(
  tx: Tx,
  { appSessionId, tokenHash }: Pick<NewPushToken, "appSessionId" | "tokenHash">,
): Promise<void> {
  await lockName(tx, `push session ${appSessionId}`);
  await lockName(tx, `push token ${tokenHash}`);
}

/** The active token of this session, if it is this one. */
export async function findOwnToken(
  tx: Tx,
  { appSessionId, tokenHash }: Pick<NewPushToken, "appSessionId" | "tokenHash">,
): Promise<PushToken | null> {
  return await tx.findOne(PushToken, { appSessionId, tokenHash, status: "ACTIVE" });
}

/** How many other apps of the user receive pushes, not counting this token. */
export async function countOtherTokens(
  tx: Tx,
  { userId, appSessionId, provider, tokenHash }: Omit<NewPushToken, "id" | "token">,
): Promise<number> {
  return await tx.count(PushToken, {
    userId,
    status: "ACTIVE",
    tokenHash: { $ne: tokenHash },
    $not: { appSessionId, provider },
  });
}

/** Retires the token's former registration, and the session's former token. */
export async function retireFormer(
  tx: Tx,
  { appSessionId, provider, tokenHash }: Omit<NewPushToken, "id" | "token">,
): Promise<void> {
  await tables(tx)
    .updateTable("pushToken")
    .set((token) => ({
      status: "RETIRED" as const,
      retiredAt: now,
      updatedAt: now,
      token: null,
      retiredFor: token
        .case()
        .when("tokenHash", "=", tokenHash)
        .then("MOVED" as const)
        .else("REPLACED" as const)
        .end(),
    }))
    .where("status", "=", "ACTIVE")
    .where(({ and, eb, or }) =>
      or([
        eb("tokenHash", "=", tokenHash),
        and([eb("appSessionId", "=", appSessionId), eb("provider", "=", provider)]),
      ]),
    )
    .execute();
}

/** Inserts an active token. */
export async function insertPushToken(tx: Tx, row: NewPushToken): Promise<PushToken> {
  const createdAt = await clockNow(tx);
  const begun = { createdAt, updatedAt: createdAt, retiredAt: null, retiredFor: null };
  const token = tx.create(PushToken, { ...row, ...begun, status: "ACTIVE" });
  await tx.flush();
  return token;
}

/** The current state of a user's token. */
export async function findUserToken(
  tx: Tx,
  key: { readonly userId: string; readonly pushTokenId: string },
): Promise<PushToken | null> {
  const { userId, pushTokenId: id } = key;
  return await tx.findOne(PushToken, { id, userId }, { refresh: true });
}
