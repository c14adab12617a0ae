import { orderWithLogouts } from "../../../db/accounts/sessions/claim-provider-logout.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { RegistrationOrigin } from "../registration-form.ts";
import { claimIdentityFor } from "../claim-identity-for.ts";
import { openAppSession, type SessionSignIn } from "./open-app-session.ts";

/**
 * Registers a coach and opens the session of this request. They are then signed in, even if their provider is
 * disabled before the next request (docs/rooms/providers.md#new-logins).
 *
 * @param register creates the coach, or finds the existing one.
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
