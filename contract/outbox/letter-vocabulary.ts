import type { DomainEvent } from "./vocabulary.ts";

/**
 * What became of the letter of an event: it waits, with the code of its last failed try where there was one; the mail
 * server took it; it was refused for good or given up; or there was nobody to write to, or nothing left to say.
 */
export const LETTER_STATUSES = ["PENDING", "SENT", "FAILED", "NOT_SENT"] as const;
export type LetterStatus = (typeof LETTER_STATUSES)[number];

/** Days that the outcome of a letter is kept. */
export const LETTER_DAYS = 90;

/**
 * Whose account an event that is mailed is about, or who is written to; null where the event names nobody, as of an
 * invitation, which knows no account.
 */
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
      return subjectId;
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
