import type { Core } from "../core.ts";
import type { OnlineActs } from "../online/online-acts.ts";
import type { OnlineOutcome } from "../online/types.ts";
import type { Row, Sql } from "../ports/sql.ts";
import { maybeNumberIn, numberIn, textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { OwnFormAssignment } from "../wire/form-types.ts";
import type { FormDraftRow, FormRows } from "./form-rows.ts";

/** The type of the act that submits a form; its object is the assignment. */
export const SUBMIT_FORM = "form.submit";

/** Everything that this device knows about one form; null if it never read it. */
export async function loadForm(
  { core, rows, acts }: FormStores,
  scope: ScopeRow,
  formAssignmentId: string,
): Promise<KnownForm | null> {
  const read = await rows.read.find(scope, formAssignmentId);
  if (read === null) return null;
  const [draft, saves, submissions] = await Promise.all([
    rows.drafts.find(scope, formAssignmentId),
    loadSaves(core.ports.sql, scope, formAssignmentId),
    acts.list({ scopeId: scope.scopeId, actType: SUBMIT_FORM, objectId: formAssignmentId }),
  ]);
  const [submission = null] = submissions;
  return { form: read.body.form, draft, saves, submission };
}

/** What reading a form needs. */
export interface FormStores {
  readonly core: Core;
  readonly rows: FormRows;
  readonly acts: OnlineActs;
}

/** One form on this device. */
export interface KnownForm {
  /** As the server sent it. */
  readonly form: OwnFormAssignment;
  readonly draft: FormDraftRow | null;
  /** Operations that save its drafts, oldest first, without discarded and replaced ones. */
  readonly saves: readonly Save[];
  /** The newest submission. */
  readonly submission: { readonly actId: string; readonly outcome: OnlineOutcome } | null;
}

/** An operation that saves a draft. */
export interface Save {
  readonly clientOperationId: string;
  readonly status: string;
  readonly acceptedRevision: number | null;
  /** Whether it is being sent, or is sent next. */
  readonly isNext: boolean;
}

async function loadSaves(
  sql: Sql,
  { scopeId }: ScopeRow,
  formAssignmentId: string,
): Promise<readonly Save[]> {
  const rows = await sql.read({
    sql: `select client_operation_id, status, accepted_revision,
        status = 'SYNCING' or (status = 'QUEUED' and wait_reason is null
          and (select wait_reason from cache_scope where scope_id = ?1) is null) as is_next
      from sync_operation operation left join sync_receipt receipt using (client_operation_id)
      where operation.scope_id = ?1 and object_id = ?2 and status <> 'DISCARDED'
        and not exists (select 1 from sync_operation later
          where later.resubmit_of = operation.client_operation_id and later.status <> 'DISCARDED')
      order by local_sequence`,
    params: [scopeId, formAssignmentId],
  });
  return rows.map(saveOf);
}

function saveOf(row: Row): Save {
  return {
    clientOperationId: textIn(row, "client_operation_id"),
    status: textIn(row, "status"),
    acceptedRevision: maybeNumberIn(row, "accepted_revision"),
    isNext: numberIn(row, "is_next") === 1,
  };
}
