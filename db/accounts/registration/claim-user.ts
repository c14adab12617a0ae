import type { UserRole } from "../../../contract/accounts/vocabulary.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { tables } from "../../tables.ts";

/** Creates the user unless one of the contacts is taken; false if it is. */
export async function claimUser(tx: Tx, user: NewUser): Promise<boolean> {
  const { id, primaryEmail, primaryPhone, displayName, roles, now } = user;
  const claimed = await tables(tx)
    .insertInto("appUser")
    .values({
      id,
      primaryEmail,
      primaryPhone,
      displayName,
      status: "ACTIVE",
      roles,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((on) => on.doNothing())
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** A user to create; contacts are normalized and verified. */
export interface NewUser {
  readonly id: string;
  readonly primaryEmail: string | null;
  readonly primaryPhone: string | null;
  readonly displayName: string;
  readonly roles: readonly UserRole[];
  readonly now: Date;
}
