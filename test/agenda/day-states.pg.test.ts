import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Client } from "pg";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import { SKIP_REASONS } from "../../contract/quick-log/vocabulary.ts";
import { listDayTaskStates } from "../../db/agenda/list-day-task-states.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import type { SummedTask } from "../../rules/agenda/summarise-day.ts";
import { adherenceOf } from "../../rules/agenda/adherence.ts";
import { anEntry, progress } from "../factories/agenda/countable.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const files = await useOwnDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const superuser = new Client({ connectionString: files.superuserUrl });

await superuser.connect();
const scope = await buildScope(database.em);
await superuser.query("set session_replication_role = replica");
await superuser.query(
  `insert into agenda_task select made.* from (select * from agenda_task limit 1) as one,
     generate_series(1, 3000) as n, lateral jsonb_populate_record(null::agenda_task,
       to_jsonb(one) || jsonb_build_object('id', md5('task' || n)::uuid,
         'relationship_id', md5('other' || n)::uuid)) as made`,
);
await superuser.query("vacuum analyze");
afterAll(async () => {
  await superuser.end();
  await database.close();
});

test("The day of a client is computed from its own tasks, however many others exist", async () => {
  const { relationshipId, agenda } = scope;
  const days = [{ relationshipId, localDate: agenda.localDate }];
  const { result, sent } = await recordStatements(() =>
    listDayTaskStates(database.em.fork(), days),
  );
  expect(result).toHaveLength(5);
  const [statement] = sent.filter(isStatement);
  if (statement === undefined) throw new Error("Expected a statement");
  const plan = await explainStatement(superuser, statement);
  expect(wasteOf(plan)).toEqual([]);
});

/** An item of a task, and the reason of the operation that skipped it. */
const anItem = fc.constantFrom("PENDING", "COMPLETED", ...SKIP_REASONS);
const aTask = fc.record({
  status: fc.constantFrom(...TASK_STATUSES),
  items: fc.array(anItem, { maxLength: 4 }),
  /** Reason of a task without items. */
  reason: fc.constantFrom(...SKIP_REASONS),
  hasValue: fc.boolean(),
});

test("The database counts each task as the rule does, alone or grouped with equal ones", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aTask, { minLength: 1, maxLength: 12 }), async (drawn) => {
      const day = { relationshipId: newId(), localDate: scope.agenda.localDate };
      // Each twice, so that some are equal.
      const made = [...drawn, ...drawn].map((task, index) => storedTask(task, index + 1));
      await store(day.relationshipId, made);
      const states = await listDayTaskStates(database.em.fork(), [day]);
      expect(facts(states)).toEqual(facts(made.map(({ counted }) => counted)));
      const read = await listDayTasks(executorOf(database.em.fork()), day.relationshipId, [
        day.localDate,
      ]);
      expect(facts(read)).toEqual(facts(states));
    }),
    { numRuns: campaignSize("DRAWN_CASES", 25) },
  );
});

function storedTask({ status, items, reason, hasValue }: DrawnTask, revision: number) {
  const id = newId();
  const skips = items.flatMap((item) =>
    item === "PENDING" || item === "COMPLETED" ? [] : [{ receiptId: newId(), reason: item }],
  );
  const done = items.filter((item) => item === "COMPLETED").length;
  // A task with a value has no items.
  const value = hasValue && items.length === 0 ? anEntry : null;
  const isSkipped = items.length === 0 && status === "SKIPPED";
  const skipReasons = isSkipped ? [reason] : skips.map((skip) => skip.reason);
  const completionSummary = progress(items.length, done, skips.length, value);
  const counted = { id, status, revision, completionSummary, skipReasons, notOffered: false };
  return { id, counted, skips, events: isSkipped ? [{ id: newId(), reason }] : [] };
}

type DrawnTask = typeof aTask extends fc.Arbitrary<infer Task> ? Task : never;

async function store(relationshipId: string, made: readonly ReturnType<typeof storedTask>[]) {
  const rows = JSON.stringify(made);
  await superuser.query(
    `insert into agenda_task select task.* from (select * from agenda_task limit 1) as one,
       jsonb_array_elements($1::jsonb) as row, lateral jsonb_populate_record(null::agenda_task,
         to_jsonb(one) || jsonb_build_object('id', row -> 'id', 'status', row -> 'counted' -> 'status',
           'revision', row -> 'counted' -> 'revision', 'relationship_id', $2::text, 'source_key', row -> 'id',
           'completion_summary', row -> 'counted' -> 'completionSummary')) as task`,
    [rows, relationshipId],
  );
  await superuser.query(
    `insert into agenda_task_item select item.* from (select * from agenda_task_item limit 1) as one,
       jsonb_array_elements($1::jsonb) as row, jsonb_array_elements(row -> 'skips') as skip,
       lateral jsonb_populate_record(null::agenda_task_item, to_jsonb(one) || jsonb_build_object(
         'id', skip -> 'receiptId', 'task_id', row -> 'id', 'relationship_id', $2::text, 'status', 'SKIPPED',
         'source_item_key', skip -> 'receiptId', 'latest_receipt_id', skip -> 'receiptId')) as item`,
    [rows, relationshipId],
  );
  await superuser.query(
    `insert into quick_log_operation (receipt_id, relationship_id, task_id, client_recorded_at, local_date,
         expected_task_revision, action_kind, scope, status, reason)
       select (skip ->> 'receiptId')::uuid, $2, (row ->> 'id')::uuid, now(), $3, 1, 'SKIP', 'ITEM', 'ACCEPTED',
         skip ->> 'reason'
       from jsonb_array_elements($1::jsonb) as row, jsonb_array_elements(row -> 'skips') as skip`,
    [rows, relationshipId, scope.agenda.localDate],
  );
  await superuser.query(
    `insert into agenda_task_event (id, task_id, relationship_id, from_status, to_status, reason, actor_kind,
         metadata, occurred_at)
       select (event ->> 'id')::uuid, (row ->> 'id')::uuid, $2, 'PENDING', 'SKIPPED', event ->> 'reason', 'CLIENT',
         '{}', now()
       from jsonb_array_elements($1::jsonb) as row, jsonb_array_elements(row -> 'events') as event`,
    [rows, relationshipId],
  );
}

/** The facts that decide how tasks count, by task id. */
function facts(tasks: readonly (SummedTask & { readonly id: string })[]) {
  return tasks
    .map((task) => ({
      id: task.id,
      revision: task.revision,
      status: task.status,
      ...adherenceOf(task),
    }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
