// Measures a coach's page of all clients: `npm run bench:overview`. One client with a day is registered over HTTP and
// copied, with a month of closed days each; then the page is read repeatedly.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { buildDayTemplate } from "../days/day-template.ts";
import { addPeople } from "../phones/population.ts";
import { showHelp } from "../report/show-help.ts";
import { startBenchStack } from "../stack/stack.ts";

showHelp(`Measures the page of all clients of a workspace.

  npm run bench:overview -- [--clients 500] [--reads 300]`);

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "500" },
    reads: { type: "string", default: "300" },
  },
});
const clients = Number(values.clients);
const reads = Number(values.reads);
/** Closed days per client. */
const DAYS = 30;
/** Uncounted reads that warm up the processes and the database. */
const WARMING = 50;
const PAUSE_MS = 20;

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  const template = await buildDayTemplate(stack, database);
  const { token, workspaceId } = template.coach;
  await addPeople(database, template, { from: 2, to: clients });
  await addClosedDays();
  const page = `${stack.urls.api}/api/v1/workspaces/${workspaceId}/daily-overview`;
  for (const [what, query] of [
    ["all clients", ""],
    ["the clients who are off track", "?bucket=OFF_TRACK"],
    ["fifty clients", "?limit=50"],
  ] as const)
    await measure(what, `${page}${query}`, token);
} finally {
  await database.end();
  await stack.stop();
}

/** A month of closed days per client; every fifth client does little. */
async function addClosedDays(): Promise<void> {
  await database.query(
    `insert into agenda_day (relationship_id, local_date, timezone, projection_version, task_count,
       completed_count, skipped_count, missed_count, agenda_checksum, projected_at, opened_at,
       counted_count, done_count, adherence_score, closed_at)
     select relationship_id, local_date - d, timezone, 1, 8, done, 0, 8 - done, '', clock_now(), clock_now(),
       8, done, done, clock_now()
     from relationship_calendar, generate_series(1, ${DAYS}) as d,
       lateral (select case when abs(hashtext(relationship_id::text)) % 5 = 0 then 2 else 7 end as done) as did
     on conflict do nothing`,
  );
  await database.query("vacuum analyze");
}

async function measure(what: string, url: string, token: string): Promise<void> {
  const durations: number[] = [];
  let bytes = 0;
  for (let nth = 0; nth < WARMING + reads; nth += 1) {
    const from = performance.now();
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${body}`);
    if (nth >= WARMING) durations.push(performance.now() - from);
    bytes = body.length;
    // A person may send at most 50 requests a second.
    await sleep(PAUSE_MS);
  }
  const sorted = durations.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  const line = `${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}; ${Math.round(bytes / 1024)} KB`;
  process.stdout.write(`${line}\n`);
}
