import type { Request } from "express";
import { lockLogin } from "../../activities/providers/lock-login.ts";
import { recordClaimsFailure } from "../../activities/providers/record-claims-failure.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findOverrideRevision } from "../../db/providers/queries.ts";
import { type Tx, transact } from "../../db/platform/transactions/transact.ts";
import { verifiedContacts } from "../../rules/accounts/verified-identity.ts";
import { identityKey } from "./principal-of.ts";
import type { ProviderIdentity } from "./caller.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Access } from "./access.ts";
import { verifySignIn } from "./verify-sign-in.ts";

/**
 * Starts the login of a user whom the guard sees for the first time in a session of an app. The provider must be open
 * to the user (docs/rooms/providers.md#new-logins). A user with a known session continues without this check.
 *
 * @param open opens the session, in the transaction that locks the provider.
 * @throws Refusal PROVIDER_NOT_ALLOWED. CONTACT_NOT_VERIFIED if only the proof of the sign-in's contact is missing.
 */
export async function beginLogin(
  visit: LoginVisit,
  seen: { readonly identity: ProviderIdentity; readonly userId: string },
  open: (tx: Tx) => Promise<string>,
): Promise<string> {
  const openLocked = (identity: ProviderIdentity) =>
    transact(visit.deps.database.em, async (tx) =>
      (await lockLogin(tx, identity)) ? open(tx) : null,
    );
  await refuseLogin(visit, seen.identity, seen.userId);
  const opened = await openLocked(seen.identity);
  if (opened !== null) return opened;
  const again = await readAgain(visit);
  await refuseLogin(visit, again, seen.userId);
  const reopened = await openLocked(again);
  if (reopened === null) throw new Refusal("UNAVAILABLE");
  return reopened;
}

/** A first sign-in on its way through the guard. */
interface LoginVisit {
  readonly deps: ApiDeps;
  readonly req: Request;
  readonly requestId: string;
  readonly endpoint: { readonly access: Access };
}

/**
 * Lets a sign-in without a user pass if its provider accepts new logins, because its next step creates one.
 *
 * @returns the sign-in by the present configuration of its provider.
 * @throws Refusal PROVIDER_NOT_ALLOWED.
 */
export async function admitStranger(
  visit: LoginVisit,
  identity: ProviderIdentity,
): Promise<ProviderIdentity> {
  const reader = visit.deps.database.em.fork();
  const revision = await findOverrideRevision(reader, identity.provider);
  const isCurrent = revision === identity.providerRevision;
  const current = isCurrent ? identity : await readAgain(visit);
  await refuseLogin(visit, current, null);
  return current;
}

/** Reads the sign-in again by the provider's newest configuration, which this process had not loaded yet. */
async function readAgain({ deps, req, requestId }: LoginVisit): Promise<ProviderIdentity> {
  await deps.providers.refresh();
  return verifySignIn(deps, req.headersDistinct.authorization, requestId);
}

async function refuseLogin(
  visit: LoginVisit,
  identity: ProviderIdentity,
  userId: string | null,
): Promise<void> {
  const { loginRefusal } = identity;
  if (loginRefusal === null) return;
  // Registration has its own refusal for a sign-in that proves nothing at all.
  const isUnverified = loginRefusal === "VERIFICATION" && verifiedContacts(identity).length === 0;
  if (isUnverified && userId === null && visit.endpoint.access === "identity") return;
  if (loginRefusal === "CLAIMS") await emitFailure(visit, identity, userId);
  // Only the owner of an account reads what to do: a stranger's unproved address reveals nothing.
  if (loginRefusal === "VERIFICATION" && userId !== null) throw new Refusal("CONTACT_NOT_VERIFIED");
  throw new Refusal("PROVIDER_NOT_ALLOWED");
}

async function emitFailure(
  { deps, requestId }: LoginVisit,
  identity: ProviderIdentity,
  userId: string | null,
): Promise<void> {
  const actor = userId ?? identityKey(deps, identity);
  const { provider: providerKey, claimProblems: problems } = identity;
  await transact(deps.database.em, (tx) =>
    recordClaimsFailure(tx, { providerKey, problems, actor, userId, requestId }),
  );
}
