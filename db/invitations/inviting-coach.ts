import type { ExpressionBuilder } from "kysely";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * The future coach of a client who accepts invitation `i` of workspace `w`: the sender, or the owner if the sender
 * has left.
 */
export function invitingCoach({ case: when, exists, ref, selectFrom }: OfInvitation) {
  const stillThere = selectFrom("workspaceMembership as m")
    .whereRef("m.workspaceId", "=", "w.id")
    .whereRef("m.userId", "=", "i.invitedByUserId")
    .where("m.status", "=", "ACTIVE")
    .select("m.id");
  return when()
    .when(exists(stillThere))
    .then(ref("i.invitedByUserId"))
    .else(ref("w.ownerUserId"))
    .end();
}

type Joined = Tables & {
  readonly i: Tables["invitation"];
  readonly w: Tables["coachWorkspace"];
};
type OfInvitation = ExpressionBuilder<Joined, "i" | "w">;

/** The sender of a scheduled invitation, read before any lock; null for any other invitation. */
export async function findScheduledSender(tx: Tx, invitationId: string): Promise<string | null> {
  const found = await tables(tx)
    .selectFrom("invitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .where("i.id", "=", invitationId)
    .where("i.status", "=", "SCHEDULED")
    .select((eb) => invitingCoach(eb).as("userId"))
    .executeTakeFirst();
  return found?.userId ?? null;
}

/** The coach of the relationship that an invitation leads to; the caller has locked the workspace. */
export async function findInvitingCoach(tx: Tx, invitationId: string): Promise<string> {
  const { userId } = await tables(tx)
    .selectFrom("invitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .where("i.id", "=", invitationId)
    .select((eb) => invitingCoach(eb).as("userId"))
    .executeTakeFirstOrThrow();
  return userId;
}
