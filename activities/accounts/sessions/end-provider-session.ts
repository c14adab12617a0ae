import {
  claimProviderLogout,
  orderWithLogins,
  type NewProviderLogout,
} from "../../../db/accounts/sessions/claim-provider-logout.ts";
import { listSessionUsers } from "../../../db/accounts/sessions/revoke-session-rows.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { revokeSessions } from "./revoke-sessions.ts";
import type { SessionHooks } from "./session-hook.ts";

/**
 * Ends the app sessions of a provider's session, or all of a subject (OpenID Connect Back-Channel Logout 1.0). It
 * also stores the logout, so that a session that no app has used yet can no longer open. Each token counts once; a
 * repeated token changes nothing.
 */
export async function endProviderSession(
  tx: Tx,
  logout: ReportedLogout,
  hooks: SessionHooks,
): Promise<void> {
  const { issuer, providerSessionId, subject, requestId } = logout;
  await orderWithLogins(tx, logout);
  if (!(await claimProviderLogout(tx, logout))) return;
  const which = choiceOf({ issuer, providerSessionId, subject });
  for (const userId of await listSessionUsers(tx, which)) {
    const ending = { userId, which, reason: "PROVIDER_LOGOUT", actor: "provider" } as const;
    await revokeSessions(tx, { ...ending, requestId }, hooks);
  }
}

/** A logout reported by the identity provider: one session, or all sessions of a subject. */
export interface ReportedLogout extends NewProviderLogout {
  readonly requestId: string;
}

function choiceOf(named: {
  readonly issuer: string;
  readonly providerSessionId: string | null;
  readonly subject: string | null;
}) {
  const { issuer, providerSessionId: sid, subject } = named;
  if (sid !== null) return { kind: "PROVIDER_SESSION", issuer, sid } as const;
  if (subject !== null) return { kind: "SUBJECT", issuer, subject } as const;
  throw new Error("A logout must name a session or a subject");
}
