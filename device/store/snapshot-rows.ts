import type { Core } from "../core.ts";
import type { Row, Statement } from "../ports/sql.ts";
import { bytesIn, maybeNumberIn, numberIn, textIn } from "./columns.ts";
import type { ScopeRow } from "./load-scope.ts";
import type { Label } from "./sealed-rows.ts";

/** Rows of `snapshot` of one kind: what the server said, sealed with the cache key of its scope. */
export function snapshotRows<Body>(core: Core, kind: string): SnapshotRows<Body> {
  const labelOf = (id: string): Label<Body> => `snapshot/${kind}/${id}`;
  const open = async (cacheKey: string, row: Row): Promise<Snapshot<Body> | null> => {
    const id = textIn(row, "id");
    const found = await core.rows.open(cacheKey, labelOf(id), bytesIn(row, "body"));
    if (found === null) return null;
    const revision = maybeNumberIn(row, "revision");
    return { id, revision, readAt: numberIn(row, "read_at"), body: found.content };
  };
  return {
    async list({ scopeId, cacheKey }) {
      const rows = await core.ports.sql.read({
        sql: `select id, revision, read_at, body from snapshot where scope_id = ? and kind = ?
          order by position, id`,
        params: [scopeId, kind],
      });
      const opened = await Promise.all(rows.map(async (row) => await open(cacheKey, row)));
      return opened.filter((row) => row !== null);
    },
    async find({ scopeId, cacheKey }, id) {
      const [row] = await core.ports.sql.read({
        sql: `select id, revision, read_at, body from snapshot
          where scope_id = ? and kind = ? and id = ?`,
        params: [scopeId, kind, id],
      });
      return row === undefined ? null : await open(cacheKey, row);
    },
    async store({ scopeId, cacheKey }, { id, position, revision, body }) {
      return {
        sql: `insert into snapshot (scope_id, kind, id, revision, position, read_at, body)
          select ?1, ?2, ?3, ?4, ?5, ?6, ?7 from cache_scope
          where scope_id = ?1 and cache_key = ?8 and status not in ('SEALED', 'PURGING')
          on conflict (scope_id, kind, id) do update set revision = excluded.revision,
            position = excluded.position, read_at = excluded.read_at, body = excluded.body
          where coalesce(excluded.revision, 0) >= coalesce(snapshot.revision, 0)`,
        params: [
          scopeId,
          kind,
          id,
          revision,
          position,
          core.ports.clock.now(),
          await core.rows.seal(cacheKey, labelOf(id), body),
          cacheKey,
        ],
      };
    },
    keepOnly: ({ scopeId }, ids) => ({
      sql: `delete from snapshot where scope_id = ? and kind = ?
        and id not in (select value from json_each(?))`,
      params: [scopeId, kind, JSON.stringify(ids)],
    }),
  };
}

/** Reads snapshots of one kind, and builds the statements that write them. */
export interface SnapshotRows<Body> {
  /** Readable rows in order. */
  list(scope: ScopeRow): Promise<readonly Snapshot<Body>[]>;
  /** Null if it was never read, or its key is gone. */
  find(scope: ScopeRow, id: string): Promise<Snapshot<Body> | null>;
  /** Stores a row, unless a purge order closed the scope or a later revision is stored. */
  store(scope: ScopeRow, row: NewSnapshot<Body>): Promise<Statement>;
  /** Deletes all others. */
  keepOnly(scope: ScopeRow, ids: readonly string[]): Statement;
}

/** A stored row. */
export interface Snapshot<Body> {
  readonly id: string;
  /** Zero after a restore of the server: whatever it has then is newer. */
  readonly revision: number | null;
  readonly readAt: number;
  readonly body: Body;
}

/** A row to store. */
export interface NewSnapshot<Body> {
  readonly id: string;
  readonly position: number;
  readonly revision: number | null;
  readonly body: Body;
}
