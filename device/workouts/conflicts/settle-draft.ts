import type { Core } from "../../core.ts";
import type { Statement } from "../../ports/sql.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import { type DraftOperation, loadDraftOperations } from "../drafts/draft-operations.ts";
import { type OpenDraft, openDraft, workoutDrafts } from "../drafts/workout-drafts.ts";
import { loadPackage } from "../packages/package-rows.ts";
import type { StoredPackage } from "../packages/verify-package.ts";

/**
 * Statements that end the conflict of a draft on this device. After REFRESH the draft goes on from the workout that is
 * offered now. RESUBMIT was done by the operation that replaced the refused one. Any other end deletes the refused
 * operations. It also deletes the draft, unless one of its submits counts or its own operation discarded it. Operations
 * after the last refused one of the conflict belong to another conflict, and stay.
 */
export async function settleDraft(
  core: Core,
  scope: ScopeRow,
  { draftId, operationId, resolution, offeredTaskId }: EndedConflict,
): Promise<readonly Statement[]> {
  const operations = await loadDraftOperations(core, scope, draftId);
  if (!isRefused(operations, operationId)) return [];
  const now = core.ports.clock.now();
  const resolved = [
    operationsAre(scope, draftId, operations),
    ...resolveStatements(scope, { draftId, operationId, resolution, now }),
  ];
  if (operations.slice(indexOf(operations, operationId) + 1).some(isUndecided)) return resolved;
  const draft = openDraft(await workoutDrafts(core).find(scope, draftId));
  if (draft === null || resolution === "RESUBMIT") return resolved;
  if (resolution === "REFRESH") {
    const pack = offeredTaskId === null ? null : await loadPackage(core, scope, offeredTaskId);
    return [...resolved, ...(await reopen(core, scope, { draft, pack }))];
  }
  const isDecided = operations.some(
    ({ operationType, status }) => ENDS.has(operationType) && status === "ACCEPTED",
  );
  return isDecided ? resolved : [...resolved, workoutDrafts(core).remove(scope, draftId)];
}

/** The fields of an ended conflict that its phone acts on. */
export interface EndedConflict {
  readonly draftId: string;
  /** The last refused operation of the conflict. */
  readonly operationId: string;
  /** As the server names it. */
  readonly resolution: string;
  /** Task of the workout that is offered now; null if there is none. */
  readonly offeredTaskId: string | null;
}

const ENDS: ReadonlySet<string> = new Set(["workout.submit-session", "workout.discard-session"]);

type Operations = readonly DraftOperation[];

/** Whether a conflict is about what this device knows. After a purge, only the server may remember the operation. */
function isRefused(operations: Operations, operationId: string): boolean {
  const known = operations.find(({ id }) => id === operationId);
  return known === undefined
    ? operations.every(({ status }) => status !== "CONFLICTED")
    : known.status === "CONFLICTED";
}

/** Operations that a purge deleted are older than all others. */
const indexOf = (operations: Operations, operationId: string) =>
  operations.findIndex(({ id }) => id === operationId);

/** Fails the transaction if the draft has got an operation or a verdict since these were read. */
function operationsAre({ scopeId }: ScopeRow, draftId: string, operations: Operations): Statement {
  const states = new Map(operations.map(({ id, status }) => [id, stateOf(status)]));
  return {
    sql: `update cache_scope set scope_id = scope_id where scope_id = ?1 and ?3 = (
        select json_group_array(json_array(client_operation_id, iif(status = 'SYNCING', 'QUEUED', status)))
        from (select * from sync_operation where scope_id = ?1 and object_id = ?2 order by local_sequence))`,
    params: [scopeId, draftId, JSON.stringify([...states])],
    changes: 1,
  };
}

const stateOf = (status: string) => (status === "SYNCING" ? "QUEUED" : status);

/** An operation whose verdict the device waits for, or with a conflict of its own. */
const isUndecided = ({ status }: DraftOperation) =>
  status === "QUEUED" || status === "SYNCING" || status === "CONFLICTED";

/**
 * A refused operation needs no more attention; its content is deleted like that of a discarded entry. After a resubmit,
 * one that was replaced stays as it is; others, such as a start that was refused before, are over.
 */
function resolveStatements(
  { scopeId }: ScopeRow,
  { draftId, operationId, resolution, now }: Resolved,
): readonly Statement[] {
  const params = [scopeId, draftId, resolution, operationId];
  const covered = `scope_id = ?1 and object_id = ?2 and local_sequence <= (
      select local_sequence from sync_operation where client_operation_id = ?4)`;
  const refused = `select client_operation_id from sync_operation refused
    where ${covered} and status = 'CONFLICTED' and (?3 <> 'RESUBMIT' or not exists (
      select 1 from sync_operation later where later.resubmit_of = refused.client_operation_id))`;
  return [
    {
      sql: `update sync_conflict set resolution_status = 'RESOLVED' where scope_id = ?1 and ?3 is not null
        and client_operation_id in (select client_operation_id from sync_operation where ${covered})`,
      params,
    },
    {
      sql: `update cache_scope set discarded = discarded + refused.count, conflicted = conflicted - refused.count
        from (select count(*) as count from (${refused})) as refused where scope_id = ?1`,
      params,
    },
    {
      sql: `update sync_operation set discarded_from = status, status = 'DISCARDED', undo_until = ?5, updated_at = ?5
        where client_operation_id in (${refused})`,
      params: [...params, now],
    },
  ];
}

interface Resolved extends Omit<EndedConflict, "offeredTaskId"> {
  readonly now: number;
}

/** Reopens the draft with everything typed, even if the other workout lacks its exercises. */
async function reopen(
  core: Core,
  scope: ScopeRow,
  { draft, pack }: { readonly draft: OpenDraft; readonly pack: StoredPackage | null },
): Promise<readonly Statement[]> {
  const { body } = draft;
  const next = {
    status: "OPEN",
    revision: draft.revision + 1,
    body: { ...body, finishedAt: null },
    ...(pack !== null && { taskId: pack.taskId, origin: pack }),
  } as const;
  return [await workoutDrafts(core).update(scope, draft, next)];
}
