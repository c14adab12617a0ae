import { sql } from "kysely";
import type { CsvFault, CsvOutcome } from "../../../contract/invitations/vocabulary.ts";
import { WAITING_STATUS } from "../../../contract/invitations/vocabulary.ts";
import { prepareQuery, type Slots } from "../../prepared-query.ts";
import { type RowArrays, rowArrays, rowTable, type RowTypes } from "../../row-arrays.ts";
import { anyOf, clockNow } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** What a line came to. */
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

/** Keeps what lines came to; one that has an outcome keeps it. */
export async function writeOutcomes(
  tx: Tx,
  importId: string,
  outcomes: readonly LineOutcome[],
): Promise<void> {
  await keepOutcomes(tx, { importId, ...rowArrays(outcomes, OUTCOME) });
}

/** An invitation as it is sent from now on, or later. */
export interface Sending {
  readonly id: string;
  readonly status: "ACTIVE" | "SCHEDULED";
  readonly send_at: Date | null;
  readonly expires_at: Date;
  /** Of one that waited; one that was scheduled keeps its own. */
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

/** Opens and schedules invitations of a slice, those that waited and those that were scheduled, in one statement. */
export async function writeSendings(
  tx: Tx,
  sendings: readonly Sending[],
  now: Date,
): Promise<void> {
  if (sendings.length === 0) return;
  await send(tx, { now: now.toISOString(), ...rowArrays(sendings, SENDING) });
}

/** By what name an invitation's coach knows whom it invites. */
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

/** Names those that stand without a name; each invitation once. */
export async function writeNames(tx: Tx, names: readonly InviteeName[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await nameInvitees(tx, { now: now.toISOString(), ...rowArrays(names, NAME) });
}

/** Takes invitations away whose lines came to none, with whom they were to. */
export async function dropWaiting(tx: Tx, invitationIds: readonly string[]): Promise<void> {
  if (invitationIds.length === 0) return;
  await tables(tx)
    .deleteFrom("invitation")
    .where("id", "=", anyOf(invitationIds))
    .where(sql<boolean>`status = ${sql.lit(WAITING_STATUS)}`)
    .execute();
}

/** Notes that all lines of an import have their outcomes. @returns when. */
export async function endImport(tx: Tx, importId: string): Promise<Date | null> {
  const { doneAt } = await tables(tx)
    .updateTable("invitationImport")
    .set({ doneAt: clockNow })
    .where("id", "=", importId)
    .returning("doneAt")
    .executeTakeFirstOrThrow();
  return doneAt;
}
