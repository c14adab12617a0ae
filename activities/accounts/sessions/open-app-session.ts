import type { Surface, UserRole } from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { isEndedAtProvider, type ProviderSign } from "../../../db/accounts/sessions/queries.ts";
import { orderWithLogouts } from "../../../db/accounts/sessions/claim-provider-logout.ts";
import {
  claimAppSession,
  findAppSession,
  markLogin,
} from "../../../db/accounts/sessions/claim-app-session.ts";
import { lockUser } from "../../../db/accounts/guard/lock-user.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { type Tx, clockNow } from "../../../db/platform/transactions/transact.ts";
import type { VerifiedIdentity } from "../../../rules/accounts/verified-identity.ts";
import { followEmail } from "../follow-email.ts";
import { judgeLoginPlace } from "../judge-login-place.ts";

/**
 * Opens the app session of (provider session, client) on its first request and emits the login. A repeated or
 * concurrent request gets the same session and emits nothing. The origin is judged at once
 * (docs/rooms/accounts.md#suspicious-sign-ins), and the account's e-mail follows the sign-in
 * (docs/rooms/accounts.md#e-mail-follows). A session that the provider already ended does not open.
 *
 * @returns id of the session.
 * @throws Refusal UNAUTHENTICATED when the session was revoked, began as another user's, or has ended at the
 * provider.
 */
export async function openAppSession(tx: Tx, seen: FirstSeen): Promise<string> {
  const { identity, userId, identityId, ipHash, network, requestId } = seen;
  await orderWithLogouts(tx, identity);
  if (await isEndedAtProvider(tx, identity)) throw new Refusal("UNAUTHENTICATED");
  await lockUser(tx, userId);
  const id = newId();
  if (await claimAppSession(tx, { ...identity, userId, identityId, ipHash, network, id })) {
    await followEmail(tx, seen);
    await markLogin(tx, { identityId, issuedAt: identity.issuedAt });
    await appendEvents(tx, [loginEvent(seen, id)], { now: await clockNow(tx), requestId });
    const { provider } = identity;
    const place = { userId, appSessionId: id, provider, deviceIdHash: null, ipHash, requestId };
    await judgeLoginPlace(tx, place);
    return id;
  }
  const session = await findAppSession(tx, identity);
  if (session === null || session.revoked || session.userId !== seen.userId) {
    throw new Refusal("UNAUTHENTICATED");
  }
  return session.id;
}

/** The sign-in that opens an app session. */
export interface SessionSignIn extends ProviderSign, VerifiedIdentity {
  readonly clientId: string;
  readonly surface: Surface;
}

/** A user's first request in a session of an app. */
export interface FirstSeen {
  readonly userId: string;
  readonly roles: readonly UserRole[];
  readonly identityId: string;
  readonly identity: SessionSignIn;
  /** Keyed hash of the client's address. */
  readonly ipHash: string;
  /** First half of its network's address, shown to the person. */
  readonly network: string | null;
  readonly requestId: string;
}

function loginEvent(seen: FirstSeen, appSessionId: string) {
  const asCoach = seen.identity.surface !== "CLIENT_MOBILE" && seen.roles.includes("COACH");
  return {
    eventId: newId(),
    type: asCoach ? ("CoachLoggedIn" as const) : ("ClientLoggedIn" as const),
    subjectId: seen.userId,
    version: 0,
    refs: { appSessionId },
  };
}
