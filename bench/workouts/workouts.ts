// Measures workouts: `npm run bench:workouts`. Phones are registered over HTTP with fifty tasks each and a program
// with training every day. It compares batches of fifty operations on a draft with quick-log's, reads of manifest,
// package and delta with their statements alone, and a submit of five hundred sets with the same rows in one
// statement. It also times the largest batch and a revision of a program with many followers.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { ms } from "../agenda/compare-with-sql.ts";
import { closedLoop, median, post, type Send } from "../load.ts";
import { buildPhones, nextBatch, type Phone, renewAll } from "../phones/phones.ts";
import { showHelp } from "../report/show-help.ts";
import { leftBy, showLeft } from "../same-rows/left-rows.ts";
import { syncUrl } from "../sides.ts";
import { untilSettled } from "../stack/meters.ts";
import { processLoad } from "../stack/processes.ts";
import { startBenchStack } from "../stack/stack.ts";
import { compareReads, readStatements } from "./reads.ts";
import { reviseProgram } from "./revise.ts";
import { sameRows } from "./same-rows.ts";
import { batchOf, draftOf, MOST_SETS, type Trainee, trainees } from "./trainees.ts";

showHelp(`Measures workouts: sessions by sync, reads of packages, a program with many followers.

  npm run bench:workouts -- [--phones 48] [--seconds 15] [--rounds 3] [--followers 1000]

Needs pgbench.`);

