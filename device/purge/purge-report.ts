import { canonicalForm } from "../../contract/canonical-form.ts";
import { hexDigest } from "../../contract/digest.ts";
import type { PurgeContent } from "../../contract/sync/purge-schema.ts";
import type { Core } from "../core.ts";
import { isJsonObject, numberAt, parseJson, textAt } from "../json.ts";
import { isUnexpected, type Sql, type Statement } from "../ports/sql.ts";
import { textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { deletedRows } from "./deleted-rows.ts";
import { keepLastPurge } from "./last-purge.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";
import { reachedOperations } from "./reached-operations.ts";

/**
 * Counts the rows that an order deletes. One transaction stores the counts and the order's record for the person, and
 * closes the scopes. It counts again if an action was queued or discarded, or an act, draft or file changed, meanwhile.
 */
export async function decideReport(
  core: Core,
  order: ObeyedOrder,
  scopes: readonly ScopeRow[],
): Promise<PurgeContent> {
  const { sql, clock } = core.ports;
  for (;;) {
    const moment = await momentOf(sql);
    const content = await countContent(core, order, scopes);
    try {
      await sql.write([
        {
          sql: `insert into cache_metadata (key, value, updated_at)
            select ?, ?, ? where (${MOMENT}) = ?`,
          params: [reportKey(order), JSON.stringify(content), clock.now(), moment],
          changes: 1,
        },
        // Answers to earlier requests are not stored any more (coach/unless-ordered.ts).
        { sql: `update device_metadata set orders = orders + 1` },
        {
          sql: `update cache_scope set status = 'PURGING'
            where scope_id in (select value from json_each(?))`,
          params: [JSON.stringify(scopes.map(({ scopeId }) => scopeId))],
        },
        ...(scopes.length === 0 ? [] : keepLastPurge(order, content, clock.now())),
      ]);
      return content;
    } catch (fault) {
      if (!isUnexpected(fault)) throw fault;
    }
  }
}

/** The stored report of an order, and whether the order was carried out. */
export async function loadReport(sql: Sql, order: ObeyedOrder): Promise<StoredReport | null> {
  const [row] = await sql.read({
    sql: `select value from cache_metadata where key = ?`,
    params: [reportKey(order)],
  });
  const stored = row === undefined ? null : parseJson(textIn(row, "value"));
  if (!isJsonObject(stored)) return null;
  const digest = textAt(stored, "digest");
  if (digest === null) return null;
  const numberOf = (name: string) => numberAt(stored, name) ?? 0;
  return {
    isDone: stored["isDone"] === true,
    content: {
      digest,
      count: numberOf("count"),
      lostOperations: numberOf("lostOperations"),
      sealedOperations: numberOf("sealedOperations"),
    },
  };
}

/** A report, and whether its order was carried out. */
export interface StoredReport {
  readonly content: PurgeContent;
  readonly isDone: boolean;
}

/** Marks the order as carried out. It never runs again, however late its acknowledgement arrives. */
export function reportDone(order: ObeyedOrder, content: PurgeContent): Statement {
  return {
    sql: `update cache_metadata set value = ? where key = ?`,
    params: [JSON.stringify({ ...content, isDone: true }), reportKey(order)],
  };
}

/** Deletes the reports of an order once the server has acknowledged them. */
export function forgetReports(orderId: string): Statement {
  return {
    sql: `delete from cache_metadata where key glob ?`,
    params: [`purge_report/${orderId}/*`],
  };
}

/** Lets an order that was narrowed to the cache run once more. */
const reportKey = ({ orderId, handedOverTo }: ObeyedOrder) =>
  `purge_report/${orderId}/${handedOverTo ?? ""}`;

async function countContent(
  { ports }: Core,
  order: ObeyedOrder,
  scopes: readonly ScopeRow[],
): Promise<PurgeContent> {
  const { sql, digest } = ports;
  const reached = await reachedOperations(sql, order, scopes);
  const scopeIds = scopes.map(({ scopeId }) => scopeId);
  const rows = await deletedRows(sql, scopeIds, reached);
  const unsent = reached.unsent.length;
  const isSealed = order.queue === "KEEP" && order.handedOverTo === null;
  return {
    count: rows.length,
    digest: `sha-256:${await hexDigest(canonicalForm(rows), digest)}`,
    lostOperations: order.queue === "DELETE" ? unsent : 0,
    sealedOperations: isSealed ? unsent : 0,
  };
}

/** Changes whenever an action is queued, discarded or restored, or an act, draft or file stored, ended or deleted. */
const MOMENT = `select total(enqueued) || '/' || total(discarded) || '/' || (select acts from device_metadata)
    || (select json_group_array(kind || id || revision || status) from draft)
    || (select json_group_array(media_id || status || is_named || awaits_action) from media)
  from cache_scope`;

async function momentOf(sql: Sql): Promise<string> {
  const [row] = await sql.read({ sql: `select (${MOMENT}) as moment` });
  return row === undefined ? "" : textIn(row, "moment");
}
