import type { Core } from "../../core.ts";
import { isJsonObject } from "../../json.ts";
import { pauseAfter } from "../../lanes/pauses.ts";
import type { Row, Statement } from "../../ports/sql.ts";
import { maybeNumberIn, numberIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { PartContext } from "../../parts/part-context.ts";
import { LATE_PURPOSES } from "../../../contract/media/vocabulary.ts";

/**
 * Decides which operations may be sent with their files. One is released once its files are announced and, if its type
 * demands it, received. If the server answered UPLOAD_EXPIRED, its files are announced again and the operation keeps
 * its id.
 *
 * @returns whether an operation was released or a file must be announced again.
 */
export async function settleOperations(
  { core, scopeId, wake }: Pick<PartContext, "core" | "scopeId" | "wake">,
  scope: ScopeRow,
): Promise<boolean> {
  const waiting = await core.ports.sql.read({ sql: WAITING, params: [scopeId] });
  const statements: Statement[] = [];
  for (const row of waiting) statements.push(...(await statementsFor(core, scope, row)));
  if (statements.length === 0) return false;
  await core.ports.sql.write(statements);
  core.changes.emit(scopeId);
  wake();
  return true;
}

/** Purposes that the server accepts before their bytes. */
const LATE = LATE_PURPOSES.map((purpose) => `'${purpose}'`).join();

/**
 * Operations that wait for files. `open` counts the files that are not far enough for the operation to be sent. An
 * operation without its files, which the person removed, has none.
 */
const WAITING = `
  select operation.*, total(media.status in ('STORED', 'REJECTED')
      or (media.status = 'ANNOUNCED' and media.purpose not in (${LATE}))) as open
  from sync_operation operation
  left join media_attachment named using (client_operation_id) left join media using (media_id)
  where operation.scope_id = ? and operation.status = 'QUEUED' and operation.wait_reason = 'MEDIA'
  group by operation.client_operation_id order by operation.local_sequence`;

async function statementsFor(core: Core, scope: ScopeRow, row: Row): Promise<readonly Statement[]> {
  const id = textIn(row, "client_operation_id");
  const retryAt = maybeNumberIn(row, "next_retry_at");
  if (row["last_result"] !== null && (await isExpired(core, scope, row))) return renew(id);
  const isOpen = numberIn(row, "open") > 0;
  // A file that was being replaced, or is announced again, is not sent before it is ready.
  if (isOpen) return retryAt === null ? [] : [holdStatement(id)];
  // An operation that the server asked to retry at a time is sent then.
  if (retryAt !== null) return [];
  return [releaseStatement(core, row, id)];
}

async function isExpired({ rows }: Core, { queueKey }: ScopeRow, row: Row): Promise<boolean> {
  const sealed = row["last_result"];
  if (!(sealed instanceof Uint8Array)) return false;
  const label = `sync_operation/${textIn(row, "client_operation_id")}/last_result`;
  const result = (await rows.open(queueKey, label, sealed))?.content;
  if (!isJsonObject(result)) return false;
  return result["rejectionCode"] === "UPLOAD_EXPIRED" || result["category"] === "UPLOAD_EXPIRED";
}

function renew(id: string): readonly Statement[] {
  return [
    {
      sql: `update media set status = 'STORED', upload_id = null, sent_bytes = 0, wait_reason = null,
          next_retry_at = null
        where status in ('ANNOUNCED', 'RECEIVED')
          and media_id in (select media_id from media_attachment where client_operation_id = ?)`,
      params: [id],
    },
    holdStatement(id),
  ];
}

function holdStatement(id: string): Statement {
  return {
    sql: `update sync_operation set next_retry_at = null, last_result = null
      where client_operation_id = ? and status = 'QUEUED' and wait_reason = 'MEDIA'`,
    params: [id],
  };
}

/**
 * Writes the uploads of its files into the operation, as on the wire. The first retries are immediate. Later ones
 * pause, so that a server that expires each upload is not flooded.
 */
function releaseStatement({ ports }: Core, row: Row, id: string): Statement {
  const retries = numberIn(row, "retry_count");
  const isPaused = retries > FREE_RETRIES;
  const until = isPaused ? ports.clock.now() + pauseAfter(retries, ports.random) : null;
  return {
    sql: `update sync_operation set wait_reason = ?1, next_retry_at = ?2, last_result = null,
        uploads = (select iif(count(*) = 0, null, json_group_array(
            json_object('uploadId', upload_id, 'purpose', purpose)))
          from (select upload_id, purpose from media_attachment join media using (media_id)
            where client_operation_id = ?3 order by position))
      where client_operation_id = ?3 and status = 'QUEUED' and wait_reason = 'MEDIA'`,
    params: [isPaused ? "MEDIA" : null, until, id],
  };
}

const FREE_RETRIES = 2;
