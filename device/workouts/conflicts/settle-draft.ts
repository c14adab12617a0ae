import type { Core } from "../../core.ts";
import type { Statement } from "../../ports/sql.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import { loadDraftOperations } from "../drafts/draft-operations.ts";
import { type OpenDraft, openDraft, workoutDrafts } from "../drafts/workout-drafts.ts";
import { loadPackage } from "../packages/package-rows.ts";
import type { StoredPackage } from "../packages/verify-package.ts";

/**
 * Statements that end the conflict of a draft on this device. After REFRESH the draft goes on from the workout that is
 * offered now. RESUBMIT was done by the operation that replaced the refused one. Any other end deletes what the server
 * refused: with the draft, unless one of its submits counts or its own operation discarded it.
 */
export async function settleDraft(
  core: Core,
  scope: ScopeRow,
  { draftId, resolution, offeredTaskId }: EndedConflict,
): Promise<readonly Statement[]> {
  const now = core.ports.clock.now();
  const resolved = resolveStatements(scope, { draftId, resolution, now });
  const draft = openDraft(await workoutDrafts(core).find(scope, draftId));
  if (draft === null || resolution === "RESUBMIT") return resolved;
  if (resolution === "REFRESH") {
    const pack = offeredTaskId === null ? null : await loadPackage(core, scope, offeredTaskId);
    return [...resolved, ...(await reopen(core, scope, { draft, pack }))];
  }
  const operations = await loadDraftOperations(core, scope, draftId);
  const isDecided = operations.some(
    ({ operationType, status }) => ENDS.has(operationType) && status === "ACCEPTED",
  );
  return isDecided ? resolved : [...resolved, workoutDrafts(core).remove(scope, draftId)];
}

/** A conflict that ended, as far as its phone acts on it. */
export interface EndedConflict {
  readonly draftId: string;
  /** As the server names it. */
  readonly resolution: string;
  /** Task of the workout that is offered now; null if there is none. */
  readonly offeredTaskId: string | null;
}

const ENDS: ReadonlySet<string> = new Set(["workout.submit-session", "workout.discard-session"]);

/**
 * A refused operation needs no more attention; its content is deleted like that of a discarded entry. After a resubmit, one that was replaced stays as it is; others, such as a
 * start that was refused before, are over.
 */
function resolveStatements(
  { scopeId }: ScopeRow,
  { draftId, resolution, now }: Resolved,
): readonly Statement[] {
  const params = [scopeId, draftId, resolution];
  const refused = `select client_operation_id from sync_operation refused
    where scope_id = ?1 and object_id = ?2 and status = 'CONFLICTED' and (?3 <> 'RESUBMIT' or not exists (
      select 1 from sync_operation later where later.resubmit_of = refused.client_operation_id))`;
  return [
    {
      sql: `update sync_conflict set resolution_status = 'RESOLVED' where scope_id = ?1 and ?3 is not null
        and client_operation_id in (select client_operation_id from sync_operation where object_id = ?2)`,
      params,
    },
    {
      sql: `update cache_scope set discarded = discarded + refused.count, conflicted = conflicted - refused.count
        from (select count(*) as count from (${refused})) as refused where scope_id = ?1`,
      params,
    },
    {
      sql: `update sync_operation set discarded_from = status, status = 'DISCARDED', undo_until = ?4, updated_at = ?4
        where client_operation_id in (${refused})`,
      params: [...params, now],
    },
  ];
}

interface Resolved extends Pick<EndedConflict, "draftId" | "resolution"> {
  readonly now: number;
}

/** What was typed stays, whether or not the other workout has its exercises. */
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
