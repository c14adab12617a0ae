import { EVERY_SCOPE } from "../changes.ts";
import type { Core } from "../core.ts";
import { isJsonObject, objectsAt } from "../json.ts";
import { isUnexpected, type Sql } from "../ports/sql.ts";
import { EVERY_DEVICE } from "../purge/obeyed-order.ts";
import { obeyOrder } from "../purge/obey-order.ts";
import { forgetReports } from "../purge/purge-report.ts";
import { addOrders, findOrders, settlePurges } from "../purge/settle-purges.ts";
import type { Running } from "../running.ts";
import { count, LOST } from "../store/counts.ts";
import type { SessionAct, SignOut } from "../types.ts";
import { readSessionId } from "./session-id.ts";
import { LAST_PURGE, SIGN_OUT } from "../store/names.ts";
import type { Session } from "./types.ts";

/**
 * Signs the person out (docs/rooms/device.md#purge). The queue is sent first. Unsent operations are deleted only with
 * the person's consent, given as their number. Once decided, nothing is shown or queued; the sign-out completes as soon
 * as the server can be reached. An act of an earlier session changes nothing.
 */
export async function signOut(
  { core, session, lanes, acts, newcomer, restart }: Running,
  losing = 0,
  act?: SessionAct,
): Promise<SignOut> {
  const { sql } = core.ports;
  if (act !== undefined && act.sessionId !== (await readSessionId(sql)))
    return { kind: "SIGNED_OUT" };
  if (!(await isSigningOut(sql))) {
    lanes().connection();
    await lanes().idle();
    await acts().settle();
    const unsent = await count(sql, LOST);
    if (unsent > losing || !(await decide(core, losing)))
      return { kind: "UNSENT", unsent: await count(sql, LOST) };
    newcomer.tokens = null;
    restart("STOPPED");
    core.changes.emit(EVERY_SCOPE);
  }
  return (await completeSignOut(core, session)) ? { kind: "SIGNED_OUT" } : { kind: "LOCKED" };
}

/** Whether this device has a decided sign-out that is not complete. */
export async function isSigningOut(sql: Sql): Promise<boolean> {
  const found = await sql.read({
    sql: `select 1 from cache_metadata where key = ?`,
    params: [SIGN_OUT],
  });
  return found.length > 0;
}

/**
 * Ends the session at the server and carries out its order. If the session had already ended, the server sends no
 * order; the person's own decision then deletes the remaining rows.
 *
 * @returns false if the server could not be reached.
 */
export async function completeSignOut(core: Core, session: Session): Promise<boolean> {
  const deviceId = await session.deviceId();
  const answer = await session.call({ method: "POST", path: "/api/v1/auth/logout", body: "{}" });
  if (answer.kind === "ANSWER" && isJsonObject(answer.data))
    await addOrders(core, objectsAt(answer.data, "purgeOrders"));
  else if (answer.kind !== "SIGN_IN" && answer.kind !== "ACCOUNT") return false;
  else if (deviceId !== null && !(await findOrders(core, deviceId))) return false;
  await settlePurges(core);
  await obeyOrder(core, DECISION_OF_PERSON);
  await session.signOut();
  const { sql, random } = core.ports;
  await sql.write([
    { sql: `update device_metadata set session_id = ?`, params: [random.uuid()] },
    // The next person on the phone does not see an earlier order.
    { sql: `delete from cache_metadata where key in (?, ?)`, params: [SIGN_OUT, LAST_PURGE] },
    forgetReports(DECISION_OF_PERSON.orderId),
  ]);
  core.changes.emit(EVERY_SCOPE);
  return true;
}

/** Deletes the rows that the orders of the server left. */
const DECISION_OF_PERSON = {
  orderId: "sign-out",
  trigger: "LOGOUT",
  deviceId: EVERY_DEVICE,
  scope: { kind: "ALL", workspaceId: null, relationshipId: null },
  queue: "DELETE",
  handedOverTo: null,
  sealedUntil: null,
} as const;

/** Stores the decision in the transaction that counts; false if something was stored meanwhile. */
async function decide({ ports }: Core, losing: number): Promise<boolean> {
  try {
    await ports.sql.write([
      {
        sql: `insert into cache_metadata (key, value, updated_at) select ?, ?, ?
          where ${LOST} <= ?`,
        params: [SIGN_OUT, String(losing), ports.clock.now(), losing],
        changes: 1,
      },
    ]);
    return true;
  } catch (fault) {
    if (isUnexpected(fault)) return false;
    throw fault;
  }
}
