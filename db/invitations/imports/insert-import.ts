import { sql } from "kysely";
import type { MessageLanguage } from "../../../contract/language-of.ts";
import type { CsvFault, CsvOutcome } from "../../../contract/invitations/vocabulary.ts";
import { FIRST_GENERATION, WAITING_STATUS } from "../../../contract/invitations/vocabulary.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import {
  type RowArrays,
  rowArrays,
  rowTable,
  type RowTypes,
} from "../../platform/statements/row-arrays.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Inserts an import, without its lines. */
export async function insertImport(tx: Tx, begun: NewImport): Promise<void> {
  await tables(tx).insertInto("invitationImport").values(begun).execute();
}

/** A new import. */
export interface NewImport {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly createdAt: Date;
}

/** A new line: it waits, with an invitation, or is INVALID. */
export interface NewLine {
  readonly line: number;
  readonly outcome: CsvOutcome | null;
  readonly fault: CsvFault | null;
  readonly invitation_id: string | null;
}

const LINE: RowTypes<NewLine> = {
  line: "int",
  outcome: "text",
  fault: "text",
  invitation_id: "uuid",
};

/**
 * The person of a line, as a waiting invitation; in place of its token's hash it has a value that no token hashes to.
 */
export interface WaitingInvitation {
  readonly id: string;
  readonly target_email: string | null;
  readonly target_phone: string | null;
  readonly invitee_name: string | null;
}

const WAITING: RowTypes<WaitingInvitation> = {
  id: "uuid",
  target_email: "text",
  target_phone: "text",
  invitee_name: "text",
};

const insertNumbers = prepareQuery(
  "import-lines",
  (_from, slot: Slots<RowArrays>) => sql`
    insert into invitation_import_line (import_id, line, outcome, fault, invitation_id)
    select ${slot("importId")}::uuid, row.* from ${rowTable(LINE, slot)} as row`,
);

const insertWaiting = prepareQuery(
  "waiting-invitations",
  (_from, slot: Slots<RowArrays>) => sql`
    insert into invitation (id, target_email, target_phone, invitee_name, workspace_id,
      invited_by_user_id, form_version_id, language, status, generation, token_hash, expires_at, created_at,
      updated_at)
    select row.*, ${slot("workspaceId")}::uuid, ${slot("userId")}::uuid, nullif(${slot("formVersionId")}, '')::uuid,
      nullif(${slot("language")}, ''),
      ${sql.lit(WAITING_STATUS)}, ${sql.lit(FIRST_GENERATION)}, 'none ' || row.id,
      ${slot("expiresAt")}::timestamptz, ${slot("now")}::timestamptz, ${slot("now")}::timestamptz
    from ${rowTable(WAITING, slot)} as row`,
);

/** A line to insert, with its invitee while it waits. */
export interface LineToInsert {
  readonly line: NewLine;
  readonly waiting: WaitingInvitation | null;
}

/** Inserts lines of an import and their waiting invitations, in two statements. */
export async function insertLines(
  tx: Tx,
  { id: importId, workspaceId, userId, createdAt }: NewImport,
  written: {
    readonly lines: readonly LineToInsert[];
    readonly formVersionId: string | null;
    readonly language: MessageLanguage | null;
    /** End of storage for waiting ones that are never decided. */
    readonly expiresAt: Date;
  },
): Promise<void> {
  const lines = written.lines.map(({ line }) => line);
  const waiting = written.lines.flatMap((one) => one.waiting ?? []);
  await insertNumbers(tx, { importId, ...rowArrays(lines, LINE) });
  if (waiting.length === 0) return;
  await insertWaiting(tx, {
    workspaceId,
    userId,
    formVersionId: written.formVersionId ?? "",
    language: written.language ?? "",
    expiresAt: written.expiresAt.toISOString(),
    now: createdAt.toISOString(),
    ...rowArrays(waiting, WAITING),
  });
}
