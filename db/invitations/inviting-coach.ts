import { sql } from "kysely";
import { firstRow, type Tx } from "../transact.ts";

/** Who coaches whoever accepts invitation `i` of workspace `w`: who sent it, or, once gone, the owner. */
export const invitingCoach = sql<string>`
  case when exists (select from workspace_membership m
                     where m.workspace_id = w.id and m.user_id = i.invited_by_user_id
                       and m.status = 'ACTIVE')
       then i.invited_by_user_id else w.owner_user_id end`;

/** The coach of the relationship that an invitation leads to; the caller holds the workspace. */
export async function findInvitingCoach(tx: Tx, invitationId: string): Promise<string> {
  const { rows } = await sql<{ userId: string }>`
    select ${invitingCoach} as "userId"
      from invitation i join coach_workspace w on w.id = i.workspace_id
     where i.id = ${invitationId}
  `.execute(tx.getKysely());
  return firstRow(rows).userId;
}
