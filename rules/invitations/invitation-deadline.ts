import { INVITATION_REMINDER_DAYS, NO_CONTACT } from "../../contract/invitations/vocabulary.ts";
import type { ActorDeadline } from "../outbox/actor-agenda.ts";
import { invitationStatusAt, type InvitationState } from "./judge-invitation.ts";

const DAY_MS = 86_400_000;

/** What decides what an invitation waits for. */
export interface InvitationWait extends Pick<InvitationState, "status" | "expiresAt"> {
  readonly targetEmail: string | null;
  /** When its present link was reminded of. */
  readonly remindedAt: Date | null;
}

/**
 * What an invitation waits for next: to be reminded of three days before its link closes, once (docs/rules.md#invitations-mail).
 * Null for one that is closed, that was reminded of, or that no mail goes to. What is late is due until the link closes.
 */
export function invitationDeadline(
  invitation: InvitationWait,
  now: Date,
): ActorDeadline<"REMINDER"> | null {
  const { targetEmail, remindedAt, expiresAt } = invitation;
  if (invitationStatusAt(invitation, now) !== "ACTIVE") return null;
  if (targetEmail === null || targetEmail === NO_CONTACT || remindedAt !== null) return null;
  const at = new Date(expiresAt.getTime() - INVITATION_REMINDER_DAYS * DAY_MS);
  return { at, reason: "REMINDER" };
}
