import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findReplacedEmail } from "../../../db/accounts/email/queries.ts";
import { forgetReplacedEmail } from "../../../db/accounts/email/write-email.ts";
import { findAccountOwner } from "../../../db/accounts/profiles/queries.ts";
import { transact } from "../../../db/transact.ts";
import { emailNotice } from "../../../rules/accounts/email-notice.ts";
import type { AccountNews } from "./mail-account-notice.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Consumer `mail`: tells the owner of an account that it goes by another e-mail, at the address that it went by and at
 * the one that it has now; nobody mutes it (docs/rooms/accounts.md#e-mail-follows). The former address is kept for
 * that alone: once both were told it is gone, and told again the event finds nothing to tell.
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
