import { findDepartureReader } from "../../db/relationships/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { deletionDueAt } from "../../rules/accounts/deletion-due-at.ts";
import { type DepartureEvent, departureEmail } from "../../rules/relationships/departure-email.ts";
import type { AccountMailing } from "../accounts/mail/mail-account-notice.ts";

/**
 * Consumer `mail`: notifies the other person of a relationship that its client or coach asked to delete the account, or
 * called it off (docs/rooms/relationships.md#news). An event that later acts overtook mails nothing.
 */
export async function mailDeparture(
  { em, mailer, publicUrl }: AccountMailing,
  type: DepartureEvent,
  { eventId: messageId, subjectId: relationshipId, refs: { userId } }: DepartureNews,
): Promise<void> {
  if (typeof userId !== "string") return;
  const reading = em.fork();
  const found = await findDepartureReader(reading, { relationshipId, userId });
  if (found === null) return;
  const { email: to, deletionRequestedAt, ...reader } = found;
  const goneAt = deletionRequestedAt === null ? null : deletionDueAt(deletionRequestedAt);
  const isLeaving = goneAt !== null && goneAt > (await clockNow(reading));
  if (isLeaving !== (type === "PartnerDeletionRequested")) return;
  await mailer.send({ to, ...departureEmail({ ...reader, goneAt, publicUrl }), messageId });
}

/** The outbox row of a relationship of a person who leaves or stays. */
interface DepartureNews {
  readonly eventId: string;
  readonly subjectId: string;
  readonly refs: Readonly<Record<string, string | number | null>>;
}
