import { EVERY_SCOPE } from "../changes.ts";
import type { Core } from "../core.ts";
import { isJsonObject, objectsAt } from "../json.ts";
import type { Sql } from "../ports/sql.ts";
import { addOrders, findOrders, settlePurges } from "../purge/settle-purges.ts";
import type { Running } from "../running.ts";
import type { SignOut } from "../types.ts";
import type { Session } from "./types.ts";

/**
 * Signs the person out (docs/rooms/sync.md#purge-orders). What waits is sent first; what cannot be sent goes only with
 * the person's consent, given as its number. From the decision on nothing is shown; the service is asked as soon as it
 * can be reached, and its order deletes everything.
 */
export async function signOut(
  { core, session, lanes, restart }: Running,
  losing = 0,
): Promise<SignOut> {
  const { sql, clock } = core.ports;
  lanes().wake();
  await lanes().idle();
  const unsent = await countUnsent(sql);
  if (unsent > losing) return { kind: "UNSENT", unsent };
  restart("STOPPED");
  await sql.write([
    {
      sql: `insert or replace into cache_metadata (key, value, updated_at) values (?, ?, ?)`,
      params: [SIGN_OUT, String(unsent), clock.now()],
    },
  ]);
  core.changes.emit(EVERY_SCOPE);
  return (await completeSignOut(core, session)) ? { kind: "SIGNED_OUT" } : { kind: "LOCKED" };
}

/** Whether a sign-out was decided on this device and is not complete. */
export async function isSigningOut(sql: Sql): Promise<boolean> {
  const found = await sql.read({
    sql: `select 1 from cache_metadata where key = ?`,
    params: [SIGN_OUT],
  });
  return found.length > 0;
}

/** Ends the session at the service and obeys its order; false if the service could not be reached. */
export async function completeSignOut(core: Core, session: Session): Promise<boolean> {
  const deviceId = await session.deviceId();
  const answer = await session.call({ method: "POST", path: "/api/v1/auth/logout", body: "{}" });
  if (answer.kind === "ANSWER" && isJsonObject(answer.data))
    await addOrders(core, objectsAt(answer.data, "purgeOrders"));
  else if (answer.kind === "SIGN_IN" && deviceId !== null) await findOrders(core, deviceId);
  else return false;
  await settlePurges(core);
  await session.signOut();
  await core.ports.sql.write([
    { sql: `delete from cache_metadata where key = ?`, params: [SIGN_OUT] },
  ]);
  core.changes.emit(EVERY_SCOPE);
  return true;
}

const SIGN_OUT = "sign_out";

async function countUnsent(sql: Sql): Promise<number> {
  const [row] = await sql.read({
    sql: `select count(*) as unsent from sync_operation where status in ('QUEUED', 'SYNCING')`,
  });
  return Number(row?.["unsent"] ?? 0);
}
