import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findAccountOwner } from "../../../db/accounts/profiles/queries.ts";
import { clockNow } from "../../../db/transact.ts";
import { type AccountFact, accountNotice } from "../../../rules/accounts/account-notice.ts";
import { deletionDueAt } from "../../../rules/accounts/deletion-due-at.ts";
import type { Mailer } from "./mailer.ts";

/** The outbox row of a fact that the account's owner is told of. */
export interface AccountNews {
  readonly eventId: string;
  /** The user. */
  readonly subjectId: string;
}

/**
 * Consumer `mail`: tells the owner of an account what became of it, at the address it has now and in their
 * language; nobody mutes it (docs/rooms/accounts.md#notices). A deletion that was called off meanwhile is told
 * as such alone, and one that is due is told to nobody: it cannot be called off.
 */
export async function mailAccountNotice(
  { em, mailer }: { readonly em: SqlEntityManager; readonly mailer: Mailer },
  fact: AccountFact,
  { eventId, subjectId }: AccountNews,
): Promise<void> {
  const fork = em.fork();
  const owner = await findAccountOwner(fork, subjectId);
  if (owner === null || owner.email === null) return;
  const { email: to, locale, timezone, deletionRequestedAt } = owner;
  const goneAt = deletionRequestedAt === null ? null : deletionDueAt(deletionRequestedAt);
  const isAhead = goneAt !== null && goneAt > (await clockNow(fork));
  if (fact === "AccountDeletionRequested" && !isAhead) return;
  const letter = accountNotice(fact, { locale, timezone, goneAt });
  await mailer.send({ to, ...letter, messageId: eventId });
}
