import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { languageOf } from "../../contract/language-of.ts";
import { findNamedInvitation } from "../../db/invitations/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { invitationLink } from "../../rules/invitations/invitation-link.ts";
import {
  invitationMessage,
  invitationReminder,
} from "../../rules/invitations/invitation-message.ts";
import { judgeInvitation } from "../../rules/invitations/judge-invitation.ts";
import type { Mailer } from "../accounts/mail/mailer.ts";

/**
 * Consumer `mail`: sends the link of an invitation, derived again from key, id and generation, because it is never
 * stored. It sends nothing if the invitation is no longer open or a newer link replaced this one. An invitation bound
 * to a phone gets no e-mail either: the coach passes the link on.
 */
export function mailInvitation(deps: InvitationMailing, event: InvitedEvent): Promise<void> {
  return mailLink(deps, event, invitationMessage);
}

/** Dependencies of mailing an invitation. */
export interface InvitationMailing {
  readonly em: SqlEntityManager;
  readonly mailer: Mailer;
  /** Key to derive tokens. */
  readonly invitationKey: Uint8Array;
  readonly publicUrl: string;
}

/** The outbox row of a ClientInvited event. */
export interface InvitedEvent {
  readonly eventId: string;
  /** Invitation id. */
  readonly subjectId: string;
  /** The generation of the link to send. */
  readonly version: number;
}

/**
 * Consumer `mail`: sends the same link again three days before it expires, under the conditions of `mailInvitation`.
 */
export function mailInvitationReminder(
  deps: InvitationMailing,
  event: InvitedEvent,
): Promise<void> {
  return mailLink(deps, event, invitationReminder);
}

async function mailLink(
  deps: InvitationMailing,
  event: InvitedEvent,
  messageOf: typeof invitationMessage,
): Promise<void> {
  const em = deps.em.fork();
  const invitation = await findNamedInvitation(em, { id: event.subjectId });
  if (invitation === null || invitation.generation !== event.version) return;
  const expiresAt = new Date(invitation.expiresAt);
  const closed = judgeInvitation({ ...invitation, expiresAt }, await clockNow(em));
  if (closed !== null || invitation.targetEmail === null) return;
  const token = await deriveInvitationToken(deps.invitationKey, invitation);
  const link = invitationLink(deps.publicUrl, token);
  await deps.mailer.send({
    to: invitation.targetEmail,
    ...messageOf({ ...invitation, language: languageOf(invitation.locale), link, expiresAt }),
    messageId: event.eventId,
  });
}
