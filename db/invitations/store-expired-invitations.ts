import { STANDING_STATUSES } from "../../contract/invitations/vocabulary.ts";
import type { Tx } from "../transact.ts";
import { clockNow } from "../sql-parts.ts";
import { tables } from "../tables.ts";

/**
 * Writes down which standing invitations of a workspace have closed by time. Nobody waits for this: every
 * reader compares the instant itself, so a row that is in use meanwhile is passed over.
 */
export async function storeExpiredInvitations(tx: Tx, workspaceId: string): Promise<void> {
  await tables(tx)
    .updateTable("invitation")
    .set({ status: "EXPIRED", updatedAt: clockNow })
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("invitation")
        .where("workspaceId", "=", workspaceId)
        .where("status", "in", STANDING_STATUSES)
        .where("expiresAt", "<=", clockNow)
        .select("id")
        .orderBy("id")
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}
