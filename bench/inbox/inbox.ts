// Measures the inbox: `npm run bench:inbox`. One workspace with 200 clients, made over HTTP and copied, and several
// coaches; tasks are copied to the size that a part needs.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { buildDayTemplate } from "../days/day-template.ts";
import { addPeople } from "../phones/population.ts";
import { showHelp } from "../report/show-help.ts";
import { startBenchStack } from "../stack/stack.ts";
import { beginActors } from "./actors.ts";
import { compareActs } from "./acts.ts";
import { waitWithMany } from "./consoles.ts";
import { openDesk } from "./desk.ts";
import { takeEventsIn } from "./events.ts";
import { fillInbox } from "./fill-inbox.ts";
import { openMessenger, openTasks } from "./messages.ts";
import { comparePages, type InboxReading, timePages } from "./pages.ts";
import { wakeAll } from "./snoozes.ts";
import { sweepAll } from "./sweep.ts";

const ALL = "page,acts,events,actors,consoles,snoozes,pages,sweep";

showHelp(`Measures the inbox: reads against their statements, acts against plain SQL, and waiting work.

  npm run bench:inbox -- [--only ${ALL}] [--tasks 100000] [--snoozes 500]
    [--actors 600] [--consoles 500] [--seconds 10] [--rounds 3] [--acts 60]

  page      a page of fifty at 10,000 open tasks, against its SQL
  acts      start, snooze and resolve against the plain SQL of the same change, also with Temporal stopped
  events    source events, a third of which make new tasks, alone and with 300 reads a second
  actors    --actors new tasks: CPU of each process until their actors wait
  consoles  --consoles that wait for changes: statements per second, and the delay of a change
  snoozes   --snoozes that end within one minute, until all are awake
  pages     first and 100th page under each filter, and the counts, at --tasks open tasks
  sweep     --tasks that become due at once, until all are re-scored, and reads meanwhile

Needs pgbench.`);

const { values } = parseArgs({
  options: {
    only: { type: "string", default: ALL },
    tasks: { type: "string", default: "100000" },
    snoozes: { type: "string", default: "500" },
    actors: { type: "string", default: "600" },
    consoles: { type: "string", default: "500" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
    acts: { type: "string", default: "60" },
  },
});
const tasks = Number(values.tasks);
const SMALL = Math.min(10_000, tasks);
const CLIENTS = 200;
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
  acts: [SMALL, (reading) => compareActs(reading, Number(values.acts))],
  events: [SMALL, (reading) => takeEventsIn(reading, Number(values.seconds))],
  actors: [SMALL, (reading) => beginActors(reading, Number(values.actors))],
  consoles: [SMALL, (reading) => waitWithMany(reading, Number(values.consoles))],
  snoozes: [SMALL, (reading) => wakeAll(reading, Number(values.snoozes))],
  pages: [tasks, (reading) => timePages(reading, 100)],
  sweep: [tasks, sweepAll],
};
const wanted = values.only.split(",");

// Raised quotas: a service may send twenty events a second, and a person may wait with few consoles, but both are
// measured here.
const ALLOWED = "1000,5000,5000";
const stack = await startBenchStack({ ALLOWANCE_SERVICE: ALLOWED, ALLOWANCE_POLL: ALLOWED });
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  const template = await buildDayTemplate(stack, database);
  const { workspaceId } = template.coach;
  await addPeople(database, template, { from: 2, to: CLIENTS });
  const desk = await openDesk(stack, database, { workspaceId, count: COACHES });
  await openTasks(await openMessenger(stack, database, workspaceId), 1);
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
