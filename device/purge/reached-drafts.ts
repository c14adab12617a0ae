import type { Sql } from "../ports/sql.ts";
import { numberIn, textIn } from "../store/columns.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";
import { isReached, type ScopesById } from "./is-reached.ts";

/**
 * The drafts and files of some scopes by the effect of an order on them. They are the person's own unsent work: only an
 * order that deletes the queue deletes them. Ended drafts whose operations were all accepted go with the cache, and so
 * do drafts whose key is gone. A file goes with it if the server has it, or if all its operations go.
 */
export async function reachedDrafts(
  sql: Sql,
  order: ObeyedOrder,
  scopes: ScopesById,
): Promise<ReachedDrafts> {
  const rows = await sql.read({
    sql: `select scope_id, kind || '/' || id as key, device_ids,
        status = 'UNREADABLE' or status = 'ENDED' and not exists (select 1 from sync_operation operation
          where operation.scope_id = draft.scope_id and operation.object_id = draft.id
            and operation.status <> 'ACCEPTED') as is_done
      from draft where scope_id in (select value from json_each(?1))
      union all select scope_id, ${MEDIA_KEY}, device_ids, ${IS_FILE_DONE} from media where scope_id in (select value from json_each(?1)) order by 2`,
    params: [JSON.stringify([...scopes.keys()])],
  });
  const gone: string[] = [];
  const kept: string[] = [];
  const keptIn = new Set<string>();
  const left = new Set<string>();
  for (const row of rows) {
    const scopeId = textIn(row, "scope_id");
    const isGone =
      isReached(order, row, scopes) && (order.queue === "DELETE" || numberIn(row, "is_done") === 1);
    if (isGone) gone.push(textIn(row, "key"));
    else {
      left.add(scopeId);
      if (!isReached(order, row, scopes)) continue;
      kept.push(textIn(row, "key"));
      keptIn.add(scopeId);
    }
  }
  return { gone, kept, keptIn, left };
}

const namedBy = (status: string) => `exists (
  select 1 from media_attachment named join sync_operation using (client_operation_id)
  where named.media_id = media.media_id and sync_operation.status in (${status}))`;

/** An accepted operation may wait for the bytes of a file that the server has announced. */
const IS_FILE_DONE = `awaits_action = 0 and not ${namedBy("'QUEUED', 'SYNCING'")}
  and (status = 'RECEIVED'
    or (${namedBy("'REJECTED', 'CONFLICTED', 'DISCARDED'")} and not ${namedBy("'ACCEPTED'")}))`;

/** The key of a file among those of drafts. */
export const MEDIA_KEY = "'MEDIA/' || media_id";

/** Keys `kind/id` of the drafts and files that an order reaches. */
export interface ReachedDrafts {
  /** Drafts and files that the order deletes. */
  readonly gone: readonly string[];
  /** Drafts and files that stay, sealed or handed over. */
  readonly kept: readonly string[];
  /** Scopes in which one of them stays. */
  readonly keptIn: ReadonlySet<string>;
  /** Scopes in which any draft or file stays. */
  readonly left: ReadonlySet<string>;
}
