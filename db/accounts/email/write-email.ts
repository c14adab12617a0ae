import { newId } from "../../new-id.ts";
import { attempt } from "../../platform/savepoint.ts";
import { tables } from "../../tables.ts";
import { type Tx, wasTaken } from "../../transact.ts";

/** An address that an account is to have; normalized and verified. */
export interface FollowedEmail {
  readonly userId: string;
  readonly email: string;
  readonly now: Date;
}

/**
 * Gives an account another e-mail; false when another account has it, which of two at once is the second. The caller
 * holds the account.
 */
export async function takeEmail(tx: Tx, { userId, email, now }: FollowedEmail): Promise<boolean> {
  const taken = await attempt(tx, () =>
    tables(tx)
      .updateTable("appUser")
      .set({ primaryEmail: email, emailRefusedAt: null, updatedAt: now })
      .where("id", "=", userId)
      .execute(),
  );
  if (taken.kind === "DONE") return true;
  if (!wasTaken(taken.fault)) throw taken.fault;
  return false;
}

/** Keeps since when the address that an account is to have is another's; null when that is over. */
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

/** Keeps the address that an account went by until the event of its change has been told to it. */
export async function keepReplacedEmail(
  tx: Tx,
  replaced: { readonly eventId: string; readonly userId: string; readonly email: string | null },
): Promise<void> {
  await tables(tx)
    .insertInto("replacedEmail")
    .values({ id: newId(), ...replaced })
    .execute();
}

/** Lets go of an address that has been told. */
export async function forgetReplacedEmail(tx: Tx, id: string): Promise<void> {
  await tables(tx).deleteFrom("replacedEmail").where("id", "=", id).execute();
}

/** Lets go of every address that an account went by, told or not. */
export async function forgetReplacedEmails(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom("replacedEmail").where("userId", "=", userId).execute();
}
