import type { DomainEvent } from "./vocabulary.ts";

/**
 * Delivery status of the e-mail of an event. PENDING: not sent yet, with the code of the last failed try if there was
 * one. SENT: the mail server accepted it. FAILED: refused for good or given up. NOT_SENT: there was no recipient or
 * nothing left to say.
 */
export const EMAIL_STATUSES = ["PENDING", "SENT", "FAILED", "NOT_SENT"] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** Days for which a row of the delivery log is kept. */
export const EMAIL_DAYS = 90;

/** The account that a mailed event is about or addressed to; null if the event names none, such as an invitation. */
export function addresseeOf(
  event: Pick<DomainEvent, "type" | "subjectId" | "refs">,
): string | null {
  const { type, subjectId, refs } = event;
  switch (type) {
    case "SignInLinked":
    case "SignInUnlinked":
    case "AccountEmailChanged":
    case "AccountExportRequested":
    case "AccountDeletionRequested":
    case "AccountDeletionCancelled":
    case "UserSuspended":
    case "WorkspaceMemberRemoved":
      return subjectId;
    case "WorkspaceOwnerChanged":
      return textOf(refs["ownerUserId"]);
    case "WorkspaceOwnerReplaced":
      return textOf(refs["formerOwnerUserId"]);
    case "PartnerDeletionRequested":
    case "PartnerDeletionCancelled":
      return textOf(refs["readerUserId"]);
    case "SuspiciousLoginDetected":
      return textOf(refs["userId"]);
    default: {
      const { actorUserId, clientUserId, coachUserId } = refs;
      const byClient = actorUserId !== undefined && actorUserId === clientUserId;
      return textOf(byClient ? coachUserId : clientUserId);
    }
  }
}

function textOf(ref: string | number | null | undefined): string | null {
  return typeof ref === "string" ? ref : null;
}
