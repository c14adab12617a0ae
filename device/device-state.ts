import type { Row, SqlFaultKind } from "./ports/sql.ts";
import { readLastPurge } from "./purge/last-purge.ts";
import type { Running } from "./running.ts";
import { isSigningOut } from "./session/sign-out.ts";
import { maybeNumberIn, maybeTextIn, numberIn } from "./store/columns.ts";
import { UNSENT } from "./store/counts.ts";
import { LAST_PURGE } from "./store/names.ts";
import { storeFacts } from "./store/open-store.ts";
import type { DeviceState } from "./types.ts";

/** The state of the device as a whole, computed from its rows. */
export async function deviceState(
  { core, session }: Running,
  storageFault: SqlFaultKind | null,
): Promise<DeviceState> {
  const [row = NO_COUNTS] = await core.ports.sql.read({ sql: COUNTS });
  return {
    session: (await isSigningOut(core.ports.sql)) ? "SIGNING_OUT" : await session.state(),
    sessionId: maybeTextIn(row, "session_id"),
    connection: numberIn(row, "offline") > 0 ? "OFFLINE" : "ONLINE",
    waiting: numberIn(row, "waiting"),
    needsAttention: numberIn(row, "refused"),
    locked: numberIn(row, "locked"),
    lastPurge: readLastPurge(maybeTextIn(row, "last_purge")),
    receiptFaults: numberIn(row, "faults"),
    lastSyncAt: maybeNumberIn(row, "last_sync_at"),
    storageFault,
    ...(await storeFacts(core.ports)),
  };
}

/** A refused operation needs attention until another one replaces it or the person discards it. */
const COUNTS = `
  select last_sync_at, session_id,
    (select count(*) from cache_scope where wait_reason = 'OFFLINE') as offline,
    (select count(*) from cache_scope where wait_reason = 'NO_ACCESS') as locked,
    (select value from cache_metadata where key = '${LAST_PURGE}') as last_purge,
    ${UNSENT} as waiting,
    (select count(*) from sync_operation refused where status in ('REJECTED', 'CONFLICTED')
      and not exists (select 1 from sync_operation later
        where later.resubmit_of = refused.client_operation_id)) as refused,
    (select coalesce(sum(faults), 0) from receipt_chain) as faults
  from device_metadata`;

const NO_COUNTS: Row = {
  last_sync_at: null,
  session_id: null,
  offline: 0,
  locked: 0,
  last_purge: null,
  waiting: 0,
  refused: 0,
  faults: 0,
};
