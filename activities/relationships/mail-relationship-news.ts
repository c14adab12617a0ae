import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findCorrespondent } from "../../db/accounts/profiles/queries.ts";
import {
  relationshipLetter,
  type RelationshipNews,
} from "../../rules/relationships/relationship-letter.ts";
import type { Mailer } from "../accounts/mail/mailer.ts";

/** The outbox row of a relationship that was paused, resumed or ended, or has another coach. */
export interface RelationshipEventRow {
  readonly eventId: string;
  readonly refs: Readonly<Record<string, string | number | null>>;
}

/**
 * Consumer `mail`: tells the client what their coach did to the relationship, or who coaches them now, or the coach that the client has
 * left, at the address and in the language they have now (docs/rooms/relationships.md#news). Whoever coaches
 * themselves is told nothing.
 */
export async function mailRelationshipNews(
  { em, mailer }: { readonly em: SqlEntityManager; readonly mailer: Mailer },
  news: RelationshipNews,
  { eventId, refs }: RelationshipEventRow,
): Promise<void> {
  const { coachUserId, clientUserId, actorUserId } = refs;
  if (typeof coachUserId !== "string" || typeof clientUserId !== "string") return;
  if (coachUserId === clientUserId) return;
  const byClient = actorUserId === clientUserId;
  const people = byClient
    ? { userId: coachUserId, otherUserId: clientUserId }
    : { userId: clientUserId, otherUserId: coachUserId };
  const reader = await findCorrespondent(em.fork(), people);
  if (reader === null || reader.email === null) return;
  const letter = relationshipLetter(news, { ...reader, as: byClient ? "COACH" : "CLIENT" });
  if (letter !== null) await mailer.send({ to: reader.email, ...letter, messageId: eventId });
}
