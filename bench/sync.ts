// What a batch of fifty operations costs beside plain SQL: `npm run bench`. It starts a stack of its own
// with 256 phones, and in a further process the baseline: the same parse and checksums, one set-based
// statement, the same PostgreSQL. Both take turns; medians of the rounds count. Figures: `README.md`.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { measureFaults } from "./sync-faults.ts";
import { historySize } from "./histories.ts";
import { closedLoop, type Loaded, openLoop, quantile } from "./load.ts";
import {
  countAdmitted,
  countRows,
  databaseNow,
  type Reading,
  readMeters,
  settlementLags,
  untilSettled,
  usedBetween,
} from "./meters.ts";
import { buildPhones, renewAll } from "./phones.ts";
import { printTable, say } from "./sync-table.ts";
import { productSide, type Side, startPlainSide } from "./sides.ts";
import { startBenchStack } from "./stack.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    devices: { type: "string", default: "256" },
    rounds: { type: "string", default: "3" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

/** One load and what it used, all that followed included. */
interface Round {
  readonly loaded: Loaded;
  readonly used: Reading;
  /** Batches that were not settled when the load ended, and the seconds until they were. */
  readonly unsettled: number;
  readonly settledAfter: number;
}

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
await database.connect();
const closers: (() => void)[] = [];
try {
  say(`registering ${values.devices} phones ...`);
  const phones = await buildPhones(stack, Number(values.devices));
  const plain = await startPlainSide(stack, phones);
  closers.push(plain.close);
  const ours = productSide(stack, phones);
  await untilSettled(database);

  say("warming up ...");
  for (const side of [plain, ours]) {
    await closedLoop(side.fresh, { connections: 8, seconds });
    await untilSettled(database);
  }
  await database.query("vacuum analyze");

  const before = await historySize(stack);
  const at8 = await inTurns(rounds, (side) => () => {
    return closedLoop(side.fresh, { connections: 8, seconds });
  });
  const after = await historySize(stack);
  const at32: Round[] = [];
  for (let index = 0; index < rounds; index += 1) {
    at32.push(await round(ours, () => closedLoop(ours.fresh, { connections: 32, seconds })));
  }
  const open = await inTurns(2, (side) => () => {
    return openLoop(side.fresh, { perSecond: 50, seconds: seconds * 1.5 });
  });
  const replayed = await replays();
  const lags = await lagOf(25);
  const faults = await measureFaults(stack, phones);
  printTable({
    at8,
    at32,
    open,
    lags,
    faults,
    ...replayed,
    history: { events: after.events - before.events, bytes: after.bytes - before.bytes },
  });

  /** Both sides, round after round. */
  async function inTurns(times: number, load: (side: Side) => () => Promise<Loaded>) {
    const taken = { ours: new Array<Round>(), plain: new Array<Round>() };
    for (let index = 0; index < times; index += 1) {
      for (const side of [ours, plain]) taken[side.name].push(await round(side, load(side)));
    }
    return taken;
  }

  async function replays() {
    const rowsBefore = await countRows(database);
    const replay = await inTurns(rounds, (side) => () => {
      return closedLoop(side.replay, { connections: 8, seconds: seconds / 2 });
    });
    return { replay, replayedRows: (await countRows(database)) - rowsBefore };
  }

  async function lagOf(perSecond: number): Promise<readonly number[]> {
    const since = await databaseNow(database);
    await round(ours, () => openLoop(ours.fresh, { perSecond, seconds: seconds * 2 }));
    return await settlementLags(database, since);
  }

  async function round(side: Side, load: () => Promise<Loaded>): Promise<Round> {
    await renewAll(stack, phones);
    await untilSettled(database);
    const start = await readMeters(database, side);
    const loaded = await load();
    const unsettled = await countAdmitted(database);
    const settledAfter = await untilSettled(database);
    const used = usedBetween(start, await readMeters(database, side));
    say(
      `${side.name.padEnd(5)} ${(loaded.count / loaded.seconds).toFixed(1).padStart(6)} a second, ` +
        `p50 ${quantile(loaded.latencies, 0.5).toFixed(1)} p99 ${quantile(loaded.latencies, 0.99).toFixed(1)} ms; ` +
        `${unsettled} not settled at the end, ${settledAfter.toFixed(1)} s later all`,
    );
    return { loaded, used, unsettled, settledAfter };
  }
} finally {
  for (const close of closers) close();
  await database.end();
  await stack.stop();
}
