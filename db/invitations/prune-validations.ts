import { EXPIRED_VALIDATION_HOURS } from "../../contract/privacy/vocabulary.ts";
import type { Tx } from "../transact.ts";
import { secondsAgo } from "../sql-parts.ts";
import { tables } from "../tables.ts";

/**
 * Deletes validations of invitations that ended more than a day ago, oldest first. Who registered with
 * one is found by invitation and sign-in.
 *
 * @returns how many were deleted.
 */
export async function pruneValidations(tx: Tx, limit: number, skip = 0): Promise<number> {
  const rows = await tables(tx)
    .deleteFrom("invitationValidation")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("invitationValidation")
        .where("expiresAt", "<", secondsAgo(EXPIRED_VALIDATION_HOURS * 60 * 60))
        .select("id")
        .orderBy("expiresAt")
        .limit(limit)
        .offset(skip)
        .forUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  return rows.length;
}
