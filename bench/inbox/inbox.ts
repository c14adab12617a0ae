// Measures the inbox: `npm run bench:inbox`. One workspace with many clients, made over HTTP and copied, and several
// coaches; tasks are copied to the size that a part needs.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { buildDayTemplate } from "../days/day-template.ts";
import { addPeople } from "../phones/population.ts";
import { showHelp } from "../report/show-help.ts";
import { startBenchStack } from "../stack/stack.ts";
import { openDesk } from "./desk.ts";
import { timeConsole } from "./console.ts";
import { fillInbox } from "./fill-inbox.ts";
import { takeEvents } from "./events.ts";
import { openTask } from "./open-task.ts";
import { timeStandby } from "./standby.ts";
import { comparePages, type InboxReading, timePages } from "./pages.ts";

showHelp(`Measures pages of the inbox against their statements, and under each filter.

  npm run bench:inbox -- [--only page,pages,console,standby,events] [--tasks 100000] [--clients 200]
    [--seconds 10] [--rounds 3]

  page     a page of fifty at 10,000 open tasks, against its SQL
  pages    first and 100th page under each filter, and the counts, at --tasks open tasks
  console  the roster and the overview, at --tasks open tasks
  standby  the daily overview at a standby and at the primary
  events   messages that another system reports, alone and beside reads, until the last workflow has started;
           for --seconds, of which a minute is steady

Needs pgbench.`);

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "page,pages" },
    tasks: { type: "string", default: "100000" },
    clients: { type: "string", default: "200" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
  },
});
const tasks = Number(values.tasks);
const SMALL = Math.min(10_000, tasks);
const CLIENTS = Number(values.clients);
const COACHES = 16;

/** Each part by name with the number of open tasks it needs, from small to large. */
const PARTS: Readonly<
  Record<string, readonly [number, (reading: InboxReading) => Promise<readonly string[]>]>
> = {
  page: [
    SMALL,
    (reading) =>
      comparePages(reading, { seconds: Number(values.seconds), rounds: Number(values.rounds) }),
  ],
  pages: [tasks, (reading) => timePages(reading, 100)],
  console: [tasks, (reading) => timeConsole(reading, 100)],
  standby: [SMALL, (reading) => timeStandby(reading, 500)],
  events: [tasks, (reading) => takeEvents(reading, Number(values.seconds))],
};
const wanted = values.only.split(",");

// Messages arrive as fast as they are answered.
const stack = await startBenchStack({ ALLOWANCE_SERVICE: "100,5000,5000" });
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  const template = await buildDayTemplate(stack, database);
  const { workspaceId } = template.coach;
  await addPeople(database, template, { from: 2, to: CLIENTS });
  const desk = await openDesk(stack, database, { workspaceId, count: COACHES });
  await openTask(stack, database, workspaceId);
  for (const [name, [count, measure]] of Object.entries(PARTS)) {
    if (!wanted.includes(name)) continue;
    await fillInbox(database, count);
    for (const line of await measure({ stack, database, desk })) say(`${name}: ${line}`);
  }
} finally {
  await database.end();
  await stack.stop();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
