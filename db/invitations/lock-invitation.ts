import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import { anyOf, textRows } from "../platform/statements/sql-parts.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { tables } from "../tables.ts";

/** Locks an invitation, so that one act at a time consumes, revokes or resends it. */
export async function lockInvitation(tx: Tx, invitationId: string): Promise<void> {
  await tables(tx)
    .selectFrom("invitation")
    .where("id", "=", invitationId)
    .select("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks an invitation that a coach names, unless it belongs to another workspace. */
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

/** The contacts of invitations. */
export interface InvitedContacts {
  readonly workspaceId: string;
  readonly contacts: readonly Contact[];
}

/**
 * Locks the scheduled invitations to some contacts, ordered by id, before they are read: one may be about to be sent.
 */
export async function lockScheduledInvitations(
  tx: Tx,
  { workspaceId, contacts }: InvitedContacts,
): Promise<void> {
  await tables(tx)
    .selectFrom("invitation")
    .where("workspaceId", "=", workspaceId)
    .where("status", "=", "SCHEDULED")
    .where(({ eb, or, selectFrom }) => {
      const valuesOf = (kind: Contact["kind"]) => {
        const values = contacts.flatMap((one) => (one.kind === kind ? [one.value] : []));
        return selectFrom(textRows(values).as("of")).select("of.value");
      };
      return or([
        eb("targetEmail", "in", valuesOf("EMAIL")),
        eb("targetPhone", "in", valuesOf("PHONE")),
      ]);
    })
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks the scheduled ones that are not locked by another transaction, and returns them. */
export async function lockFreeScheduled(
  tx: Tx,
  invitationIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .selectFrom("invitation")
    .where("id", "=", anyOf(invitationIds))
    .where("status", "=", "SCHEDULED")
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks an invitation to join, so that one act at a time accepts or revokes it. */
export async function lockMemberInvitation(tx: Tx, memberInvitationId: string): Promise<void> {
  await tables(tx)
    .selectFrom("memberInvitation")
    .where("id", "=", memberInvitationId)
    .select("id")
    .forNoKeyUpdate()
    .execute();
}
