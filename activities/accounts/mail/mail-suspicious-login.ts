import { findLoginNotice } from "../../../db/accounts/sessions/queries.ts";
import { loginNotice } from "../../../rules/accounts/login-notice.ts";
import type { AccountMailing } from "./mail-account-notice.ts";

/**
 * Consumer `mail`: warns a user of a sign-in from a place that is new to the account, at the account's present
 * address. A user without an address sees the warning only in the app.
 */
export async function mailSuspiciousLogin(
  { em, mailer, publicUrl }: AccountMailing,
  event: SuspiciousLogin,
): Promise<void> {
  const notice = await findLoginNotice(em.fork(), event.subjectId);
  if (notice === null || notice.email === null) return;
  const { email: to, startedAt, ...owner } = notice;
  const content = loginNotice({ ...owner, startedAt: new Date(startedAt), publicUrl });
  await mailer.send({ to, ...content, messageId: event.eventId });
}

/** The outbox row of a SuspiciousLoginDetected event. */
export interface SuspiciousLogin {
  readonly eventId: string;
  /** App session id. */
  readonly subjectId: string;
}
