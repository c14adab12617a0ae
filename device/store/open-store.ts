import { SqlFault } from "../ports/sql.ts";
import type { Surface } from "../types.ts";
import { adoptInstallation, COPIED } from "./adopt-installation.ts";
import { countUnreadable } from "./count-unreadable.ts";
import { createStore, EVICTED } from "./create-store.ts";
import { dropUnreadableCache } from "./drop-unreadable-cache.ts";
import { migrate, schemaVersion } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Makes the database of a surface ready: creates or migrates it, recognises a copy, and finds what cannot be read.
 * Each step is one transaction, and a step that was killed runs again at the next start.
 *
 * @throws SqlFault if the database cannot be used. Nothing in memory takes its place.
 */
export async function openStore(
  ports: StorePorts,
  surface: Surface,
  scripts = MIGRATIONS,
): Promise<StoreFacts> {
  const { sql } = ports;
  const version = await schemaVersion(sql);
  if (version === null) await createStore(ports, surface, scripts);
  else await migrate(sql, version, scripts);
  await requireSurface(ports, surface);
  await adoptInstallation(ports);
  await dropUnreadableCache(ports);
  return await storeFacts(ports);
}

/** What is true about the database at this moment: a purge, a sign-in or a registration changes it. */
export async function storeFacts({ sql, vault, aes }: FactsPorts): Promise<StoreFacts> {
  const [row] = await sql.read({
    sql: `select registration_status = '${COPIED}' as copied,
        user_id is null and exists (select 1 from cache_metadata where key = '${EVICTED}') as evicted
      from device_metadata`,
  });
  return {
    copied: row?.["copied"] === 1,
    evicted: row?.["evicted"] === 1,
    unreadable: await countUnreadable({ sql, vault, aes }),
  };
}

type FactsPorts = Pick<StorePorts, "sql" | "vault" | "aes">;

/** What an app has to know about its database. */
export interface StoreFacts {
  /** It is a copy, as of a phone's backup that was restored on another one. True until it has registered anew. */
  readonly copied: boolean;
  /** The platform deleted the former database. True until somebody signs in again. */
  readonly evicted: boolean;
  /** Unsent operations that cannot be read, because their key is gone. */
  readonly unreadable: number;
}

async function requireSurface({ sql }: StorePorts, surface: Surface): Promise<void> {
  const [row] = await sql.read({ sql: "select app_surface from device_metadata" });
  if (row?.["app_surface"] === surface) return;
  throw new SqlFault("REFUSED", "The database belongs to another app.");
}
