import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import type { z } from "zod";
import { quickLogActionAnswerSchema } from "../../contract/quick-log/schema.ts";
import {
  buildPhone,
  type Phone,
  registeredDevice,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestRequest } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});
afterAll(async () => {
  await owner.end();
});

const pathOf = (taskId: string) => `/api/v1/client/quick-log/tasks/${taskId}/actions`;

describe("a single action", () => {
  test("returns its receipt, the task and the whole day", async () => {
    const { habit } = phone.agenda;
    expect(await acted(habit.id)).toMatchObject({
      receipt: { status: "ACCEPTED", acceptedRevision: 2, receiptId: expect.any(String) },
      task: {
        taskId: habit.id,
        localDate: phone.agenda.localDate,
        status: "COMPLETED",
        revision: 2,
        items: [],
      },
      counters: { taskCount: 5, completedCount: 1, openCount: 4, pendingCount: 4 },
      adherenceSummary: { countedCount: 5, completedCount: 1, adherencePercent: 20 },
      agendaVersion: 6,
    });
  });

  test("of each kind has the effect of the queued operation", async () => {
    const { meal, supplement, water, steps, habit } = phone.agenda;
    const [rice] = meal.items;
    const value = (metricKind: string, unit: string) => ({
      metricKind,
      value: 300,
      unit,
      sourceType: "MANUAL",
      recordedAt: "2026-01-05T08:00:00.000Z",
    });
    const item = { itemId: rice?.id };
    const tick = { actionKind: "COMPLETE_ITEM", scope: "ITEM", payload: item };
    expect((await acted(meal.id, tick)).task).toMatchObject({
      status: "IN_PROGRESS",
      items: [{ status: "COMPLETED", revision: 2 }, { status: "PENDING" }, { status: "PENDING" }],
    });
    const all = { actionKind: "COMPLETE_ALL_ITEMS", scope: "GROUP", payload: { confirmed: true } };
    expect((await acted(supplement.id, all)).task?.completionSummary).toMatchObject({
      completedItemCount: 1,
      itemCount: 2,
    });
    const drink = { actionKind: "RECORD_VALUE", scope: "TASK", payload: value("WATER", "ml") };
    expect((await acted(water.id, drink)).task?.completionSummary.value).toMatchObject({
      current: 300,
    });
    const skip = { actionKind: "SKIP", scope: "TASK", payload: { reason: "BUSY" } };
    expect((await acted(steps.id, skip)).task?.status).toBe("SKIPPED");
    const done = randomUUID();
    await acted(habit.id, { clientOperationId: done });
    const undo = {
      actionKind: "UNDO",
      scope: "TASK",
      payload: { undoesClientOperationId: done },
      expectedTaskRevision: 2,
    };
    expect((await acted(habit.id, undo)).task).toMatchObject({ status: "PENDING", revision: 3 });
  });

  test("that is refused returns 200 with its receipt, and the current task", async () => {
    const { habit } = phone.agenda;
    const skip = { actionKind: "COMPLETE_ITEM", scope: "ITEM", payload: { itemId: randomUUID() } };
    const { receipt, task } = await acted(habit.id, skip);
    expect(receipt).toMatchObject({
      status: "REJECTED",
      rejectionCode: "ACTION_NOT_OFFERED",
      receiptId: expect.any(String),
    });
    expect(task).toMatchObject({ status: "PENDING", revision: 1 });
  });

  test("on a stale revision is a conflict that names the changes", async () => {
    const { meal } = phone.agenda;
    const [rice, chicken] = meal.items;
    const other = await registeredDevice(api, phone.token);
    const tick = (itemId?: string) => ({
      actionKind: "COMPLETE_ITEM",
      scope: "ITEM",
      payload: { itemId },
    });
    await acted(meal.id, { ...tick(rice?.id), deviceId: other });
    const { receipt } = await acted(meal.id, tick(chicken?.id));
    expect(receipt).toMatchObject({
      status: "CONFLICT",
      conflictCode: "STALE_REVISION",
      latestRevision: 2,
      rebaseable: true,
      conflict: { changedFields: ["status", `items/${rice?.id}`], changedBy: "CLIENT" },
    });
    const same = await acted(meal.id, tick(rice?.id));
    expect(same.receipt).toMatchObject({ rebaseable: false, conflict: { writeSetsTouch: true } });
  });

  test("that is replayed returns the first receipt, and the current task", async () => {
    const { habit } = phone.agenda;
    const body = actionBody();
    const first = quickLogActionAnswerSchema.parse((await act(habit.id, body)).data);
    const again = quickLogActionAnswerSchema.parse((await act(habit.id, body)).data);
    expect(again.receipt).toEqual({ ...first.receipt, status: "ALREADY_ACCEPTED" });
    expect(again.agendaVersion).toBe(first.agendaVersion);
    const changed = { ...body, expectedTaskRevision: 0 };
    const reused = quickLogActionAnswerSchema.parse((await act(habit.id, changed)).data);
    expect(reused.receipt).toMatchObject({
      rejectionCode: "OPERATION_ID_REUSED",
      receiptId: first.receipt.receiptId,
    });
  });

  test("that is sent twice at once has one effect", async () => {
    const { water } = phone.agenda;
    const body = actionBody({
      actionKind: "RECORD_VALUE",
      payload: {
        metricKind: "WATER",
        value: 300,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: "2026-01-05T08:00:00.000Z",
      },
    });
    const answers = await Promise.all([act(water.id, body), act(water.id, body)]);
    const both = answers.map(({ data }) => quickLogActionAnswerSchema.parse(data));
    expect(both.map(({ receipt }) => receipt.status).toSorted()).toEqual([
      "ACCEPTED",
      "ALREADY_ACCEPTED",
    ]);
    expect(new Set(both.map(({ receipt }) => receipt.receiptId)).size).toBe(1);
    expect(both.map(({ task }) => task?.completionSummary.value?.current)).toEqual([300, 300]);
  });
});

