import type { Surface, UserRole } from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { isEndedAtProvider, type ProviderSign } from "../../../db/accounts/sessions/queries.ts";
import { orderWithLogouts } from "../../../db/accounts/sessions/write-provider-logout.ts";
import {
  claimAppSession,
  findAppSession,
  markLogin,
} from "../../../db/accounts/sessions/write-app-session.ts";
import { lockUser } from "../../../db/accounts/guard/lock-rows.ts";
import { newId } from "../../../db/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { type Tx, clockNow } from "../../../db/transact.ts";
import type { VerifiedIdentity } from "../../../rules/accounts/verified-identity.ts";
import { followEmail } from "../follow-email.ts";
import { judgeLoginPlace } from "../judge-login-place.ts";

/** The sign-in that an app session begins with. */
export interface SessionSignIn extends ProviderSign, VerifiedIdentity {
  readonly clientId: string;
  readonly surface: Surface;
}

/** A user seen for the first time in a session of an app. */
export interface FirstSeen {
  readonly userId: string;
  readonly roles: readonly UserRole[];
  readonly identityId: string;
  readonly identity: SessionSignIn;
  /** Keyed hash of the address it is seen at. */
  readonly ipHash: string;
  /** First half of its network's address, as the person is shown it. */
  readonly network: string | null;
  readonly requestId: string;
}

/**
 * Opens the app session of (provider session, client) at first seen, and tells of the login; seen
 * again, also by two requests at once, it is the same session and nothing is told. Where it comes from
 * is judged at once (docs/rooms/accounts.md#suspicious-sign-ins), and the e-mail of the account follows it
 * (docs/rooms/accounts.md#e-mail-follows). What the provider ended before is not opened.
 *
 * @returns id of the session.
 * @throws Refusal UNAUTHENTICATED when the session was revoked, began as another user's, or has ended at
 *   the provider.
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
