import { newId } from "../../platform/new-id.ts";
import { attempt } from "../../platform/transactions/attempt.ts";
import { tables } from "../../tables.ts";
import { type Tx, wasTaken } from "../../platform/transactions/transact.ts";

/** A new address for an account; normalized and verified. */
export interface FollowedEmail {
  readonly userId: string;
  readonly email: string;
  readonly now: Date;
}

/**
 * Gives an account another e-mail. False if another account has it; of two simultaneous calls the second loses. The
 * caller has locked the account.
 */
export async function changeEmail(tx: Tx, { userId, email, now }: FollowedEmail): Promise<boolean> {
  const attempted = await attempt(tx, () =>
    tables(tx)
      .updateTable("appUser")
      .set({ primaryEmail: email, emailRefusedAt: null, updatedAt: now })
      .where("id", "=", userId)
      .execute(),
  );
  if (attempted.kind === "DONE") return true;
  if (!wasTaken(attempted.fault)) throw attempted.fault;
  return false;
}

/** Stores since when another account has the new address; null once that is over. */
export async function recordEmailRefusal(
  tx: Tx,
  userId: string,
  refusedAt: Date | null,
): Promise<void> {
  await tables(tx)
    .updateTable("appUser")
    .set({ emailRefusedAt: refusedAt })
    .where("id", "=", userId)
    .execute();
}

/** Keeps the former address of an account until it has been notified of the change. */
export async function keepReplacedEmail(
  tx: Tx,
  replaced: { readonly eventId: string; readonly userId: string; readonly email: string | null },
): Promise<void> {
  await tables(tx)
    .insertInto("replacedEmail")
    .values({ id: newId(), ...replaced })
    .execute();
}

/** Deletes a former address that has been notified. */
export async function forgetReplacedEmail(tx: Tx, id: string): Promise<void> {
  await tables(tx).deleteFrom("replacedEmail").where("id", "=", id).execute();
}

/** Deletes all former addresses of an account, notified or not. */
export async function forgetReplacedEmails(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom("replacedEmail").where("userId", "=", userId).execute();
}
