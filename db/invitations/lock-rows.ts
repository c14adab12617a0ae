import type { Tx } from "../transact.ts";
import { tables } from "../tables.ts";

/** Locks an invitation: one act at a time consumes, revokes or resends it. */
export async function lockInvitation(tx: Tx, invitationId: string): Promise<void> {
  await tables(tx)
    .selectFrom("invitation")
    .where("id", "=", invitationId)
    .select("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks an invitation as a coach names it: one of another workspace is not touched. */
export async function lockWorkspaceInvitation(
  tx: Tx,
  named: { readonly workspaceId: string; readonly invitationId: string },
): Promise<void> {
  await tables(tx)
    .selectFrom("invitation")
    .where("id", "=", named.invitationId)
    .where("workspaceId", "=", named.workspaceId)
    .select("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks what is scheduled for a contact, before it is found: it may be about to be sent. */
export async function lockScheduledInvitation(
  tx: Tx,
  to: {
    readonly workspaceId: string;
    readonly targetEmail: string | null;
    readonly targetPhone: string | null;
  },
): Promise<void> {
  await tables(tx)
    .selectFrom("invitation")
    .where("workspaceId", "=", to.workspaceId)
    .where("status", "=", "SCHEDULED")
    .where(({ eb, or }) =>
      or([eb("targetEmail", "=", to.targetEmail), eb("targetPhone", "=", to.targetPhone)]),
    )
    .select("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks an invitation to join: one act at a time accepts or revokes it. */
export async function lockMemberInvitation(tx: Tx, memberInvitationId: string): Promise<void> {
  await tables(tx)
    .selectFrom("memberInvitation")
    .where("id", "=", memberInvitationId)
    .select("id")
    .forNoKeyUpdate()
    .execute();
}
