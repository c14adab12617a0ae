import { isReadable, keyFrame } from "../node-crypto.ts";
import type { World } from "../world.ts";

/** Remembers the keys that the scopes of the phone have. */
export async function rememberKeys({ phone, keys }: World): Promise<void> {
  for (const name of await keyNames(phone)) {
    const key = await phone.vault.key(name);
    if (key !== null && !keys.has(name)) keys.set(name, key);
  }
}

/** A key goes with its scope, or when an order destroys it. */
export async function outlivingKeys({ phone, keys }: World): Promise<string[]> {
  const used = await keyNames(phone);
  const outliving: string[] = [];
  for (const [name, key] of keys) {
    const isSame = (await phone.vault.key(name)) === key;
    if (isSame && !used.includes(name)) outliving.push(`the key ${name} outlived its scope`);
  }
  return outliving;
}

async function keyNames(phone: World["phone"]): Promise<readonly string[]> {
  const scopes = await phone.rows("select cache_key, queue_key from cache_scope");
  return scopes.flatMap((row) => [String(row["cache_key"]), String(row["queue_key"])]);
}

/** No row is sealed with a key that its scope no longer has: a purge destroyed that key, and its rows with it. */
export async function orphanedRows({ phone, seed }: World): Promise<string[]> {
  if (!isReadable(seed)) return [];
  const rows = await phone.rows(
    `select 'snapshot' as name, kind, id, cache_key, body from snapshot join cache_scope using (scope_id)
      where status <> 'PURGING'`,
  );
  const keys = await frames(
    phone.vault,
    rows.map((row) => String(row["cache_key"])),
  );
  return rows.flatMap(({ kind, id, cache_key: name, body }) => {
    const frame = body instanceof Uint8Array ? Buffer.from(body.subarray(0, 16)).toString() : "";
    return frame === keys.get(String(name))
      ? []
      : [`the ${String(kind)} ${String(id)} has another key`];
  });
}

async function frames(
  vault: World["phone"]["vault"],
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of new Set(names)) {
    const key = await vault.key(name);
    if (key !== null) found.set(name, keyFrame(key));
  }
  return found;
}
