import { findCorrespondent } from "../../db/accounts/profiles/queries.ts";
import { findWorkspaceName } from "../../db/workspaces/queries.ts";
import {
  relationshipEmail,
  type RelationshipNews,
} from "../../rules/relationships/relationship-email.ts";
import type { AccountMailing } from "../accounts/mail/mail-account-notice.ts";

/**
 * Consumer `mail`: notifies the client of an act of their coach or of a new coach, or notifies the coach of a client
 * who left. It uses the present address and language (docs/rooms/relationships.md#news). A person who coaches
 * themselves gets no e-mail.
 */
export async function mailRelationshipNews(
  { em, mailer, publicUrl }: AccountMailing,
  news: RelationshipNews,
  { eventId, refs }: RelationshipEventRow,
): Promise<void> {
  const { coachUserId, clientUserId, actorUserId, workspaceId } = refs;
  if (typeof workspaceId !== "string") return;
  if (typeof coachUserId !== "string" || typeof clientUserId !== "string") return;
  if (coachUserId === clientUserId) return;
  const byClient = actorUserId === clientUserId;
  const people = byClient
    ? { userId: coachUserId, otherUserId: clientUserId }
    : { userId: clientUserId, otherUserId: coachUserId };
  const reader = await findCorrespondent(em.fork(), people);
  if (reader === null || reader.email === null) return;
  const workspaceName = await findWorkspaceName(em.fork(), workspaceId);
  const as = byClient ? "COACH" : "CLIENT";
  const content = relationshipEmail(news, {
    ...reader,
    as,
    workspaceId,
    workspaceName,
    publicUrl,
  });
  if (content !== null) await mailer.send({ to: reader.email, ...content, messageId: eventId });
}

/** The outbox row of a relationship that was paused, resumed or ended, or has another coach. */
export interface RelationshipEventRow {
  readonly eventId: string;
  readonly refs: Readonly<Record<string, string | number | null>>;
}
