import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { endpoints } from "../../api/endpoints.ts";
import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import { createNoteTable, KEEP_NOTE } from "../factories/sync/features/note-feature.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  send,
  snapshot,
  syncBody,
  syncPath,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { withNotes } from "../factories/sync/features/with-notes.ts";
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

describe("a batch that is malformed as a whole is refused as a whole:", () => {
  test.each([
    ["no JSON", () => "{", ""],
    ["nothing", () => "", ""],
    ["no object", () => "[]", ""],
    ["no operations", () => JSON.stringify({ deviceId: phone.deviceId }), "/operations"],
    ["0 operations", () => JSON.stringify(syncBody(phone, [])), "/operations"],
    [
      "51 operations",
      () =>
        JSON.stringify(
          syncBody(
            phone,
            Array.from({ length: 51 }, () => complete()),
          ),
        ),
      "/operations",
    ],
    [
      "operations that are not a list",
      () => JSON.stringify({ deviceId: phone.deviceId, operations: {} }),
      "/operations",
    ],
    ["no device", () => JSON.stringify({ operations: [complete()] }), "/deviceId"],
    [
      "an unknown field",
      () => JSON.stringify(syncBody(phone, [complete()], { color: "red" })),
      "/color",
    ],
    [
      "duplicate keys",
      () => JSON.stringify(syncBody(phone, [complete()])).replace("{", '{"deviceId":"x",'),
      "/deviceId",
    ],
    [
      "a lone surrogate",
      () => JSON.stringify(syncBody(phone, [complete()], { clientCursor: "\ud800" })),
      "/clientCursor",
    ],
    [
      "a NUL",
      () => JSON.stringify(syncBody(phone, [complete()], { clientCursor: "\0" })),
      "/clientCursor",
    ],
    [
      "33 levels",
      () => withPayload(`{"a":${"[".repeat(30)}${"]".repeat(30)}}`),
      "/operations/1/payload",
    ],
    [
      "more faults outside a payload than are counted",
      () => withPayload("{}", { metadata: Array.from({ length: 1_500 }, () => "\0") }),
      "/operations/1/metadata/0",
    ],
  ])("%s", async (_name, body, pointer) => {
    const refusal = refusalOf(await post(body()));
    expect(refusal).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(refusal.pointers).toContain(pointer);
    expect(await stored()).toBe(0);
  });

  test("another content type", async () => {
    const answer = await post("deviceId=x", {
      "Content-Type": "application/x-www-form-urlencoded",
    });
    expect(refusalOf(answer)).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  test("a body of more than 4 MB, while exactly 4 MB are read", async () => {
    const limit = 4 * 1024 * 1024;
    const padded = (bytes: number) => {
      const body = JSON.stringify(syncBody(phone, [complete()]));
      return body + " ".repeat(bytes - body.length);
    };
    expect((await post(padded(limit))).status).toBe(200);
    expect(refusalOf(await post(padded(limit + 1)))).toMatchObject({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
  });
});

describe("a payload beyond its limits refuses the batch and is named, and nothing of it is stored:", () => {
  const members = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;

  test.each([
    ["190,000 members", members(190_000), "too_many_values"],
    ["20,000 members", members(20_000), "too_many_values"],
    ["257 KB", `{"a":"${"x".repeat(257 * 1024)}"}`, "too_big"],
  ])("%s", async (_name, payload, code) => {
    const answer = await post(withPayload(payload));
    expect(refusalOf(answer)).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: ["/operations/1/payload"],
    });
    expect(answer.body["errors"]).toMatchObject([{ code }]);
    expect(await stored()).toBe(0);
  });

  test("19,999 members are judged on their own", async () => {
    const answer = await post(withPayload(members(19_999)));
    expect(answer.data).toMatchObject({
      results: [{ status: "ACCEPTED" }, { status: "REJECTED" }, { status: "ACCEPTED" }],
    });
  });

  test("a million empty objects, four times at once, are refused, or asked to retry later", async () => {
    const body = withPayload(`{"a":[${"{},".repeat(1_199_999)}{}]}`);
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(body)));
    // One such body of a caller is read at a time.
    expect(answers.filter(({ status }) => status !== 400 && status !== 503)).toEqual([]);
    expect(answers.map(({ status }) => status)).toContain(400);
  });
});

