// Measures the migration to partitions, and what partitions cost: `npm run bench:partitions`. Two stacks begin with plain
// tables and are filled, one with few rows and one with many, and get the same load in turns. Under load the tables of
// the large one are migrated, and a full partition is dropped.
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { migrateStack } from "../../tools/stack/migrate-stack.ts";
import { say } from "../report/rounds.ts";
import { showHelp } from "../report/show-help.ts";
import { productSide } from "../sides.ts";
import { compareCosts } from "./compare-costs.ts";
import { dropUnderLoad } from "./drop-under-load.ts";
import { fillTables } from "./fill-tables.ts";
import { loadWhile } from "./load-while.ts";
import { openPlain } from "./open-plain.ts";
import { readWaste } from "./read-waste.ts";
import { statementCost } from "./statement-cost.ts";

showHelp(`Migrates filled tables to partitions under load, compares a batch there with one on few rows, and drops a partition.

  npm run bench:partitions -- [--operations 1000000] [--small 200000] [--devices 64] [--rounds 5] [--seconds 8]
  npm run bench:partitions -- --operations 20000000 --rounds 12

Each million operations takes about 0.4 GB of disk while it runs.`);

const { values } = parseArgs({
  options: {
    operations: { type: "string", default: "1000000" },
    small: { type: "string", default: "200000" },
    devices: { type: "string", default: "64" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "8" },
  },
});
/** A load without a migration shows how long the machine itself makes a batch wait. */
const QUIET_MS = 20_000;
const [operations, few] = [Number(values.operations), Number(values.small)];
const load = { rounds: Number(values.rounds), seconds: Number(values.seconds) };

const opened = [await openPlain(Number(values.devices))];
try {
  opened.push(await openPlain(Number(values.devices)));
  const [small, large] = opened;
  if (small === undefined || large === undefined) throw new Error("Two stacks were opened");
  for (const [{ database, stack }, to] of [
    [small, few],
    [large, operations],
  ] as const) {
    const startedAt = performance.now();
    await fillTables(database, to);
    await checkpoint(stack.superuserUrl);
    const seconds = (performance.now() - startedAt) / 1_000;
    say(`${to} operations were filled in ${seconds.toFixed(0)} s`);
  }
  // The first batch of a phone differs from later ones.
  await compareCosts({ small, large }, { rounds: 1, seconds: load.seconds }, "warm-up");
  const plain = await compareCosts({ small, large }, load, "plain tables");

  const { stack, phones, database } = large;
  const { fresh } = productSide(stack, phones);
  const quiet = await loadWhile(large, fresh, () => sleep(QUIET_MS));
  say(`load alone: ${quiet.count} batches, the longest took ${quiet.longestMs.toFixed(0)} ms`);
  for (const one of opened) await one.database.query("drop function partition_health()");
  const migrated = await loadWhile(large, fresh, () => migrateStack(stack.database.ownerUrl));
  say(
    `migration: ${(migrated.actMs / 1_000).toFixed(1)} s beside ${migrated.count} batches, ` +
      `the longest took ${migrated.longestMs.toFixed(0)} ms`,
  );
  await migrateStack(small.stack.database.ownerUrl);
  const parted = await compareCosts({ small, large }, load, "partitions");
  say(
    `cost of a batch at ${operations} over that at ${few}: ${plain.toFixed(3)} in plain tables, ` +
      `${parted.toFixed(3)} in partitions`,
  );

  const statements = await statementCost(database);
  say(
    `statements of a batch: ${statements.plain.toFixed(0)} µs on plain tables, ${statements.parted.toFixed(0)} µs on partitions`,
  );
  const dropped = await dropUnderLoad(large, fresh, operations);
  say(
    `drop: a partition of ${dropped.megabytes.toFixed(0)} MB in ${(dropped.actMs / 1_000).toFixed(2)} s and ` +
      `${dropped.tries} tries, ${dropped.freedMegabytes.toFixed(0)} MB freed; ` +
      `the longest of ${dropped.count} batches took ${dropped.longestMs.toFixed(0)} ms`,
  );
  for (const { name, megabytes, wastedMegabytes } of await readWaste(stack.superuserUrl))
    say(
      `bloat: ${name} has ${wastedMegabytes.toFixed(1)} MB of dead rows and free space in ${megabytes.toFixed(0)} MB`,
    );
} finally {
  for (const { database, stack } of opened) {
    await database.end();
    await stack.stop();
  }
}

/** After it, both stacks write the full image of a page at its first change. */
async function checkpoint(superuserUrl: string): Promise<void> {
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query("checkpoint");
  await superuser.end();
}
