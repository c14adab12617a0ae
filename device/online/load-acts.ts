import type { Row, Sql } from "../ports/sql.ts";
import {
  bytesIn,
  maybeNumberIn,
  maybeTextIn,
  numberIn,
  oneOfIn,
  textIn,
} from "../store/columns.ts";
import { ACT_STATUSES, type ActFilter, type ActRow } from "./act-types.ts";
import { ONLINE_WAITS } from "./types.ts";

/** The stored acts of one type, newest first. Their order does not depend on the clock, which may be set back. */
export async function loadActs(
  sql: Sql,
  { scopeId, actType, objectId }: ActFilter,
): Promise<readonly ActRow[]> {
  const rows = await sql.read({
    sql: `select * from online_act
      where scope_id is ?1 and act_type = ?2 and object_id = coalesce(?3, object_id)
      order by sequence desc`,
    params: [scopeId, actType, objectId ?? null],
  });
  return rows.map(actRow);
}

/** One act; null if the device does not have it. */
export async function loadAct(sql: Sql, actId: string): Promise<ActRow | null> {
  const [row] = await sql.read({
    sql: `select * from online_act where act_id = ?`,
    params: [actId],
  });
  return row === undefined ? null : actRow(row);
}

export function actRow(row: Row): ActRow {
  return {
    actId: textIn(row, "act_id"),
    scopeId: maybeTextIn(row, "scope_id"),
    actType: textIn(row, "act_type"),
    objectId: textIn(row, "object_id"),
    status: oneOfIn(row, "status", ACT_STATUSES),
    waitsFor: oneOfIn(row, "wait_reason", ONLINE_WAITS),
    retries: numberIn(row, "retry_count"),
    retryAt: maybeNumberIn(row, "next_retry_at"),
    sentAt: maybeNumberIn(row, "sent_at"),
    createdAt: numberIn(row, "created_at"),
    body: row["body"] === null ? null : bytesIn(row, "body"),
    answer: row["answer"] === null ? null : bytesIn(row, "answer"),
  };
}
