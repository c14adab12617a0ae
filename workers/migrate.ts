import { migrate } from "../db/platform/migrate.ts";
import { readConfig } from "./config/config.ts";
import { openLog } from "./open-log.ts";
import { announceReady } from "./ready.ts";

const { database, log: level } = readConfig(process.env);
const log = openLog("migrate", level.level);
if (database.ownerUrl === null) {
  log.fatal("DATABASE_OWNER_URL is required to migrate");
  process.exitCode = 1;
} else {
  const applied = await migrate(database.ownerUrl);
  log.info({ applied }, applied.length === 0 ? "the schema is the newest" : "migrated");
  announceReady(log);
}
