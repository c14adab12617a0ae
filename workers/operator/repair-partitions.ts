import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, openDatabase } from "../../db/open-database.ts";
import {
  addPartition,
  moveMisplaced,
  PARTITIONED_TABLES,
  type PartitionedTable,
} from "../../db/platform/partitions/partitions.ts";
import { transact, type Tx, waitedForLock } from "../../db/platform/transactions/transact.ts";
import { loadEnvironment } from "../config/load-environment.ts";
import { findInstallation } from "./find-installation.ts";
import { runCommand } from "./run-command.ts";
import { showHelp } from "./show-help.ts";

const USAGE = `Moves rows out of the default partitions of ${PARTITIONED_TABLES.join(", ")}, and creates missing ones:

  npm run partitions:repair

It names each partition that it creates. Batches wait while the rows of one partition are moved, about a second for
10,000 rows. After an interruption, run it again. It only needs the database.`;

/** Rows of a quarter may take longer than a statement of the product. */
const LONGEST_MOVE_MS = 600_000;

/** Tries for the lock of a table, each of 200 ms. */
const MOST_TRIES = 100;
const PAUSE_MS = 500;

async function repair(): Promise<number> {
  const { databaseUrl } = findInstallation(loadEnvironment());
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    applicationName: "partitions-repair",
    limits: { answerMs: LONGEST_MOVE_MS, lentMs: LONGEST_MOVE_MS, waitMs: 2_000 },
  });
  try {
    for (const table of PARTITIONED_TABLES)
      for (const act of [moveMisplaced, addPartition]) await repairTable(database, table, act);
  } finally {
    await database.close();
  }
  process.stdout.write("No row is misplaced, and no partition is missing.\n");
  return 0;
}

async function repairTable(
  database: Database,
  table: PartitionedTable,
  act: (tx: Tx, table: PartitionedTable) => Promise<string | null>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const name = await transact(database.em, async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(LONGEST_MOVE_MS)}`.execute(
          tx.getKysely(),
        );
        await sql`set local transaction_timeout = ${sql.lit(LONGEST_MOVE_MS)}`.execute(
          tx.getKysely(),
        );
        return await act(tx, table);
      });
      if (name === null) return;
      process.stdout.write(`${name} was created.\n`);
    } catch (error) {
      if (!waitedForLock(error) || tries === MOST_TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

showHelp(USAGE);
await runCommand(repair);
