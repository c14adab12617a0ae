import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { MOST_VALUE_TEXT } from "../../contract/agenda/value-vocabulary.ts";
import { MAX_PLAN_ITEMS } from "../../contract/plans/vocabulary.ts";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import {
  completeAllItemsAnswerSchema,
  recordTaskValueAnswerSchema,
} from "../../contract/quick-log/task-acts-schema.ts";
import { quickLogHistoryItemSchema } from "../../contract/quick-log/history-schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

type Verb = "values" | "complete-all";
const AT = "2026-01-05T08:00:00Z";
const OWN = {
  values: {
    metricKind: "WATER",
    value: 300,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: AT,
    localId: "glass 1 ",
  },
  "complete-all": { confirmed: true, expectedTaskRevision: 1 },
} as const;
const TYPES = {
  values: "quick-log.record-value",
  "complete-all": "quick-log.complete-all",
} as const;
const targetOf = (verb: Verb) => phone.agenda[verb === "values" ? "water" : "supplement"].id;

const pathOf = (verb: Verb, taskId: string) => `/api/v1/client/quick-log/tasks/${taskId}/${verb}`;

test("a value returns its entry, the task, and whether it counts", async () => {
  const { data } = await post("values");
  const first = recordTaskValueAnswerSchema.parse(data);
  expect(first).toMatchObject({
    receipt: { status: "ACCEPTED", acceptedRevision: 2 },
    entry: { entryId: first.receipt.receiptId, effect: "COUNTED" },
    taskEffect: { from: "PENDING", to: "IN_PROGRESS" },
    task: { status: "IN_PROGRESS", completionSummary: { value: { current: 300 } } },
    hints: [{ entityType: "agenda_task", entityId: phone.agenda.water.id }],
  });
  const refused = recordTaskValueAnswerSchema.parse(
    (await post("values", bodyOf("values", { value: 9_000 }))).data,
  );
  expect(refused).toMatchObject({ receipt: { rejectionCode: "VALUE_OUT_OF_RANGE" }, entry: null });
});

test("a value next to a verified import is kept, and does not count", async () => {
  const { steps, localDate } = phone.agenda;
  const imported = (value: number | null) =>
    queued("quick-log.import-value", {
      metricKind: "STEPS",
      localDate,
      value,
      unit: "steps",
      sourceType: "APPLE_HEALTH",
      sourceDevice: "Watch",
      windowStart: `${localDate}T00:00:00.000Z`,
      windowEnd: `${localDate}T00:00:0${value === null ? 2 : 1}.000Z`,
      userEntered: false,
    });
  await sync(api, phone, [imported(4_000)]);
  const own = { metricKind: "STEPS", unit: "steps", value: 500, expectedTaskRevision: 1 };
  const body = bodyOf("values", own);
  const request = { token: phone.token, body };
  const answer = await api.call("POST", pathOf("values", steps.id), request);
  expect(recordTaskValueAnswerSchema.parse(answer.data)).toMatchObject({
    entry: { effect: "NOT_COUNTED" },
    taskEffect: { from: "PENDING", to: "IN_PROGRESS" },
    task: { completionSummary: { value: { current: 4_000 } } },
  });
  await sync(api, phone, [imported(null)]);
  const again = await api.call("POST", pathOf("values", steps.id), request);
  expect(recordTaskValueAnswerSchema.parse(again.data)).toMatchObject({
    receipt: { status: "ALREADY_ACCEPTED" },
    entry: { effect: "NOT_COUNTED" },
    taskEffect: { from: "PENDING", to: "IN_PROGRESS" },
    task: { completionSummary: { value: { current: 500 } } },
  });
});

test("the replay of a value returns its first effect, whatever happened since", async () => {
  const body = bodyOf("values");
  const first = recordTaskValueAnswerSchema.parse((await post("values", body)).data);
  const undo = { taskId: phone.agenda.water.id, undoesReceiptId: first.receipt.receiptId };
  await sync(api, phone, [queued("quick-log.undo", undo, { operationVersion: 2 })]);
  const again = recordTaskValueAnswerSchema.parse((await post("values", body)).data);
  expect(again).toMatchObject({
    receipt: { ...first.receipt, status: "ALREADY_ACCEPTED" },
    entry: first.entry,
    taskEffect: first.taskEffect,
    task: { status: "PENDING" },
  });
});

test("complete-all leaves the blocked item with the reason; its replay returns its first effect", async () => {
  const [vitamin, iron] = phone.agenda.supplement.items;
  const body = bodyOf("complete-all");
  const expected = {
    acceptedItemIds: [vitamin?.id],
    skippedItems: [{ itemId: iron?.id, reason: "NOT_BULK_ELIGIBLE" }],
    summary: { itemCount: 2, completedItemCount: 1 },
    task: { status: "IN_PROGRESS" },
  };
  const first = completeAllItemsAnswerSchema.parse((await post("complete-all", body)).data);
  const { deviceId, agenda } = phone;
  expect(first).toMatchObject({
    ...expected,
    receipt: {
      status: "ACCEPTED",
      deviceId,
      acceptedItemRevision: 2,
      agendaRefreshDate: agenda.localDate,
    },
  });
  const tick = { taskId: phone.agenda.supplement.id, itemId: iron?.id };
  await sync(api, phone, [queued("quick-log.complete-item", tick)]);
  const again = completeAllItemsAnswerSchema.parse((await post("complete-all", body)).data);
  expect(again).toMatchObject({
    ...expected,
    receipt: { ...first.receipt, status: "ALREADY_ACCEPTED" },
    task: { status: "COMPLETED" },
  });
  const nothing = completeAllItemsAnswerSchema.parse((await post("complete-all")).data);
  expect(nothing).toMatchObject({
    receipt: { rejectionCode: "TASK_CLOSED" },
    acceptedItemIds: [],
    skippedItems: [],
  });
});

