import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import pino from "pino";
import { operationFeatures } from "../../workers/operation-features.ts";
import {
  createNoteTable,
  KEEP_NOTE,
  noteFeature,
} from "../factories/sync/features/note-feature.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import {
  fullReceipts,
  storedRequests,
  unpackedTexts,
} from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const log: string[] = [];
const { feature } = noteFeature();
const deps = {
  ...admissionDeps(em, [...operationFeatures, feature]),
  log: pino({ level: "trace" }, { write: (line: string) => log.push(line) }),
};
await createNoteTable(ownerUrl);

const SECRET = "https://cdn.example.com/x.mp4?X-Amz-Signature=secretsignature";

describe("forbidden content", () => {
  const good = (scope: BuiltScope) =>
    queued("quick-log.complete-task", { taskId: scope.agenda.habit.id });
  const bad = (scope: BuiltScope, changes = {}) =>
    queued(
      "quick-log.skip",
      { taskId: scope.agenda.meal.id, reason: "OTHER", note: SECRET },
      changes,
    );

  test("leaves receipt, code and the pointer of its field, never the payload", async () => {
    const scope = await buildScope(em);
    const { results } = await submit(deps, scope, [bad(scope), good(scope)]);
    expect(results.map(({ status }) => status)).toEqual(["REJECTED", "ACCEPTED"]);
    expect(results[0]).toMatchObject({
      rejectionCode: "PAYLOAD_FORBIDDEN_CONTENT",
      category: "PAYLOAD_INVALID",
      receiptId: expect.any(String),
    });
    const stored = await storedOf(scope);
    expect(stored).not.toContain("secretsignature");
    expect(stored).toContain(String.raw`\"withheld\":\"/payload/note\"`);
    expect(stored).toContain(scope.agenda.habit.id);
  });

  test.each([
    ["under a used id", (scope: BuiltScope) => [good(scope), bad(scope)].map(sameId)],
    ["under an unknown type", (scope: BuiltScope) => [good(scope), ofType(bad(scope))]],
    [
      "with a wrong checksum",
      (scope: BuiltScope) => [
        good(scope),
        bad(scope, { payloadChecksum: `sha-256:${"0".repeat(64)}` }),
      ],
    ],
    [
      "in the diagnostics",
      (scope: BuiltScope) => [{ ...good(scope), metadata: { diagnostics: { last: SECRET } } }],
    ],
    [
      "in the diagnostics of an operation that crashed",
      (scope: BuiltScope) => [
        good(scope),
        {
          ...queued(KEEP_NOTE, { text: "a", fault: "decide" }),
          metadata: { diagnostics: { last: SECRET } },
        },
      ],
    ],
  ])("is not stored %s either", async (_name, operations) => {
    const scope = await buildScope(em);
    await submit(deps, scope, operations(scope));
    expect(await storedOf(scope)).not.toContain("secretsignature");
  });

  test("is not stored where the envelope drops it", async () => {
    const scope = await buildScope(em);
    const operations = [good(scope)];
    const body = JSON.stringify({
      deviceId: scope.deviceId,
      operations,
      outbox: { depth: SECRET },
    });
    await submit(deps, scope, operations, { body });
    expect(await storedOf(scope)).not.toContain("secretsignature");
  });

  test("cannot hide behind a duplicate key", async () => {
    const scope = await buildScope(em);
    const operation = queued("quick-log.skip", { taskId: scope.agenda.meal.id, reason: "OTHER" });
    const body = `{"operations":[{"payload":{"note":"${SECRET}","note":"fine"}}]}`;
    const { results } = await submit(deps, scope, [operation], {
      body,
      faultyOrdinals: new Set([0]),
    });
    expect(results[0]?.rejectionCode).toBe("PAYLOAD_NOT_IJSON");
    expect(await storedOf(scope)).not.toContain("secretsignature");
  });

  test.each([
    ["a bearer token", (marker: string) => `Authorization: Bearer ${marker}`],
    ["a JSON Web Token", (marker: string) => `eyJhbGciOiJSUzI1NiJ9.${marker}.c2lnbmF0dXJl`],
    ["a signed URL", (marker: string) => `https://cdn.example.com/x.mp4?sig=${marker}`],
    ["oversized free text", (marker: string) => `${marker} `.repeat(400)],
  ])("is found in no table and no log line, wherever it was: %s", async (_name, secret) => {
    const scope = await buildScope(em);
    const { meal } = scope.agenda;
    const marker = `planted${randomUUID().replaceAll("-", "")}`;
    const text = secret(marker);
    const skip = { taskId: meal.id, reason: "OTHER" };
    log.length = 0;
    const { results } = await submit(deps, scope, [
      queued("quick-log.skip", { ...skip, note: text }),
      queued("quick-log.skip", { ...skip, more: [{ [text]: 1 }] }),
      queued("quick-log.complete-all", {
        taskId: meal.id,
        confirmed: true,
        values: { a: { b: text } },
      }),
      queued(KEEP_NOTE, { text: "fine", fault: "decide", [text]: text }),
      ofType(queued("quick-log.skip", { note: text })),
      { ...good(scope), metadata: { diagnostics: { [text]: text } } },
    ]);
    const refused = { category: "PAYLOAD_INVALID", rejectionCode: "PAYLOAD_FORBIDDEN_CONTENT" };
    expect(results).toMatchObject([
      { ...refused, pointer: "/note" },
      { ...refused, pointer: "/more/0" },
      { ...refused, pointer: "/values/a/b" },
      { ...refused, pointer: "" },
      { rejectionCode: "OPERATION_UNKNOWN" },
      { status: "ACCEPTED" },
    ]);
    expect(JSON.stringify(results)).not.toContain(marker);
    expect(await tablesWith(marker)).toEqual([]);
    expect(await tablesWith(scope.agenda.habit.id)).toContain("quick_log_operation");
    const accepted = results.at(-1)?.clientOperationId ?? "";
    const packed = expect.arrayContaining(["sync_answers", "sync_request"]);
    expect(await tablesWith(accepted)).toEqual(packed);
    expect(log.join("")).not.toContain(marker);
  });

  test("does not change the storage of an ordinary request, which is kept byte for byte", async () => {
    const scope = await buildScope(em);
    const body = `{ "as": "it came" }`;
    await submit(deps, scope, [good(scope)], { body });
    expect(await storedRequests(em, scope)).toEqual([body]);
  });
});

