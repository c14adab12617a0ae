import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { z } from "zod";
import { INVITATIONS_PER_HOUR } from "../../contract/invitations/vocabulary.ts";
import { quickLogText } from "./operation-text.ts";
import { ask, type BenchCoach, registerClient, registerCoach } from "./people.ts";
import { renew, type SignedInPhone, signInPhone } from "./sign-in.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Operations of a batch, each on its own task. */
export const BATCH = 50;
const AT_ONCE = 6;
/** Metric of the taps; the newest value counts. */
export const METRIC = { metricKind: "STEPS", unit: "steps", min: 0, max: 100_000, mode: "REPLACE" };

/** A client's phone with its tasks of today. */
export interface Phone extends SignedInPhone {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly taskIds: readonly string[];
  /** One operation for each task, as text without its id. */
  readonly operations: readonly string[];
}

/** Work for a client who has just been registered, with the client's access token. */
type Welcome = (stack: BenchStack, coach: BenchCoach, clientToken: string) => Promise<void>;

/**
 * Registers clients with one phone each over HTTP; their tasks are copies of a materialised one.
 *
 * @param welcome runs for each registered client.
 */
export async function buildPhones(
  stack: BenchStack,
  count: number,
  welcome: Welcome = async () => undefined,
): Promise<readonly Phone[]> {
  const database = new Client({ connectionString: stack.database.ownerUrl });
  await database.connect();
  try {
    const { coach, people } = await registerPeople(stack, count, welcome);
    const owners = await database.query<{ email: string; id: string }>(
      `select u.primary_email as email, r.id from relationship r
         join app_user u on u.id = r.client_user_id`,
    );
    const relationships = new Map(owners.rows.map(({ email, id }) => [email, id]));
    const owned = people.map((person) => {
      const relationshipId = relationships.get(person.email) ?? "";
      return { ...person, relationshipId };
    });
    const template = await materialiseOne(
      stack,
      { coach, database },
      owned[0]?.relationshipId ?? "",
    );
    const sql = readFileSync(new URL("phones.sql", import.meta.url), "utf8");
    await database.query(sql, [template, owned.map((one) => one.relationshipId), BATCH]);
    await database.query("vacuum analyze");
    return await withTasks(database, owned);
  } finally {
    await database.end();
  }
}

/**
 * There may be several coaches, because a coach may invite only a limited number within an hour. The first of the
 * people is the coach.
 */
async function registerPeople(stack: BenchStack, count: number, welcome: Welcome) {
  const coach = await registerCoach(stack);
  const people = await registerClients(stack, coach, { most: count, welcome });
  while (people.length < count) {
    const another = await registerCoach(stack);
    const most = count - people.length;
    people.push(...(await registerClients(stack, another, { most, welcome })));
  }
  return { coach, people };
}

function registerClients(
  stack: BenchStack,
  coach: BenchCoach,
  { most, welcome }: { readonly most: number; readonly welcome: Welcome },
) {
  const count = Math.min(most, INVITATIONS_PER_HOUR);
  return inParallel(count, () => registerPerson(stack, coach, welcome));
}

/** Renews tokens that are about to expire. */
export async function renewAll(stack: BenchStack, phones: readonly Phone[]): Promise<void> {
  const left = [...phones];
  const work = async () => {
    for (let phone = left.pop(); phone !== undefined; phone = left.pop())
      await renew(stack.urls.provider, phone);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** The body of a new batch, for all tasks or some of them. */
export function nextBatch({ deviceId, ...phone }: Phone, operations = phone.operations): string {
  const batchId = randomUUID().slice(0, 34);
  const named = operations.map(
    (rest, ordinal) =>
      `{"clientOperationId":"${batchId}${String(ordinal).padStart(2, "0")}",${rest}`,
  );
  return `{"deviceId":"${deviceId}","clientCursor":null,"operations":[${named.join(",")}]}`;
}

async function registerPerson(stack: BenchStack, coach: BenchCoach, welcome: Welcome) {
  const signedIn = new Map<string, SignedInPhone>();
  const token: BenchStack["token"] = async (email) => {
    const phone = await signInPhone(stack.urls.provider, email, stack.enter);
    signedIn.set(email, phone);
    return phone.accessToken;
  };
  const clientToken = await registerClient({ ...stack, token }, coach);
  await welcome(stack, coach, clientToken);
  const [[email, phone] = []] = [...signedIn];
  if (email === undefined || phone === undefined) throw new Error("No person signed in");
  const registration = {
    appSurface: "CLIENT_MOBILE",
    installationId: randomUUID(),
    appVersion: "1.0.0",
    buildNumber: 1,
    platform: "IOS",
    osVersion: "19.1",
  };
  const { deviceId } = await ask(
    `${stack.urls.api}/api/v1/client/devices`,
    { token: phone.accessToken, body: registration },
    z.object({ deviceId: z.string() }),
  );
  return { ...phone, email, deviceId };
}

/** A habit with one value a day, planned and assigned over HTTP. */
async function materialiseOne(
  { urls }: BenchStack,
  { coach, database }: { readonly coach: BenchCoach; readonly database: Client },
  relationshipId: string,
): Promise<string> {
  const workspace = `${urls.api}/api/v1/workspaces/${coach.workspaceId}`;
  const token = await coach.token();
  const habit = {
    kind: "HABIT",
    title: "Walk",
    recurrence: { rrule: "FREQ=DAILY" },
    metric: METRIC,
  };
  const plan = z.object({ planId: z.string() });
  const { planId } = await ask(
    `${workspace}/plans`,
    { token, body: { content: habit, publish: true } },
    plan,
  );
  const assignments = `${workspace}/relationships/${relationshipId}/plan-assignments`;
  await ask(assignments, { token, body: { planId } }, z.unknown());
  for (;;) {
    const { rows } = await database.query<{ id: string }>("select id from agenda_task limit 1");
    if (rows[0] !== undefined) return rows[0].id;
    await sleep(200);
  }
}

/**
 * Owners of copied tasks, with an operation for each task.
 *
 * @param which SQL condition that selects the tasks; each has the metric.
 */
export async function withTasks<Owner extends { readonly relationshipId: string }>(
  database: Client,
  owners: readonly Owner[],
  which = "source_key like 'bench-%'",
) {
  const { rows } = await database.query<{ relationshipId: string; taskIds: readonly string[] }>(
    `select relationship_id as "relationshipId", array_agg(id order by id) as "taskIds"
       from agenda_task task where ${which} and relationship_id = any($1)
      group by relationship_id`,
    [owners.map(({ relationshipId }) => relationshipId)],
  );
  const tasks = new Map(rows.map(({ relationshipId, taskIds }) => [relationshipId, taskIds]));
  return owners.map((owner) => {
    const taskIds = tasks.get(owner.relationshipId) ?? [];
    return { ...owner, taskIds, operations: taskIds.map(operationText) };
  });
}

/** The text of a new value of the metric, without its id; the sender puts the id in front. */
export function operationText(taskId: string, ordinal: number): string {
  const at = new Date().toISOString();
  const { metricKind, unit } = METRIC;
  const value = { metricKind, value: 1_000 + ordinal, unit };
  const payload = { taskId, ...value, sourceType: "MANUAL", recordedAt: at };
  return quickLogText("record-value", payload, { ordinal, at });
}

/** Runs work the given number of times, a few at a time. */
export async function inParallel<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < count) {
      begun += 1;
      made.push(await work());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return made;
}
