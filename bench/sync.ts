// What a batch of fifty operations costs beside plain SQL: `npm run bench`. It starts a stack of its own
// with 256 phones, and in a further process the baseline: the same parse and checksums, one set-based
// statement, the same PostgreSQL. Both take turns; medians of the rounds count. Figures: `README.md`.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { historySize } from "./histories.ts";
import { closedLoop, openLoop } from "./load.ts";
import { countRows, databaseNow, settlementLags } from "./meters.ts";
import { buildPhones } from "./phones.ts";
import { inTurns, round, say } from "./rounds.ts";
import { productSide, type Side, startPlainSide } from "./sides.ts";
import { startBenchStack } from "./stack.ts";
import { measureFaults } from "./sync-faults.ts";
import { measureOutage } from "./sync-outage.ts";
import { printTable } from "./sync-table.ts";
import { showHelp } from "./show-help.ts";

showHelp(`What a batch of fifty operations costs beside plain SQL, on a stack of its own.

  npm run bench -- [--seconds 8] [--devices 256] [--rounds 5] [--outage 60]`);

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    devices: { type: "string", default: "256" },
    rounds: { type: "string", default: "5" },
    /** How long nobody settles, in seconds; ten minutes are 600. */
    outage: { type: "string", default: "60" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
/** Arrivals a second of a usual day. */
const USUAL = 25;

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
const closers: (() => void)[] = [];
try {
  await database.connect();
  say(`registering ${values.devices} phones ...`);
  const phones = await buildPhones(stack, Number(values.devices));
  const plain = await startPlainSide(stack, phones);
  closers.push(plain.close);
  const ours = productSide(stack, phones);
  const bench = { stack, database, phones };
  const closed = (side: Side, connections: number) => ({
    side,
    load: () => closedLoop(side.fresh, { connections, seconds }),
  });
  const opened = (side: Side) => ({
    side,
    load: () => openLoop(side.fresh, { perSecond: 2 * USUAL, seconds: seconds * 1.5 }),
  });
  const repeated = (side: Side) => ({
    side,
    load: () => closedLoop(side.replay, { connections: 8, seconds: seconds / 2 }),
  });

  say("warming up ...");
  await inTurns(bench, 1, { plain: closed(plain, 8), ours: closed(ours, 8) });
  await database.query("vacuum analyze");

  say(`${rounds} rounds at 8 connections, at 32, and of the baseline ...`);
  const before = await historySize(stack);
  const closedLoops = await inTurns(bench, rounds, {
    ours: closed(ours, 8),
    plain: closed(plain, 8),
    at32: closed(ours, 32),
  });
  const after = await historySize(stack);
  say("an open loop, and replays ...");
  const open = await inTurns(bench, rounds, { ours: opened(ours), plain: opened(plain) });
  const rowsBefore = await countRows(database);
  const replay = await inTurns(bench, rounds, { ours: repeated(ours), plain: repeated(plain) });
  const replayedRows = (await countRows(database)) - rowsBefore;
  say(`${USUAL} a second, ${values.outage} seconds without a worker, and faults ...`);
  const since = await databaseNow(database);
  const usual = { perSecond: USUAL, seconds: seconds * 2 };
  await round(bench, ours, () => openLoop(ours.fresh, usual));
  const lags = await settlementLags(database, since);
  // From here on the worker is another process, and nobody's use is read.
  const outage = { perSecond: USUAL, seconds: Number(values.outage) };
  const drained = await measureOutage(bench, ours, outage);
  const faults = await measureFaults(stack, phones);
  printTable({
    at8: closedLoops,
    at32: closedLoops.at32,
    open,
    replay,
    replayedRows,
    lags,
    faults,
    drained,
    history: { events: after.events - before.events, bytes: after.bytes - before.bytes },
  });
} finally {
  for (const close of closers) close();
  await database.end();
  await stack.stop();
}
