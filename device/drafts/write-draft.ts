import type { Core } from "../core.ts";
import type { SqlValue, Statement } from "../ports/sql.ts";
import { SIGN_OUT } from "../store/names.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { DraftFacts, DraftKind, NewDraft, NextDraft } from "./types.ts";

/** The statement that inserts a draft at revision 1, if the scope is open and the condition holds. */
export async function insertDraft<Body, Origin>(
  { scope, ...store }: DraftPlace,
  { id, taskId, body, origin }: NewDraft<Body, Origin>,
  condition: Statement = ALWAYS,
): Promise<Statement> {
  const now = store.core.ports.clock.now();
  return {
    sql: `insert into draft (scope_id, kind, id, task_id, status, revision, device_ids, created_at,
        updated_at, origin, body)
      select ?, ?, ?, ?, 'OPEN', 1, ${DEVICE_IDS}, ?, ?, ?, ? where ${IS_OPEN} and ${condition.sql}`,
    params: [
      scope.scopeId,
      store.kind,
      id,
      taskId,
      now,
      now,
      origin === null ? null : await sealOrigin(store, scope, { id, origin }),
      await sealBody(store, scope, { id, body }),
      ...openParams(scope),
      ...(condition.params ?? []),
    ],
    changes: 1,
  };
}

/** The statement that replaces the known revision of a draft, if the scope is open. */
export async function updateDraft<Body, Origin>(
  { scope, ...store }: DraftPlace,
  { id, revision }: Pick<DraftFacts, "id" | "revision">,
  next: NextDraft<Body, Origin>,
): Promise<Statement> {
  const { taskId, origin, body } = next;
  const changes: readonly (readonly [column: string, value: SqlValue])[] = [
    ["revision", next.revision],
    ["status", next.status],
    ["updated_at", store.core.ports.clock.now()],
    ["body", await sealBody(store, scope, { id, body })],
    ...(taskId === undefined ? [] : [["task_id", taskId] as const]),
    ...(origin === undefined
      ? []
      : [["origin", await sealOrigin(store, scope, { id, origin })] as const]),
  ];
  return {
    sql: `update draft set ${changes.map(([column]) => `${column} = ?`).join(", ")}
      where scope_id = ? and kind = ? and id = ? and revision = ? and ${IS_OPEN}`,
    params: [
      ...changes.map(([, value]) => value),
      scope.scopeId,
      store.kind,
      id,
      revision,
      ...openParams(scope),
    ],
    changes: 1,
  };
}

/** Where drafts of one kind are stored, and the labels of their seals. */
export interface DraftStore {
  readonly core: Core;
  readonly kind: DraftKind;
  readonly bodyLabel: (id: string) => string;
  readonly originLabel: (id: string) => string;
}

/** A scope in such a store. */
export interface DraftPlace extends DraftStore {
  readonly scope: ScopeRow;
}

async function sealBody(
  { core, bodyLabel }: DraftStore,
  { queueKey }: ScopeRow,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<Uint8Array> {
  return await core.rows.seal(queueKey, bodyLabel(id), body);
}

async function sealOrigin(
  { core, originLabel }: DraftStore,
  { queueKey }: ScopeRow,
  { id, origin }: { readonly id: string; readonly origin: unknown },
): Promise<Uint8Array> {
  return await core.rows.seal(queueKey, originLabel(id), origin);
}

const ALWAYS: Statement = { sql: "true" };

/** The device at the instant of the transaction; purge orders reach a draft by it. */
const DEVICE_IDS = `(select iif(device_id is null, '[]', json_array(device_id)) from device_metadata)`;

/** A purge or a decided sign-out closes the scope; a new queue key would make the row unreadable. */
const IS_OPEN = `exists (select 1 from cache_scope where scope_id = ? and queue_key = ?
    and status not in ('SEALED', 'PURGING'))
  and not exists (select 1 from cache_metadata where key = ?)`;

const openParams = ({ scopeId, queueKey }: ScopeRow) => [scopeId, queueKey, SIGN_OUT];
