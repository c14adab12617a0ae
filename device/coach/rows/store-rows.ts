import type { Core } from "../../core.ts";
import type { Statement } from "../../ports/sql.ts";
import { textIn } from "../../store/columns.ts";
import type { Label } from "../../store/sealed-rows.ts";
import type { CoachTaskDetail, CoachTaskItem } from "../../wire/inbox-types.ts";
import { type NewSnapshot, saveSnapshots } from "../sealed-snapshots.ts";

/** Label of a sealed row. */
export const rowLabel = (taskId: string): Label<CoachTaskItem> => `snapshot/coach_task/${taskId}`;

/** Label of a sealed row with its history. */
export const detailLabel = (taskId: string): Label<CoachTaskDetail> =>
  `snapshot/coach_task_detail/${taskId}`;

/** Rows to store, in the server's order, and when they were read. */
export interface RowsToStore {
  readonly listed: readonly CoachTaskItem[];
  /** Rows outside the list that an act of this device refers to, and rows that were read alone. */
  readonly details: readonly CoachTaskDetail[];
  readonly readAt: number;
  /** Names of the cache keys by client, before the rows were read: an order may have replaced them since. */
  readonly keys: CacheKeys;
}

/** Names of cache keys, by the id of the scope. */
export type CacheKeys = ReadonlyMap<string, string>;

/** Statements that store rows under the cache keys of their clients. A row of an unknown client is left out. */
export async function storeRows(
  core: Core,
  { listed, details, readAt, keys }: RowsToStore,
): Promise<readonly Statement[]> {
  const places = new Map(listed.map(({ taskId }, position) => [taskId, position]));
  const alone = details.filter(({ taskId }) => !places.has(taskId));
  const rows = [...listed, ...alone].flatMap((item): NewSnapshot<CoachTaskItem>[] => {
    const cacheKey = keys.get(item.client.relationshipId);
    if (cacheKey === undefined) return [];
    const { taskId } = item;
    const position = places.get(taskId) ?? null;
    return [
      {
        ...place(item, readAt),
        position,
        kind: "coach_task",
        cacheKey,
        label: rowLabel(taskId),
        content: item,
      },
    ];
  });
  const histories = details.flatMap((detail): NewSnapshot<CoachTaskDetail>[] => {
    const cacheKey = keys.get(detail.client.relationshipId);
    if (cacheKey === undefined) return [];
    const label = detailLabel(detail.taskId);
    return [
      {
        ...place(detail, readAt),
        position: null,
        kind: "coach_task_detail",
        cacheKey,
        label,
        content: detail,
      },
    ];
  });
  return [...(await saveSnapshots(core, rows)), ...(await saveSnapshots(core, histories))];
}

function place({ taskId, revision, client }: CoachTaskItem, readAt: number) {
  return { scopeId: client.relationshipId, id: taskId, revision, readAt };
}

/** The present names of the cache keys of all open scopes. */
export async function cacheKeys({ ports }: Core): Promise<CacheKeys> {
  const rows = await ports.sql.read({
    sql: `select scope_id, cache_key from cache_scope where status not in ('SEALED', 'PURGING')`,
  });
  return new Map(rows.map((row) => [textIn(row, "scope_id"), textIn(row, "cache_key")]));
}

/**
 * Deletes the rows of a workspace that the server does not list. Rows that an act or a draft of this device refers to
 * leave the list but stay on the device.
 */
export function forgetUnlisted(
  workspaceId: string,
  kept: { readonly listed: readonly string[]; readonly alone: readonly string[] },
): readonly Statement[] {
  return [
    {
      sql: `update snapshot set position = null
        where kind = 'coach_task' and position is not null and ${HERE}
          and id not in (select value from json_each(?2))`,
      params: [workspaceId, JSON.stringify(kept.listed)],
    },
    forgetResolved(workspaceId, kept.alone),
  ];
}

/**
 * Deletes rows outside the list that no open act or draft of this device refers to. A refused act that another one
 * replaced is resolved; its verdict may arrive although nothing changed in the list.
 */
export function forgetResolved(workspaceId: string, alone: readonly string[]): Statement {
  return {
    sql: `delete from snapshot where kind in ('coach_task', 'coach_task_detail') and ${HERE}
      and id not in (select id from snapshot where kind = 'coach_task' and position is not null and ${HERE})
      and id not in (select value from json_each(?2))
      and id not in (select object_id from sync_operation own
        where object_id is not null and (status in ('QUEUED', 'SYNCING')
          or status in ('REJECTED', 'CONFLICTED') and not exists (
            select 1 from sync_operation later where later.resubmit_of = own.client_operation_id)))
      and id not in (select id from draft where kind = 'REVIEW')`,
    params: [workspaceId, JSON.stringify(alone)],
  };
}

/** The rows of a workspace. */
const HERE = `scope_id in (select scope_id from cache_scope where workspace_id = ?1)`;

/** After a restore the server may have older revisions than this device; they win. */
export function forgetRevisions(workspaceId: string): Statement {
  return {
    sql: `update snapshot set revision = 0 where kind in ('coach_task', 'coach_task_detail')
      and scope_id in (select scope_id from cache_scope where workspace_id = ?)`,
    params: [workspaceId],
  };
}
