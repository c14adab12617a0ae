import type { Surface } from "../types.ts";
import { REFRESH_TOKEN } from "../session/refresh-token.ts";
import { INSTALLATION } from "./adopt-installation.ts";
import { statementsOf } from "./migrate.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Creates the tables and the one row about this device in one transaction.
 *
 * If the vault already has an installation id, the platform deleted an earlier database, as browsers do when the disk
 * is full. The same transaction records that. The former session goes first, because its person is unknown here. The
 * vault gets a new id after the transaction, because a kill in between must not look like a deleted database.
 */
export async function createStore(
  { sql, vault, random, clock }: StorePorts,
  surface: Surface,
  scripts: readonly string[],
): Promise<void> {
  const former = await vault.read(INSTALLATION);
  if (former !== null) await vault.remove(REFRESH_TOKEN);
  const installationId = former ?? random.uuid();
  await sql.write([
    ...scripts.flatMap(statementsOf),
    {
      sql: `insert into device_metadata (one, schema_version, app_surface, installation_id)
        values (1, ?, ?, ?)`,
      params: [scripts.length, surface, installationId],
    },
    ...(former === null ? [] : [noteEviction(clock.now())]),
  ]);
  if (former === null) await vault.write(INSTALLATION, installationId);
}

/** Key in `cache_metadata` of the record that the former database was deleted. */
export const EVICTED = "evicted";

function noteEviction(now: number) {
  return {
    sql: "insert into cache_metadata (key, value, updated_at) values (?, 'true', ?)",
    params: [EVICTED, now],
  };
}