const { values } = parseArgs({
  options: {
    phones: { type: "string", default: "48" },
    seconds: { type: "string", default: "15" },
    rounds: { type: "string", default: "3" },
    followers: { type: "string", default: "1000" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const CONNECTIONS = 8;
const WARMING_SECONDS = 3;
/** Maximum size of a body, with a margin. */
const LARGEST_BYTES = 3.9e6;
/** Maximum size of an operation's payload. */
const PAYLOAD_BYTES = 256 * 1024;
const BATCH = 50;

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
const superuser = new Client({ connectionString: stack.superuserUrl });
const sessionsUrl = `${stack.urls.api}/api/v1/client/workout-sessions/sync`;
try {
  await database.connect();
  await superuser.connect();
  const phones = await buildPhones(stack, Number(values.phones));
  const ofQuickLog = await tapsOf(phones);
  const training = await trainees(stack, database, phones);
  const [first, ...others] = training;
  if (first === undefined) throw new Error("No phone is registered");
  await readAll(training);
  await compareBatches(training, ofQuickLog);
  await submitAll(first, others);
  await admitLargest(first);
  const followers = Number(values.followers);
  const { packedSeconds, revisedSeconds } = await reviseProgram(stack, database, followers);
  say(
    `a program with ${followers} followers: a day's packages after ${packedSeconds.toFixed(1)} s, those of another revision after ${revisedSeconds.toFixed(1)} s`,
  );
} finally {
  await superuser.end();
  await database.end();
  await stack.stop();
}

/** Compares manifest, package and delta, whole and unchanged, with their SQL. */
async function readAll(readers: readonly Trainee[]) {
  const found = await readStatements(stack, database, readers.slice(0, CONNECTIONS));
  for (let round = 0; round < rounds; round += 1) {
    await renewAll(stack, readers);
    const load = { connections: CONNECTIONS, seconds };
    for (const line of await compareReads(stack, { readers, found, load })) say(line);
  }
}

/** CPU of fifty quick-log operations. It runs first, because assigning a program withdraws the copied tasks. */
async function tapsOf(among: readonly Phone[]): Promise<number> {
  const tap: Send = inTurns(among, async (phone) => {
    requireAccepted(await post(syncUrl(stack, phone), nextBatch(phone), phone.accessToken));
  });
  return await medianCpuOf(tap, among);
}

/** CPU of fifty operations on a draft, divided by that of fifty of quick-log. */
async function compareBatches(among: readonly Trainee[], ofQuickLog: number) {
  const drafts = among.map((trainee) => ({ trainee, draft: draftOf(trainee), logged: 0 }));
  const logSets: Send = inTurns(drafts, async (one) => {
    const operations = Array.from({ length: BATCH }, (_, nth) =>
      one.draft.log(one.logged + nth, 1),
    );
    one.logged += BATCH;
    const body = batchOf(one.trainee, operations);
    requireAccepted(await post(sessionsUrl, body, one.trainee.accessToken));
  });
  const onDraft = await medianCpuOf(logSets, among);
  say(
    `fifty operations, CPU: on a draft ${ms(onDraft)}, of quick-log ${ms(ofQuickLog)}; ${(onDraft / ofQuickLog).toFixed(2)} times`,
  );
}

async function medianCpuOf(send: Send, among: readonly Phone[]): Promise<number> {
  await closedLoop(send, { connections: CONNECTIONS, seconds: WARMING_SECONDS });
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await renewAll(stack, among);
    durations.push(await cpuOf(send));
  }
  return median(durations);
}

/** Acts on the elements in rotation; each is used by one call at a time. */
function inTurns<One>(all: readonly One[], act: (one: One) => Promise<void>): Send {
  const free = [...all];
  return async () => {
    const one = free.shift();
    if (one === undefined) throw new Error("There is no phone that could send");
    await act(one);
    free.push(one);
  };
}

/** CPU milliseconds of the API and of PostgreSQL for one request. */
async function cpuOf(send: Send): Promise<number> {
  const { api = 0, postgres = 0 } = stack.pids;
  const used = () => processLoad(api).cpuSeconds + processLoad(postgres).cpuSeconds;
  const from = used();
  const { count } = await closedLoop(send, { connections: CONNECTIONS, seconds });
  return ((used() - from) / count) * 1_000;
}

/**
 * Submits the maximum number of sets on each phone in sequence, and writes the rows of one of them in one statement.
 */
async function submitAll(first: Trainee, others: readonly Trainee[]) {
  await renewAll(stack, [first, ...others]);
  await untilSettled(database);
  const submitOne = async (trainee: Trainee) => {
    const body = batchOf(trainee, [draftOf(trainee).submit()]);
    return await timed(async () =>
      requireAccepted(await post(sessionsUrl, body, trainee.accessToken)),
    );
  };
  const ours: number[] = [];
  for (const trainee of others) ours.push(await submitOne(trainee));
  await untilSettled(database);
  const left = await leftBy(database, async () => {
    await submitOne(first);
    await untilSettled(database);
  });
  say(`a submit writes: ${showLeft(left)}`);
  const { leave } = sameRows(superuser, left);
  const theirs: number[] = [];
  for (let turn = 0; turn < Math.max(ours.length, 20); turn += 1) theirs.push(await leave());
  const [one, other] = [median(ours), median(theirs)];
  say(
    `a submit of ${MOST_SETS} sets, p50: ${ms(one)}, its rows in one statement ${ms(other)}; ${(one / other).toFixed(2)} times`,
  );
}

/** As much as fits into a body; all of it is judged and admitted at once. */
async function admitLargest(trainee: Trainee) {
  await renewAll(stack, [trainee]);
  const draft = draftOf(trainee);
  const sized = draft.log(0, MOST_SETS);
  const bytes = Buffer.byteLength(JSON.stringify(sized));
  if (Buffer.byteLength(JSON.stringify(sized.payload)) > PAYLOAD_BYTES)
    throw new Error("The operation is too large");
  const count = Math.min(BATCH, Math.floor(LARGEST_BYTES / bytes));
  const operations = Array.from({ length: count }, () => draft.log(0, MOST_SETS));
  const body = batchOf(trainee, operations);
  const took = await timed(async () =>
    requireAccepted(await post(sessionsUrl, body, trainee.accessToken)),
  );
  say(
    `the largest batch, ${count} operations of ${MOST_SETS} sets in ${(body.length / 1e6).toFixed(1)} MB: ${ms(took)}`,
  );
}

async function timed(act: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

function requireAccepted(text: string): void {
  if (text.includes('"status":"CONFLICT"') || text.includes('"status":"REJECTED"'))
    throw new Error(text.slice(0, 500));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
