import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import { endpoints } from "../../api/endpoints.ts";
import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import { createNoteTable } from "../factories/sync/features/note-feature.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalOf,
  send,
  snapshot,
  syncBody,
  syncPath,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { withNotes } from "../factories/sync/features/with-notes.ts";
import { receiptsOfBatches } from "../factories/sync/receipts/stored-receipts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({
  database: await useOwnDatabase(),
  endpoints: endpoints.map(withNotes),
});
let phone: Phone;

beforeAll(async () => {
  await createNoteTable(api.database.ownerUrl);
});
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const stored = async () => (await snapshot(api, phone)).receipts.length;

describe("a payload that is not I-JSON rejects its own operation only:", () => {
  test.each([
    ["a NUL", '{"taskId":"a\\u0000"}'],
    ["a lone surrogate", '{"note":"\\udfff"}'],
    ["a NUL in a name", '{"a\\u0000":1}'],
    ["duplicate keys", '{"taskId":"a","taskId":"b"}'],
    ["duplicate keys deep inside", '{"a":[{"b":{"c":1,"c":2}}]}'],
    ["an integer beyond 2^53", '{"value":9007199254740993}'],
    ["a number that is too large", '{"value":1e999}'],
    ["thousands of faults", `{"values":[${Array.from({ length: 19_000 }, () => "1e999").join()}]}`],
  ])("%s", async (_name, payload) => {
    const id = randomUUID();
    const body = withPayload(payload, { clientOperationId: id });
    const { results } = syncAnswerSchema.parse((await post(body)).data);
    expect(results.map(({ status }) => status)).toEqual(["ACCEPTED", "REJECTED", "ACCEPTED"]);
    expect(results[1]).toMatchObject({
      rejectionCode: "PAYLOAD_NOT_IJSON",
      category: "PAYLOAD_INVALID",
      receiptId: expect.any(String),
    });
    const again = syncAnswerSchema.parse((await post(body)).data);
    expect(again.results[1]).toEqual(results[1]);
  });
});

describe("a payload of another shape than its type requires:", () => {
  test.each([
    ["an unknown field", { color: "red" }],
    ["an invalid id", { taskId: "x" }],
    ["a name with a meaning to JavaScript", { constructor: "x" }],
  ])("%s is PAYLOAD_INVALID", async (_name, more) => {
    const payload = { taskId: phone.agenda.habit.id, ...more };
    const answer = await send(api, phone, [queued("quick-log.complete-task", payload)]);
    expect(syncAnswerSchema.parse(answer.data).results[0]).toMatchObject({
      status: "REJECTED",
      rejectionCode: "PAYLOAD_INVALID",
      receiptId: expect.any(String),
    });
  });

  test("the name __proto__ is an ordinary name", async () => {
    const text = `{"taskId":"${phone.agenda.habit.id}","__proto__":{"a":1}}`;
    const payloadChecksum = checksumOf(JSON.parse(text));
    const { results } = syncAnswerSchema.parse(
      (await post(withPayload(text, { payloadChecksum }))).data,
    );
    expect(results[1]).toMatchObject({ status: "REJECTED", rejectionCode: "PAYLOAD_INVALID" });
  });

  test("ids of tasks and items are accepted in either case", async () => {
    const { meal } = phone.agenda;
    const itemId = meal.items[0]?.id.toUpperCase();
    const taskId = meal.id.toUpperCase();
    const answer = await send(api, phone, [queued("quick-log.complete-item", { taskId, itemId })]);
    expect(syncAnswerSchema.parse(answer.data).results[0]?.status).toBe("ACCEPTED");
  });
});

describe("the same id twice in a batch", () => {
  test("lets the first decide; the second replays it or is refused, and nothing is written twice", async () => {
    const first = complete();
    const { meal } = phone.agenda;
    const other = {
      ...queued("quick-log.skip", { taskId: meal.id, reason: "BUSY" }),
      clientOperationId: first.clientOperationId,
    };
    const answer = await send(api, phone, [first, first, other]);
    const { results } = syncAnswerSchema.parse(answer.data);
    expect(results[0]?.status).toBe("ACCEPTED");
    expect(results[1]).toEqual({ ...results[0], status: "ALREADY_ACCEPTED" });
    expect(results[2]).toMatchObject({
      status: "REJECTED",
      rejectionCode: "OPERATION_ID_REUSED",
      receiptId: results[0]?.receiptId,
    });
    expect(await stored()).toBe(1);
  });

  test("lets an intact operation decide after a damaged one", async () => {
    const whole = complete();
    const damaged = { ...whole, payload: { ...whole.payload, taskId: randomUUID() } };
    const answer = await send(api, phone, [damaged, whole]);
    const { results } = syncAnswerSchema.parse(answer.data);
    expect(results[0]).toMatchObject({ rejectionCode: "CHECKSUM_MISMATCH", receiptId: null });
    expect(results[1]?.status).toBe("ACCEPTED");
    expect(await stored()).toBe(1);
  });
});

describe("a token", () => {
  const claims = () => {
    const sub = phone.pair.client.identity.subject;
    return { sub, sid: `session-of-${sub}` };
  };
  test.each([
    ["expired", () => ({ claims: { ...claims(), exp: Math.floor(Date.now() / 1000) - 60 } })],
    ["for another audience", () => ({ claims: { ...claims(), aud: "another-api" } })],
  ])("that is %s is refused", async (_name, changes) => {
    const token = await issuer.sign(changes());
    const answer = await send(api, phone, [complete()], { token });
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    expect(await stored()).toBe(0);
  });

  test("of an app that is not ours, or without a valid signature, is refused too", async () => {
    const strange = { ...claims(), client_id: "stranger", azp: "stranger" };
    const [header, body] = phone.token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt" })).toString("base64url");
    for (const token of [await issuer.sign({ claims: strange }), `${none}.${body}.`, `${header}`]) {
      const answer = await send(api, phone, [complete()], { token });
      expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    }
    expect(await otherToken(issuer, phone.pair.client, "CLIENT_MOBILE")).not.toBe(phone.token);
  });
});

test("a refused batch leaves no partial write", async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sync_batch batch
    where operation_count > 0 and not exists (
      select from ${receiptsOfBatches} known where known.batch_id = batch.id)`.execute(
    api.deps.database.em.fork().getKysely(),
  );
  expect(rows).toEqual([{ n: 0 }]);
});

function complete(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    ...queued("quick-log.complete-task", { taskId: phone.agenda.habit.id }),
    ...changes,
  };
}

function post(rawBody: string | Uint8Array<ArrayBuffer>, headers = {}) {
  return api.call("POST", syncPath(phone.relationshipId), { token: phone.token, rawBody, headers });
}

/** A body with the raw text of one payload, among two valid operations. */
function withPayload(payload: string, changes: Readonly<Record<string, unknown>> = {}): string {
  const { meal } = phone.agenda;
  const odd = { ...complete(changes), payload: "PAYLOAD" };
  const good = meal.items
    .slice(0, 2)
    .map(({ id }) => queued("quick-log.complete-item", { taskId: meal.id, itemId: id }));
  const body = JSON.stringify(syncBody(phone, [good[0], odd, good[1]]));
  return body.replace('"PAYLOAD"', payload);
}
