// Measures the beginning and the close of a day for many clients: `npm run bench:days`. One client with eight plans
// is registered over HTTP and copied. Then the clock is moved from one midnight to the next, and the scan runs as its
// schedule would run it.
import { parseArgs } from "node:util";
import { Client as TemporalClient, Connection } from "@temporalio/client";
import { Client } from "pg";
import { buildDayTemplate } from "./days/day-template.ts";
import { moveToNextMidnight } from "./days/next-midnight.ts";
import { rebuildWeeks } from "./days/rebuild-weeks.ts";
import { type Scan, runScan, untilAtRest } from "./days/run-scan.ts";
import { tapsText, tapDuringScan } from "./days/taps.ts";
import { addPeople } from "./phones/population.ts";
import { showHelp } from "./report/show-help.ts";
import { untilStarted } from "./stack/until-started.ts";
import { startBenchStack } from "./stack/stack.ts";

showHelp(`Measures opening and closing the day of many clients.

  npm run bench:days -- [--clients 10000] [--idle 100000] [--rebuild 1000]`);

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "10000" },
    idle: { type: "string", default: "100000" },
    rebuild: { type: "string", default: "1000" },
  },
});
const clients = Number(values.clients);
const idle = Number(values.idle);
/** Scans with nothing due, for their mean. */
const IDLE_SCANS = 20;

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
const connection = await Connection.connect({ address: stack.temporal.address });
const temporal = new TemporalClient({ connection, namespace: stack.temporal.namespace });
try {
  await database.connect();
  await temporal.schedule.getHandle("turn-days").pause("Scans are run by the benchmark");
  const template = await buildDayTemplate(stack, database);
  await addPeople(database, template, { from: 2, to: clients });
  const house = { stack, database, temporal };

  await moveToNextMidnight(database);
  report("opens a day", await runScan(house), await countDays("opened_at is not null"));
  const taps = await tapDuringScan(house, {
    begin: openWithoutClosing,
    scan: () => runScan(house),
  });
  report("opens the next, with taps", taps.scan, await countDays("opened_at is not null"));
  say(`meanwhile: ${tapsText(taps)}`);
  await closeAlone();
  report("closes a day", await runScan(house), await countDays("closed_at is not null"));
  say(`its last workflow started ${(await untilStarted(database)).toFixed(1)} s later`);
  await reportRest();
  await openWithoutClosing();
  await runScan(house);
  await reportRest();
  let startedLater = 0;
  const closing = await tapDuringScan(house, {
    begin: closeAlone,
    async scan() {
      const scan = await runScan(house);
      startedLater = await untilStarted(database);
      return scan;
    },
  });
  report("closes the next, with taps", closing.scan, await countDays("closed_at is not null"));
  say(
    `its last workflow started ${startedLater.toFixed(1)} s later; until then ${tapsText(closing)}`,
  );
  await reportRest();
  await reportIdle(clients);
  await addPeople(database, template, { from: clients + 1, to: idle });
  await runScan(house);
  await reportRest();
  await reportIdle(idle);
  const rebuilt = await rebuildWeeks(house, Number(values.rebuild));
  const { seconds, days } = rebuilt;
  say(`26 weeks of ${values.rebuild} clients recomputed: ${seconds.toFixed(1)} s, ${days} days`);

  /** Closing updates a calendar. Closes are therefore postponed, so that each step is measured alone. */
  async function openWithoutClosing(): Promise<void> {
    await moveToNextMidnight(database);
    await database.query("update agenda_day set look_at = look_at + interval '6 hours'");
  }

  async function closeAlone(): Promise<void> {
    await database.query("update agenda_day set look_at = closes_at where closed_at is null");
  }

  async function reportRest(): Promise<void> {
    say(`follow-up work done ${(await untilAtRest(house)).toFixed(0)} s later`);
  }

  async function reportIdle(count: number): Promise<void> {
    let postgresSeconds = 0;
    for (let nth = 0; nth < IDLE_SCANS; nth += 1)
      postgresSeconds += (await runScan(house)).cpuSeconds["postgres"] ?? 0;
    const milliseconds = (1_000 * postgresSeconds) / IDLE_SCANS;
    say(`nothing due, ${count} clients: ${milliseconds.toFixed(1)} ms of PostgreSQL per scan`);
  }
} finally {
  await database.end();
  await connection.close();
  await stack.stop();
}

async function countDays(which: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from agenda_day where ${which}`,
  );
  return rows[0]?.count ?? 0;
}

function report(what: string, scan: Scan, days: number): void {
  const cpu = Object.entries(scan.cpuSeconds)
    .map(([part, seconds]) => `${part} ${seconds.toFixed(1)}`)
    .join(", ");
  say(
    `${what}: ${scan.seconds.toFixed(1)} s, ${days} days; CPU, s: ${cpu}; worker ${scan.workerMb.toFixed(0)} MB`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
