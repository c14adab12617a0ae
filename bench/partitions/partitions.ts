// Measures the migration to partitions, and what partitions cost: `npm run bench:partitions`. Its own stack begins with
// plain tables and is filled. Under load the tables are migrated, and a full partition is dropped.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { migrateStack } from "../../tools/stack/migrate-stack.ts";
import { openLoop } from "../load.ts";
import { buildPhones } from "../phones/phones.ts";
import { latencyOf, wholeCpuOf } from "../report/figures.ts";
import { type Bench, inTurns, say, type Turn } from "../report/rounds.ts";
import { showHelp } from "../report/show-help.ts";
import { productSide, type StartedSide, startPlainSide } from "../sides.ts";
import { startBenchStack } from "../stack/stack.ts";
import { dropUnderLoad } from "./drop-under-load.ts";
import { fillTables } from "./fill-tables.ts";
import { loadWhile } from "./load-while.ts";
import { statementCost } from "./statement-cost.ts";
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
/** The baseline (a) keeps its tables, so that it shows whether the machine became slower. */
let baseline: StartedSide | null = null;
try {
  await database.connect();
  await database.query("set statement_timeout = 0");
  const phones = await buildPhones(stack, Number(values.devices));
  const bench: Bench = { stack, database, phones };
  const { fresh } = productSide(stack, phones);
  baseline = await startPlainSide(stack, phones);
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

  const statements = await statementCost(database);
  say(
    `statements of a batch: ${statements.plain.toFixed(0)} µs on plain tables, ${statements.parted.toFixed(0)} µs on partitions`,
  );
  const dropped = await dropUnderLoad(bench, fresh, operations);
  say(
    `drop: a partition of ${dropped.megabytes.toFixed(0)} MB in ${(dropped.actMs / 1_000).toFixed(2)} s and ` +
      `${dropped.tries} tries, ${dropped.freedMegabytes.toFixed(0)} MB freed; ` +
      `the longest of ${dropped.count} batches took ${dropped.longestMs.toFixed(0)} ms`,
  );
} finally {
  baseline?.close();
  await database.end();
  await stack.stop();
}

/** CPU of a batch, all processes together, over that of the baseline in the same minutes. */
async function costOf(bench: Bench, name: string): Promise<number> {
  if (baseline === null) throw new Error("The baseline did not start");
  const sides = { ours: productSide(bench.stack, bench.phones), baseline };
  const arrivals = { perSecond: PER_SECOND, seconds: Number(values.seconds) };
  const turns = Object.entries(sides).map(([key, side]): [string, Turn] => [
    key,
    { side, load: () => openLoop(side.fresh, arrivals) },
  ]);
  const { ours = [], baseline: other = [] } = await inTurns(
    bench,
    Number(values.rounds),
    Object.fromEntries(turns),
  );
  const [cost, over] = [wholeCpuOf(ours), wholeCpuOf(ours) / wholeCpuOf(other)];
  const [p50, p99] = [latencyOf(ours, 0.5), latencyOf(ours, 0.99)];
  say(
    `${name}: CPU ${cost.toFixed(2)} ms a batch, ${over.toFixed(2)} times the baseline; ` +
      `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`,
  );
  return over;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
