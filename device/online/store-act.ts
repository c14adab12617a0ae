import { canonicalForm } from "../../contract/canonical-form.ts";
import { EVERY_SCOPE } from "../changes.ts";
import type { Core } from "../core.ts";
import { ActionFault } from "../outbox/action-fault.ts";
import { isUnexpected, type Statement } from "../ports/sql.ts";
import { SIGN_OUT } from "../store/names.ts";
import { SCOPE_CLOSED } from "../store/load-scope.ts";
import { actKeys, secretName } from "./act-keys.ts";
import type { ActRow, NewAct } from "./act-types.ts";
import { actRow } from "./load-acts.ts";
import { openSealed, readSecrets, requestLabel, type SealedRequest } from "./open-request.ts";

/**
 * Stores an act before its first try, in one transaction with the statements of its caller. It replaces a refused act
 * of the same type and object, and an open one with another request that was never sent. Nothing is written if the act
 * is already stored. Nothing is written either if an open act must be tried first: the same one, or one that the server
 * may have received.
 *
 * @throws ActionFault ID_TAKEN if an act of another type, object or scope has this id.
 * @throws Error if a purge order or a sign-out closed the scope, or a statement of the caller failed.
 */
export async function storeAct(core: Core, act: NewAct): Promise<StoredAct> {
  for (let tries = 1; ; tries += 1) {
    const found = await findStored(core, act);
    if (found !== null && "actId" in found) return found;
    const keys = await actKeys(core, act.scopeId);
    if (keys === null) throw closed();
    const sealed = await core.rows.seal(keys.request, requestLabel(act.actId), requestOf(act));
    await putSecret(core, act);
    try {
      await core.ports.sql.write([
        replacedStatement(act, found?.replaced ?? null),
        insertStatement(core, act, { sealed, queueKey: keys.request }),
        { sql: `update device_metadata set acts = acts + 1` },
        ...(act.also ?? []),
      ]);
    } catch (fault) {
      if (!isUnexpected(fault)) throw fault;
      // Another caller stored or sent one first, or the scope was closed.
      if (tries === MOST_TRIES) throw closed();
      continue;
    }
    await dropSecrets(core, act);
    core.changes.emit(act.scopeId ?? EVERY_SCOPE);
    return { actId: act.actId, isOther: false };
  }
}

/** The act to try. */
export interface StoredAct {
  readonly actId: string;
  /** Whether its request differs: it may have reached the server, so its answer comes first. */
  readonly isOther: boolean;
}

const MOST_TRIES = 3;

function requestOf(act: NewAct): SealedRequest {
  const { method, path, body, secret, seenRevision = null } = act;
  const { incidental = [], namesDevice = false } = act;
  const hasSecret = secret !== undefined;
  return { method, path, body, incidental, namesDevice, seenRevision, hasSecret };
}

/** The act to try instead of storing one, or the one to replace; null if there is none. */
async function findStored(
  core: Core,
  act: NewAct,
): Promise<StoredAct | { readonly replaced: string } | null> {
  const { actId, scopeId, actType, objectId, replaces } = act;
  const [found] = await core.ports.sql.read({
    sql: `select * from online_act where act_id = ?1
        or (?5 = 0 and scope_id is ?2 and act_type = ?3 and object_id = ?4 and status = 'OPEN')
      order by act_id <> ?1 limit 1`,
    params: [actId, scopeId, actType, objectId, Number(replaces !== undefined)],
  });
  if (found === undefined) return null;
  const row = actRow(found);
  const isOfThis = row.scopeId === scopeId && row.actType === actType && row.objectId === objectId;
  if (!isOfThis) throw new ActionFault("ID_TAKEN");
  if (row.actId === actId || (await isSame(core, row, act)))
    return { actId: row.actId, isOther: false };
  return row.sentAt === null ? { replaced: row.actId } : { actId: row.actId, isOther: true };
}

/** Whether an open act asks for the same. One that cannot be read counts as the same: nothing may replace it. */
async function isSame(core: Core, row: ActRow, act: NewAct): Promise<boolean> {
  const known = await openSealed(core, row);
  return known === null || comparedForm(known) === comparedForm(requestOf(act));
}

/** The object of an act identifies its secret. */
function comparedForm({ method, path, body, incidental }: SealedRequest): string {
  const compared = Object.entries(body).filter(([name]) => !incidental.includes(name));
  return canonicalForm({ method, path, body: Object.fromEntries(compared) });
}

/**
 * Deletes what the act replaces. An answer to a deleted act matches no row. An act that is sent meanwhile stays, and
 * the insert then fails.
 */
function replacedStatement(act: NewAct, replaced: string | null): Statement {
  const { actId, scopeId, actType, objectId, replaces } = act;
  return {
    sql: `delete from online_act where scope_id is ?1 and act_type = ?2 and act_id <> ?4
      and (?5 = 'TYPE' or object_id = ?3 and (?5 = 'OBJECT' or status = 'REFUSED'
        or act_id = ?6 and status = 'OPEN' and sent_at is null))`,
    params: [scopeId, actType, objectId, actId, replaces ?? "", replaced],
  };
}

/** The secret is in the vault before its act is stored. Until then that of another act stays beside it. */
async function putSecret(core: Core, { actId, actType, secret }: NewAct): Promise<void> {
  if (secret === undefined) return;
  const all = { ...(await readSecrets(core, actType)), [actId]: secret };
  await core.ports.vault.write(secretName(actType), JSON.stringify(all));
}

/** Deletes the secrets of acts that were replaced. */
async function dropSecrets({ ports }: Core, act: NewAct): Promise<void> {
  const { actId, actType, secret, replaces } = act;
  if (secret === undefined || replaces !== "TYPE") return;
  await ports.vault.write(secretName(actType), JSON.stringify({ [actId]: secret }));
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
    sql: `insert into online_act (act_id, scope_id, act_type, object_id, sequence, status, device_ids, created_at,
        updated_at, body)
      select ?1, ?2, ?3, ?4, acts + 1, 'OPEN', ${DEVICE_IDS}, ?5, ?5, ?6 from device_metadata
      where not exists (select 1 from cache_metadata where key = ?7)
        and (?2 is null or exists (select 1 from cache_scope
          where scope_id = ?2 and queue_key = ?8 and status not in ('SEALED', 'PURGING')))
      on conflict do nothing`,
    params: [actId, scopeId, actType, objectId, now, sealed, SIGN_OUT, queueKey],
    changes: 1,
  };
}

const closed = () => new Error(SCOPE_CLOSED);
