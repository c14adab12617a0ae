import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findCorrespondent } from "../../db/accounts/profiles/queries.ts";
import {
  relationshipEmail,
  type RelationshipNews,
} from "../../rules/relationships/relationship-email.ts";
import type { Mailer } from "../accounts/mail/mailer.ts";

/**
 * Consumer `mail`: notifies the client of an act of their coach or of a new coach, or notifies the coach of a client
 * who left. It uses the present address and language (docs/rooms/relationships.md#news). A person who coaches
 * themselves gets no e-mail.
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
  const content = relationshipEmail(news, { ...reader, as: byClient ? "COACH" : "CLIENT" });
  if (content !== null) await mailer.send({ to: reader.email, ...content, messageId: eventId });
}

/** The outbox row of a relationship that was paused, resumed or ended, or has another coach. */
export interface RelationshipEventRow {
  readonly eventId: string;
  readonly refs: Readonly<Record<string, string | number | null>>;
}
