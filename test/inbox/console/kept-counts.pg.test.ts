import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { healRelationships } from "../../../activities/inbox/upkeep/heal-lost-events.ts";
import { rescoreTasks } from "../../../activities/inbox/upkeep/rescore-tasks.ts";
import { COACH_TASK_TYPES } from "../../../contract/inbox/source-vocabulary.ts";
import { SEVERITIES } from "../../../contract/inbox/vocabulary.ts";
import { sumTaskCounts } from "../../../db/inbox/counts/kept-counts.ts";
import {
  countInbox,
  countOwnInbox,
  countUnread,
  type InboxCounts,
} from "../../../db/inbox/counts/queries.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { putCoachTask } from "../../factories/inbox/coach-tasks.ts";
import { countTasks, readKeptCounts } from "../../factories/inbox/task-counts.ts";
import { buildScope, type BuiltScope } from "../../factories/sync/sync.ts";
import { campaignSeed, campaignSize } from "../../harness/campaign.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useClient } from "../../harness/use-client.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, appUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const [superuser, slow] = [await useClient(superuserUrl), await useClient(appUrl)];
const [scope, other] = [await buildScope(em), await buildScope(em)];
const SEED = campaignSeed();
const RUNS = campaignSize("MODEL_RUNS", 40);

/** Places of tasks in the order of their creation. */
const placesArbitrary = fc.array(fc.nat(11), { maxLength: 4 });
const stateArbitrary = fc.record({
  type: fc.constantFrom(...COACH_TASK_TYPES),
  severity: fc.constantFrom(...SEVERITIES),
  status: fc.constantFrom("OPEN", "IN_PROGRESS", "SNOOZED", "RESOLVED"),
  isAssigned: fc.boolean(),
  dueHours: fc.option(fc.integer({ min: -40, max: 40 })),
  dayHours: fc.integer({ min: 0, max: 24 }),
  wakesInHours: fc.constantFrom(-1, 1),
  newsHours: fc.integer({ min: -5, max: 0 }),
});
const commandArbitrary = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), isOther: fc.boolean() }),
  fc.record({
    kind: fc.constant("change" as const),
    tasks: placesArbitrary,
    state: stateArbitrary,
  }),
  fc.record({
    kind: fc.constant("undone" as const),
    tasks: placesArbitrary,
    state: stateArbitrary,
  }),
  fc.record({ kind: fc.constant("touch" as const) }),
  fc.record({ kind: fc.constant("delete" as const), tasks: placesArbitrary }),
  fc.record({ kind: fc.constant("sum" as const), limit: fc.constantFrom(1, 100) }),
);
type Command = typeof commandArbitrary extends fc.Arbitrary<infer One> ? One : never;
type State = typeof stateArbitrary extends fc.Arbitrary<infer One> ? One : never;

test(`After any history of tasks the kept counts equal the tasks, and what a console counts equals the summary (--seed ${SEED})`, async () => {
  const history = fc.array(commandArbitrary, { minLength: 4, maxLength: 14 });
  for (const commands of fc.sample(history, { numRuns: RUNS, seed: SEED })) {
    await play(commands);
    await requireKept();
    await requireSameCounts();
  }
  await transact(em, (tx) => sumTaskCounts(tx, 10_000));
  await requireKept();
});

test("A change of tasks waits for no other change of the same client and not for the sums, and no sum loses it", async () => {
  const [one, next] = [
    await putCoachTask(em, ownerOf(scope)),
    await putCoachTask(em, ownerOf(scope)),
  ];
  await slow.query("begin");
  await slow.query("update coach_task set status = 'IN_PROGRESS' where id = $1", [one.id]);
  await superuser.query("set lock_timeout = '1ms'");
  await superuser.query("update coach_task set status = 'IN_PROGRESS' where id = $1", [next.id]);
  await superuser.query("reset lock_timeout");
  await transact(em, (tx) => sumTaskCounts(tx, 10_000));
  await slow.query("commit");
  await requireKept();
  await transact(em, (tx) => sumTaskCounts(tx, 10_000));
  await requireKept();
});

