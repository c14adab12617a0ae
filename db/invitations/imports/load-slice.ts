import { OPEN_INVITATION_STATUSES } from "../../../contract/invitations/vocabulary.ts";
import { clockNow, textRows } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { InvitedContacts } from "../lock-invitation.ts";

/** A locked import. */
export interface LockedImport {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly doneAt: Date | null;
}

/**
 * Locks an import, at the idempotency key's step of the lock order: one slice at a time. Null if it no longer exists.
 */
export async function lockImport(tx: Tx, importId: string): Promise<LockedImport | null> {
  const found = await tables(tx)
    .selectFrom("invitationImport")
    .where("id", "=", importId)
    .select(["id", "workspaceId", "userId", "createdAt", "doneAt"])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** A waiting line, and its invitation. */
export interface WaitingLine {
  readonly line: number;
  readonly invitationId: string;
  readonly targetEmail: string | null;
  readonly targetPhone: string | null;
  readonly inviteeName: string | null;
}

/** The first waiting lines of an import, in the order of the file. */
export async function listWaitingLines(
  tx: Tx,
  importId: string,
  limit: number,
): Promise<readonly WaitingLine[]> {
  return await tables(tx)
    .selectFrom("invitationImportLine as l")
    .innerJoin("invitation as i", "i.id", "l.invitationId")
    .where("l.importId", "=", importId)
    .where("l.outcome", "is", null)
    .select(["l.line", "i.id as invitationId", "i.targetEmail", "i.targetPhone", "i.inviteeName"])
    .orderBy("l.line")
    .limit(limit)
    .execute();
}

/** Lists the given contacts that already belong to clients of the workspace, each in the form given. */
export async function listClientContacts(
  tx: Tx,
  { workspaceId, contacts }: InvitedContacts,
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .selectFrom("appUser as u")
    .innerJoin("relationship as r", "r.clientUserId", "u.id")
    .where("r.workspaceId", "=", workspaceId)
    .where("r.status", "<>", "ENDED")
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("u.primaryEmail", "in", selectFrom(emailsOf(contacts)).select("of.value")),
        eb("u.primaryPhone", "in", selectFrom(phonesOf(contacts)).select("of.value")),
      ]),
    )
    .select(["u.primaryEmail", "u.primaryPhone"])
    .execute();
  return rows.flatMap(({ primaryEmail, primaryPhone }) =>
    [primaryEmail, primaryPhone].filter((contact) => contact !== null),
  );
}

/** An open invitation to one of these contacts. */
export interface KnownContact {
  readonly id: string;
  readonly status: string;
  readonly generation: number;
  readonly sendAt: Date | null;
  /** The invited contact. */
  readonly contact: string;
}

/** The open invitations of a workspace to some contacts. */
export async function listKnownInvitations(
  tx: Tx,
  { workspaceId, contacts }: InvitedContacts,
): Promise<readonly KnownContact[]> {
  return await tables(tx)
    .selectFrom("invitation")
    .where("workspaceId", "=", workspaceId)
    .where("status", "in", OPEN_INVITATION_STATUSES)
    .where("expiresAt", ">", clockNow)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("targetEmail", "in", selectFrom(emailsOf(contacts)).select("of.value")),
        eb("targetPhone", "in", selectFrom(phonesOf(contacts)).select("of.value")),
      ]),
    )
    .select(["id", "status", "generation", "sendAt"])
    .select(({ fn }) => fn.coalesce("targetEmail", "targetPhone").$castTo<string>().as("contact"))
    .execute();
}

type Contacts = InvitedContacts["contacts"];
const emailsOf = (contacts: Contacts) => rowsOf(contacts, "EMAIL").as("of");
const phonesOf = (contacts: Contacts) => rowsOf(contacts, "PHONE").as("of");
const rowsOf = (contacts: Contacts, kind: Contacts[number]["kind"]) =>
  textRows(contacts.flatMap((one) => (one.kind === kind ? [one.value] : [])));
