// Measures quick-log: `npm run bench:quick-log`. Phones are registered over HTTP with fifty tasks each, and two
// phones of one client log glasses of water. It compares one action by its route with the same by sync, a batch of
// fifty with one of sync, and reads of a task and of a long history with their statements alone.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { compareWithSql, ms } from "../agenda/compare-with-sql.ts";
import { closedLoop, median, post, type Send } from "../load.ts";
import { buildPhones, nextBatch, type Phone, renewAll } from "../phones/phones.ts";
import { showHelp } from "../report/show-help.ts";
import { syncUrl } from "../sides.ts";
import { startBenchStack } from "../stack/stack.ts";
import { actionBody, actionsOf, batchBody } from "./actions.ts";
import { logGlasses } from "./glasses.ts";
import { coachToken, fillHistory, readPages } from "./history.ts";
import { ownStatements, readersOf, type TaskReader } from "./own-statements.ts";

showHelp(`Measures quick-log by route and by sync, and against its statements alone.

  npm run bench:quick-log -- [--phones 48] [--seconds 15] [--rounds 3] [--acts 400] [--operations 100000]

Needs pgbench.`);

const { values } = parseArgs({
  options: {
    phones: { type: "string", default: "48" },
    seconds: { type: "string", default: "15" },
    rounds: { type: "string", default: "3" },
    acts: { type: "string", default: "400" },
    operations: { type: "string", default: "100000" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const CONNECTIONS = 8;
const WARMING_SECONDS = 3;
/** Reads of the history; a person may send at most 50 requests a second. */
const PAGES = 200;

const stack = await startBenchStack();
const { api } = stack.urls;
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  const phones = await buildPhones(stack, Number(values.phones));
  const [first, ...others] = phones;
  if (first === undefined) throw new Error("No phone is registered");
  const { accepted, conflicts } = await logGlasses(stack, database, first);
  say(`two phones of one client: ${accepted} glasses accepted, ${conflicts} conflicts`);
  const sends = sendsOf(others);
  await closedLoop(sends.oneBySync, { connections: 1, seconds: WARMING_SECONDS });
  await compareActs(sends);
  await compareBatches(sends, others);
  await readAll(others);
} finally {
  await database.end();
  await stack.stop();
}

/** Requests by the phones in rotation. */
function sendsOf(among: readonly Phone[]) {
  const ready = among.map((phone) => ({ phone, actions: actionsOf(phone) }));
  let turn = 0;
  const next = () => {
    turn += 1;
    const chosen = ready[turn % ready.length];
    if (chosen === undefined) throw new Error("There is no phone that could send");
    const at = Math.floor(turn / ready.length) % chosen.actions.length;
    return { ...chosen, at };
  };
  return {
    oneByRoute: async () => {
      const { phone, actions, at } = next();
      const action = actions[at];
      if (action === undefined) throw new Error("There is no such action");
      const url = `${api}/api/v1/client/quick-log/tasks/${action.taskId}/actions`;
      requireAccepted(await post(url, actionBody(phone, action), phone.accessToken));
    },
    oneBySync: async () => {
      const { phone, at } = next();
      const body = nextBatch(phone, phone.operations.slice(at, at + 1));
      requireAccepted(await post(syncUrl(stack, phone), body, phone.accessToken));
    },
    fiftyByQuickLog: async () => {
      const { phone, actions } = next();
      const url = `${api}/api/v1/client/quick-log/sync`;
      requireAccepted(await post(url, batchBody(phone, actions), phone.accessToken));
    },
    fiftyBySync: async () => {
      const { phone } = next();
      requireAccepted(await post(syncUrl(stack, phone), nextBatch(phone), phone.accessToken));
    },
  };
}

/** One connection for both in turns, so that conditions are the same for both. */
async function compareActs({ oneByRoute, oneBySync }: ReturnType<typeof sendsOf>) {
  const [byRoute, bySync]: [number[], number[]] = [[], []];
  for (let act = 0; act < Number(values.acts); act += 1) {
    byRoute.push(await timed(oneByRoute));
    bySync.push(await timed(oneBySync));
  }
  const [ours, theirs] = [median(byRoute), median(bySync)];
  say(
    `one action, p50: by its route ${ms(ours)}, by sync ${ms(theirs)}; ${(ours / theirs).toFixed(2)} times`,
  );
}

async function compareBatches(
  { fiftyByQuickLog, fiftyBySync }: ReturnType<typeof sendsOf>,
  phones: readonly Phone[],
) {
  const [ours, theirs]: [number[], number[]] = [[], []];
  const rateOf = async (send: Send) => {
    await renewAll(stack, phones);
    const { count, seconds: took } = await closedLoop(send, { connections: CONNECTIONS, seconds });
    return count / took;
  };
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await rateOf(fiftyByQuickLog));
    theirs.push(await rateOf(fiftyBySync));
  }
  const [one, other] = [median(ours), median(theirs)];
  say(
    `batches of fifty: ${one.toFixed(1)}/s, by relationship sync ${other.toFixed(1)}/s; ${(one / other).toFixed(2)}`,
  );
}

/** Compares reads of a task, whole and unchanged, and of a page of a long history with their SQL. */
async function readAll(phones: readonly Phone[]) {
  await renewAll(stack, phones);
  const [logged] = phones;
  if (logged === undefined) throw new Error("No person has logged anything");
  const page = await fillHistory(database, logged, Number(values.operations));
  const readers = await readersOf(database, phones);
  const found = await ownStatements(stack, database, {
    readers: readers.slice(0, CONNECTIONS),
    page,
  });
  const load = { connections: CONNECTIONS, seconds };
  for (let round = 0; round < rounds; round += 1) {
    const whole = found.tasks.map((own) => [own.caller, own.whole]);
    const wholeReads = { what: "a task, whole", send: reading(readers, false), statements: whole };
    say(await compareWithSql(stack, { ...load, ...wholeReads }));
    const statements = found.tasks.map((own) => [own.caller, own.unchanged]);
    const unchanged = { what: "unchanged", send: reading(readers, true), statements };
    say(await compareWithSql(stack, { ...load, ...unchanged }));
  }
  const token = await coachToken(stack, database, logged.relationshipId);
  const read = { page, token, statement: found.history, reads: PAGES };
  const { ours, alone } = await readPages(stack, database, read);
  const times = (ours / alone).toFixed(2);
  say(
    `a history page of fifty at ${values.operations} operations, p95: ${ms(ours)}, its SQL ${ms(alone)}; ${times} times`,
  );
}

/** Reads of the readers' tasks in rotation. */
function reading(readers: readonly TaskReader[], isUnchanged: boolean): Send {
  let turn = 0;
  return async () => {
    turn += 1;
    const reader = readers[turn % readers.length];
    if (reader === undefined) throw new Error("Nobody reads");
    const query = isUnchanged ? `?taskRevision=${reader.revision}` : "";
    const url = `${api}/api/v1/client/quick-log/tasks/${reader.taskId}${query}`;
    const headers = { Authorization: `Bearer ${reader.accessToken}` };
    const answer = await fetch(url, { headers });
    const text = await answer.text();
    // A 503 means overload, which is not measured here.
    if (!answer.ok && answer.status !== 503) throw new Error(`${answer.status} ${text}`);
  };
}

async function timed(send: Send): Promise<number> {
  const begun = performance.now();
  await send();
  return performance.now() - begun;
}

function requireAccepted(text: string): void {
  if (text.includes('"status":"CONFLICT"') || text.includes('"status":"REJECTED"'))
    throw new Error(text.slice(0, 500));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
