// Measures the search of exercises: `npm run bench:exercises`. The stack's own provider fills the library, and several
// coaches of one workspace search it.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openDesk } from "../inbox/desk.ts";
import { registerCoach } from "../phones/people.ts";
import { showHelp } from "../report/show-help.ts";
import { startBenchStack } from "../stack/stack.ts";
import { fillLibrary } from "./fill-library.ts";
import { compareSearches } from "./searches.ts";

showHelp(`Measures each kind of search alone and over eight connections, and some of them against their statements.

  npm run bench:exercises -- [--items 10000] [--seconds 10] [--rounds 3]

Needs pgbench.`);

const { values } = parseArgs({
  options: {
    items: { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
  },
});
const COACHES = 16;

// A raised quota: a coach may send twenty searches a second, but more are measured here.
const stack = await startBenchStack({ ALLOWANCE_PERSON: "1000,5000,5000" });
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  const { workspaceId } = await registerCoach(stack);
  const desk = await openDesk(stack, database, { workspaceId, count: COACHES });
  const library = `${stack.urls.api}/api/v1/workspaces/${workspaceId}/exercise-library`;
  await fillLibrary(database, Number(values.items));
  const lasting = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  const lines = await compareSearches({ stack, database, desk, library }, lasting);
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
} finally {
  await database.end();
  await stack.stop();
}
