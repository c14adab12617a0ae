import { ForeignSchema, LockedTable, migrate } from "../db/platform/migrate.ts";
import { readOwnConfig } from "./config/read-own-config.ts";
import { openLog } from "./open-log.ts";
import { logFaultyEnd } from "./start/log-faulty-end.ts";
import { refuseSharedSessions } from "./start/refuse-shared-sessions.ts";
import { announceReady } from "./announce-ready.ts";

const { database, log: level } = readOwnConfig("migrate", process.env);
const log = openLog("migrate", level.level);
logFaultyEnd(log);
if (database.ownerUrl === null) {
  log.fatal("DATABASE_OWNER_URL is required to migrate");
  process.exitCode = 1;
} else {
  await bringForward(database.ownerUrl);
}

async function bringForward(ownerUrl: string): Promise<void> {
  await refuseSharedSessions("DATABASE_OWNER_URL", ownerUrl);
  try {
    const applied = await migrate(ownerUrl);
    log.info({ applied }, applied.length === 0 ? "the schema is up to date" : "migrated");
    announceReady(log);
  } catch (error) {
    if (!(error instanceof ForeignSchema || error instanceof LockedTable)) throw error;
    log.fatal(error.message);
    process.exitCode = 1;
  }
}
