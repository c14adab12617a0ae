import {
  type DraftStatus,
  draftStatusOf,
  type DraftStep,
} from "../../../contract/workouts/draft-status.ts";
import type { ReportedVerdict } from "../../../contract/sync/local-state.ts";
import type { Core } from "../../core.ts";
import type { Row } from "../../ports/sql.ts";
import { maybeTextIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/** The operations of a draft in local order. */
export async function loadDraftOperations(
  { ports }: Core,
  { scopeId }: ScopeRow,
  draftId: string,
): Promise<readonly DraftOperation[]> {
  const rows = await ports.sql.read({
    sql: `select operation.client_operation_id, operation.operation_type, operation.status, operation.resubmit_of,
        coalesce(receipt.rejection_code, receipt.conflict_code) as code
      from sync_operation operation
      left join sync_receipt receipt on receipt.client_operation_id = operation.client_operation_id
      where operation.scope_id = ? and operation.object_id = ? order by operation.local_sequence`,
    params: [scopeId, draftId],
  });
  return rows.map(operationIn);
}

/** An operation of a draft. */
export interface DraftOperation {
  readonly id: string;
  readonly operationType: string;
  readonly status: string;
  readonly resubmitOf: string | null;
  /** Code of its refusal; null if it is not refused. */
  readonly code: string | null;
}

/**
 * The status of a draft by the rule of the contract, from its operations. A conflict that only the server remembers, as
 * after a purge of the cache, counts as a refused submit.
 *
 * @param refused the operation of the open conflict, if one was read.
 */
export function statusOf(
  operations: readonly DraftOperation[],
  refused: string | null,
): DraftStatus {
  const steps = operations.flatMap(stepOf);
  const isKnown = refused === null || operations.some(({ id }) => id === refused);
  const conflict: DraftStep = { kind: "SUBMIT", reported: { status: "CONFLICT" } };
  return draftStatusOf(isKnown ? steps : [conflict, ...steps]);
}

/** The newest refusal that neither a later operation nor the person has resolved. */
export function newestRefusal(operations: readonly DraftOperation[]): DraftOperation | null {
  const replaced = new Set(operations.map(({ resubmitOf }) => resubmitOf));
  const open = operations.filter(
    ({ id, status }) => (status === "REJECTED" || status === "CONFLICTED") && !replaced.has(id),
  );
  return open.at(-1) ?? null;
}

const STEP_OF = new Map<string, "START" | "SUBMIT" | "CORRECT" | "DISCARD">([
  ["workout.start-session", "START"],
  ["workout.submit-session", "SUBMIT"],
  ["workout.correct-session", "CORRECT"],
  ["workout.discard-session", "DISCARD"],
]);

const REPORTED = new Map<string, ReportedVerdict>([
  ["QUEUED", "WAITING"],
  ["SYNCING", "SENT"],
  ["ACCEPTED", { status: "ACCEPTED" }],
  ["REJECTED", { status: "REJECTED" }],
  ["CONFLICTED", { status: "CONFLICT" }],
]);

/** A discarded refusal is no step: the person resolved it. */
function stepOf({ operationType, status }: DraftOperation): readonly DraftStep[] {
  const kind = STEP_OF.get(operationType);
  const reported = REPORTED.get(status);
  return kind === undefined || reported === undefined ? [] : [{ kind, reported }];
}

function operationIn(row: Row): DraftOperation {
  return {
    id: textIn(row, "client_operation_id"),
    operationType: textIn(row, "operation_type"),
    status: textIn(row, "status"),
    resubmitOf: maybeTextIn(row, "resubmit_of"),
    code: maybeTextIn(row, "code"),
  };
}
