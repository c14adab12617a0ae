// Measures a read of today: `npm run bench:agenda`. One client with a day of eight tasks is registered over HTTP and
// copied. Phones then read it, whole and by ETag, in comparison with the same statements alone, and a coach publishes
// a plan that all of them follow.
import { parseArgs } from "node:util";
import { Client as TemporalClient, Connection } from "@temporalio/client";
import { Client } from "pg";
import { z } from "zod";
import { buildDayTemplate } from "../days/day-template.ts";
import { runScan, untilAtRest } from "../days/run-scan.ts";
import { closedLoop, openLoop, quantile } from "../load.ts";
import { ask, type BenchCoach } from "../phones/people.ts";
import { addPeople } from "../phones/population.ts";
import { showHelp } from "../report/show-help.ts";
import { productSide } from "../sides.ts";
import { startBenchStack } from "../stack/stack.ts";
import { compareWithSql, ms } from "./compare-with-sql.ts";
import { ownStatements } from "./own-statements.ts";
import { readersOf, readingInTurns } from "./readers.ts";

showHelp(`Measures a read of today against its statements alone, and the publication of a plan with many followers.

  npm run bench:agenda -- [--followers 5000] [--seconds 15] [--rounds 3]

Needs pgbench.`);

const { values } = parseArgs({
  options: {
    followers: { type: "string", default: "5000" },
    seconds: { type: "string", default: "15" },
    rounds: { type: "string", default: "3" },
  },
});
const followers = Number(values.followers);
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const CONNECTIONS = 8;
/** Enough readers that none exceeds the quota of a person, even with 304 answers. */
const READERS = 240;
const ARRIVALS = 300;
const BATCHES = 30;
const WARMING_SECONDS = 3;

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
const connection = await Connection.connect({ address: stack.temporal.address });
const temporal = new TemporalClient({ connection, namespace: stack.temporal.namespace });
try {
  await database.connect();
  await temporal.schedule.getHandle("turn-days").pause("Scans are run by the benchmark");
  const template = await buildDayTemplate(stack, database);
  await addPeople(database, template, { from: 2, to: Math.max(followers, 2 * READERS) });
  await beginNextDay();
  const all = await readersOf(stack, database, READERS + BATCHES);
  const [readers, tapping] = [all.slice(0, READERS), all.slice(READERS)];
  // Autovacuum works on tables that have just grown; the measurement waits until it is done.
  await untilAtRest({ stack, database, temporal });
  const found = await ownStatements(stack, database, readers.slice(0, CONNECTIONS));
  const whole = readingInTurns(stack, readers, { isUnchanged: false });
  const unchanged = readingInTurns(stack, readers, { isUnchanged: true });
  await closedLoop(whole.send, { connections: CONNECTIONS, seconds: WARMING_SECONDS });
  for (let round = 0; round < rounds; round += 1) {
    const load = { connections: CONNECTIONS, seconds };
    const days = found.map(({ caller, day }) => [caller, day]);
    say(
      await compareWithSql(stack, {
        ...load,
        what: "today, whole",
        send: whole.send,
        statements: days,
      }),
    );
    const scopes = found.map(({ caller, scope }) => [caller, scope]);
    say(
      await compareWithSql(stack, {
        ...load,
        what: "today, 304",
        send: unchanged.send,
        statements: scopes,
      }),
    );
  }
  const arrivals = { perSecond: ARRIVALS, seconds };
  const calm = (await openLoop(whole.send, arrivals)).latencies;
  const { one } = productSide(stack, tapping);
  await openLoop(one, { perSecond: BATCHES, seconds: WARMING_SECONDS });
  const [busy] = await Promise.all([
    openLoop(whole.send, arrivals),
    openLoop(one, { perSecond: BATCHES, seconds }),
  ]);
  const [alone, crowded] = [quantile(calm, 0.99), quantile(busy.latencies, 0.99)];
  say(`${ARRIVALS}/s: p50 ${ms(quantile(calm, 0.5))}, p99 ${ms(alone)}`);
  say(
    `with ${BATCHES} batches/s of one tap: p99 ${ms(crowded)}, ${(crowded / alone).toFixed(1)} times`,
  );
  say(`refused: ${whole.turnedAway() + unchanged.turnedAway()}`);
  await publish(template.coach);
} finally {
  await database.end();
  await connection.close();
  await stack.stop();
}

/** Makes the next day's tasks from each client's own assignments and closes the day before, like most days. */
async function beginNextDay(): Promise<void> {
  await database.query(
    `update clock_offset set shift = shift + interval '1 minute'
       + (select max(next_day_at) from relationship_calendar) - clock_now()`,
  );
  await runScan({ stack, database, temporal });
  await database.query(
    `update agenda_day set closed_at = clock_now(), look_at = null
      where local_date < (select max(local_date) from relationship_calendar)`,
  );
  await database.query("vacuum analyze");
}

/** A coach publishes another revision of a plan that all clients follow; measured until the last of them has it. */
async function publish(coach: BenchCoach): Promise<void> {
  const { rows } = await database.query<{ id: string; draft: number; content: object }>(
    `select plan.id, plan.draft_revision as draft, revision.content from plan
       join plan_revision revision on revision.plan_id = plan.id limit 1`,
  );
  const [plan] = rows;
  if (plan === undefined) throw new Error("There is no plan");
  const path = `${stack.urls.api}/api/v1/workspaces/${coach.workspaceId}/plans/${plan.id}`;
  const token = await coach.token();
  const content = { ...plan.content, title: "Stretch for longer" };
  const from = performance.now();
  const drafted = { content, expectedDraftRevision: plan.draft };
  await ask(`${path}/draft`, { token, method: "PUT", body: drafted }, z.unknown());
  const read = { expectedDraftRevision: plan.draft + 1 };
  await ask(`${path}/publish`, { token, body: read }, z.unknown());
  const { cpuSeconds } = await runScan({ stack, database, temporal });
  const took = (performance.now() - from) / 1_000;
  const { rows: left } = await database.query<{ behind: number; following: number }>(
    `select count(*) filter (where applied_revision < 2)::int as behind, count(*)::int as following
       from plan_assignment where plan_id = $1`,
    [plan.id],
  );
  const { behind = 0, following = 0 } = left[0] ?? {};
  const cpu = Object.entries(cpuSeconds).map(([part, used]) => `${part} ${used.toFixed(1)}`);
  say(
    `published to ${following - behind} of ${following}: ${took.toFixed(1)} s; CPU, s: ${cpu.join(", ")}`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
