import { orderWithLogouts } from "../../../db/accounts/sessions/write-provider-logout.ts";
import type { Tx } from "../../../db/transact.ts";
import { claimIdentityFor, type RegistrationOrigin } from "../registration.ts";
import { openAppSession, type SessionSignIn } from "./open-app-session.ts";

/**
 * Registers a coach, and opens the session that they do it in: from then on they are signed in, whatever becomes of
 * their provider before the next request (docs/rooms/providers.md#new-logins).
 *
 * @param register what makes the coach, or finds the one that is there.
 * @throws Refusal what `register` refuses with, and UNAUTHENTICATED for a session that has ended.
 */
export async function registerInSession(
  tx: Tx,
  { identity, origin }: { readonly identity: SessionSignIn; readonly origin: RegistrationOrigin },
  register: () => Promise<{ readonly userId: string }>,
): Promise<{ readonly userId: string }> {
  await orderWithLogouts(tx, identity);
  const { userId } = await register();
  await tx.flush();
  const { id: identityId } = await claimIdentityFor(tx, identity);
  const { ipHash, network, requestId } = origin;
  const seen = { userId, roles: ["COACH" as const], identityId, identity };
  await openAppSession(tx, { ...seen, ipHash, network, requestId });
  return { userId };
}
