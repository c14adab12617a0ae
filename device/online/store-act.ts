import type { Core } from "../core.ts";
import { SqlFault, type Statement } from "../ports/sql.ts";
import { SIGN_OUT } from "../session/sign-out-key.ts";
import { textIn } from "../store/columns.ts";
import { actKeys, secretName } from "./act-keys.ts";
import { requestLabel } from "./open-request.ts";
import type { NewAct } from "./act-types.ts";

/**
 * Stores an act before its first try, in one transaction with the statements of its caller. If the act is stored
 * already, or another one that it does not replace is open on its object, nothing is written.
 *
 * @returns the id of the stored or open act.
 * @throws Error if a purge order or a sign-out closed the scope.
 */
export async function storeAct(core: Core, act: NewAct): Promise<string> {
  const known = await findStored(core, act);
  if (known !== null) return known;
  const keys = await actKeys(core, act.scopeId);
  if (keys === null) throw closed();
  const { method, path, body, secret } = act;
  if (secret !== undefined)
    await core.ports.vault.write(secretName(act.actType), JSON.stringify(secret));
  const request = { method, path, body, hasSecret: secret !== undefined };
  const sealed = await core.rows.seal(keys.request, requestLabel(act.actId), request);
  try {
    await core.ports.sql.write([
      ...(act.replaces === true ? [replacedStatement(act)] : []),
      insertStatement(core, act, { sealed, queueKey: keys.request }),
      { sql: `update device_metadata set acts = acts + 1` },
      ...(act.also ?? []),
    ]);
  } catch (fault) {
    if (!(fault instanceof SqlFault) || fault.kind !== "UNEXPECTED") throw fault;
    // Another caller stored it first, or the scope was closed.
    const stored = await findStored(core, act);
    if (stored === null) throw closed();
    return stored;
  }
  if (act.scopeId !== null) core.changes.emit(act.scopeId);
  return act.actId;
}

async function findStored(
  { ports }: Core,
  { actId, scopeId, actType, objectId, replaces = false }: NewAct,
): Promise<string | null> {
  const [row] = await ports.sql.read({
    sql: `select act_id from online_act where act_id = ?1
        or (?5 = 0 and scope_id is ?2 and act_type = ?3 and object_id = ?4 and status = 'OPEN')
      order by act_id <> ?1 limit 1`,
    params: [actId, scopeId, actType, objectId, Number(replaces)],
  });
  return row === undefined ? null : textIn(row, "act_id");
}

/** An answer to a replaced act matches no row. */
function replacedStatement({ actId, scopeId, actType, objectId }: NewAct): Statement {
  return {
    sql: `delete from online_act
      where scope_id is ? and act_type = ? and object_id = ? and act_id <> ?`,
    params: [scopeId, actType, objectId, actId],
  };
}

/** The device at the instant of the transaction: a registration may complete while an act is prepared. */
const DEVICE_IDS = `iif(device_id is null, '[]', json_array(device_id))`;

/** A scope that a sign-out or a purge closes takes no act. */
function insertStatement(
  { ports }: Core,
  { actId, scopeId, actType, objectId }: NewAct,
  { sealed, queueKey }: { readonly sealed: Uint8Array; readonly queueKey: string },
): Statement {
  const now = ports.clock.now();
  return {
    sql: `insert into online_act (act_id, scope_id, act_type, object_id, status, device_ids, created_at,
        updated_at, body)
      select ?1, ?2, ?3, ?4, 'OPEN', ${DEVICE_IDS}, ?5, ?5, ?6 from device_metadata
      where not exists (select 1 from cache_metadata where key = ?7)
        and (?2 is null or exists (select 1 from cache_scope
          where scope_id = ?2 and queue_key = ?8 and status not in ('SEALED', 'PURGING')))
      on conflict do nothing`,
    params: [actId, scopeId, actType, objectId, now, sealed, SIGN_OUT, queueKey],
    changes: 1,
  };
}

const closed = () => new Error("The scope is not open on this device");
