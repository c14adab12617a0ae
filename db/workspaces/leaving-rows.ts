import type { ExpressionBuilder } from "kysely";
import { anyOf, holds } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** Locks every workspace that a user is a member of, ordered by id, so that no member joins or leaves meanwhile. */
export async function lockWorkspacesOf(tx: Tx, userId: string): Promise<void> {
  await tables(tx)
    .selectFrom("coachWorkspace")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("workspaceMembership")
        .where("userId", "=", userId)
        .where("status", "=", "ACTIVE")
        .select("workspaceId"),
    )
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/**
 * A user's membership in a workspace, and the membership that succeeds it; null unless the user is the owner and has
 * a successor.
 */
export interface PlaceRow {
  readonly membershipId: string;
  readonly workspaceId: string;
  readonly isOwner: boolean;
  readonly successorMembershipId: string | null;
}

/** The memberships of a user, by workspace; the caller has locked the workspaces. */
export async function listPlaces(tx: Tx, userId: string): Promise<readonly PlaceRow[]> {
  return tables(tx)
    .selectFrom("workspaceMembership as m")
    .where("m.userId", "=", userId)
    .where("m.status", "=", "ACTIVE")
    .select(["m.id as membershipId", "m.workspaceId"])
    .select((eb) => {
      const isOwner = eb("m.role", "=", "OWNER");
      const successor = successorOf(eb);
      return [
        holds(isOwner).as("isOwner"),
        eb.case().when(isOwner).then(successor).end().as("successorMembershipId"),
      ];
    })
    .orderBy("m.workspaceId")
    .execute();
}

/** The successor of an owner: the longest-serving coach with an active account. */
function successorOf({
  selectFrom,
}: ExpressionBuilder<Tables & { m: Tables["workspaceMembership"] }, "m">) {
  return selectFrom("workspaceMembership as s")
    .innerJoin("appUser as u", "u.id", "s.userId")
    .whereRef("s.workspaceId", "=", "m.workspaceId")
    .whereRef("s.userId", "<>", "m.userId")
    .where("s.status", "=", "ACTIVE")
    .where("u.status", "=", "ACTIVE")
    .where("u.deletedAt", "is", null)
    .select("s.id")
    .orderBy("s.joinedAt")
    .orderBy("s.id")
    .limit(1);
}

/** Relationships of these workspaces that have not ended, in order, with their workspace. */
export async function listOpenRelationships(
  tx: Tx,
  { workspaceIds, limit }: { readonly workspaceIds: readonly string[]; readonly limit: number },
): Promise<readonly { readonly id: string; readonly workspaceId: string }[]> {
  return tables(tx)
    .selectFrom("relationship")
    .where("workspaceId", "=", anyOf(workspaceIds))
    .where("status", "<>", "ENDED")
    .select(["id", "workspaceId"])
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Open relationships of a coach in a workspace. Read before they are locked. */
export async function listCoachedIds(
  tx: Tx,
  { workspaceId, coachUserId }: { readonly workspaceId: string; readonly coachUserId: string },
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .selectFrom("relationship")
    .where("workspaceId", "=", workspaceId)
    .where("coachUserId", "=", coachUserId)
    .where("status", "<>", "ENDED")
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}