test("The sweep leaves one row for each client, type and coach, and the repair adds what a count lacks", async () => {
  await rescoreTasks(em, { except: [] });
  const { rows: found } = await superuser.query<{
    readonly most: number;
    readonly changes: number;
  }>(
    `select max(count)::int as most, sum(changes)::int as changes from (
       select count(*), count(*) filter (where is_change) as changes from coach_task_count
       group by relationship_id, task_type, coach_user_id) one`,
  );
  expect(found).toEqual([{ most: 1, changes: 0 }]);
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    "delete from coach_task_count where ctid in (select ctid from coach_task_count limit 1)",
  );
  await superuser.query("update coach_task_count set open_count = open_count + 3");
  await superuser.query("set session_replication_role = origin");
  expect(await readKeptCounts(em)).not.toEqual(await countTasks(em));
  await healRelationships(em, { after: null });
  await requireKept();
});

async function requireKept(): Promise<void> {
  expect(await readKeptCounts(em)).toEqual(await countTasks(em));
}

/** The console's counts equal those of the summary, whose statement counts every task. */
async function requireSameCounts(): Promise<void> {
  for (const { workspaceId, coachUserId: userId } of [scope, other]) {
    const own = await countOwnInbox(em.fork(), { workspaceId, userId });
    const counts = await countInbox(em.fork(), { workspaceId });
    expect(own).toMatchObject(sumsOf(counts));
    expect(own.byType).toEqual(
      counts
        .map(({ taskType, open, inProgress }) => ({ taskType, count: open + inProgress }))
        .filter(({ count }) => count > 0),
    );
    const ofCoach = await countInbox(em.fork(), { workspaceId, coachUserId: userId });
    const { open, inProgress } = sumsOf(ofCoach);
    expect(own.mine).toBe(open + inProgress);
    expect(own.unread).toBe(await countUnread(em.fork(), { workspaceId, userId }));
  }
}

function sumsOf(counts: readonly InboxCounts[]) {
  const sum = (name: Exclude<keyof InboxCounts, "taskType">) =>
    counts.reduce((total, one) => total + one[name], 0);
  return {
    open: sum("open"),
    inProgress: sum("inProgress"),
    snoozed: sum("snoozed"),
    overdue: sum("overdue"),
    dueToday: sum("dueToday"),
    highSeverity: sum("highSeverity"),
  };
}

async function play(commands: readonly Command[]): Promise<void> {
  for (const command of commands) await step(command);
  const { workspaceId, coachUserId } = commands.length % 2 === 0 ? scope : other;
  await superuser.query(
    `insert into inbox_read_mark values ($1, $2, clock_now() - interval '2 hours') on conflict do nothing`,
    [workspaceId, coachUserId],
  );
}

async function step(command: Command): Promise<unknown> {
  switch (command.kind) {
    case "put":
      return await putCoachTask(em, ownerOf(command.isOther ? other : scope));
    case "change":
      return await change(command.tasks, command.state);
    case "undone":
      await superuser.query("begin");
      await change(command.tasks, command.state);
      return await superuser.query("rollback");
    case "touch":
      return await superuser.query("update coach_task set updated_at = clock_now()");
    case "delete":
      return await superuser.query(`delete from coach_task where ${IS_NAMED}`, [command.tasks]);
    case "sum":
      return await transact(em, (tx) => sumTaskCounts(tx, command.limit));
  }
}

const ownerOf = ({ workspaceId, relationshipId, clientUserId, coachUserId }: BuiltScope) => ({
  workspaceId,
  relationshipId,
  clientUserId,
  coachUserId,
});

const IS_NAMED = `id in (select id from (
  select id, row_number() over (order by created_at, id) - 1 as place from coach_task) one
  where place = any($1::int[]))`;

/** Gives several tasks the same state with one statement. */
async function change(places: readonly number[], state: State): Promise<void> {
  const { type, severity, status, isAssigned, dueHours, dayHours, wakesInHours, newsHours } = state;
  await superuser.query(
    `update coach_task t set task_type = $2, severity = $3, urgent = $3 = 'URGENT', status = $4,
       closed_at = case when $4 = 'RESOLVED' then now() end,
       resolution_type = case when $4 = 'RESOLVED' then 'NOT_RELEVANT' end,
       assigned_coach_user_id = case when $5 then client_user_id end,
       due_at = now() + make_interval(hours => $6),
       due_day_starts_at = now() + make_interval(hours => $6 - $7),
       due_order = coalesce(now() + make_interval(hours => $6), '9999-12-31T00:00:00Z'),
       snoozed_until = now() + make_interval(hours => $8),
       news_at = now() + make_interval(hours => $9)
     where ${IS_NAMED}`,
    [places, type, severity, status, isAssigned, dueHours, dayHours, wakesInHours, newsHours],
  );
}
