import type { ExpressionBuilder } from "kysely";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

type Joined = Tables & {
  readonly i: Tables["invitation"];
  readonly w: Tables["coachWorkspace"];
};
type OfInvitation = ExpressionBuilder<Joined, "i" | "w">;

/** Who coaches whoever accepts invitation `i` of workspace `w`: who sent it, or, once gone, the owner. */
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

/** Who sends an invitation that is scheduled, as it stands before anything is locked; null for any other. */
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

/** The coach of the relationship that an invitation leads to; the caller holds the workspace. */
export async function findInvitingCoach(tx: Tx, invitationId: string): Promise<string> {
  const { userId } = await tables(tx)
    .selectFrom("invitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .where("i.id", "=", invitationId)
    .select((eb) => invitingCoach(eb).as("userId"))
    .executeTakeFirstOrThrow();
  return userId;
}
