import { EVERY_SCOPE } from "../changes.ts";
import type { DevicePartContext } from "../parts/part-context.ts";
import type { Statement } from "../ports/sql.ts";
import type { Running } from "../running.ts";
import { textIn } from "../store/columns.ts";
import { coachIn, readRoster } from "./roster/read-roster.ts";
import { loadWorkspaceIds } from "./roster/load-clients.ts";
import { storeRoster } from "./roster/store-roster.ts";
import { endsReading } from "./rows/ends-reading.ts";
import { RESCAN } from "./rows/rescan.ts";
import { unlessOrdered } from "./unless-ordered.ts";

/**
 * The read half of a coach's sync: the clients whom the coach may reach, and the inbox of each workspace. Scopes are
 * read only after the inbox lost its cursor, which a restore of the server causes: a coach has hundreds of them.
 */
export async function syncCoach(context: DevicePartContext): Promise<void> {
  const { running, device } = context;
  const inbox = await device.part("inbox");
  await refreshRoster(running);
  for (const workspaceId of await loadWorkspaceIds(running.core))
    await inbox.refresh({ workspaceId });
  await rescan(context);
}

/** Reads who the coach's clients are. Without the whole answer, the scopes of this device stay as they are. */
async function refreshRoster({ core, session }: Running): Promise<void> {
  await unlessOrdered(core.ports.sql, async (isUnordered) => {
    await readAndStore({ core, session }, isUnordered);
  });
}

async function readAndStore(
  { core, session }: Pick<Running, "core" | "session">,
  isUnordered: Statement,
): Promise<void> {
  const get = async (path: string) => await session.call({ method: "GET", path });
  const me = await get("/api/v1/auth/me");
  const coach = me.kind === "ANSWER" ? coachIn(me.data) : null;
  if (coach === null) return;
  const read = await readRoster(get, coach, () => core.ports.clock.now());
  if (read.kind !== "ROSTER") return;
  const { statements, newKeys } = await storeRoster(core, read.roster);
  try {
    await core.ports.sql.write([isUnordered, ...statements]);
    core.changes.emit(EVERY_SCOPE);
  } catch (fault) {
    // The new scopes were not inserted.
    for (const name of newKeys) await core.ports.vault.removeKey(name);
    throw fault;
  }
}

/**
 * Reads the scopes with accepted operations: their cursor shows whether the server asks for them again. A scope that
 * cannot be read does not keep back the scopes after it; all are read again next time.
 */
async function rescan(context: DevicePartContext): Promise<void> {
  const { sql } = context.running.core.ports;
  const rows = await sql.read({ sql: TO_RESCAN, params: [RESCAN] });
  let isComplete = true;
  for (const row of rows) {
    const outcome = await rescanScope(context, textIn(row, "scope_id"));
    if (outcome === "STOPPED") return;
    if (outcome === "FAILED") isComplete = false;
  }
  if (isComplete)
    await sql.write([{ sql: "delete from cache_metadata where key = ?", params: [RESCAN] }]);
}

/** STOPPED: no other scope can be read either, because the session is over or no server is reached. */
async function rescanScope(
  { scopeOf }: DevicePartContext,
  scopeId: string,
): Promise<"DONE" | "FAILED" | "STOPPED"> {
  const outcome = await scopeOf(scopeId)
    .read()
    .catch(() => null);
  if (outcome === null) return "FAILED";
  // A scope out of reach has nothing to send; an order decides about its queue.
  if (outcome.kind === "READ" || outcome.answer.kind === "NOT_FOUND") return "DONE";
  return endsReading(outcome.answer) ? "STOPPED" : "FAILED";
}

const TO_RESCAN = `
  select scope_id from cache_scope scope
  where status not in ('SEALED', 'PURGING', 'LOCKED')
    and exists (select 1 from cache_metadata where key = ?)
    and exists (select 1 from sync_operation operation
      where operation.scope_id = scope.scope_id and operation.status = 'ACCEPTED')
  order by scope_id`;
