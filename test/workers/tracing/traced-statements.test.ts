import { afterEach, expect, test } from "@jest/globals";
import { traceStatement } from "../../../db/platform/pipeline/trace-statement.ts";
import { runInSpan, startRequestSpan } from "../../../db/platform/tracing/spans.ts";
import { type RecordedSpans, recordSpans } from "../../factories/workers/record-spans.ts";

let recording: RecordedSpans | null = null;
afterEach(async () => {
  await recording?.end();
  recording = null;
});

/** Runs a statement within a recorded request; returns its span. */
async function spanOf(name: string | null, text: string, run = async () => ANSWER) {
  recording = recordSpans();
  const request = startRequestSpan(null, {});
  if (request === null) throw new Error("The request was not recorded");
  const statement = { name, text, values: ["anna@example.com"] };
  await runInSpan(request, () => traceStatement(statement, run)).catch(() => undefined);
  await recording.end();
  return recording.spans[0];
}
const ANSWER = { rows: [], command: "SELECT", count: 3 };

test.each([
  ["write-admission", "with batch as (insert into sync_batch", "write-admission"],
  [null, "select * from coach_task where id = $1", "select coach_task"],
  [null, 'SELECT "c"."id" FROM "coach_task" AS "c"', "select coach_task"],
  [
    null,
    "select extract(epoch from clock_now() - at) from (select at from sync_batch) due",
    "select sync_batch",
  ],
  [null, "update outbox o set attempts = 1", "update outbox"],
  [null, "insert into actor (workflow_id) values ($1)", "insert actor"],
  [null, "delete from actor", "delete actor"],
  [null, "savepoint trx1", "savepoint"],
  [null, "commit", "commit"],
  [null, "$1", "statement"],
])("The span of the statement %s, %s, is named %s", async (name, text, expected) => {
  const span = await spanOf(name, text);
  expect(span?.name).toBe(expected);
  expect(span?.attributes).toEqual({
    "db.system.name": "postgresql",
    "db.query.summary": expected,
    "db.response.returned_rows": 3,
  });
});

test("The span of a failed statement has its SQLSTATE, and neither text nor values", async () => {
  const error = Object.assign(new Error("Key (email)=(anna@example.com)"), { code: "23505" });
  const span = await spanOf("save-user", "insert into app_user", () => Promise.reject(error));
  expect(span?.attributes).toMatchObject({ "error.type": "23505" });
  const { status, events, attributes } = span ?? {};
  expect(JSON.stringify({ status, events, attributes })).not.toMatch(/anna|app_user/);
});
