import type { User } from "../user.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** What stands in the place of the name of a client that was erased, for their coaches above all. */
export const FORMER_CLIENT = "Former client";

/** The same of a coach, also of one who trained themselves. */
export const FORMER_COACH = "Former coach";

/**
 * Erases what the rows of an account say of the person: name, contacts, profiles, what they signed in as, and
 * where from. The rows stay, for what others recorded names their ids.
 */
export async function erasePerson(
  tx: Tx,
  { id: userId, roles }: Pick<User, "id" | "roles">,
): Promise<void> {
  const rows = tables(tx);
  await rows
    .updateTable("appUser")
    .set({
      displayName: roles.includes("COACH") ? FORMER_COACH : FORMER_CLIENT,
      primaryEmail: null,
      primaryPhone: null,
    })
    .where("id", "=", userId)
    .execute();
  await rows
    .updateTable("clientProfile")
    .set({ displayName: FORMER_CLIENT, birthDate: null, heightCm: null, goal: null })
    .where("userId", "=", userId)
    .execute();
  await rows
    .updateTable("coachProfile")
    .set({ publicHandle: null, bio: null })
    .where("userId", "=", userId)
    .execute();
  await rows
    .updateTable("authIdentity")
    .set({ subject: "" })
    .where("userId", "=", userId)
    .where("unlinkedAt", "is not", null)
    .execute();
  await rows
    .updateTable("appSession")
    .set({ deviceIdHash: null, ipHash: null, network: null })
    .where("userId", "=", userId)
    .execute();
}
