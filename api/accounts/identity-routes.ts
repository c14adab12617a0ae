import { z } from "zod";
import { linkIdentity } from "../../activities/accounts/link-identity.ts";
import { lockLogin } from "../../activities/providers/lock-login.ts";
import { refuseLinking, refuseProof } from "../../activities/accounts/audited-refusal.ts";
import { unlinkIdentity } from "../../activities/accounts/unlink-identity.ts";
import {
  identityListSchema,
  linkIdentitySchema,
  unlinkedIdentitySchema,
} from "../../contract/accounts/identity-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { idSchema } from "../../contract/wire.ts";
import { listIdentities } from "../../db/accounts/identities/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { UnknownProvider } from "../guard/open-access-tokens.ts";
import type { ProviderIdentity } from "../guard/caller.ts";
import type { ApiDeps } from "../api-deps.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { presentIdentities } from "./present-identities.ts";

const identitiesPath = "/api/v1/auth/identities";
const source = "docs/rooms/accounts.md#linked-sign-ins";

const identities = read({
  method: "GET",
  path: identitiesPath,
  name: "listIdentities",
  summary: "Ways to sign in to this account",
  source,
  access: "user",
  admitsClientOnWeb: true,
  answer: identityListSchema,
  handle: async ({ em, granted: { caller } }) =>
    presentIdentities(await listIdentities(em, caller.userId, caller.identity)),
});

const link = act({
  method: "POST",
  path: identitiesPath,
  name: "linkIdentity",
  summary: "Link a further sign-in; both must have been proved within five minutes; repeatable",
  source,
  access: "user",
  admitsClientOnWeb: true,
  body: linkIdentitySchema,
  answer: identityListSchema,
  refusals: ["IDENTITY_IN_USE", "PROVIDER_NOT_ALLOWED", "AUTH_PROVIDER_ADAPTER_MISSING"],
  countsFailures: true,
  needsFreshSignIn: true,
  idempotency: "none",
  handle: async ({ tx, granted: { caller }, body, request: { requestId }, deps }) => {
    const { userId, identity } = caller;
    const further = await furtherSignIn({ tx, deps }, body.accessToken);
    await linkIdentity(tx, { userId, further, requestId });
    return presentIdentities(await listIdentities(tx, userId, identity));
  },
});

const unlink = act({
  method: "DELETE",
  path: `${identitiesPath}/{identityId}`,
  name: "unlinkIdentity",
  summary: "Unlink a sign-in and end its sessions; the last verified one cannot be unlinked",
  source,
  access: "user",
  admitsClientOnWeb: true,
  params: z.strictObject({ identityId: idSchema }),
  answer: unlinkedIdentitySchema,
  refusals: ["NOT_FOUND", "LAST_IDENTITY"],
  needsFreshSignIn: true,
  idempotency: "none",
  handle: async ({ tx, granted: { caller }, params, request, deps }) => {
    const { unlinkedAt, ...unlinked } = await unlinkIdentity(
      tx,
      {
        userId: caller.userId,
        identityId: params.identityId,
        requestId: request.requestId,
      },
      deps.hooks.sessions,
    );
    return { ...unlinked, unlinkedAt: unlinkedAt.toISOString() };
  },
});

/**
 * The additional sign-in, verified like the guard does. Its provider's present configuration judges it: a sign-in that
 * may not start a login is not linked either.
 */
async function furtherSignIn(
  { tx, deps }: { readonly tx: Tx; readonly deps: ApiDeps },
  accessToken: string,
): Promise<ProviderIdentity> {
  const first = await verifiedProof(deps, accessToken);
  if (await lockLogin(tx, first)) return admitted(first);
  await deps.providers.refresh();
  return admitted(await verifiedProof(deps, accessToken));
}

/** Missing verification is allowed, because it may follow later; any other obstacle to a login is refused. */
function admitted(identity: ProviderIdentity): ProviderIdentity {
  const { loginRefusal } = identity;
  if (loginRefusal === null || loginRefusal === "VERIFICATION") return identity;
  throw refuseLinking("PROVIDER_NOT_ALLOWED");
}

/** A bad proof is a fault of the body: the request's own sign-in is still valid. */
async function verifiedProof(deps: ApiDeps, accessToken: string): Promise<ProviderIdentity> {
  try {
    return await deps.verifyToken([`Bearer ${accessToken}`]);
  } catch (error) {
    if (error instanceof UnknownProvider) throw refuseLinking("PROVIDER_NOT_ALLOWED");
    if (!(error instanceof Refusal) || error.code !== "UNAUTHENTICATED") throw error;
    throw refuseProof("invalid_token");
  }
}

/** Routes of an account's sign-ins. */
export const identityEndpoints: readonly Endpoint[] = [identities, link, unlink];
