import { v7 as uuidv7 } from "uuid";
import type { Surface, UserRole } from "../../contract/identity/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { claimAppSession, findAppSession, markLogin } from "../../db/identity/write-app-session.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { type Tx, clockNow } from "../../db/transact.ts";

/** A user seen for the first time in a session of an app. */
export interface FirstSight {
  readonly userId: string;
  readonly roles: readonly UserRole[];
  readonly identityId: string;
  readonly issuer: string;
  readonly providerSessionId: string;
  readonly clientId: string;
  readonly surface: Surface;
  readonly requestId: string;
}

/**
 * Opens the app session of (provider session, client) at first sight, and tells of the login; seen
 * again, also by two requests at once, it is the same session and nothing is told.
 *
 * @returns id of the session.
 * @throws Refusal UNAUTHENTICATED when the session was revoked or began as another user's.
 */
export async function openAppSession(tx: Tx, sight: FirstSight): Promise<string> {
  const id = uuidv7();
  if (await claimAppSession(tx, { ...sight, id })) {
    await markLogin(tx, sight.identityId);
    await appendEvents(tx, [loginEvent(sight, id)], {
      now: await clockNow(tx),
      requestId: sight.requestId,
    });
    return id;
  }
  const session = await findAppSession(tx, sight);
  if (session === null || session.revoked || session.userId !== sight.userId) {
    throw new Refusal("UNAUTHENTICATED");
  }
  return session.id;
}

function loginEvent(sight: FirstSight, appSessionId: string) {
  const asCoach = sight.surface !== "CLIENT_MOBILE" && sight.roles.includes("COACH");
  return {
    eventId: uuidv7(),
    type: asCoach ? ("CoachLoggedIn" as const) : ("ClientLoggedIn" as const),
    subjectId: sight.userId,
    version: 0,
    refs: { appSessionId },
  };
}
