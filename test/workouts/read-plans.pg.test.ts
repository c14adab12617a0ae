import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { listIssues } from "../../db/workouts/issues/queries.ts";
import { listLogs } from "../../db/workouts/logs/list-logs.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { admissionDeps, type BuiltScope, buildScope, submit } from "../factories/sync/sync.ts";
import { refusedDraft } from "../factories/workouts/workout-conflicts.ts";
import { draftOf, putWorkout } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

/** A quarter of them belong to one client, more than anybody trains in a life. */
const ROWS = 10_000;

const { em, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
const superuser = new Client({ connectionString: superuserUrl });
let scope: BuiltScope;

beforeAll(async () => {
  await superuser.connect();
  scope = await buildScope(em);
  const deps = admissionDeps(em);
  await submit(deps, scope, [draftOf(await putWorkout(em, scope)).submit()]);
  await refusedDraft({ em, deps }, scope);
  await multiplyRows();
});
afterAll(() => superuser.end());

describe(`with ${ROWS} stored sessions an index alone`, () => {
  const page = () => ({
    relationshipId: scope.relationshipId,
    changed: null,
    after: null,
    limit: 51,
  });

  test("serves a page of workout logs, and one from the middle of them", async () => {
    await expectCheap(() => listLogs(em.fork(), page()));
    const [, middle] = await listLogs(em.fork(), page());
    if (middle === undefined) throw new Error("There is only one");
    await expectCheap(() => listLogs(em.fork(), { ...page(), after: middle }));
  });

  test("serves the changes of workout logs", async () => {
    const [newest] = await listLogs(em.fork(), page());
    const changed = { sessionIds: [newest?.sessionId ?? ""], taskIds: [newest?.taskId ?? ""] };
    await expectCheap(() => listLogs(em.fork(), { ...page(), changed }));
  });

  test("serves a page of issues", async () => {
    const request = { from: null, to: null, status: null, kind: null, after: null, limit: 51 };
    const { relationshipId } = scope;
    await expectCheap(() => listIssues(em.fork(), { ...request, relationshipId }));
  });
});

/** Copies of a row, one a day: one in `ownEvery` belongs to the same relationship, the others to fifty more. */
function copies(table: string, where: string, changes: string, ownEvery: number): string {
  return `
    insert into ${table} select made.* from (select * from ${table} where ${where} limit 1) as one,
      generate_series(1, ${ROWS}) as n,
      lateral (select jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(
        'id', gen_random_uuid(), ${changes})
        || case when n % ${ownEvery} = 0 then '{}'::jsonb
          else jsonb_build_object('relationship_id', md5('other' || n % 50)::uuid) end) as row) as copied,
      lateral (select (copied.row).*) as made`;
}

async function multiplyRows(): Promise<void> {
  const day = "'local_date', date '1990-01-01' + n";
  const task = "'task_id', md5('task' || n)::uuid";
  const session = `${task}, ${day}, 'client_session_id', gen_random_uuid(),
    'submitted_receipt_id', gen_random_uuid(), 'changed_receipt_id', gen_random_uuid(),
    'credited_task_id', gen_random_uuid()`;
  const conflict = "'client_session_id', gen_random_uuid()";
  // Foreign keys of the copies point nowhere, which does not affect query plans.
  await superuser.query("set session_replication_role = replica");
  for (const statement of [
    copies("workout_session", "status = 'SUBMITTED'", session, 4),
    copies("workout_conflict", "true", conflict, 50),
    copies("workout_package", "true", `${task}, ${day}`, 4),
    copies("workout_snapshot", "true", "'checksum', 'sha-256:' || n", 1),
    copies("agenda_task", "task_kind = 'WORKOUT'", `${day}, 'source_key', 'copy-' || n`, 20),
  ])
    await superuser.query(statement);
  await superuser.query("set session_replication_role = origin");
  await superuser.query("vacuum analyze");
}

async function expectCheap(work: () => Promise<readonly unknown[]>): Promise<void> {
  const { sent, result } = await recordStatements(work);
  const statements = sent.filter(isStatement);
  expect(statements).toHaveLength(1);
  expect(result.length).toBeGreaterThan(0);
  for (const statement of statements)
    expect(wasteOf(await explainStatement(superuser, statement))).toEqual([]);
}
