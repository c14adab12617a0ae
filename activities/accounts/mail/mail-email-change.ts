import { findReplacedEmail } from "../../../db/accounts/email/queries.ts";
import { forgetReplacedEmail } from "../../../db/accounts/email/change-email.ts";
import { findAccountOwner } from "../../../db/accounts/profiles/queries.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { emailNotice } from "../../../rules/accounts/email-notice.ts";
import type { AccountMailing, AccountNews } from "./mail-account-notice.ts";

/**
 * Consumer `mail`: notifies the owner of an account of a changed e-mail, at the former and at the present address. It
 * cannot be muted (docs/rooms/accounts.md#e-mail-follows). The former address is stored only for this: it is deleted
 * after both e-mails, so a redelivered event finds nothing to send.
 */
export async function mailEmailChange(
  { em, mailer, publicUrl }: AccountMailing,
  { eventId, subjectId }: AccountNews,
): Promise<void> {
  const reader = em.fork();
  const former = await findReplacedEmail(reader, eventId);
  if (former === null) return;
  const owner = await findAccountOwner(reader, subjectId);
  if (owner !== null && former.email !== null) {
    const content = emailNotice("FORMER", { ...owner, publicUrl });
    await mailer.send({ to: former.email, ...content, messageId: eventId });
  }
  if (owner !== null && owner.email !== null) {
    const content = emailNotice("PRESENT", { ...owner, publicUrl });
    await mailer.send({ to: owner.email, ...content, messageId: former.id });
  }
  await transact(em, (tx) => forgetReplacedEmail(tx, former.id));
}
