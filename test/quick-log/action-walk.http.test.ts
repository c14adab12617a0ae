import { beforeAll, describe, expect, test } from "@jest/globals";
import { openUpload } from "../../activities/media/open-upload.ts";
import { settleUpload } from "../../activities/media/settle-upload.ts";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import type { Attachment } from "../../contract/media/schema.ts";
import { MEDIA_LIMITS, type UploadPurpose } from "../../contract/media/vocabulary.ts";
import { quickLogActionAnswerSchema } from "../../contract/quick-log/schema.ts";
import { QUICK_LOG_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import { buildEveryKind, KIND_NAMES, type KindName } from "../factories/quick-log/every-kind.ts";
import { announcement, hashOf, photo } from "../factories/media/media.ts";
import { buildPhone, type Phone, sync } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;
let taskOf: (name: KindName) => DayTask;
/** An instant after the relationship began. */
let at: string;

beforeAll(async () => {
  phone = await buildPhone(api, issuer);
  const { relationshipId, pair } = phone;
  const { workspaceId, coach } = pair;
  const owner = { relationshipId, workspaceId, coachUserId: coach.userId, timezone: "UTC" };
  taskOf = await buildEveryKind(api.deps.database.em, owner);
  at = new Date().toISOString();
});

const TYPES = [
  "quick-log.complete-task",
  "quick-log.complete-item",
  "quick-log.complete-all",
  "quick-log.record-value",
  "quick-log.open-structured-log",
  "quick-log.snooze",
  "quick-log.skip",
] as const;

describe("each cell of the table, by its route and by sync", () => {
  test.each(KIND_NAMES)("%s: one operation, one receipt, and an undo", async (name) => {
    const task = taskOf(name);
    const sent: Operation[] = [];
    const received: OperationResult[] = [];
    const take = async (operation: Operation) => {
      const { receipt, task: state } = await act(task.id, operation);
      sent.push(operation);
      received.push(receipt);
      return { receipt, state };
    };
    const accepted: string[] = [];
    for (const type of TYPES) {
      const kind = QUICK_LOG_OPERATIONS[type]?.actionKind ?? "";
      const attachments =
        name === "photo" && kind === "COMPLETE_TASK"
          ? [await photoFor("PROGRESS_PHOTO")]
          : undefined;
      const more = attachments === undefined ? {} : { attachments };
      const changes = { clientRecordedAt: at, ...more };
      const operation = queued(type, payloadOf(type, task), changes);
      const { receipt, state } = await take(operation);
      const isOffered = task.actionSchema.actions.some((action) => action.kind === kind);
      if (!isOffered) {
        const code = STRUCTURED.has(`${name} ${kind}`)
          ? "STRUCTURED_LOG_REQUIRED"
          : "ACTION_NOT_OFFERED";
        expect([kind, receipt.rejectionCode]).toEqual([kind, code]);
        continue;
      }
      expect([kind, receipt.status]).toEqual([kind, "ACCEPTED"]);
      expect(state?.snoozedUntil ?? null).toEqual(kind === "SNOOZE" ? expect.any(String) : null);
      accepted.push(kind);
      const { clientOperationId: undoesClientOperationId } = operation;
      const undo = { taskId: task.id, undoesClientOperationId };
      const undone = await take(queued("quick-log.undo", undo, { clientRecordedAt: at }));
      expect([kind, undone.receipt.status]).toEqual([kind, "ACCEPTED"]);
      expect(undone.state).toMatchObject({ status: "PENDING", snoozedUntil: null });
    }
    const offered = new Set(task.actionSchema.actions.map(({ kind }) => kind));
    expect(new Set([...accepted, "UNDO"])).toEqual(offered);
    const { results } = await sync(api, phone, sent);
    const again = received.map((receipt) => ({
      ...receipt,
      ...(receipt.status === "ACCEPTED" && { status: "ALREADY_ACCEPTED" }),
    }));
    // The routes' receipts contain more fields of the same result.
    expect(again).toMatchObject(results);
  });
});

const STRUCTURED = new Set([
  "checkIn COMPLETE_TASK",
  "workout COMPLETE_TASK",
  "workout COMPLETE_ITEM",
  "workout COMPLETE_ALL_ITEMS",
]);

describe("photos of an action", () => {
  test("must be uploaded first for a photo task; for a meal they may come later", async () => {
    const [photoTask, meal] = [taskOf("photo"), taskOf("meal")];
    const late = await photoFor("PROGRESS_PHOTO", false);
    const waiting = queued(
      "quick-log.complete-task",
      { taskId: photoTask.id },
      { attachments: [late] },
    );
    expect((await act(photoTask.id, waiting)).receipt.rejectionCode).toBe("MEDIA_PENDING");
    const attachments = [await photoFor("MEAL_PHOTO", false), await photoFor("MEAL_PHOTO")];
    const tick = payloadOf("quick-log.complete-item", meal);
    const eaten = queued("quick-log.complete-item", tick, { attachments });
    expect((await act(meal.id, eaten)).receipt.status).toBe("ACCEPTED");
  });

  test.each([
    ["none at all", "photo", "quick-log.complete-task", [], "INPUT_REQUIRED"],
    [
      "of another purpose",
      "photo",
      "quick-log.complete-task",
      ["MEAL_PHOTO"],
      "ATTACHMENT_NOT_ALLOWED",
    ],
    [
      "of a habit",
      "habit",
      "quick-log.complete-task",
      ["PROGRESS_PHOTO"],
      "ATTACHMENT_NOT_ALLOWED",
    ],
    [
      "of a supplement",
      "supplement",
      "quick-log.complete-item",
      ["MEAL_PHOTO"],
      "ATTACHMENT_NOT_ALLOWED",
    ],
    ["of a skip", "meal", "quick-log.skip", ["MEAL_PHOTO"], "ATTACHMENT_NOT_ALLOWED"],
  ] as const)("are refused: %s", async (_title, name, type, purposes, code) => {
    const task = taskOf(name);
    const attachments = await Promise.all(purposes.map(async (purpose) => await photoFor(purpose)));
    const operation = queued(type, payloadOf(type, task), { attachments });
    expect((await act(task.id, operation)).receipt.rejectionCode).toBe(code);
  });

  test("are accepted with complete-all and with today's completion by their own routes", async () => {
    const post = async (path: string, body: object) => {
      const sender = { deviceId: phone.deviceId, expectedTaskRevision: 50 };
      const answer = await api.call("POST", path, {
        token: phone.token,
        body: { ...sender, ...body },
      });
      return answer.data;
    };
    const meal = taskOf("meal");
    const attachments = [await photoFor("VOICE_NOTE")];
    const all = `/api/v1/client/quick-log/tasks/${meal.id}/complete-all`;
    const today = `/api/v1/client/today/tasks/${meal.id}/complete`;
    const receipt = { rejectionCode: "ATTACHMENT_NOT_ALLOWED" };
    const own = { clientOperationId: "all", confirmed: true, attachments };
    expect(await post(all, own)).toMatchObject({ receipt });
    const done = { clientOperationId: "today", completedAt: at, attachments };
    expect(await post(today, done)).toMatchObject({ receipt });
  });
});

test("today shows until when a task is snoozed, and with what an item was ticked", async () => {
  const habit = taskOf("tickHabit");
  const [, back] = habit.items;
  const values = { minutes: 20, felt: "Good." };
  const tick = { taskId: habit.id, itemId: back?.id, values };
  const put = queued(
    "quick-log.snooze",
    { taskId: habit.id, minutes: 10 },
    { clientRecordedAt: at },
  );
  const { results } = await sync(api, phone, [queued("quick-log.complete-item", tick), put]);
  expect(results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
  const answer = await api.call("GET", "/api/v1/client/today", { token: phone.token });
  const shown = todaySchema.parse(answer.data).tasks?.find(({ taskId }) => taskId === habit.id);
  expect(shown).toMatchObject({
    status: "IN_PROGRESS",
    snoozedUntil: expect.any(String),
    snoozeCount: 1,
    items: [{ inputValues: null }, { inputValues: values, status: "COMPLETED" }],
  });
});

type Type = (typeof TYPES)[number];

/** The payload of each operation in addition to its task, for a task of this kind. */
function payloadOf(type: Type, task: DayTask): Record<string, unknown> {
  const own = { taskId: task.id };
  const metric = task.snapshot.metric ?? task.snapshot.metrics?.[0];
  const unit = metric !== undefined && "unit" in metric ? metric.unit : "ml";
  const metricKind = metric?.metricKind ?? "WATER";
  switch (type) {
    case "quick-log.complete-item":
      return { ...own, itemId: task.items[0]?.id ?? task.id };
    case "quick-log.complete-all":
      return { ...own, confirmed: true };
    case "quick-log.record-value":
      return { ...own, metricKind, unit, value: 100, sourceType: "MANUAL", recordedAt: at };
    case "quick-log.skip":
      return { ...own, reason: "BUSY" };
    case "quick-log.snooze":
      return { ...own, minutes: 10 };
    default:
      return own;
  }
}

/** The operation in the form of its route. */
function actionOf({ payload, clientRecordedAt, ...operation }: Operation) {
  const type = Object.entries(QUICK_LOG_OPERATIONS).find(
    ([name]) => name === operation.operationType,
  );
  const { clientOperationId, operationVersion, attachments } = operation;
  const { taskId: _path, ...fields } = payload;
  return {
    deviceId: phone.deviceId,
    clientOperationId,
    operationVersion,
    ...type?.[1],
    payload: fields,
    expectedTaskRevision: operation.expectedRevision,
    clientRecordedAt,
    ...(attachments && { attachments }),
  };
}

async function act(taskId: string, operation: Operation) {
  const path = `/api/v1/client/quick-log/tasks/${taskId}/actions`;
  const answer = await api.call("POST", path, { token: phone.token, body: actionOf(operation) });
  return quickLogActionAnswerSchema.parse(answer.data);
}

/** A photo for an operation, uploaded or still on its way. */
async function photoFor(purpose: UploadPurpose, isThere = true): Promise<Attachment> {
  const { em } = api.deps.database;
  const bytes = photo();
  const announced = announcement(phone.relationshipId, bytes, { purpose });
  const sender = { userId: phone.pair.client.userId, as: "CLIENT" } as const;
  const opening = { ...sender, announced, limits: MEDIA_LIMITS };
  const uploadId = await transact(em, (tx) => openUpload(tx, opening));
  const arrived = {
    sizeBytes: bytes.length,
    contentHash: hashOf(bytes),
    detectedType: "image/jpeg",
  };
  if (isThere) await transact(em, (tx) => settleUpload(tx, { uploadId, arrived, requestId: null }));
  return { uploadId, purpose };
}
