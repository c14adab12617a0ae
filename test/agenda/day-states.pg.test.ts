import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { listDayTaskStates } from "../../db/agenda/day-task-states.ts";
import { openDatabase } from "../../db/orm.ts";
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
