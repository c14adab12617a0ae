import {
  INVITATION_REMINDER_DAYS,
  type InvitationStatus,
  type InvitationTrouble,
} from "../../contract/invitations/vocabulary.ts";
import { invitationStatusAt } from "./judge-invitation.ts";

/** Why an invitation needs its coach at an instant; null if it does not. */
export function troubleOf(invitation: SentInvitation, now: Date): InvitationTrouble | null {
  const { expiresAt, mailFailed } = invitation;
  const status = invitationStatusAt(invitation, now);
  if (status === "EXPIRED") return "EXPIRED";
  if (status !== "ACTIVE") return null;
  if (mailFailed) return "BOUNCED";
  const closesSoon = expiresAt.getTime() - now.getTime() <= INVITATION_REMINDER_DAYS * DAY_MS;
  return closesSoon ? "EXPIRING" : null;
}

const DAY_MS = 86_400_000;

/** The facts that decide whether an invitation needs its coach. */
export interface SentInvitation {
  readonly status: InvitationStatus;
  readonly expiresAt: Date;
  /** Whether the mail of its link was refused or given up. */
  readonly mailFailed: boolean;
}
