import type { Tx } from "../platform/transactions/transact.ts";
import { tables } from "../tables.ts";

/** Locks a workspace for a change of its status: acts in it run before or after. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tables(tx)
    .selectFrom("coachWorkspace")
    .where("id", "=", workspaceId)
    .select("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks an active membership against every act that depends on it. */
export async function lockMembership(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  await tables(tx)
    .selectFrom("workspaceMembership")
    .where("workspaceId", "=", workspaceId)
    .where("userId", "=", userId)
    .where("status", "=", "ACTIVE")
    .select("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks a workspace FOR SHARE: a suspension comes before or after the act, never in between. */
export async function lockWorkspaceShared(tx: Tx, workspaceId: string): Promise<void> {
  await tables(tx)
    .selectFrom("coachWorkspace")
    .where("id", "=", workspaceId)
    .select("id")
    .forShare()
    .execute();
}

/** Locks an active membership FOR SHARE: its end comes before or after the act, never in between. */
export async function lockMembershipShared(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  await tables(tx)
    .selectFrom("workspaceMembership")
    .where("workspaceId", "=", workspaceId)
    .where("userId", "=", userId)
    .where("status", "=", "ACTIVE")
    .select("id")
    .forShare()
    .execute();
}