test("an operation that is refused without a receipt is found in the log by its reference", async () => {
  const scope = await buildScope(em);
  const { habit } = scope.agenda;
  const damaged = queued(
    "quick-log.complete-task",
    { taskId: habit.id },
    { payloadChecksum: `sha-256:${"0".repeat(64)}` },
  );
  log.length = 0;
  const { results } = await submit(deps, scope, [damaged]);
  expect(results[0]).toMatchObject({ rejectionCode: "CHECKSUM_MISMATCH", receiptId: null });
  expect(log.map((line): unknown => JSON.parse(line))).toMatchObject([
    {
      requestId: "test",
      refused: [{ diagnosticsRef: results[0]?.diagnosticsRef, rejectionCode: "CHECKSUM_MISMATCH" }],
    },
  ]);
  expect(log.join("")).not.toContain(habit.id);
});

function sameId<T extends object>(operation: T): T {
  return { ...operation, clientOperationId: "the-same" };
}

function ofType<T extends object>(operation: T): T {
  return { ...operation, operationType: "device.levitate" };
}

/** Tables that contain a text in any column. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const run = <Row extends object>(query: ReturnType<typeof sql<Row>>) =>
    query.execute(em.fork().getKysely());
  const { rows: tables } = await run(sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const row = sql.table(name);
    const { rows } = await run(sql<{ there: boolean }>`
      select exists (select from ${row} where strpos(${row}::text, ${text}) > 0) as there`);
    if (rows[0]?.there === true) found.push(name);
  }
  for (const packed of await unpackedTexts(em))
    if (packed.text.includes(text)) found.push(packed.table);
  return found;
}

/** Every stored value of a relationship, as one text. */
async function storedOf({ relationshipId }: BuiltScope): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ',
      (select json_agg(s) from deferred_operation s where s.relationship_id = ${relationshipId}),
      (select json_agg(q) from quick_log_operation q where q.relationship_id = ${relationshipId}),
      (select json_agg(o) from outbox o)) as text
  `.execute(em.fork().getKysely());
  const requests = await storedRequests(em, { relationshipId });
  const receipts = await fullReceipts(em, [relationshipId]);
  return JSON.stringify(requests) + JSON.stringify(receipts) + (rows[0]?.text ?? "");
}
