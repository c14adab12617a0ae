import type { SliceContext } from "../read/slices/types.ts";
import type { Statement } from "../ports/sql.ts";
import { isUnexpected } from "../ports/sql.ts";
import { bytesIn, numberIn, textIn } from "../store/columns.ts";
import type { Label } from "../store/sealed-rows.ts";

/** Where the last check of this device's receipts ended; null if there was none, or if the chain starts again. */
export async function loadAnchor({
  core,
  scope,
  deviceId,
}: SliceContext): Promise<ChainAnchor | null> {
  const [row] = await core.ports.sql.read({
    sql: `select * from receipt_chain where scope_id = ? and device_id = ? and seq > 0`,
    params: [scope.scopeId, deviceId],
  });
  if (row === undefined) return null;
  const opened = await core.rows.open(scope.cacheKey, anchorLabel(deviceId), bytesIn(row, "body"));
  if (opened === null) return null;
  const { hash } = opened.content;
  return { seq: numberIn(row, "seq"), hash, newestReceiptId: textIn(row, "newest_receipt_id") };
}

/** Number and hash of the newest receipt that was verified. */
export interface ChainAnchor {
  readonly seq: number;
  readonly hash: string;
  /** The newest receipt of the scope at that check. */
  readonly newestReceiptId: string;
}

/** Stores where a check ended and adds its faults, unless another check was stored meanwhile. */
export async function saveAnchor(
  { core, scope, deviceId }: SliceContext,
  former: ChainAnchor | null,
  { faults, hash, ...checked }: ChainAnchor & { readonly faults: number },
): Promise<void> {
  const { sql, clock } = core.ports;
  const { scopeId, cacheKey } = scope;
  const body = await core.rows.seal(cacheKey, anchorLabel(deviceId), { hash });
  const { seq, newestReceiptId } = checked;
  try {
    await sql.write([
      {
        sql: `insert into receipt_chain (scope_id, device_id, seq, newest_receipt_id, faults, checked_at, body)
          select scope_id, ?, ?, ?, ?, ?, ? from cache_scope
          where scope_id = ? and cache_key = ? and status not in ('SEALED', 'PURGING')
          on conflict (scope_id) do update set device_id = excluded.device_id, seq = excluded.seq,
            newest_receipt_id = excluded.newest_receipt_id, faults = receipt_chain.faults + excluded.faults,
            checked_at = excluded.checked_at, body = excluded.body
          where receipt_chain.seq = ? or receipt_chain.device_id <> excluded.device_id`,
        params: [
          deviceId,
          seq,
          newestReceiptId,
          faults,
          clock.now(),
          body,
          scopeId,
          cacheKey,
          former?.seq ?? 0,
        ],
        changes: 1,
      },
    ]);
    if (faults > 0) core.changes.emit(scopeId);
  } catch (fault) {
    if (!isUnexpected(fault)) throw fault;
  }
}

/** After a restore the server's chain is shorter, without any fault. Faults that were found before stay. */
export function restartChain(scopeId: string): Statement {
  return { sql: `update receipt_chain set seq = 0 where scope_id = ?`, params: [scopeId] };
}

const anchorLabel = (deviceId: string): Label<{ readonly hash: string }> =>
  `receipt_chain/${deviceId}`;
