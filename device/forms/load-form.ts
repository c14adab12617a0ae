import type { Core } from "../core.ts";
import type { OnlineActs } from "../online/online-acts.ts";
import type { OnlineOutcome } from "../online/types.ts";
import type { Row, Sql } from "../ports/sql.ts";
import { maybeNumberIn, maybeTextIn, numberIn, textIn } from "../store/columns.ts";
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
  const replaced = new Set(saves.map(({ resubmitOf }) => resubmitOf));
  return {
    form: read.body.form,
    storedRevision: read.revision,
    readAt: read.readAt,
    draft,
    draftSave: draftSaveOf(draft, saves),
    saves: saves.filter(({ clientOperationId }) => !replaced.has(clientOperationId)),
    submission,
  };
}

/** The save of exactly these answers, or the newest one that was sent again in its place. */
function draftSaveOf(draft: FormDraftRow | null, saves: readonly Save[]): Save | null {
  let found = saves.find((save) => save.clientOperationId === draft?.body.operationId) ?? null;
  for (const save of saves)
    if (found !== null && save.resubmitOf === found.clientOperationId) found = save;
  return found;
}

/** Dependencies for reading a form. */
export interface FormStores {
  readonly core: Core;
  readonly rows: FormRows;
  readonly acts: OnlineActs;
}

/** One form on this device. */
export interface KnownForm {
  /** As the server sent it. */
  readonly form: OwnFormAssignment;
  /** Revision of the stored row; zero after a restore of the server. */
  readonly storedRevision: number | null;
  /** When it was last read. */
  readonly readAt: number;
  readonly draft: FormDraftRow | null;
  /** The operation that saves the draft as it is; null if none does, or if it was discarded or deleted. */
  readonly draftSave: Save | null;
  /** Operations that save its drafts, oldest first, without discarded and replaced ones. */
  readonly saves: readonly Save[];
  /** The newest submission. */
  readonly submission: { readonly actId: string; readonly outcome: OnlineOutcome } | null;
}

/** An operation that saves a draft. */
export interface Save {
  readonly clientOperationId: string;
  readonly status: string;
  /** When its status last changed. */
  readonly updatedAt: number;
  readonly acceptedRevision: number | null;
  /** The refused save in whose place it is sent. */
  readonly resubmitOf: string | null;
  /** Whether it is being sent, or is sent next. */
  readonly isNext: boolean;
}

/** Operations that save drafts of a form, oldest first, without discarded ones. */
export async function loadSaves(
  sql: Sql,
  { scopeId }: ScopeRow,
  formAssignmentId: string,
): Promise<readonly Save[]> {
  const rows = await sql.read({
    sql: `select client_operation_id, status, accepted_revision, resubmit_of,
        operation.updated_at,
        status = 'SYNCING' or (status = 'QUEUED' and wait_reason is null
          and (select wait_reason from cache_scope where scope_id = ?1) is null) as is_next
      from sync_operation operation left join sync_receipt receipt using (client_operation_id)
      where operation.scope_id = ?1 and object_id = ?2 and status <> 'DISCARDED'
      order by local_sequence`,
    params: [scopeId, formAssignmentId],
  });
  return rows.map(saveOf);
}

function saveOf(row: Row): Save {
  return {
    clientOperationId: textIn(row, "client_operation_id"),
    status: textIn(row, "status"),
    resubmitOf: maybeTextIn(row, "resubmit_of"),
    updatedAt: numberIn(row, "updated_at"),
    acceptedRevision: maybeNumberIn(row, "accepted_revision"),
    isNext: numberIn(row, "is_next") === 1,
  };
}
