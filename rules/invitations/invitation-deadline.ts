import {
  EXPIRY_NOTICE_DAYS,
  INVITATION_REMINDER_DAYS,
} from "../../contract/invitations/vocabulary.ts";
import type { ActorDeadline } from "../outbox/actor-agenda.ts";
import { isContactGone } from "./invitation-target.ts";
import { invitationStatusAt, type InvitationState } from "./judge-invitation.ts";

/**
 * The next step of an invitation. A scheduled one waits to be sent (docs/rooms/invitations.md#csv). Then it waits for
 * one reminder, three days before its link closes. Then it waits for its end, of which the coach is notified
 * (docs/rooms/invitations.md#mail). Null if nobody waits for it. An overdue reminder stays due until the link closes.
 * While its workspace is suspended nobody is reminded or notified, and it checks again a day later. One that was never
 * sent ends unnoticed.
 */
export function invitationDeadline(
  invitation: InvitationWait,
  now: Date,
): ActorDeadline<"SEND" | "REMINDER" | "EXPIRY"> | null {
  const { remindedAt, expiresAt, workspaceStatus, sendAt } = invitation;
  const status = invitationStatusAt(invitation, now);
  if (status === "SCHEDULED" && sendAt !== null && sendAt < expiresAt)
    return { at: sendAt, reason: "SEND" };
  if (isContactGone(invitation)) return null;
  const wasSent = sendAt === null;
  if (status !== "ACTIVE")
    return status === "EXPIRED" && wasSent ? expiryOf(invitation, now) : null;
  if (remindedAt !== null) return expiryOf(invitation, now);
  const dueAt = daysAfter(expiresAt, -INVITATION_REMINDER_DAYS);
  const at = onceActive(workspaceStatus, dueAt, now);
  return at < expiresAt ? { at, reason: "REMINDER" } : expiryOf(invitation, now);
}

/** The notice of its end; null once it was given, or long after. */
function expiryOf({ expiresAt, expiryNoticedAt, workspaceStatus }: InvitationWait, now: Date) {
  const isOver = expiryNoticedAt !== null || now >= daysAfter(expiresAt, EXPIRY_NOTICE_DAYS);
  const at = onceActive(workspaceStatus, expiresAt, now);
  return isOver ? null : ({ at, reason: "EXPIRY" } as const);
}

/** When it is due; a day later if it is due while its workspace is suspended. */
function onceActive(status: InvitationWait["workspaceStatus"], dueAt: Date, now: Date): Date {
  return status !== "ACTIVE" && dueAt <= now ? daysAfter(now, 1) : dueAt;
}

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

const DAY_MS = 86_400_000;

/** The facts that decide the next step of an invitation. */
export interface InvitationWait extends InvitationState {
  readonly targetEmail: string | null;
  readonly targetPhone: string | null;
  /** When a scheduled invitation is sent; null once it was, and kept if it expired before. */
  readonly sendAt: Date | null;
  /** When the invited person and the coach were reminded that its present link closes. */
  readonly remindedAt: Date | null;
  /** When the coach was notified that its present link has closed. */
  readonly expiryNoticedAt: Date | null;
}
