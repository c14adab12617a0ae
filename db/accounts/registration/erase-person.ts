import type { User } from "../user.ts";
import { json } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Erases the personal data in the rows of an account: name, contacts, profiles, sign-ins and addresses. The rows
 * stay, because other records refer to their ids.
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
    .set({ privacySettings: json<Record<string, boolean>>({}) })
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

/** Replaces the name of an erased client, mainly for their coaches. */
export const FORMER_CLIENT = "Former client";

/** Replaces the name of an erased coach, also of one who coached themselves. */
export const FORMER_COACH = "Former coach";
