import type { components } from "../../api/routes.d.ts";

/** The notification mails and the other mails of a person as one list, newest first. */
export function sentEmails(
  mails: readonly components["schemas"]["SupportMail"][],
  letters: readonly components["schemas"]["SupportLetter"][],
): readonly SentEmail[] {
  const notified = mails.map(({ category, decidedAt, sentAt, ...rest }) => ({
    ...rest,
    name: category,
    at: sentAt ?? decidedAt,
  }));
  const others = letters.map(({ type, askedAt, triedAt, ...rest }) => ({
    ...rest,
    name: type,
    at: triedAt ?? askedAt,
  }));
  return [...notified, ...others].toSorted((a, b) => b.at.localeCompare(a.at));
}

/** A mail in short. */
export interface SentEmail {
  /** Category or type, as the API names it. */
  readonly name: string;
  readonly status: string;
  readonly attempts: number;
  readonly failureCode: string | null;
  /** When it was sent or tried, else when it was decided. */
  readonly at: string;
}
