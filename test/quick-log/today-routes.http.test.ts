import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import {
  completeTaskAnswerSchema,
  skipTaskAnswerSchema,
  startTaskAnswerSchema,
} from "../../contract/quick-log/today-schema.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  registeredDevice,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { withhold } from "../factories/agenda/withhold.ts";
import { laterTask } from "../factories/quick-log/later-task.ts";
import { CHECK_IN_ACTIONS, putTaskLike } from "../factories/quick-log/structured-task.ts";
import { queued } from "../factories/sync/sync.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;
let stranger: Phone;
let form: string;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
  stranger = await buildPhone(api, issuer);
  form = await putTaskLike(api.deps.database.em, phone.agenda.habit);
});

type Verb = "start" | "complete" | "skip";
type Fields = Readonly<Record<string, unknown>>;
const VERBS = ["start", "complete", "skip"] as const;
const AT = "2026-01-05T08:00:00.000Z";
const OWN_FIELDS: Record<Verb, Fields> = {
  start: { startedAt: AT },
  complete: { completedAt: AT },
  skip: { skippedAt: AT, reason: "BUSY", note: "On the road " },
};

const pathOf = (verb: Verb, taskId: string) => `/api/v1/client/today/tasks/${taskId}/${verb}`;

/** A task on which this act is possible. */
const targetOf = (verb: Verb) => (verb === "start" ? form : phone.agenda.habit.id);

