import { EVERY_SCOPE } from "../changes.ts";
import type { Core } from "../core.ts";
import { secretName } from "../online/act-keys.ts";
import { readSecrets } from "../online/open-request.ts";
import { numberIn, oneOfIn, textIn } from "../store/columns.ts";
import type { DiscardUnreadable, Unreadable } from "./types.ts";

/**
 * The drafts and online acts whose key is gone, oldest first.
 *
 * @param scopeId null for those of the whole device.
 */
export async function unreadableWork(
  { ports }: Core,
  scopeId: string | null,
): Promise<readonly Unreadable[]> {
  const rows = await ports.sql.read({
    sql: `select id, 'DRAFT' as what, kind as type, created_at from draft
        where scope_id = ?1 and status = 'UNREADABLE'
      union all select act_id, 'ACT', act_type, created_at from online_act
        where scope_id is ?1 and status = 'UNREADABLE'
      order by 4, 1`,
    params: [scopeId],
  });
  return rows.map((row) => ({
    id: textIn(row, "id"),
    what: oneOfIn(row, "what", ["DRAFT", "ACT"]),
    type: textIn(row, "type"),
    createdAt: numberIn(row, "created_at"),
  }));
}

/** Deletes one of them. The secret of an act of the whole device goes with it. */
export async function discardUnreadable(
  core: Core,
  scopeId: string | null,
  { id }: DiscardUnreadable,
): Promise<"DISCARDED" | "ABSENT"> {
  const found = (await unreadableWork(core, scopeId)).find((one) => one.id === id);
  if (scopeId === null && found !== undefined) await dropSecret(core, found);
  const params = [scopeId, id];
  const deleted = await core.ports.sql.write([
    { sql: `delete from draft where scope_id = ? and id = ? and status = 'UNREADABLE'`, params },
    {
      sql: `delete from online_act where scope_id is ? and act_id = ? and status = 'UNREADABLE'`,
      params,
    },
  ]);
  core.changes.emit(scopeId ?? EVERY_SCOPE);
  return deleted.some((count) => count > 0) ? "DISCARDED" : "ABSENT";
}

async function dropSecret(core: Core, { id, type }: Unreadable): Promise<void> {
  const { [id]: secret, ...others } = await readSecrets(core, type);
  if (secret === undefined) return;
  const { vault } = core.ports;
  if (Object.keys(others).length === 0) await vault.remove(secretName(type));
  else await vault.write(secretName(type), JSON.stringify(others));
}
