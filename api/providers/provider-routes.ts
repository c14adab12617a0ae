import { discoveryQuerySchema, providerCardsSchema } from "../../contract/providers/schema.ts";
import { findInvitedContactKind } from "../../db/providers/queries.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { discoverProviders } from "../../rules/providers/discover-providers.ts";
import { type Endpoint, read } from "../endpoint.ts";

const discovery = read({
  method: "GET",
  path: "/api/v1/auth/providers",
  name: "listSignInProviders",
  summary: "Ways to sign in for an app, in order",
  source: "docs/rooms/providers.md#discovery",
  access: "anonymous",
  query: discoveryQuerySchema,
  answer: providerCardsSchema,
  handle: async ({ em, query, deps }) => {
    const { surface, platform, region = null, locale = null, inviteToken } = query;
    // An invalid token does not filter, and does not reveal whether it exists.
    const contactKind =
      inviteToken === undefined
        ? null
        : await findInvitedContactKind(em, await invitationTokenHash(inviteToken));
    const filter = { surface, platform, region, locale, contactKind };
    const cards = discoverProviders(await deps.providers.list(), filter);
    return { items: [...cards], nextCursor: null };
  },
});

/** Public provider routes. */
export const providerEndpoints: readonly Endpoint[] = [discovery];
