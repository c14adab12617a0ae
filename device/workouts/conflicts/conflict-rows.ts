import type { Core } from "../../core.ts";
import { isJsonObject, numberAt, textAt } from "../../json.ts";
import type { Row, Statement } from "../../ports/sql.ts";
import { bytesIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { Label } from "../../store/sealed-rows.ts";
import type { WorkoutConflict } from "../../wire/workout-types.ts";

/** The open conflicts that were read last, in the order of the server. */
export async function loadConflicts(
  core: Core,
  scope: ScopeRow,
): Promise<readonly WorkoutConflict[]> {
  const rows = await core.ports.sql.read({
    sql: `select * from snapshot where scope_id = ? and kind = '${KIND}' order by position`,
    params: [scope.scopeId],
  });
  const opened = await Promise.all(rows.map(async (row) => await open(core, scope, row)));
  return opened.filter((conflict) => conflict !== null);
}

/** The open conflict of a draft; null if none was read. */
export async function findConflictOf(
  core: Core,
  scope: ScopeRow,
  draftId: string,
): Promise<WorkoutConflict | null> {
  const conflicts = await loadConflicts(core, scope);
  return conflicts.find(({ localReference }) => localReference.clientSessionId === draftId) ?? null;
}

/** Replaces the open conflicts by those that were read. */
export async function conflictStatements(
  { ports, rows }: Core,
  { scopeId, cacheKey }: ScopeRow,
  conflicts: readonly WorkoutConflict[],
): Promise<readonly Statement[]> {
  const now = ports.clock.now();
  const inserts = conflicts.map(async (conflict, position): Promise<Statement> => {
    const { conflictId: id } = conflict;
    return {
      sql: `insert into snapshot (scope_id, kind, id, position, read_at, body) values (?, '${KIND}', ?, ?, ?, ?)`,
      params: [scopeId, id, position, now, await rows.seal(cacheKey, labelOf(id), conflict)],
    };
  });
  return [
    {
      sql: `delete from snapshot where scope_id = ? and kind = '${KIND}'`,
      params: [scopeId],
    },
    ...(await Promise.all(inserts)),
  ];
}

/** Deletes a conflict that ended. */
export function forgetConflict({ scopeId }: ScopeRow, conflictId: string): Statement {
  return {
    sql: `delete from snapshot where scope_id = ? and kind = '${KIND}' and id = ?`,
    params: [scopeId, conflictId],
  };
}

/** Whether an entry of an answer is a conflict. Only the members that the library reads are checked. */
export function isConflict(data: unknown): data is WorkoutConflict {
  if (!isJsonObject(data)) return false;
  const { localReference, serverReference, options } = data;
  return (
    textAt(data, "conflictId") !== null &&
    textAt(data, "kind") !== null &&
    textAt(data, "status") !== null &&
    Array.isArray(options) &&
    isJsonObject(localReference) &&
    textAt(localReference, "clientSessionId") !== null &&
    textAt(localReference, "clientOperationId") !== null &&
    numberAt(localReference, "frozenRevision") !== null &&
    isJsonObject(serverReference)
  );
}

const KIND = "workout-conflict";

const labelOf = (conflictId: string): Label<WorkoutConflict> => `snapshot/${KIND}/${conflictId}`;

async function open(
  { rows }: Core,
  { cacheKey }: ScopeRow,
  row: Row,
): Promise<WorkoutConflict | null> {
  const label = labelOf(textIn(row, "id"));
  return (await rows.open(cacheKey, label, bytesIn(row, "body")))?.content ?? null;
}
