import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { AuthIdentity } from "../../../db/accounts/auth-identity.ts";
import { findScopeImages } from "../../harness/scope-images.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { copyDay } from "../agenda/copied-day.ts";
import {
  type BuiltRelationship,
  buildCoach,
  buildIdentity,
  buildRelationship,
} from "./identity.ts";
import { type BuiltAgenda, putAgenda } from "../plans/plans.ts";

/** A client and his coach with a valid access token each, for their phones. */
export interface SignedInPair extends BuiltRelationship {
  readonly coachToken: string;
  readonly clientToken: string;
}

/** Registers a coach and a client who sign in at this provider. */
export async function buildSignedInPair(
  em: SqlEntityManager,
  provider: TestIssuer,
  options: Parameters<typeof buildRelationship>[1] = {},
): Promise<SignedInPair> {
  const { issuer } = provider;
  const coach = options.coach ?? (await buildCoach(em, buildIdentity({ issuer })));
  const pair = await buildRelationship(em, { ...options, coach });
  // The factory's client signs in at another provider; here he signs in at this one.
  await em.fork().nativeUpdate(AuthIdentity, { userId: pair.client.userId }, { issuer });
  return { ...pair, ...(await tokensOf(provider, coach, pair.client)) };
}

/** The same with an agenda for today, by default in UTC. */
export async function buildPairInItsDay(
  em: SqlEntityManager,
  provider: TestIssuer,
  options: Parameters<typeof buildRelationship>[1] = {},
): Promise<SignedInPair & { readonly agenda: BuiltAgenda }> {
  const images = findScopeImages();
  if (images !== null && Object.keys(options).length === 0) {
    const { agenda, coach, client, workspaceId, relationshipId } = await copyDay(
      em,
      images,
      images.day,
      provider.issuer,
    );
    const tokens = await tokensOf(provider, coach, client);
    return { agenda, coach, client, workspaceId, relationshipId, ...tokens };
  }
  const pair = await buildSignedInPair(em, provider, { timezone: "UTC", ...options });
  const { workspaceId, relationshipId } = pair;
  const owner = { workspaceId, relationshipId, coachUserId: pair.coach.userId, timezone: "UTC" };
  return { ...pair, agenda: await putAgenda(em, owner) };
}

async function tokensOf(
  provider: TestIssuer,
  coach: BuiltRelationship["coach"],
  client: BuiltRelationship["client"],
): Promise<Pick<SignedInPair, "coachToken" | "clientToken">> {
  return {
    coachToken: await tokenOf(provider, coach.identity.subject, "sideline-coach-mobile"),
    clientToken: await tokenOf(provider, client.identity.subject, "sideline-client-mobile"),
  };
}

function tokenOf(provider: TestIssuer, sub: string, clientId: string): Promise<string> {
  const claims = { sub, sid: `session-of-${sub}`, client_id: clientId, azp: clientId };
  return provider.sign({ claims });
}
