import { type Sql, SqlFault } from "../ports/sql.ts";
import type { Surface } from "../types.ts";
import { adoptInstallation, COPIED } from "./adopt-installation.ts";
import { dropUnreadableCache } from "./drop-unreadable-cache.ts";
import { countUnreadable, markUnreadable } from "./mark-unreadable.ts";
import { EVICTED } from "./names.ts";
import { SCHEMA } from "./schema.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Opens the database of a surface: creates or migrates it, detects a copy, and finds unreadable rows. Each step is one
 * transaction; a killed step runs again at the next start.
 *
 * @throws SqlFault if the database cannot be used. There is no in-memory fallback.
 */
export async function openStore(
  ports: StorePorts,
  surface: Surface,
  schema = SCHEMA,
): Promise<StoreFacts> {
  const { sql } = ports;
  const from = await schemaVersion(sql);
  if (from !== schema.version) {
    const { buildStore } = await import("./build-store.ts");
    await buildStore(ports, surface, { from, schema });
  }
  await requireSurface(ports, surface);
  await adoptInstallation(ports);
  await dropUnreadableCache(ports);
  await markUnreadable(ports);
  return await storeFacts(ports);
}

/** The facts about the database at this moment; a purge, a sign-in or a registration changes them. */
export async function storeFacts({ sql }: FactsPorts): Promise<StoreFacts> {
  const [row] = await sql.read({
    sql: `select registration_status = '${COPIED}' as copied,
        user_id is null and exists (select 1 from cache_metadata where key = '${EVICTED}') as evicted
      from device_metadata`,
  });
  return {
    copied: row?.["copied"] === 1,
    evicted: row?.["evicted"] === 1,
    unreadable: await countUnreadable(sql),
  };
}

type FactsPorts = Pick<StorePorts, "sql">;

/** The facts about its database that an app needs. */
export interface StoreFacts {
  /** The database is a copy, such as a phone's backup restored on another phone. True until it registers again. */
  readonly copied: boolean;
  /** The platform deleted the former database. True until the next sign-in. */
  readonly evicted: boolean;
  /** Unsent operations, online acts and drafts that cannot be read, because their key is gone. */
  readonly unreadable: number;
}

async function requireSurface({ sql }: StorePorts, surface: Surface): Promise<void> {
  const [row] = await sql.read({ sql: "select app_surface from device_metadata" });
  if (row?.["app_surface"] === surface) return;
  throw new SqlFault("REFUSED", "The database belongs to another app.");
}

/** The version of a database; null if it is empty. */
async function schemaVersion(sql: Sql): Promise<number | null> {
  const tables = await sql.read({
    sql: "select name from sqlite_schema where name = 'device_metadata'",
  });
  if (tables.length === 0) return null;
  const [row] = await sql.read({ sql: "select schema_version from device_metadata" });
  const version = row?.["schema_version"];
  if (typeof version === "number") return version;
  throw new SqlFault("CORRUPT", "The database has no version.");
}
