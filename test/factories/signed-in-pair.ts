import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import type { TestIssuer } from "../harness/test-issuer.ts";
import {
  type BuiltRelationship,
  buildCoach,
  buildIdentity,
  buildRelationship,
} from "./identity.ts";

/** A client and his coach with a good access token each, for their phones. */
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
  // The factory's client signs in elsewhere; here he signs in at this provider.
  await em.fork().nativeUpdate(AuthIdentity, { userId: pair.client.userId }, { issuer });
  return {
    ...pair,
    coachToken: await tokenOf(provider, coach.identity.subject, "sideline-coach-mobile"),
    clientToken: await tokenOf(provider, pair.client.identity.subject, "sideline-client-mobile"),
  };
}

function tokenOf(provider: TestIssuer, sub: string, clientId: string): Promise<string> {
  const claims = { sub, sid: `session-of-${sub}`, client_id: clientId, azp: clientId };
  return provider.sign({ claims });
}
