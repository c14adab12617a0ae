import { sql } from "kysely";
import type { CsvFault, CsvOutcome } from "../../../contract/invitations/vocabulary.ts";
import { WAITING_STATUS } from "../../../contract/invitations/vocabulary.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import {
  type RowArrays,
  rowArrays,
  rowTable,
  type RowTypes,
} from "../../platform/statements/row-arrays.ts";
import { anyOf, clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Stores the outcomes of lines; an existing outcome stays. */
export async function writeOutcomes(
  tx: Tx,
  importId: string,
  outcomes: readonly LineOutcome[],
): Promise<void> {
  await keepOutcomes(tx, { importId, ...rowArrays(outcomes, OUTCOME) });
}

/** The outcome of a line. */
export interface LineOutcome {
  readonly line: number;
  readonly outcome: CsvOutcome;
  readonly fault: CsvFault | null;
  readonly invitation_id: string | null;
  readonly send_at: Date | null;
}

const OUTCOME: RowTypes<LineOutcome> = {
  line: "int",
  outcome: "text",
  fault: "text",
  invitation_id: "uuid",
  send_at: "timestamptz",
};

const keepOutcomes = prepareQuery(
  "import-outcomes",
  (_from, slot: Slots<RowArrays>) => sql`
    update invitation_import_line as kept
    set outcome = row.outcome, fault = row.fault, invitation_id = row.invitation_id, send_at = row.send_at
    from ${rowTable(OUTCOME, slot)} as row
    where kept.import_id = ${slot("importId")}::uuid and kept.line = row.line and kept.outcome is null`,
);

/** An invitation to send now or later. */
export interface Sending {
  readonly id: string;
  readonly status: "ACTIVE" | "SCHEDULED";
  readonly send_at: Date | null;
  readonly expires_at: Date;
  /** Set if it waited; a scheduled invitation keeps its own. */
  readonly token_hash: string | null;
}

const SENDING: RowTypes<Sending> = {
  id: "uuid",
  status: "text",
  send_at: "timestamptz",
  expires_at: "timestamptz",
  token_hash: "text",
};

const send = prepareQuery(
  "import-sendings",
  (_from, slot: Slots<RowArrays>) => sql`
    update invitation as kept
    set status = row.status, send_at = row.send_at, expires_at = row.expires_at,
      token_hash = coalesce(row.token_hash, kept.token_hash),
      created_at = case when kept.status = ${sql.lit(WAITING_STATUS)} then ${slot("now")}::timestamptz
        else kept.created_at end,
      updated_at = ${slot("now")}::timestamptz
    from ${rowTable(SENDING, slot)} as row
    where kept.id = row.id`,
);

/** Stores how the invitations of a slice are sent, now or on a later day. One statement. */
export async function writeSendings(
  tx: Tx,
  sendings: readonly Sending[],
  now: Date,
): Promise<void> {
  if (sendings.length === 0) return;
  await send(tx, { now: now.toISOString(), ...rowArrays(sendings, SENDING) });
}

/** The coach's name for the person invited. */
export interface InviteeName {
  readonly id: string;
  readonly invitee_name: string;
}

const NAME: RowTypes<InviteeName> = { id: "uuid", invitee_name: "text" };

const nameInvitees = prepareQuery(
  "import-names",
  (_from, slot: Slots<RowArrays>) => sql`
    update invitation as kept
    set invitee_name = row.invitee_name, updated_at = ${slot("now")}::timestamptz
    from ${rowTable(NAME, slot)} as row
    where kept.id = row.id and kept.invitee_name is null`,
);

/** Names open invitations that have no name; each invitation once. */
export async function writeNames(tx: Tx, names: readonly InviteeName[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await nameInvitees(tx, { now: now.toISOString(), ...rowArrays(names, NAME) });
}

/** Deletes waiting invitations whose lines led to none, with their contacts. */
export async function dropWaiting(tx: Tx, invitationIds: readonly string[]): Promise<void> {
  if (invitationIds.length === 0) return;
  await tables(tx)
    .deleteFrom("invitation")
    .where("id", "=", anyOf(invitationIds))
    .where(sql<boolean>`status = ${sql.lit(WAITING_STATUS)}`)
    .execute();
}

/** Marks an import as done: all lines have outcomes. @returns when. */
export async function endImport(tx: Tx, importId: string): Promise<Date | null> {
  const { doneAt } = await tables(tx)
    .updateTable("invitationImport")
    .set({ doneAt: clockNow })
    .where("id", "=", importId)
    .returning("doneAt")
    .executeTakeFirstOrThrow();
  return doneAt;
}
