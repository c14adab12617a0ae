// Measures the exercise library: `npm run bench:exercises`. The stack's own provider fills it; several coaches of one
// workspace search it, read it and play its videos.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openDesk } from "../inbox/desk.ts";
import { registerCoach } from "../phones/people.ts";
import { showHelp } from "../report/show-help.ts";
import { startBenchStack } from "../stack/stack.ts";
import { readCatalogue } from "./catalogue.ts";
import type { LibraryReading } from "./library-reading.ts";
import { matchAll } from "./matching.ts";
import { compareSearches, fillLibrary, timeDetails } from "./searches.ts";
import { compareSessions } from "./sessions.ts";

const ALL = "catalogue,sessions,matching,search,detail";

showHelp(`Measures the exercise library: search against its statements, videos against plain SQL.

  npm run bench:exercises -- [--only ${ALL}] [--items 10000] [--seconds 10] [--rounds 3]
    [--sessions 60]

  catalogue  the first read of the provider's catalogue, and a read with nothing changed
  sessions   --sessions videos against the plain SQL of the same rows, without the provider's time
  matching   all exercises with 873 records of names, and again with nothing changed
  search     each kind of search at --items exercises over eight connections, and against its SQL
  detail     exercises read one by one over eight connections, at --items

Needs pgbench.`);

const { values } = parseArgs({
  options: {
    only: { type: "string", default: ALL },
    items: { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
    sessions: { type: "string", default: "60" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const items = Number(values.items);
const COACHES = 16;

/** The parts after the first, by name, from the provider's catalogue to copied exercises. */
const PARTS: Readonly<Record<string, (reading: LibraryReading) => Promise<readonly string[]>>> = {
  sessions: (reading) => compareSessions(reading, Number(values.sessions)),
  matching: matchAll,
  search: async (reading) => {
    await fillLibrary(reading.database, items);
    return await compareSearches(reading, { seconds, rounds });
  },
  detail: async (reading) => {
    await fillLibrary(reading.database, items);
    return await timeDetails(reading, seconds);
  },
};
const wanted = values.only.split(",");

// Raised quotas: a coach may send twenty searches a second, and a person may request few videos, but both are
// measured here.
const ALLOWED = "1000,5000,5000";
const stack = await startBenchStack({ ALLOWANCE_PERSON: ALLOWED, ALLOWANCE_MEDIA: ALLOWED });
const database = new Client({ connectionString: stack.database.ownerUrl });
const superuser = new Client({ connectionString: stack.superuserUrl });
try {
  await database.connect();
  await superuser.connect();
  const { workspaceId } = await registerCoach(stack);
  const desk = await openDesk(stack, database, { workspaceId, count: COACHES });
  const library = `${stack.urls.api}/api/v1/workspaces/${workspaceId}/exercise-library`;
  const reading = { stack, database, superuser, desk, library };
  // Every measurement needs the library.
  const read = await readCatalogue(reading);
  if (wanted.includes("catalogue")) print("catalogue", read);
  for (const [name, measure] of Object.entries(PARTS))
    if (wanted.includes(name)) print(name, await measure(reading));
} finally {
  await superuser.end();
  await database.end();
  await stack.stop();
}

function print(part: string, lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${part}: ${line}\n`).join(""));
}
