import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { Access } from "../../../api/guard/access.ts";
import { type Endpoint, read } from "../../../api/endpoint.ts";
import type { ClientSignIn } from "../../../activities/accounts/registration-form.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import {
  type BuiltRelationship,
  buildCoach,
  buildIdentity,
  buildRelationship,
} from "../accounts/identity.ts";

const CLIENT_ID = {
  WEB: "sideline-web",
  COACH_MOBILE: "sideline-coach-mobile",
  CLIENT_MOBILE: "sideline-client-mobile",
} as const;

/** An app, by its surface. */
export type SurfaceName = keyof typeof CLIENT_ID;

function guarded(access: Access, path: string, more: Partial<Endpoint> = {}): Endpoint {
  const answer = z.strictObject({ granted: z.unknown() });
  const route = { method: "GET" as const, name: "probe", summary: access, source: "test", answer };
  const handle = async ({ granted }: { granted: unknown }) => ({ granted });
  const { surfaces, admitsPendingDeletion, admitsClientOnWeb } = more;
  return read({
    ...route,
    access,
    path,
    handle,
    ...(surfaces && { surfaces }),
    ...(admitsPendingDeletion && { admitsPendingDeletion }),
    ...(admitsClientOnWeb && { admitsClientOnWeb }),
  });
}

/** A route for each access, which returns what the guard granted. */
export const guardedEndpoints = [
  guarded("identity", "/identity"),
  guarded("user", "/user"),
  guarded("user", "/user/web", { surfaces: ["WEB"] }),
  guarded("user", "/user/fallback", { admitsClientOnWeb: true }),
  guarded("user", "/user/cancel", { admitsPendingDeletion: true }),
  guarded("coach", "/coach"),
  guarded("client", "/client"),
  guarded("client", "/client/me", { surfaces: ["CLIENT_MOBILE", "WEB"] }),
  guarded("device-owner", "/device"),
  guarded("workspace-coach", "/workspaces/{workspaceId}"),
  guarded("workspace-owner", "/workspaces/{workspaceId}/settings"),
  guarded("workspace-participant", "/workspaces/{workspaceId}/library"),
  guarded("relationship-coach", "/relationships/{relationshipId}"),
  guarded("relationship-participant", "/relationships/{relationshipId}/sync"),
];

/** A coach and a client who sign in at this provider. */
export async function pairAt(
  em: SqlEntityManager,
  { issuer }: TestIssuer,
): Promise<BuiltRelationship> {
  const coach = await buildCoach(em, buildIdentity({ issuer }));
  const built = await buildRelationship(em, { coach });
  const { identity, userId } = built.client;
  // The factory's client signs in at another provider; here he signs in at ours.
  await em.execute("update auth_identity set issuer = ? where user_id = ?", [issuer, userId]);
  return { ...built, client: { userId, identity: { ...identity, issuer } } };
}

/** The sign-in of a token. */
export type Who = Pick<ClientSignIn, "subject"> & { readonly providerSessionId?: string };

/** An access token of a person, for an app. */
export function tokenAt(issuer: TestIssuer, who: Who, surface: SurfaceName = "CLIENT_MOBILE") {
  return issuer.sign({
    claims: {
      sub: who.subject,
      sid: who.providerSessionId ?? `session-of-${who.subject}`,
      client_id: CLIENT_ID[surface],
      azp: CLIENT_ID[surface],
    },
  });
}