describe.each(VERBS)("the caller of %s", (verb) => {
  test("needs a token, which is checked before anything is read", async () => {
    const answer = await api.call("POST", pathOf(verb, targetOf(verb)), { rawBody: "{" });
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("is never a coach, nor a client in another app", async () => {
    const { coachToken, client } = phone.pair;
    for (const token of [coachToken, await otherToken(issuer, client, "WEB")]) {
      const body = bodyOf(verb);
      const answer = await api.call("POST", pathOf(verb, targetOf(verb)), { token, body });
      expect(refusalOf(answer)).toMatchObject({ status: 403, code: "APP_ROLE_MISMATCH" });
    }
  });

  test("gets the same answer for a foreign as for an unknown task, whatever the body", async () => {
    for (const body of [bodyOf(verb), bodyOf(verb, { deviceId: randomUUID() }), { nonsense: 1 }]) {
      const foreign = refusalBody(await post(verb, stranger.agenda.habit.id, body));
      expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
      expect(refusalBody(await post(verb, randomUUID(), body))).toEqual(foreign);
    }
  });

  test("is refused with a revoked, foreign or unknown device, before the envelope is judged", async () => {
    const revoked = await registeredDevice(api, phone.token);
    await api.call("POST", `/api/v1/client/devices/${revoked}/revoke`, phone);
    for (const deviceId of [revoked, stranger.deviceId, randomUUID()])
      for (const body of [bodyOf(verb, { deviceId }), { deviceId, nonsense: 1 }])
        expect(refusalOf(await post(verb, targetOf(verb), body))).toMatchObject({
          status: 403,
          code: "DEVICE_REVOKED",
        });
  });

  test("is refused with the places of the faults for a malformed request", async () => {
    const [at] = Object.keys(OWN_FIELDS[verb]);
    const wrong = { [at ?? ""]: "yesterday", expectedTaskRevision: -1, sentBy: "me" };
    const answer = refusalOf(await post(verb, targetOf(verb), bodyOf(verb, wrong)));
    expect(answer).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(answer.pointers).toEqual(expect.arrayContaining([`/${at}`, "/expectedTaskRevision"]));
  });

  test("is locked out in a paused scope", async () => {
    await setRelationshipStatus(api.deps.database.em, phone.relationshipId, "PAUSED");
    const { data } = await post(verb, targetOf(verb), bodyOf(verb));
    expect(data).toMatchObject({ receipt: { status: "SCOPE_LOCKED", receiptId: null } });
  });

  test("gets the first receipt on a replay; the id is refused for another operation", async () => {
    const body = bodyOf(verb);
    const { data: first } = await post(verb, targetOf(verb), body);
    expect(first).toMatchObject({ receipt: { status: "ACCEPTED", acceptedRevision: 2 } });
    const { data: again } = await post(verb, targetOf(verb), body);
    const { receipt } = startTaskAnswerSchema.pick({ receipt: true }).loose().parse(first);
    expect(again).toMatchObject({ receipt: { ...receipt, status: "ALREADY_ACCEPTED" } });
    const reused = { ...body, expectedTaskRevision: 2 };
    expect((await post(verb, targetOf(verb), reused)).data).toMatchObject({
      receipt: { rejectionCode: "OPERATION_ID_REUSED", receiptId: receipt.receiptId },
    });
    expect((await snapshot(api, phone)).receipts).toHaveLength(1);
  });

  test("makes one operation, online by its route and later by sync", async () => {
    const { startedAt: _s, completedAt: _c, skippedAt: _k, ...own } = OWN_FIELDS[verb];
    const clientOperationId = randomUUID();
    const { data } = await post(verb, targetOf(verb), bodyOf(verb, { clientOperationId }));
    const payload = { taskId: targetOf(verb), ...own };
    const { results } = await sync(api, phone, [
      queued(`today.${verb}`, payload, { clientOperationId }),
    ]);
    expect(data).toMatchObject({ receipt: { receiptId: results[0]?.receiptId } });
    expect(results[0]?.status).toBe("ALREADY_ACCEPTED");
  });

  test("gets a conflict for a stale revision, and for one that never existed", async () => {
    const target = targetOf(verb);
    const other = await registeredDevice(api, phone.token);
    const undone = bodyOf(verb, { deviceId: other });
    await post(verb, target, undone);
    const path = `/api/v1/client/quick-log/tasks/${target}/actions`;
    const undo = {
      deviceId: other,
      clientOperationId: randomUUID(),
      actionKind: "UNDO",
      scope: "TASK",
      payload: { undoesClientOperationId: undone.clientOperationId },
      expectedTaskRevision: 2,
      clientRecordedAt: AT,
    };
    await api.call("POST", path, { token: phone.token, body: undo });
    for (const [expectedTaskRevision, conflictCode] of [
      [1, "STALE_REVISION"],
      [9, "REVISION_AHEAD"],
    ])
      expect((await post(verb, target, bodyOf(verb, { expectedTaskRevision }))).data).toMatchObject(
        {
          receipt: { status: "CONFLICT", conflictCode, latestRevision: 3 },
          task: { status: "PENDING", revision: 3 },
        },
      );
  });

  test("gets a retry time for a day that is not open yet, and 404 for a day that never will be", async () => {
    const { em } = api.deps.database;
    const { id: tomorrow } = await laterTask(em, phone, 1);
    const others = [await laterTask(em, phone, 0), await laterTask(em, phone, 3)];
    const { expectedTaskRevision: _none, ...body } = bodyOf(verb);
    for (let time = 0; time < 2; time += 1)
      expect((await post(verb, tomorrow, body)).data).toMatchObject({
        receipt: {
          status: "REFETCH_REQUIRED",
          rejectionCode: "DAY_NOT_OPEN",
          receiptId: null,
          retryAfterSeconds: expect.any(Number),
        },
        task: null,
      });
    for (const { id } of others)
      expect(refusalOf(await post(verb, id, body))).toMatchObject({ status: 404 });
    expect((await snapshot(api, phone)).receipts).toEqual([]);
  });
});

test("an action on a task that is withheld from its day waits, and is refused for good once that day has closed", async () => {
  const { em } = api.deps.database;
  const { relationshipId } = phone;
  const { id: taskId, localDate } = await laterTask(em, phone, 0);
  const { expectedTaskRevision: _none, ...body } = bodyOf("complete");
  expect(refusalOf(await post("complete", taskId, body))).toMatchObject({ status: 404 });
  await withhold(em, { relationshipId, localDate, taskId });
  expect((await post("complete", taskId, body)).data).toMatchObject({
    receipt: {
      status: "REFETCH_REQUIRED",
      rejectionCode: "TASK_WITHHELD",
      receiptId: null,
      retryAfterSeconds: expect.any(Number),
    },
    task: null,
  });
  await em.fork().nativeUpdate(AgendaDay, { relationshipId, localDate }, { closedAt: new Date() });
  expect((await post("complete", taskId, body)).data).toMatchObject({
    receipt: {
      status: "REJECTED",
      rejectionCode: "TASK_NEVER_SHOWN",
      receiptId: expect.any(String),
    },
    task: null,
  });
});

describe("a start", () => {
  test("returns the task, where the app continues, and the snapshot it was made from", async () => {
    const answer = await start(form);
    expect(answer).toMatchObject({
      receipt: { status: "ACCEPTED", acceptedRevision: 2 },
      task: { taskId: form, status: "IN_PROGRESS", revision: 2 },
      destinationRoute: CHECK_IN_ACTIONS.destinationRoute,
    });
    const { data } = await api.call("GET", "/api/v1/client/today", phone);
    const shown = todaySchema.parse(data).tasks?.find(({ taskId }) => taskId === form);
    expect(shown?.status).toBe("IN_PROGRESS");
    expect(answer.snapshotChecksum).toBe(checksumOf(shown?.snapshot));
  });

  test("of a task that is done by a tap is refused, and returns the current task", async () => {
    expect(await start(phone.agenda.habit.id)).toMatchObject({
      receipt: { status: "REJECTED", rejectionCode: "ACTION_NOT_OFFERED" },
      task: { status: "PENDING", revision: 1 },
    });
  });
});

test("the coach's history shows operations of either name under the resulting action", async () => {
  const { habit, meal, supplement } = phone.agenda;
  await start(form);
  await complete(meal.id);
  await complete(habit.id);
  const { expectedTaskRevision: _none, ...body } = bodyOf("skip");
  await post("skip", supplement.id, body);
  const { relationshipId, agenda, pair } = phone;
  const days = `from=${agenda.localDate}&to=${agenda.localDate}`;
  const path = `/api/v1/coach/relationships/${relationshipId}/quick-log?${days}`;
  const { data } = await api.call("GET", path, { token: pair.coachToken });
  expect(data).toMatchObject({
    items: [
      { actionKind: "SKIP", scope: "TASK", expectedTaskRevision: 0, reason: "BUSY" },
      { actionKind: "COMPLETE_TASK", scope: "TASK", expectedTaskRevision: 1 },
      { actionKind: "COMPLETE_ALL_ITEMS", scope: "GROUP" },
      {
        actionKind: "OPEN_STRUCTURED_LOG",
        scope: "OWNING_FEATURE",
        adherence: [{ deltaType: "TASK_PROGRESSED", scoreDelta: 0 }],
      },
    ],
  });
});

describe("a completion", () => {
  test("returns its receipt, the task and the whole day", async () => {
    expect(await complete(phone.agenda.habit.id)).toMatchObject({
      receipt: { status: "ACCEPTED" },
      task: { status: "COMPLETED", revision: 2 },
      counters: { taskCount: 6, completedCount: 1, openCount: 5 },
      adherenceSummary: { countedCount: 6, completedCount: 1, adherencePercent: 17 },
      agendaVersion: 7,
    });
  });

  test("of a task with items ticks all eligible items at once", async () => {
    const { meal, supplement } = phone.agenda;
    expect((await complete(meal.id)).task).toMatchObject({
      status: "COMPLETED",
      completionSummary: { completedItemCount: 3 },
    });
    expect((await complete(supplement.id)).task).toMatchObject({
      status: "IN_PROGRESS",
      completionSummary: { completedItemCount: 1, itemCount: 2 },
    });
  });

  test("of a task with a form is refused, and so is one with values that no item needs", async () => {
    expect((await complete(form)).receipt).toMatchObject({
      rejectionCode: "STRUCTURED_LOG_REQUIRED",
      category: "PAYLOAD_INVALID",
    });
    const values = await complete(phone.agenda.habit.id, { completion: { mood: 5 } });
    expect(values).toMatchObject({
      receipt: { rejectionCode: "PAYLOAD_INVALID" },
      task: { status: "PENDING" },
    });
  });

  test("of a task that the source withdrew is a conflict", async () => {
    const canceled = { status: "CANCELED", canceled_at: AT };
    const id = await putTaskLike(api.deps.database.em, phone.agenda.habit, canceled);
    expect(await complete(id)).toMatchObject({
      receipt: { status: "CONFLICT", conflictCode: "TASK_CANCELED" },
      task: { status: "CANCELED", revision: 1 },
    });
  });
});

describe("a skip", () => {
  test("returns its effect on adherence, and whether it reaches the coach", async () => {
    const { habit, water, steps, meal } = phone.agenda;
    expect(await skip(habit.id, { reason: "BUSY" })).toMatchObject({
      receipt: { status: "ACCEPTED" },
      task: { status: "SKIPPED" },
      adherenceEffect: { deltaType: "TASK_SKIPPED", scoreDelta: 0 },
      coachReviewHint: { kind: "COUNTED", count: 1, of: 3 },
    });
    expect(await skip(water.id, { reason: "TRAVEL" })).toMatchObject({
      coachReviewHint: { kind: "COUNTED", count: 2, of: 3 },
    });
    expect(await skip(steps.id, { reason: "FORGOT" })).toMatchObject({
      coachReviewHint: { kind: "AT_ONCE", count: 3, of: 3 },
    });
    expect(await skip(meal.id, { reason: "ILLNESS", note: "Fever" })).toMatchObject({
      coachReviewHint: { kind: "AT_ONCE", count: 1, of: 1 },
    });
  });

  test("needs no revision", async () => {
    const { expectedTaskRevision: _none, ...body } = bodyOf("skip");
    expect((await post("skip", form, body)).data).toMatchObject({
      receipt: { status: "ACCEPTED", canonicalIds: [{ localId: form, canonicalId: form }] },
    });
  });

  test("that is refused has no effect", async () => {
    const { habit } = phone.agenda;
    await complete(habit.id);
    expect(await skip(habit.id, { expectedTaskRevision: 2 })).toMatchObject({
      receipt: { rejectionCode: "TASK_CLOSED" },
      adherenceEffect: null,
      coachReviewHint: { kind: "NONE" },
    });
  });

  test("with an unknown reason is malformed", async () => {
    const body = bodyOf("skip", { reason: "BECAUSE" });
    expect(refusalOf(await post("skip", form, body))).toMatchObject({
      status: 400,
      pointers: ["/reason"],
    });
  });
});

function bodyOf(verb: Verb, more: Fields = {}) {
  return {
    deviceId: phone.deviceId,
    clientOperationId: randomUUID(),
    expectedTaskRevision: 1,
    ...OWN_FIELDS[verb],
    ...more,
  };
}

function post(verb: Verb, taskId: string, body: unknown) {
  return api.call("POST", pathOf(verb, taskId), { token: phone.token, body });
}

async function start(taskId: string, more: Fields = {}) {
  return startTaskAnswerSchema.parse((await post("start", taskId, bodyOf("start", more))).data);
}

async function complete(taskId: string, more: Fields = {}) {
  return completeTaskAnswerSchema.parse(
    (await post("complete", taskId, bodyOf("complete", more))).data,
  );
}

async function skip(taskId: string, more: Fields = {}) {
  return skipTaskAnswerSchema.parse((await post("skip", taskId, bodyOf("skip", more))).data);
}
