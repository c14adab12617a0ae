// Measures the migration to partitions, and what partitions cost: `npm run bench:partitions`. Its own stack begins with
// plain tables and is filled. Under load the tables are migrated, and a full partition is dropped.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { migrateStack } from "../../tools/stack/migrate-stack.ts";
import { openLoop } from "../load.ts";
import { buildPhones } from "../phones/phones.ts";
import { latencyOf, wholeCpuOf } from "../report/figures.ts";
import { type Bench, inTurns, say } from "../report/rounds.ts";
import { showHelp } from "../report/show-help.ts";
import { productSide } from "../sides.ts";
import { startBenchStack } from "../stack/stack.ts";
import { dropUnderLoad } from "./drop-under-load.ts";
import { fillTables } from "./fill-tables.ts";
import { loadWhile } from "./load-while.ts";
import { undoPartitions } from "./undo-partitions.ts";

showHelp(`Migrates filled tables to partitions under load, and drops a partition.

  npm run bench:partitions -- [--operations 1000000] [--devices 64] [--rounds 5] [--seconds 8]`);

const { values } = parseArgs({
  options: {
    operations: { type: "string", default: "1000000" },
    devices: { type: "string", default: "64" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "8" },
  },
});
/** Size at which the cost of a batch is compared. */
const SMALL = 200_000;
const PER_SECOND = 20;
/** A load without a migration shows how long the machine itself makes a batch wait. */
const QUIET_MS = 20_000;
const operations = Number(values.operations);

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  await database.query("set statement_timeout = 0");
  const phones = await buildPhones(stack, Number(values.devices));
  const bench: Bench = { stack, database, phones };
  const { fresh } = productSide(stack, phones);
  await undoPartitions(database);
  // The first batch of a phone differs from later ones.
  await costOf(bench, "warm-up");
  await fillTables(database, { from: 0, to: SMALL });
  const small = await costOf(bench, `${SMALL} operations, plain tables`);
  await fillTables(database, { from: SMALL, to: operations });
  const plain = await costOf(bench, `${operations} operations, plain tables`);

  const quiet = await loadWhile(bench, fresh, () => pause(QUIET_MS));
  say(`load alone: ${quiet.count} batches, the longest took ${quiet.longestMs.toFixed(0)} ms`);
  await database.query("drop function partition_health()");
  const migrated = await loadWhile(bench, fresh, () => migrateStack(stack.database.ownerUrl));
  say(
    `migration: ${(migrated.actMs / 1_000).toFixed(1)} s beside ${migrated.count} batches, ` +
      `the longest took ${migrated.longestMs.toFixed(0)} ms`,
  );
  const parted = await costOf(bench, `${operations} operations, partitions`);
  say(
    `cost of a batch over ${SMALL}: ${(plain / small).toFixed(2)} in plain tables, ${(parted / small).toFixed(2)} in partitions`,
  );

  const dropped = await dropUnderLoad(bench, fresh, operations);
  say(
    `drop: a partition of ${dropped.megabytes.toFixed(0)} MB in ${(dropped.actMs / 1_000).toFixed(2)} s and ` +
      `${dropped.tries} tries, ${dropped.freedMegabytes.toFixed(0)} MB freed; ` +
      `the longest of ${dropped.count} batches took ${dropped.longestMs.toFixed(0)} ms`,
  );
} finally {
  await database.end();
  await stack.stop();
}

/** CPU of a batch in ms, all processes together. */
async function costOf(bench: Bench, name: string): Promise<number> {
  const side = productSide(bench.stack, bench.phones);
  const arrivals = { perSecond: PER_SECOND, seconds: Number(values.seconds) };
  const { ours } = await inTurns(bench, Number(values.rounds), {
    ours: { side, load: () => openLoop(side.fresh, arrivals) },
  });
  const cost = wholeCpuOf(ours);
  const [p50, p99] = [latencyOf(ours, 0.5), latencyOf(ours, 0.99)];
  say(`${name}: CPU ${cost.toFixed(2)} ms a batch, p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`);
  return cost;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
