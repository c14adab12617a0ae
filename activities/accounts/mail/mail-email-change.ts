import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findReplacedEmail } from "../../../db/accounts/email/queries.ts";
import { forgetReplacedEmail } from "../../../db/accounts/email/change-email.ts";
import { findAccountOwner } from "../../../db/accounts/profiles/queries.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { emailNotice } from "../../../rules/accounts/email-notice.ts";
import type { AccountNews } from "./mail-account-notice.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Consumer `mail`: notifies the owner of an account of a changed e-mail, at the former and at the present address. It
 * cannot be muted (docs/rooms/accounts.md#e-mail-follows). The former address is stored only for this: it is deleted
 * after both e-mails, so a redelivered event finds nothing to send.
 */
export async function mailEmailChange(
  { em, mailer }: { readonly em: SqlEntityManager; readonly mailer: Mailer },
  { eventId, subjectId }: AccountNews,
): Promise<void> {
  const reader = em.fork();
  const former = await findReplacedEmail(reader, eventId);
  if (former === null) return;
  const owner = await findAccountOwner(reader, subjectId);
  const locale = owner?.locale ?? null;
  if (owner !== null && former.email !== null) {
    await mailer.send({ to: former.email, ...emailNotice("FORMER", locale), messageId: eventId });
  }
  const present = owner?.email ?? null;
  if (present !== null) {
    await mailer.send({ to: present, ...emailNotice("PRESENT", locale), messageId: former.id });
  }
  await transact(em, (tx) => forgetReplacedEmail(tx, former.id));
}
