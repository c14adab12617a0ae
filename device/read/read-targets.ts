import type { Hint } from "../lanes/verdicts/read-results.ts";
import { maybeTextIn, textIn } from "../store/columns.ts";
import { snapshotRows } from "../store/snapshot-rows.ts";
import { isAnswered } from "./is-answered.ts";
import { loadDay } from "./load-day.ts";
import { markRead } from "./mark-read.ts";
import { readTask } from "./read-task.ts";
import type { ReadFailure, SliceContext } from "./slices/types.ts";

/**
 * Reads objects that no slice covers: tasks of other days with open operations, and the newest state of each object in
 * conflict. A conflict is offered for resubmission only after its state was read.
 *
 * @param conflicts the conflicts that were open before the read began.
 * @param hints changes that the server named, or that answers asked to fetch again.
 * @returns why a target could not be read; null if all were.
 */
export async function readTargets(
  context: SliceContext,
  {
    conflicts,
    hints,
  }: { readonly conflicts: readonly OpenConflict[]; readonly hints: readonly Hint[] },
): Promise<ReadFailure | null> {
  const { core, scope } = context;
  const presentDate = (await loadDay(core, scope))?.content.localDate ?? null;
  const tasks = await changedTasks(context, hints, presentDate);
  for (const { path, objectId } of conflicts)
    if (objectId !== null && isOfOtherDay(path, presentDate)) tasks.add(objectId);
  for (const taskId of tasks) {
    const failure = await readTask(context, taskId);
    if (failure !== null) return failure;
  }
  for (const { path } of conflicts) {
    if (path === null || dateOf(path) !== null || isOfScope(path)) continue;
    const failure = await readPath(context, path);
    if (failure !== null) return failure;
  }
  if (conflicts.length > 0)
    await core.ports.sql.write([
      markRead(conflicts.map(({ clientOperationId }) => clientOperationId)),
    ]);
  return null;
}

/** A conflict that the person has not resolved, and where its newest state is. */
export interface OpenConflict {
  readonly clientOperationId: string;
  readonly objectId: string | null;
  readonly path: string | null;
}

/**
 * The conflicts of a scope whose newest state was not read yet. A conflict about a client's day is left out: only a
 * read of that day shows it (coach/days/refresh-day.ts).
 */
export async function openConflicts({
  core,
  scope,
}: Pick<SliceContext, "core" | "scope">): Promise<readonly OpenConflict[]> {
  const rows = await core.ports.sql.read({
    sql: `select conflict.client_operation_id, conflict.latest_snapshot_ref, operation.object_id
      from sync_conflict conflict join sync_operation operation using (client_operation_id)
      where conflict.scope_id = ? and conflict.resolution_status = 'OPEN'
        and operation.operation_type <> 'day.review'`,
    params: [scope.scopeId],
  });
  return rows.map((row) => ({
    clientOperationId: textIn(row, "client_operation_id"),
    objectId: maybeTextIn(row, "object_id"),
    path: maybeTextIn(row, "latest_snapshot_ref"),
  }));
}

/** The stored tasks of other days among what changed. */
async function changedTasks(
  { core, scope }: SliceContext,
  hints: readonly Hint[],
  presentDate: string | null,
): Promise<Set<string>> {
  const dates = hints.flatMap(({ path }) => (isOfOtherDay(path, presentDate) ? dateOf(path) : []));
  const rows = await core.ports.sql.read({
    sql: `select id from snapshot where scope_id = ? and kind = 'task'
      and local_date in (select value from json_each(?))`,
    params: [scope.scopeId, JSON.stringify(dates)],
  });
  return new Set(rows.map((row) => textIn(row, "id")));
}

/** Reads a path of no slice, and stores its answer under the path. */
async function readPath(context: SliceContext, path: string): Promise<ReadFailure | null> {
  const { core, session, scope } = context;
  const answer = await session.call({ method: "GET", path });
  // Nothing is there any more: then there is nothing to see before the conflict is resolved.
  if (answer.kind !== "ANSWER") return isAnswered(answer) ? null : answer;
  const row = { id: path, position: 0, revision: null, body: answer.data };
  await core.ports.sql.write([await snapshotRows<unknown>(core, "target").store(scope, row)]);
  return null;
}

/** The local day in the path of an agenda; null for another path. */
export function dateOf(path: string): string | null {
  return /[?&](?:date|from)=(\d{4}-\d\d-\d\d)/.exec(path)?.[1] ?? null;
}

function isOfOtherDay(path: string | null, presentDate: string | null): boolean {
  const date = path === null ? null : dateOf(path);
  return date !== null && date !== presentDate;
}

/** The read of the scope itself covers it. */
function isOfScope(path: string): boolean {
  return path.includes("/sync?");
}
