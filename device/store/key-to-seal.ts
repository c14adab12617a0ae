import { type Sql, SqlFault } from "../ports/sql.ts";
import type { AesKey } from "../ports/vault.ts";
import { SIGN_OUT } from "./names.ts";
import { SCOPE_CLOSED } from "./load-scope.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * The key that seals a row. A missing key is created only under a name that an open scope uses. A purge may destroy the
 * scope's keys while an act or an answer is prepared, and no key returns under a destroyed name.
 *
 * @throws SqlFault UNEXPECTED if a purge or a sign-out closed the scope, as the transaction of the row would.
 */
export async function keyToSeal({ sql, vault }: KeyPorts, name: string): Promise<AesKey> {
  const known = await vault.key(name);
  if (known !== null) return known;
  if (!(await isUsed(sql, name))) throw closed();
  const key = await vault.makeKey(name);
  // A purge closes the scope before it destroys its keys. A scope that is still open here loses this key to it as well.
  if (await isUsed(sql, name)) return key;
  await vault.removeKey(name);
  throw closed();
}

/** The ports that sealing needs. */
export type KeyPorts = Pick<StorePorts, "sql" | "vault">;

/** The acts of the whole device have a key that no scope names (`online/act-keys.ts`); a sign-out destroys it. */
async function isUsed(sql: Sql, name: string): Promise<boolean> {
  const found = await sql.read({
    sql: `select 1 from cache_scope
        where (cache_key = ?1 or queue_key = ?1) and status not in ('SEALED', 'PURGING')
      union all select 1 where ?1 glob 'online/*'
        and not exists (select 1 from cache_metadata where key = ?2)
      limit 1`,
    params: [name, SIGN_OUT],
  });
  return found.length > 0;
}

const closed = () => new SqlFault("UNEXPECTED", SCOPE_CLOSED);
