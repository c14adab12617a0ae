import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import { listDayTaskStates } from "../../db/agenda/day-task-states.ts";
import { newId } from "../../db/new-id.ts";
import { openDatabase } from "../../db/orm.ts";
import type { SummedTask } from "../../rules/agenda/summarise-day.ts";
import { adherenceOf } from "../../rules/agenda/what-counts.ts";
import { anEntry, progress } from "../factories/countable.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/explain.ts";
import { type BuiltScope, buildScope } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 2, applicationName: "test" });
const superuser = new Client({ connectionString: files.superuserUrl });
let scope: BuiltScope;

beforeAll(async () => {
  await superuser.connect();
  scope = await buildScope(database.em);
  // As many tasks of as many others, who are of no matter to plans.
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    `insert into agenda_task select made.* from (select * from agenda_task limit 1) as one,
       generate_series(1, 3000) as n, lateral jsonb_populate_record(null::agenda_task,
         to_jsonb(one) || jsonb_build_object('id', md5('task' || n)::uuid,
           'relationship_id', md5('other' || n)::uuid)) as made`,
  );
  await superuser.query("vacuum analyze");
});
afterAll(async () => {
  await superuser.end();
  await database.close();
});

test("the day of a client is computed from its own tasks, however many others there are", async () => {
  const { relationshipId, agenda } = scope;
  const days = [{ relationshipId, localDate: agenda.localDate }];
  const { result, sent } = await recordStatements(() =>
    listDayTaskStates(database.em.fork(), days),
  );
  expect(result).toHaveLength(5);
  const [statement] = sent.filter(isStatement);
  if (statement === undefined) throw new Error("Nothing was sent");
  const plan = await explainStatement(superuser, statement);
  expect(wasteOf(plan)).toEqual([]);
});

test("tasks that come together count as each of them does by itself", async () => {
  const summaries = [progress(0), progress(3, 1), progress(3, 1, 1), progress(3, 0, 3)].flatMap(
    (summary) => [summary, { ...summary, value: anEntry }],
  );
  const day = { relationshipId: newId(), localDate: scope.agenda.localDate };
  const made = TASK_STATUSES.flatMap((status) =>
    [...summaries, ...summaries].map((completionSummary, index) => {
      return { id: newId(), status, revision: index + 1, completionSummary };
    }),
  );
  await superuser.query(
    `insert into agenda_task select task.* from (select * from agenda_task limit 1) as one,
       jsonb_array_elements($1::jsonb) as row, lateral jsonb_populate_record(null::agenda_task,
         to_jsonb(one) || jsonb_build_object('id', row -> 'id', 'status', row -> 'status',
           'revision', row -> 'revision', 'relationship_id', $2::text,
           'completion_summary', row -> 'completionSummary', 'source_key', row -> 'id')) as task`,
    [JSON.stringify(made), day.relationshipId],
  );
  const states = await listDayTaskStates(database.em.fork(), [day]);
  const alone = made.map((task) => ({ ...task, skipReason: null, notOffered: false }));
  const facts = (tasks: readonly (SummedTask & { readonly id: string })[]) =>
    tasks
      .map(({ id, revision, status, ...task }) => ({
        id,
        revision,
        status,
        ...adherenceOf({ status, ...task }),
      }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expect(facts(states)).toEqual(facts(alone));
});
