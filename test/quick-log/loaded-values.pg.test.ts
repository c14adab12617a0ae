import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { Client } from "pg";
import type { Operation } from "../../contract/sync/schema.ts";
import { dayValue, type ValueEntry } from "../../rules/agenda/day-value.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

const moves = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ minute: fc.nat({ max: 12 }) }) },
    { weight: 2, arbitrary: fc.record({ undo: fc.nat({ max: 20 }) }) },
  ),
  { minLength: 1, maxLength: 6 },
);

test("a batch on a task that does not name its newest value reads few of the thousands of its day", async () => {
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  const scope = await buildScope(em);
  await submit(deps, scope, [value(scope, "steps", 0)]);
  // Each value corrects the one before.
  await superuser.query(`
    with recursive one as (select * from quick_log_operation where task_id = '${scope.agenda.steps.id}'),
    made as (
      select one.receipt_id as id, 0 as n from one
      union all
      select overlay(one.receipt_id::text placing 'f' || lpad(to_hex(made.n + 1), 11, '0') from 25)::uuid, made.n + 1
        from made, one where made.n < 5000)
    insert into quick_log_operation
    select changed.* from made join made former on former.n = made.n - 1, one,
      lateral jsonb_populate_record(null::quick_log_operation, to_jsonb(one) || jsonb_build_object(
        'receipt_id', made.id, 'supersedes_id', former.id)) as changed`);
  await superuser.query("update agenda_task set newest_value_id = null");
  await superuser.query("vacuum analyze");
  const { result, sent } = await recordStatements(() =>
    submit(deps, scope, [value(scope, "steps", 1)]),
  );
  expect(result.results[0]?.status).toBe("ACCEPTED");
  const statement = sent.filter(isStatement).find(({ text }) => text.includes("distinct on"));
  if (statement === undefined) throw new Error("No values were loaded");
  const plan = await explainStatement(superuser, statement);
  expect(wasteOf(plan)).toEqual([]);
  await superuser.end();
});

test.each(["water", "steps"] as const)(
  "%s: after any batches of values and undos, the task's value is that of all entries",
  async (metric) => {
    await fc.assert(
      fc.asyncProperty(fc.array(moves, { minLength: 2, maxLength: 6 }), async (batches) => {
        const [together, apart] = [await buildScope(em), await buildScope(em)];
        const codes: unknown[][] = [[], []];
        const sent: Operation[][] = [[], []];
        for (const [side, scope] of [together, apart].entries()) {
          const all = sent[side] ?? [];
          for (const batch of batches) {
            const operations = batch.map((move) => {
              const operation =
                "minute" in move
                  ? value(scope, metric, move.minute)
                  : queued("quick-log.undo", {
                      taskId: scope.agenda[metric].id,
                      undoesClientOperationId:
                        all[move.undo % Math.max(1, all.length)]?.clientOperationId ?? "none",
                    });
              all.push(operation);
              return operation;
            });
            const queues = side === 0 ? [operations] : operations.map((operation) => [operation]);
            for (const queue of queues) {
              const { results } = await submit(deps, scope, queue);
              codes[side]?.push(
                ...results.map(({ status, rejectionCode, conflictCode }) => {
                  return rejectionCode ?? conflictCode ?? status;
                }),
              );
            }
          }
          const { documented, computed } = await valuesOf(scope, metric);
          expect(documented).toEqual(computed);
        }
        expect(codes[0]).toEqual(codes[1]);
      }),
      { numRuns: campaignSize("DRAWN_CASES", 8) },
    );
  },
);

type Metric = "water" | "steps";

function value({ agenda }: BuiltScope, metric: Metric, minute: number): Operation {
  const [metricKind, unit] = metric === "water" ? ["WATER", "ml"] : ["STEPS", "steps"];
  return queued("quick-log.record-value", {
    taskId: agenda[metric].id,
    metricKind,
    value: 100 + minute + (metric === "water" ? 0.125 : 0),
    unit,
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 0, minute)).toISOString(),
  });
}

/** The day's value of a task computed from all its rows, and as the task stores it. */
async function valuesOf(scope: BuiltScope, metric: Metric) {
  const { id } = scope.agenda[metric];
  const { rows } = await sql<Omit<ValueEntry, "recordedAt"> & { recordedAt: string }>`
    select receipt_id as id, numeric_value::float8 as value, recorded_at::text as "recordedAt",
      supersedes_id as "supersedesId", restates_id as "restatesId", false as superseded
    from quick_log_operation where source_type is not null and task_id = ${id} order by receipt_id
  `.execute(em.fork().getKysely());
  const documented = await sql<{ value: unknown }>`
    select completion_summary -> 'value' as value from agenda_task where id = ${id}
  `.execute(em.fork().getKysely());
  const entries = rows.map((row) => ({ ...row, recordedAt: new Date(row.recordedAt) }));
  const computed = dayValue(metric === "water" ? "ACCUMULATE" : "REPLACE", entries);
  return { documented: documented.rows[0]?.value, computed };
}
