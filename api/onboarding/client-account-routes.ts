import { registerClient } from "../../activities/relationships/register-client.ts";
import {
  clientMeSchema,
  clientRegistrationAnswerSchema,
  clientRegistrationSchema,
} from "../../contract/onboarding/client-account-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { getAppSession } from "../../db/accounts/queries.ts";
import { findClientContext } from "../../db/onboarding/client-context/queries.ts";
import { findWaitingInvitation } from "../../db/invitations/queries.ts";
import { verifiedContact } from "../../rules/accounts/verified-identity.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { otherWays, addingOtherWays, type Newcomer } from "../guard/other-ways.ts";
import { keyedHash } from "../keyed-hash.ts";
import {
  presentClientMe,
  presentRegisteredClient,
  presentStranger,
} from "./present-registered-client.ts";
import { registrationOrigin } from "../accounts/registration-origin.ts";

const source = "docs/rooms/accounts.md#surfaces";

const clientRegistration = act({
  method: "POST",
  path: "/api/v1/auth/client-onboarding-registration",
  name: "registerClient",
  summary: "Register with a validated invitation; a repeated request returns the account",
  source,
  access: "identity",
  surfaces: ["CLIENT_MOBILE"],
  body: clientRegistrationSchema,
  answer: clientRegistrationAnswerSchema,
  refusals: [
    "NOT_FOUND",
    "INVITATION_REPLACED",
    "INVITATION_EXPIRED",
    "INVITATION_REVOKED",
    "INVITATION_CONSUMED",
    "INVITATION_CONTACT_MISMATCH",
    "WORKSPACE_SUSPENDED",
    "VALIDATION_EXPIRED",
    "CLIENT_ALREADY_HAS_ACTIVE_COACH",
    "IDENTITY_NOT_LINKED",
    "STATE_CONFLICT",
  ],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, granted, body, request, deps }) => {
    const { identity } = granted;
    const { clientApp, deviceId, ...form } = body;
    if (clientApp !== identity.surface) throw new Refusal("APP_ROLE_MISMATCH");
    const deviceIdHash =
      deviceId === undefined ? null : keyedHash(deps.keys.hash, "device", deviceId);
    const origin = registrationOrigin(request, deps);
    const registration = { ...form, identity, deviceIdHash, origin };
    const registered = await addingOtherWays({ em: tx, identity, deps }, () =>
      registerClient(tx, registration, deps.hooks.relationships),
    );
    const session = await getAppSession(tx, registered.appSessionId);
    return presentRegisteredClient(await findClientContext(tx, registered.userId), session);
  },
});

const clientMe = read({
  method: "GET",
  path: "/api/v1/auth/client-me",
  name: "readClientAccount",
  summary: "Account and relationship of the client, or what is needed to get them",
  source,
  access: "identity",
  surfaces: ["CLIENT_MOBILE", "WEB"],
  answer: clientMeSchema,
  handle: async ({ em, granted: { caller, identity }, deps }) => {
    if (caller === null) return presentStranger(await strangerFacts({ em, identity, deps }), deps);
    const client = await findClientContext(em, caller.userId);
    // A coach who is not a client cannot use a client app (docs/rooms/accounts.md#surfaces).
    if (client === null) throw new Refusal("APP_ROLE_MISMATCH");
    return presentClientMe(client, deps);
  },
});

/** Only who proves an address learns that an invitation waits for it (docs/rooms/invitations.md#mail). */
async function strangerFacts(who: Newcomer) {
  const ways = await otherWays(who);
  const email = verifiedContact(who.identity, "EMAIL");
  const waiting =
    ways !== null || email === null ? null : await findWaitingInvitation(who.em, email);
  return { otherWays: ways, waiting };
}

/** Routes of a client's account. */
export const clientEndpoints: readonly Endpoint[] = [clientRegistration, clientMe];