test("the largest complete-all is accepted by its own route as by sync, and nothing larger", async () => {
  const { id: taskId } = phone.agenda.supplement;
  const keys = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
  const inputs = keys.map((key) => ({ key, type: "text", required: true }));
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into agenda_task_item
      select (jsonb_populate_record(item, jsonb_build_object('id', gen_random_uuid(),
        'source_item_key', 'item-' || place))).*
      from agenda_task_item item, generate_series(3, ${MAX_PLAN_ITEMS}::int) place
      where item.id = ${phone.agenda.supplement.items[0]?.id}
      returning id)
    select id from made`.execute(api.deps.database.em.fork().getKysely());
  const owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
  await owner.query(
    "update agenda_task_item set input_schema = $2, bulk_eligible = true where task_id = $1",
    [taskId, JSON.stringify(inputs)],
  );
  await owner.end();
  const itemIds = [...phone.agenda.supplement.items, ...rows].map(({ id }) => id);
  const answers = Object.fromEntries(keys.map((key) => [key, "x".repeat(MOST_VALUE_TEXT)]));
  const values = Object.fromEntries(itemIds.map((id) => [id, answers]));
  const body = bodyOf("complete-all", { values });
  const { data } = await post("complete-all", body);
  const { receipt, acceptedItemIds } = completeAllItemsAnswerSchema.parse(data);
  expect(receipt.status).toBe("ACCEPTED");
  expect(acceptedItemIds.toSorted()).toEqual(itemIds.toSorted());
  const { clientOperationId } = body;
  const payload = { taskId, confirmed: true, values };
  expect(JSON.stringify(payload).length).toBeGreaterThan(0.95 * BATCH_LIMITS.payloadBytes);
  const { results } = await sync(api, phone, [
    queued("quick-log.complete-all", payload, { clientOperationId }),
  ]);
  expect(results[0]).toMatchObject({ status: "ALREADY_ACCEPTED", receiptId: receipt.receiptId });
  const beyond = { ...values, [taskId]: { a: "x".repeat(0.1 * BATCH_LIMITS.payloadBytes) } };
  const refused = await post("complete-all", bodyOf("complete-all", { values: beyond }));
  expect(refusalOf(refused)).toMatchObject({ status: 413 });
});

test("complete-all with only a sending time counts as tapped then, whatever the device's clock shows", async () => {
  const HOUR = 3_600_000;
  const clientSentAt = new Date(Date.now() + 2 * HOUR).toISOString();
  await post("complete-all", bodyOf("complete-all", { clientSentAt }));
  const query = `from=${phone.agenda.localDate}&to=${phone.agenda.localDate}`;
  const path = `/api/v1/coach/relationships/${phone.relationshipId}/quick-log?${query}`;
  const { data } = await api.call("GET", path, { token: phone.pair.coachToken });
  const [logged] = pageSchema(quickLogHistoryItemSchema).parse(data).items;
  expect(logged?.clock?.flags).toEqual([]);
  const correctedAt = Date.parse(logged?.clock?.correctedAt ?? "");
  expect(Math.abs(Date.now() - correctedAt)).toBeLessThan(HOUR);
});

describe.each(["values", "complete-all"] as const)("POST .../%s", (verb) => {
  test("refuses a caller without a token, a coach, a foreign task and a revoked device", async () => {
    const anonymous = await api.call("POST", pathOf(verb, targetOf(verb)), { body: bodyOf(verb) });
    expect(refusalOf(anonymous)).toMatchObject({ status: 401 });
    expect(refusalOf(await post(verb, bodyOf(verb), phone.pair.coachToken))).toMatchObject({
      status: 403,
    });
    const stranger = await buildPhone(api, issuer);
    expect(refusalOf(await post(verb, bodyOf(verb), stranger.token))).toMatchObject({
      status: 404,
    });
    const deviceId = await registeredDevice(api, phone.token);
    await api.call("POST", `/api/v1/client/devices/${deviceId}/revoke`, phone);
    expect(refusalOf(await post(verb, bodyOf(verb, { deviceId })))).toMatchObject({
      status: 403,
      code: "DEVICE_REVOKED",
    });
  });

  test("refuses a malformed request with the place of the fault", async () => {
    const answer = refusalOf(await post(verb, bodyOf(verb, { expectedTaskRevision: -1 })));
    expect(answer).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: ["/expectedTaskRevision"],
    });
  });

  test("is one operation, online by its route and later by sync", async () => {
    const { expectedTaskRevision, ...own } = { expectedTaskRevision: 1, ...OWN[verb] };
    const body = bodyOf(verb, { expectedTaskRevision });
    const { data } = await post(verb, body);
    const { clientOperationId } = body;
    const payload = { taskId: targetOf(verb), ...own };
    const { results } = await sync(api, phone, [
      queued(TYPES[verb], payload, { clientOperationId }),
    ]);
    expect(results[0]?.status).toBe("ALREADY_ACCEPTED");
    expect(data).toMatchObject({ receipt: { receiptId: results[0]?.receiptId } });
  });
});

function bodyOf(verb: Verb, change: object = {}) {
  return {
    deviceId: phone.deviceId,
    clientOperationId: randomUUID(),
    ...OWN[verb],
    ...change,
  };
}

function post(verb: Verb, body: unknown = bodyOf(verb), token = phone.token) {
  return api.call("POST", pathOf(verb, targetOf(verb)), { token, body });
}