describe("a malformed operation refuses the batch and is named:", () => {
  test.each([
    ["an id of 101 characters", { clientOperationId: "x".repeat(101) }, "/clientOperationId"],
    ["an empty id", { clientOperationId: "" }, "/clientOperationId"],
    ["an id with a blank", { clientOperationId: "a b" }, "/clientOperationId"],
    ["an id that is a number", { clientOperationId: 7 }, "/clientOperationId"],
    ["no type", { operationType: undefined }, "/operationType"],
    ["a type without a prefix", { operationType: "complete" }, "/operationType"],
    ["version 0", { operationVersion: 0 }, "/operationVersion"],
    ["a version in words", { operationVersion: "1" }, "/operationVersion"],
    ["a negative sequence", { localSequence: -1 }, "/localSequence"],
    ["an impossible revision", { expectedRevision: 2 ** 31 }, "/expectedRevision"],
    ["half a revision", { expectedRevision: 1.5 }, "/expectedRevision"],
    ["a day instead of an instant", { clientRecordedAt: "2026-01-05" }, "/clientRecordedAt"],
    ["the year 0", { clientRecordedAt: "0000-01-05T08:00:00Z" }, "/clientRecordedAt"],
    ["the 30th of February", { clientRecordedAt: "2026-02-30T08:00:00Z" }, "/clientRecordedAt"],
    ["another algorithm", { payloadChecksum: `md5:${"0".repeat(32)}` }, "/payloadChecksum"],
    ["capital digits", { payloadChecksum: `sha-256:${"A".repeat(64)}` }, "/payloadChecksum"],
    ["no checksum", { payloadChecksum: undefined }, "/payloadChecksum"],
    ["a payload that is a list", { payload: [] }, "/payload"],
    ["no payload", { payload: undefined }, "/payload"],
    ["an unknown field", { color: "red" }, "/color"],
    ["an unknown field of metadata", { metadata: { color: "red" } }, "/metadata/color"],
  ])("%s", async (_name, changes, pointer) => {
    const good = complete();
    const answer = await send(api, phone, [good, { ...complete(), ...changes }, good]);
    expect(refusalOf(answer)).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: [`/operations/1${pointer}`],
    });
    expect(await stored()).toBe(0);
  });

  test("an operation that is not an object", async () => {
    const answer = await send(api, phone, [complete(), 7, null]);
    expect(refusalOf(answer).pointers).toEqual(["/operations/1", "/operations/2"]);
  });

  test.each([
    ["duplicate keys", (text: string) => text.replace("{", '{"localSequence":1,'), "localSequence"],
    [
      "a lone surrogate",
      (text: string) =>
        text.replace(/"clientOperationId":"[^"]+"/, '"clientOperationId":"\\ud800"'),
      "clientOperationId",
    ],
    [
      "a NUL",
      (text: string) =>
        text.replace(/"clientOperationId":"[^"]+"/, '"clientOperationId":"\\u0000"'),
      "clientOperationId",
    ],
  ])("%s outside its payload", async (_name, damage, field) => {
    const body = `{"deviceId":"${phone.deviceId}","operations":[${damage(JSON.stringify(complete()))}]}`;
    const refusal = refusalOf(await post(body));
    expect(refusal).toMatchObject({ status: 400, pointers: [`/operations/0/${field}`] });
  });

  test("501 sets in a payload, while 500 are accepted", async () => {
    const sets = (length: number) =>
      queued(KEEP_NOTE, { text: "a", sets: Array.from({ length }, () => 1) });
    const good = await send(api, phone, [sets(500)]);
    expect(syncAnswerSchema.parse(good.data).results[0]?.status).toBe("ACCEPTED");
    const answer = await send(api, phone, [complete(), sets(501), sets(500), sets(502)]);
    expect(refusalOf(answer)).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: ["/operations/1/payload", "/operations/3/payload"],
    });
    expect(await stored()).toBe(1);
  });

  test("a revoked device is refused before its batch is read", async () => {
    const { deviceId, token } = phone;
    await api.call("POST", `/api/v1/client/devices/${deviceId}/revoke`, { token });
    for (const operations of [[], [complete({ clientOperationId: "" })]])
      expect(refusalOf(await send(api, phone, operations))).toMatchObject({
        status: 403,
        code: "DEVICE_REVOKED",
      });
  });
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
