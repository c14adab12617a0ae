import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findAccountOwner } from "../../../db/accounts/profiles/queries.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { type AccountFact, accountNotice } from "../../../rules/accounts/account-notice.ts";
import { deletionDueAt } from "../../../rules/accounts/deletion-due-at.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Consumer `mail`: notifies the owner of an account of a change, at their present address and in their language.
 * These e-mails cannot be muted (docs/rooms/accounts.md#notices). If a deletion was cancelled meanwhile, only the
 * cancellation is mailed. A deletion that is already due is not mailed, because it can no longer be cancelled.
 */
export async function mailAccountNotice(
  { em, mailer, publicUrl }: AccountMailing,
  fact: AccountFact,
  { eventId, subjectId }: AccountNews,
): Promise<void> {
  const fork = em.fork();
  const owner = await findAccountOwner(fork, subjectId);
  if (owner === null || owner.email === null) return;
  const { email: to, deletionRequestedAt, ...reader } = owner;
  const goneAt = deletionRequestedAt === null ? null : deletionDueAt(deletionRequestedAt);
  const isAhead = goneAt !== null && goneAt > (await clockNow(fork));
  if (fact === "AccountDeletionRequested" && !isAhead) return;
  const content = accountNotice(fact, { ...reader, goneAt, publicUrl });
  await mailer.send({ to, ...content, messageId: eventId });
}

/** Dependencies of mailing about an account. */
export interface AccountMailing {
  readonly em: SqlEntityManager;
  readonly mailer: Mailer;
  /** Address of our pages. */
  readonly publicUrl: string;
}

/** The outbox row of an event that the account's owner is notified of. */
export interface AccountNews {
  readonly eventId: string;
  /** User id. */
  readonly subjectId: string;
}
