import type { SqlEntityManager } from "@mikro-orm/postgresql";
import * as z from "zod";
import type { Notices } from "../../../contract/agenda/notice-rows.ts";
import { informationalCardSchema } from "../../../contract/agenda/notice-schema.ts";
import { AuthIdentity } from "../../../db/accounts/auth-identity.ts";
import type { SignInKey } from "../../../db/accounts/guard/queries.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { findAgenda } from "../../../db/agenda/today/queries.ts";
import { Relationship } from "../../../db/relationships/relationship.ts";

/** The sign-in of a relationship's client, with a session that does not exist. */
export async function signInOf(em: SqlEntityManager, relationshipId: string): Promise<SignInKey> {
  const { clientUserId } = await em.fork().findOneOrFail(Relationship, { id: relationshipId });
  return await signInOfUser(em, clientUserId);
}

/** The sign-in of a user, with a session that does not exist. */
export async function signInOfUser(em: SqlEntityManager, userId: string): Promise<SignInKey> {
  const identity = await em.fork().findOneOrFail(AuthIdentity, { userId });
  const { provider, issuer, tenant, subject } = identity;
  return { provider, issuer, tenant, subject, providerSessionId: "", clientId: "" };
}

/** The notices of a day in the answer to its client. */
export async function readNotices(
  em: SqlEntityManager,
  { relationshipId, localDate }: RelationshipDay,
): Promise<Notices> {
  const signIn = await signInOf(em, relationshipId);
  const day = await findAgenda(em, { ...signIn, date: localDate, sinceSeq: null });
  if (day === null) throw new Error("The client has no day");
  const cards: unknown = JSON.parse(day.cards ?? "[]");
  return {
    informationalCards: z.array(informationalCardSchema).parse(cards),
    focusPin: day.focusPin,
  };
}
