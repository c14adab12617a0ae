import { isJsonObject, objectsAt, textAt } from "../../json.ts";
import { hintsOf } from "../../lanes/verdicts/keep-hints.ts";
import type { Sql, Statement } from "../../ports/sql.ts";
import type { Slice, SliceContext, SliceRead } from "../../read/slices/types.ts";
import { textIn } from "../../store/columns.ts";
import type { WorkoutConflict } from "../../wire/workout-types.ts";
import { conflictStatements, loadConflicts } from "./conflict-rows.ts";
import { readConflicts } from "./read-conflicts.ts";
import { settleDraft } from "./settle-draft.ts";

/**
 * Open conflicts of workout drafts. No digest covers them. They are read after a restart of the device's knowledge, on
 * a server hint, and when a draft is refused or its conflict ends (docs/rooms/workouts.md#conflicts).
 */
export const conflictsSlice: Slice = {
  kept: async () => await Promise.resolve(null),
  async carried(context, { body }) {
    const isHinted = objectsAt(body, "changes").some(isConflictHint);
    return isHinted || (await isDue(context)) ? null : [pruneEnded(context)];
  },
  async read(context) {
    const open = await readConflicts(context, "OPEN");
    if (open.kind === "FAILED") return withoutConflicts(context, open);
    const ended = await settleEnded(context, open.conflicts);
    if (ended.kind === "FAILED") return withoutConflicts(context, ended);
    return {
      kind: "READ",
      statements: [
        ...(await conflictStatements(context.core, context.scope, open.conflicts)),
        ...ended.statements,
        pruneEnded(context),
      ],
    };
  },
};

/** A server without this list must not keep the day from being read. */
function withoutConflicts(context: SliceContext, failed: Failed): SliceRead {
  return failed.answer.kind === "NOT_FOUND"
    ? { kind: "READ", statements: [pruneEnded(context)] }
    : failed;
}

type Failed = Extract<SliceRead, { readonly kind: "FAILED" }>;

const isConflictHint = (hint: object) =>
  isJsonObject(hint) && textAt(hint, "entityType") === "workout_conflict";

async function isDue({ core, scope }: SliceContext): Promise<boolean> {
  if (scope.lastCursor === null) return true;
  const { hints } = await hintsOf(core.ports.sql, scope.scopeId);
  if (hints.some(isConflictHint)) return true;
  const known = new Set((await loadConflicts(core, scope)).map(draftOf));
  const refused = await refusedOperations(core.ports.sql, scope.scopeId);
  if (refused.some(({ draftId }) => !known.has(draftId))) return true;
  return await isAnyDiscarded(core.ports.sql, scope.scopeId, [...known]);
}

/** Whether the person gave one of these drafts up. That ends its conflict, and no hint says so to its own device. */
async function isAnyDiscarded(
  sql: Sql,
  scopeId: string,
  drafts: readonly string[],
): Promise<boolean> {
  const discarded = await sql.read({
    sql: `select 1 from sync_operation where scope_id = ? and operation_type = 'workout.discard-session'
      and status = 'ACCEPTED' and object_id in (select value from json_each(?)) limit 1`,
    params: [scopeId, JSON.stringify(drafts)],
  });
  return discarded.length > 0;
}

/** Operations of this device's drafts whose conflict nobody has resolved. */
async function refusedOperations(sql: Sql, scopeId: string): Promise<readonly Refused[]> {
  const rows = await sql.read({
    sql: `select object_id, client_operation_id from sync_operation refused
      where scope_id = ? and status = 'CONFLICTED' and operation_type glob 'workout.*' and object_id is not null
        and not exists (select 1 from sync_operation later
          where later.resubmit_of = refused.client_operation_id)`,
    params: [scopeId],
  });
  return rows.map((row) => ({
    draftId: textIn(row, "object_id"),
    operationId: textIn(row, "client_operation_id"),
  }));
}

interface Refused {
  readonly draftId: string;
  readonly operationId: string;
}

/**
 * Settles conflicts of this device's drafts that ended elsewhere, or whose answer was lost. A verdict may arrive
 * between the two lists. A conflict of the same draft that ended earlier is not the one of that verdict.
 */
async function settleEnded(context: SliceContext, open: readonly WorkoutConflict[]) {
  const { core, scope } = context;
  const openDrafts = new Set(open.map(draftOf));
  const missing = (await refusedOperations(core.ports.sql, scope.scopeId)).filter(
    ({ draftId }) => !openDrafts.has(draftId),
  );
  const statements: Statement[] = [];
  if (missing.length === 0) return { kind: "READ", statements } as const;
  const drafts = new Set(missing.map(({ draftId }) => draftId));
  const operations = new Set(missing.map(({ operationId }) => operationId));
  // The newest conflict of a draft covers the operations of the older ones.
  const endedIn = (read: readonly WorkoutConflict[]) => {
    const newest = new Map<string, WorkoutConflict>();
    for (const conflict of read) {
      const draftId = draftOf(conflict);
      if (operations.has(operationOf(conflict)) && !newest.has(draftId))
        newest.set(draftId, conflict);
    }
    return newest;
  };
  const covers = (read: readonly WorkoutConflict[]) => endedIn(read).size === drafts.size;
  const resolved = await readConflicts(context, "RESOLVED", covers);
  if (resolved.kind === "FAILED") return resolved;
  for (const ended of endedIn(resolved.conflicts).values()) {
    const { resolution, serverReference } = ended;
    const end = {
      draftId: draftOf(ended),
      operationId: operationOf(ended),
      resolution: resolution ?? "EXPIRED",
      offeredTaskId: serverReference.taskId,
    };
    statements.push(...(await settleDraft(core, scope, end)));
  }
  return { kind: "READ", statements } as const;
}

const operationOf = ({ localReference }: WorkoutConflict) => localReference.clientOperationId;
const draftOf = ({ localReference }: WorkoutConflict) => localReference.clientSessionId;

/** Days for which an ended draft is kept, by the server's calendar. Its operations stay longer. */
const KEPT_DAYS = 30;

/** Deletes drafts whose end was accepted long ago: the server has them, whatever it refused before. */
function pruneEnded({ scope: { scopeId } }: SliceContext): Statement {
  return {
    sql: `delete from draft where scope_id = ?1 and kind = 'WORKOUT' and status = 'ENDED'
      and exists (select 1 from sync_operation operation
        where operation.scope_id = ?1 and operation.object_id = draft.id
          and operation.operation_type in ('workout.submit-session', 'workout.discard-session')
          and date(operation.accepted_on, '+${KEPT_DAYS} days') < (
            select max(accepted_on) from sync_operation where scope_id = ?1))
      and not exists (select 1 from sync_operation operation
        where operation.scope_id = ?1 and operation.object_id = draft.id
          and operation.status not in ('ACCEPTED', 'REJECTED', 'DISCARDED'))`,
    params: [scopeId],
  };
}
