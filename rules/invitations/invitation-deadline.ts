import { INVITATION_REMINDER_DAYS, NO_CONTACT } from "../../contract/invitations/vocabulary.ts";
import type { ActorDeadline } from "../outbox/actor-agenda.ts";
import { invitationStatusAt, type InvitationState } from "./judge-invitation.ts";

/**
 * The next step of an invitation. A scheduled one waits to be sent (docs/rooms/invitations.md#csv); then for the
 * reminder, once, three days before its link closes (docs/rooms/invitations.md#mail). Null if it is closed, was
 * reminded, or receives no mail. An overdue step stays due until the link closes. While its workspace is suspended
 * nothing is mailed, and it checks again a day later.
 */
export function invitationDeadline(
  invitation: InvitationWait,
  now: Date,
): ActorDeadline<"SEND" | "REMINDER"> | null {
  const { targetEmail, remindedAt, expiresAt, workspaceStatus, sendAt } = invitation;
  const status = invitationStatusAt(invitation, now);
  if (status === "SCHEDULED" && sendAt !== null && sendAt < expiresAt)
    return { at: sendAt, reason: "SEND" };
  if (status !== "ACTIVE") return null;
  if (targetEmail === null || targetEmail === NO_CONTACT || remindedAt !== null) return null;
  const dueAt = new Date(expiresAt.getTime() - INVITATION_REMINDER_DAYS * DAY_MS);
  const waits = workspaceStatus !== "ACTIVE" && dueAt <= now;
  const at = waits ? new Date(now.getTime() + DAY_MS) : dueAt;
  return at < expiresAt ? { at, reason: "REMINDER" } : null;
}

const DAY_MS = 86_400_000;

/** The facts that decide the next step of an invitation. */
export interface InvitationWait extends InvitationState {
  readonly targetEmail: string | null;
  /** When a scheduled invitation is sent. */
  readonly sendAt: Date | null;
  /** When the reminder of its present link was sent. */
  readonly remindedAt: Date | null;
}
