import { recordUnknownProvider } from "../../activities/providers/record-claims-failure.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { identityKey } from "./principal-of.ts";
import { UnknownProvider } from "./open-access-tokens.ts";
import type { ProviderIdentity } from "./caller.ts";
import type { ApiDeps } from "../api-deps.ts";
import { describeFault } from "../http/describe-fault.ts";

/**
 * Verifies the token of a request. A token of an unconfigured provider is refused and audited, but not on every
 * request.
 *
 * @throws Refusal what `TokenVerifier` throws.
 */
export async function verifySignIn(
  deps: ApiDeps,
  authorization: readonly string[] | undefined,
  requestId: string,
): Promise<ProviderIdentity> {
  try {
    return await deps.verifyToken(authorization);
  } catch (error) {
    if (error instanceof UnknownProvider) await remember(deps, error, requestId);
    throw error;
  }
}

async function remember(deps: ApiDeps, unknown: UnknownProvider, requestId: string): Promise<void> {
  const { alias, issuer, subject, tenant } = unknown.signIn;
  const actor = identityKey(deps, { provider: alias, issuer, tenant, subject });
  try {
    await transact(deps.database.em, (tx) =>
      recordUnknownProvider(tx, { alias, actor, requestId }),
    );
  } catch (error) {
    deps.log.error({ requestId, fault: describeFault(error) }, "unknown provider not audited");
  }
}
