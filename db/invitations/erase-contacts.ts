import { NO_CONTACT } from "../../contract/invitations/vocabulary.ts";
import { CLOSED_INVITATION_DAYS } from "../../contract/privacy/vocabulary.ts";
import { onceDaysAgo } from "../platform/clock-once.ts";
import { eraseAnswersAbout } from "../platform/forget-answers.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Erases contact and name from every invitation that a user accepted, of either kind. Each contact is an e-mail
 * address or a phone number.
 */
export async function eraseContactsOf(tx: Tx, userId: string): Promise<void> {
  const accepted = tables(tx).updateTable("invitation").where("consumedByUserId", "=", userId);
  await accepted.set({ inviteeName: null }).where("inviteeName", "is not", null).execute();
  await accepted.set({ targetEmail: NO_CONTACT }).where("targetEmail", "is not", null).execute();
  await accepted.set({ targetPhone: NO_CONTACT }).where("targetPhone", "is not", null).execute();
  await tables(tx)
    .updateTable("memberInvitation")
    .set({ targetEmail: NO_CONTACT })
    .where("acceptedByUserId", "=", userId)
    .execute();
}

/** Answers that one statement erases. */
const ANSWERS = 1_000;

/**
 * Erases contacts and names of client invitations that ended 30 days ago, for any reason, earliest first, and the
 * stored answers to coaches about them. Locked invitations are left to the next run.
 *
 * @returns the number of invitations.
 */
export async function eraseOldContacts(tx: Tx, limit: number, skip = 0): Promise<number> {
  const erased = await tables(tx)
    .updateTable("invitation")
    .set(({ eb, val }) => ({
      targetEmail: eb.case().when("targetEmail", "is not", null).then(val(NO_CONTACT)).end(),
      targetPhone: eb.case().when("targetPhone", "is not", null).then(val(NO_CONTACT)).end(),
      inviteeName: val(null),
    }))
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("invitation")
        .where(({ or, eb }) =>
          or([eb("targetEmail", "<>", NO_CONTACT), eb("targetPhone", "<>", NO_CONTACT)]),
        )
        .where(
          ({ fn }) => fn.coalesce("consumedAt", "revokedAt", "expiresAt"),
          "<",
          onceDaysAgo(CLOSED_INVITATION_DAYS),
        )
        .select("id")
        .orderBy(({ fn }) => fn.coalesce("consumedAt", "revokedAt", "expiresAt"))
        .limit(limit)
        .offset(skip)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  await eraseAllAnswersAbout(tx, erased);
  return erased.length;
}

/** Each has few answers: to its creation and to each new link. */
async function eraseAllAnswersAbout(tx: Tx, invitations: readonly { readonly id: string }[]) {
  if (invitations.length === 0) return;
  const ids = invitations.map(({ id }) => id);
  while ((await eraseAnswersAbout(tx, ids, ANSWERS)) === ANSWERS);
}

/** The same for invitations to join a workspace. @returns their number. */
export async function eraseOldMemberContacts(tx: Tx, limit: number, skip = 0): Promise<number> {
  const erased = await tables(tx)
    .updateTable("memberInvitation")
    .set({ targetEmail: NO_CONTACT })
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("memberInvitation")
        .where("targetEmail", "<>", NO_CONTACT)
        .where(
          ({ fn }) => fn.coalesce("acceptedAt", "revokedAt", "expiresAt"),
          "<",
          onceDaysAgo(CLOSED_INVITATION_DAYS),
        )
        .select("id")
        .orderBy(({ fn }) => fn.coalesce("acceptedAt", "revokedAt", "expiresAt"))
        .limit(limit)
        .offset(skip)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  await eraseAllAnswersAbout(tx, erased);
  return erased.length;
}
