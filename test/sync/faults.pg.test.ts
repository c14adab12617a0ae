import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import pino from "pino";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import { openDatabase } from "../../db/orm.ts";
import {
  createNoteTable,
  KEEP_NOTE,
  NOTE_FAULTS,
  noteFeature,
  type NoteFault,
} from "../factories/note-feature.ts";
import { admissionDeps, type BuiltScope, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const log: string[] = [];
const { feature, asked } = noteFeature();
const deps = {
  ...admissionDeps(em, [quickLogFeature, feature]),
  log: pino({ level: "trace" }, { write: (line: string) => log.push(line) }),
};
beforeAll(() => createNoteTable(files.ownerUrl));
afterAll(() => database.close());

const note = (text: string, fault?: NoteFault) =>
  queued(KEEP_NOTE, { text, ...(fault && { fault }) });

async function notesOf({ relationshipId }: BuiltScope): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from test_note where relationship_id = ${relationshipId} order by id
  `.execute(em.fork().getKysely());
  return rows.map(({ text }) => text);
}

async function count(table: string, { relationshipId }: BuiltScope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where relationship_id = ${relationshipId}
  `.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
}

describe.each(NOTE_FAULTS)("A fault inside one operation (%s)", (fault) => {
  test("never blocks the others", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const { results } = await submit(deps, scope, [
      note("first"),
      note("secret words", fault),
      queued("quick-log.complete-task", { taskId: habit.id }),
      note("last"),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "ACCEPTED",
      "REFETCH_REQUIRED",
      "ACCEPTED",
      "ACCEPTED",
    ]);
    expect(results[1]).toMatchObject({
      rejectionCode: "TEMPORARILY_UNPROCESSED",
      category: "SERVER_REQUIRES_REFETCH",
      receiptId: null,
      retryAfterSeconds: 60,
      allowedResolutions: ["RETRY"],
    });
    expect(await notesOf(scope)).toEqual(["first", "last"]);
    expect(await count("sync_operation", scope)).toBe(3);
    expect(await count("deferred_operation", scope)).toBe(1);
  });

  test("is found in the log by its reference, with nothing of the payload", async () => {
    const scope = await buildScope(em);
    log.length = 0;
    const { results } = await submit(deps, scope, [note("secret words", fault)]);
    const lines = log.filter((line) => line.includes(results[0]?.diagnosticsRef ?? "none"));
    expect(lines).toHaveLength(1);
    expect(log.join("")).not.toContain("secret");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ faultClass: expect.any(String) });
  });

  test("answers a retry the same, without running the rule", async () => {
    const scope = await buildScope(em);
    const text = `retried ${fault}`;
    const operation = note(text, fault);
    const first = await submit(deps, scope, [operation]);
    const before = asked(text);
    const again = await submit(deps, scope, [operation, operation]);
    expect(asked(text)).toBe(before);
    for (const result of again.results)
      expect({ ...result, retryAfterSeconds: 60 }).toEqual(first.results[0]);
    expect(await count("sync_operation", scope)).toBe(0);
    expect(await count("sync_batch", scope)).toBe(1);
    const other = { ...operation, expectedRevision: 7 };
    const { results } = await submit(deps, scope, [other]);
    expect(results[0]).toMatchObject({ rejectionCode: "OPERATION_ID_REUSED", receiptId: null });
  });
});

describe("A write that fails", () => {
  const batch = (bad: readonly number[]) =>
    Array.from({ length: 50 }, (_, index) =>
      note(`note ${index}`, bad.includes(index) ? "write" : undefined),
    );

  test.each([[[17]], [[0]], [[49]], [[3, 4]], [[0, 25, 49]]])(
    "for %j of 50: the others are accepted, once each and in order",
    async (bad) => {
      const scope = await buildScope(em);
      const operations = batch(bad);
      const { results } = await submit(deps, scope, operations);
      const refused = results.flatMap(({ status }, index) => (status === "ACCEPTED" ? [] : index));
      expect(refused).toEqual(bad);
      expect(await notesOf(scope)).toHaveLength(50 - bad.length);
      expect(await count("sync_operation", scope)).toBe(50 - bad.length);
      expect(await count("deferred_operation", scope)).toBe(bad.length);
      const again = await submit(deps, scope, operations);
      expect(again.results.map(({ receiptId }) => receiptId)).toEqual(
        results.map(({ receiptId }) => receiptId),
      );
    },
  );

  test.each([
    { bad: [17], most: 75 },
    { bad: [4, 14, 24, 34, 44], most: 165 },
  ])("costs parts, not a savepoint for each operation: $bad", async ({ bad, most }) => {
    const scope = await buildScope(em);
    const { statements } = await recordStatements(() => submit(deps, scope, batch(bad)));
    expect(statements.length).toBeLessThan(most);
  });
});
