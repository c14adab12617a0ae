import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findNamedInvitation } from "../../db/invitations/queries.ts";
import { clockNow } from "../../db/transact.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { invitationLink } from "../../rules/invitations/invitation-link.ts";
import {
  invitationMessage,
  invitationReminder,
} from "../../rules/invitations/invitation-message.ts";
import { judgeInvitation } from "../../rules/invitations/judge-invitation.ts";
import type { Mailer } from "../accounts/mail/mailer.ts";

/** What mailing an invitation needs. */
export interface InvitationMailing {
  readonly em: SqlEntityManager;
  readonly mailer: Mailer;
  /** Key that tokens are derived with. */
  readonly invitationKey: Uint8Array;
  readonly publicUrl: string;
}

/** The outbox row of a ClientInvited event. */
export interface InvitedEvent {
  readonly eventId: string;
  /** The invitation. */
  readonly subjectId: string;
  /** The generation of the link to send. */
  readonly version: number;
}

/**
 * Consumer `mail`: sends the link of an invitation, made anew from key, id and generation, since
 * nothing keeps it. Nothing is sent when the invitation is no longer open, when a newer link took this
 * one's place, or when it is bound to a phone: then the coach passes the link on.
 */
export function mailInvitation(deps: InvitationMailing, event: InvitedEvent): Promise<void> {
  return mailLink(deps, event, invitationMessage);
}

/** Consumer `mail`: sends the same link once more, three days before it closes; not where `mailInvitation` would not. */
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
    ...messageOf({ ...invitation, link, expiresAt }),
    messageId: event.eventId,
  });
}
