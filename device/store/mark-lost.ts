import type { Row, Statement } from "../ports/sql.ts";
import { MARK, type MarkPorts, opensOperation, UNMARKED } from "./mark-unreadable.ts";

/**
 * Marks the work whose key was lost. A row with an operation is the oldest, unreadable one of its scope. Any other row
 * names a scope, or the device itself, whose acts and drafts lost their key.
 */
export async function markLost(ports: MarkPorts, lost: readonly Row[]): Promise<void> {
  const statements: Statement[] = [];
  for (const row of lost) {
    const { scope_id: scopeId = null } = row;
    if (row["client_operation_id"] === undefined) {
      statements.push(...othersOf(scopeId, ports.random.uuid()));
      continue;
    }
    const params = [scopeId, await lastUnreadable(ports, row)];
    statements.push({ sql: `${MARK} and scope_id = ? and local_sequence <= ?`, params });
  }
  await ports.sql.write(statements);
}

/** The sequence of the last unreadable operation of a scope whose oldest one is unreadable. */
async function lastUnreadable(ports: MarkPorts, scope: Row): Promise<number> {
  let last = -1;
  for (;;) {
    const params = [String(scope["scope_id"]), last];
    const [row] = await ports.sql.read({ sql: NEXT, params });
    if (row === undefined || (await opensOperation(ports, scope, row))) return last;
    last = Number(row["local_sequence"]);
  }
}

const NEXT = `select * from sync_operation where scope_id = ? and local_sequence > ? and ${UNMARKED}
  order by local_sequence limit 1`;

/** A marked draft gives its id and its task free, so that the person can begin again. */
function othersOf(scopeId: Row[string], mark: string): readonly Statement[] {
  return [
    {
      sql: `update online_act set status = 'UNREADABLE', body = null, next_retry_at = null
        where scope_id is ? and status = 'OPEN'`,
      params: [scopeId ?? null],
    },
    {
      sql: `update draft set status = 'UNREADABLE', id = id || '/' || ?2, task_id = null
        where scope_id is ?1 and status <> 'UNREADABLE'`,
      params: [scopeId ?? null, mark],
    },
  ];
}
