import { OPEN_INVITATION_STATUSES } from "../../contract/invitations/vocabulary.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { anyOf, clockNow } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/**
 * Stores which open invitations of a workspace have expired. Nothing depends on it: every reader compares the instant
 * itself, so locked rows are skipped.
 *
 * @param only these ids; null for all.
 */
export async function storeExpiredInvitations(
  tx: Tx,
  workspaceId: string,
  only: readonly string[] | null = null,
): Promise<void> {
  await tables(tx)
    .updateTable("invitation")
    .set({ status: "EXPIRED", updatedAt: clockNow })
    .where("id", "in", () => {
      const expired = selectExpired(tx, workspaceId).forNoKeyUpdate().skipLocked();
      return only === null ? expired : expired.where("id", "=", anyOf(only));
    })
    .execute();
}

/** Invitations of a workspace that have expired but are not marked yet. */
export async function listExpiredInvitations(
  tx: Tx,
  workspaceId: string,
): Promise<readonly string[]> {
  const expired = await selectExpired(tx, workspaceId).execute();
  return expired.map(({ id }) => id);
}

const selectExpired = (tx: Tx, workspaceId: string) =>
  tables(tx)
    .selectFrom("invitation")
    .where("workspaceId", "=", workspaceId)
    .where("status", "in", OPEN_INVITATION_STATUSES)
    .where("expiresAt", "<=", clockNow)
    .select("id")
    .orderBy("id");
