// Measures the coach's console in Chromium: `npm run bench:web`.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { findChromium } from "../../tools/processes/find-chromium.ts";
import { buildDayTemplate } from "../days/day-template.ts";
import { fillInbox } from "../inbox/fill-inbox.ts";
import { fillRoster } from "../inbox/fill-roster.ts";
import { openDesk } from "../inbox/desk.ts";
import { openTask } from "../inbox/open-task.ts";
import { addPeople } from "../phones/population.ts";
import { showHelp } from "../report/show-help.ts";
import { startBenchStack } from "../stack/stack.ts";
import { timeActsElsewhere } from "./acts-elsewhere.ts";
import { timeFirstPaint } from "./first-paint.ts";
import { type BenchBrowser, openBenchBrowser } from "./bench-browser.ts";
import { timeKeys } from "./key-to-paint.ts";
import { measureScripts } from "./scripts.ts";
import { timeFrames } from "./scrolling.ts";
import { type Figure, showTable } from "./table.ts";

showHelp(`Measures the console in Chromium, with one workspace of many clients and tasks.

  npm run bench:web -- [--only keys,scripts,paint,frames,elsewhere] [--tasks 100000]
    [--clients 500] [--keys 200] [--rows 5000] [--rounds 10]

  keys       from a key to the paint, in inbox and roster
  scripts    JavaScript of the first page and of each further one, gzip
  paint      first useful paint with a processor at a quarter of its speed, and a silent reload
  frames     the longest frame while --rows rows scroll
  elsewhere  from a coach's act to the list of another coach's console

It always ends with 0: figures of a machine that does other work prove nothing. Needs Chromium (CHROMIUM_PATH, or on
the PATH).`);

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "scripts,paint,keys,frames,elsewhere" },
    tasks: { type: "string", default: "100000" },
    clients: { type: "string", default: "500" },
    keys: { type: "string", default: "200" },
    rows: { type: "string", default: "5000" },
    rounds: { type: "string", default: "10" },
  },
});
const rounds = Number(values.rounds);

const PARTS: Readonly<Record<string, (browser: BenchBrowser) => Promise<readonly Figure[]>>> = {
  scripts: measureScripts,
  paint: (browser) => timeFirstPaint(browser, rounds),
  keys: (browser) => timeKeys(browser, Number(values.keys)),
  frames: (browser) => timeFrames(browser, Number(values.rows)),
  elsewhere: (browser) => timeActsElsewhere(browser, rounds),
};

const executablePath = findChromium(process.env);
if (executablePath === null) throw new Error("Install Chromium, or set CHROMIUM_PATH.");
const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  const template = await buildDayTemplate(stack, database);
  const { workspaceId } = template.coach;
  await addPeople(database, template, { from: 2, to: Number(values.clients) });
  const { coaches } = await openDesk(stack, database, { workspaceId, count: 2 });
  // The console opens the first workspace of a coach; each of these also has one of their own, which is empty.
  await database.query(
    `delete from workspace_membership where workspace_id <> $1
       and user_id in (select user_id from auth_identity where subject = any($2))`,
    [workspaceId, coaches.map(({ subject }) => subject)],
  );
  await openTask(stack, database, workspaceId);
  await fillInbox(database, Number(values.tasks));
  await fillRoster(database);
  const emails = coaches.map(({ email }) => email);
  const browser = await openBenchBrowser({ executablePath, urls: stack.urls, emails });
  try {
    for (const name of values.only.split(",")) showTable((await PARTS[name]?.(browser)) ?? []);
  } finally {
    await browser.close();
  }
  process.stdout.write(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}\n`);
} finally {
  // A connection that was lost cannot be ended, and must not keep the stack running.
  await database.end().catch(() => undefined);
  await stack.stop();
}
