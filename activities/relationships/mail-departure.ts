import { listDepartureReaders } from "../../db/relationships/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { deletionDueAt } from "../../rules/accounts/deletion-due-at.ts";
import { departureEmail } from "../../rules/relationships/departure-email.ts";
import type { AccountMailing, AccountNews } from "../accounts/mail/mail-account-notice.ts";

/**
 * Consumer `mail`: notifies the coach of a client, or the clients of a coach, that this person asked for the deletion
 * of the account or called it off (docs/rooms/relationships.md#news). An event that later acts overtook mails nothing.
 */
export async function mailDeparture(
  { em, mailer, publicUrl }: AccountMailing,
  type: "AccountDeletionRequested" | "AccountDeletionCancelled",
  { eventId, subjectId: userId }: AccountNews,
): Promise<void> {
  const reading = em.fork();
  const now = await clockNow(reading);
  for (const found of await listDepartureReaders(reading, userId)) {
    const { relationshipId, email: to, deletionRequestedAt, ...reader } = found;
    const goneAt = deletionRequestedAt === null ? null : deletionDueAt(deletionRequestedAt);
    const isLeaving = goneAt !== null && goneAt > now;
    if (isLeaving !== (type === "AccountDeletionRequested")) continue;
    const content = departureEmail({ ...reader, goneAt, publicUrl });
    await mailer.send({ to, ...content, messageId: `${eventId}-${relationshipId}` });
  }
}