describe("the same operation, online by its route and later by sync", () => {
  test.each(["COMPLETE_TASK", "SKIP"] as const)(
    "%s is one operation with one receipt",
    async (kind) => {
      const { habit } = phone.agenda;
      const more = kind === "SKIP" ? { reason: "TRAVEL", note: "Müde" } : {};
      const body = actionBody({ actionKind: kind, payload: more });
      const online = quickLogActionAnswerSchema.parse((await act(habit.id, body)).data);
      const type = kind === "SKIP" ? "quick-log.skip" : "quick-log.complete-task";
      const { clientOperationId } = body;
      const operation = queued(type, { ...more, taskId: habit.id }, { clientOperationId });
      const { results } = await sync(api, phone, [operation]);
      const again = { ...online.receipt, status: "ALREADY_ACCEPTED" };
      expect(again).toMatchObject({ ...results[0] });
      expect((await snapshot(api, phone)).receipts).toHaveLength(1);
    },
  );

  test("is also one operation in the opposite order", async () => {
    const { habit } = phone.agenda;
    const operation = queued("quick-log.complete-task", { taskId: habit.id });
    const { results } = await sync(api, phone, [operation]);
    const { clientOperationId } = operation;
    const online = await acted(habit.id, { clientOperationId });
    expect(online.receipt).toEqual({
      ...results[0],
      status: "ALREADY_ACCEPTED",
      deviceId: phone.deviceId,
      acceptedItemRevision: null,
      agendaRefreshDate: phone.agenda.localDate,
    });
    expect(online.task?.status).toBe("COMPLETED");
  });
});

function actionBody(more: Readonly<Record<string, unknown>> = {}) {
  return {
    deviceId: phone.deviceId,
    clientOperationId: randomUUID(),
    actionKind: "COMPLETE_TASK",
    scope: "TASK",
    payload: {},
    expectedTaskRevision: 1,
    clientRecordedAt: "2026-01-05T08:00:00.000Z",
    ...more,
  };
}

function act(taskId: string, body: unknown = actionBody(), request: TestRequest = {}) {
  return api.call("POST", pathOf(taskId), { token: phone.token, body, ...request });
}

async function acted(
  taskId: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<z.output<typeof quickLogActionAnswerSchema>> {
  const answer = await act(taskId, actionBody(more));
  return quickLogActionAnswerSchema.parse(answer.data);
}
