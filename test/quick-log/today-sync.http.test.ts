import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import { todaySyncAnswerSchema } from "../../contract/quick-log/today-schema.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  sync,
} from "../factories/sync/phone.ts";
import { blind, laterTask } from "../factories/quick-log/later-task.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const PATH = "/api/v1/client/today/sync";

describe("POST .../today/sync", () => {
  test("refuses a caller without a token", async () => {
    const answer = await api.call("POST", PATH, { rawBody: "{" });
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("refuses a coach", async () => {
    const token = phone.pair.coachToken;
    expect(refusalOf(await post([], { token }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
  });

  test("refuses a foreign device", async () => {
    const stranger = await buildPhone(api, issuer);
    const { deviceId } = stranger;
    const body = { deviceId, operations: [queued("today.skip", { taskId: randomUUID() })] };
    const answer = await api.call("POST", PATH, { token: phone.token, body });
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
  });

  test("refuses a client whose relationship ended", async () => {
    await setRelationshipStatus(api.deps.database.em, phone.relationshipId, "ENDED");
    const operation = queued("today.complete", { taskId: phone.agenda.habit.id });
    expect(refusalOf(await post([operation]))).toMatchObject({ status: 404 });
  });

  test("refuses a malformed batch: empty, too large, or with a fault in one operation", async () => {
    const { habit } = phone.agenda;
    const good = queued("today.complete", { taskId: habit.id });
    const many = Array.from({ length: 51 }, () => good);
    for (const batch of [[], many, [good, { ...good, operationVersion: 0 }]])
      expect(refusalOf(await post(batch))).toMatchObject({
        status: 400,
        code: "VALIDATION_FAILED",
      });
    const { tasks } = todaySchema.parse(
      (await api.call("GET", "/api/v1/client/today", phone)).data,
    );
    expect(tasks?.find(({ taskId }) => taskId === habit.id)?.status).toBe("PENDING");
  });

  test("returns each operation in its group, with its present task and day", async () => {
    const { agenda } = phone;
    const { id: later } = await laterTask(api.deps.database.em, phone, 1);
    const early = blind("today.complete", { taskId: later });
    const done = queued("today.complete", { taskId: agenda.habit.id });
    const tick = { taskId: agenda.meal.id, itemId: agenda.meal.items[0]?.id };
    const ticked = queued("quick-log.complete-item", tick);
    const unknown = queued("today.skip", { taskId: randomUUID(), reason: "BUSY" });
    const ahead = queued(
      "today.skip",
      { taskId: agenda.water.id, reason: "BUSY" },
      { expectedRevision: 7 },
    );
    const answer = await synced([done, ticked, unknown, ahead, early]);
    expect(ids(answer.accepted)).toEqual(ids([done, ticked]));
    expect(answer.rejected).toMatchObject([
      { clientOperationId: unknown.clientOperationId, rejectionCode: "TASK_UNKNOWN" },
      { clientOperationId: ahead.clientOperationId, conflictCode: "REVISION_AHEAD" },
    ]);
    expect(answer.waiting).toMatchObject([
      { rejectionCode: "DAY_NOT_OPEN", retryAfterSeconds: expect.any(Number) },
    ]);
    const states = new Map(answer.tasks.map((task) => [task.taskId, task]));
    expect(states.get(agenda.habit.id)).toMatchObject({ status: "COMPLETED", revision: 2 });
    expect(states.get(agenda.meal.id)).toMatchObject({
      status: "IN_PROGRESS",
      items: [{ status: "COMPLETED" }, { status: "PENDING" }, { status: "PENDING" }],
    });
    expect(states.get(agenda.water.id)).toMatchObject({ status: "PENDING", revision: 1 });
    expect(states.size).toBe(3);
    const today = todaySchema.parse((await api.call("GET", "/api/v1/client/today", phone)).data);
    expect(answer.agendas).toEqual([
      {
        localDate: agenda.localDate,
        agendaVersion: today.agendaVersion,
        checksum: today.agendaChecksum,
      },
    ]);
    const read = await api.call("GET", answer.refetch[0]?.path ?? "", phone);
    expect(read.status).toBe(200);
  });

  test("returns on replay the receipts that sync returns as well", async () => {
    const { habit, meal } = phone.agenda;
    const batch = [
      queued("today.complete", { taskId: habit.id }),
      queued("today.start", { taskId: meal.id }),
    ];
    const first = await synced(batch);
    const again = await synced(batch);
    expect(again).toEqual({
      ...first,
      accepted: first.accepted.map((result) => ({ ...result, status: "ALREADY_ACCEPTED" })),
    });
    const { results } = await sync(api, phone, batch);
    expect(results).toEqual([...again.accepted, ...again.rejected]);
  });

  test("refuses one operation alone for a JSON fault in its payload", async () => {
    const { habit, meal } = phone.agenda;
    const [bad, good] = [habit, meal].map(({ id }) =>
      queued("today.skip", { taskId: id, reason: "OTHER", note: "PLACE" }),
    );
    const body = { deviceId: phone.deviceId, operations: [bad, good] };
    const rawBody = JSON.stringify(body).replace("PLACE", "\\ud800");
    const answer = await api.call("POST", PATH, { token: phone.token, rawBody });
    const { accepted, rejected } = todaySyncAnswerSchema.parse(answer.data);
    expect(ids(accepted)).toEqual([good?.clientOperationId]);
    expect(rejected).toMatchObject([{ rejectionCode: "PAYLOAD_NOT_IJSON" }]);
  });
});

describe("several phones at today/sync", () => {
  test("make the second one's stale operation a conflict with the changes, but not its skip without a revision", async () => {
    const { habit, meal } = phone.agenda;
    const form = await putTaskLike(api.deps.database.em, habit);
    const mine = phone;
    const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    phone = other;
    await synced([
      queued("today.start", { taskId: form }),
      queued("today.complete", { taskId: habit.id }),
    ]);
    phone = mine;
    const skipped = blind("today.skip", { taskId: form, reason: "BUSY" });
    const stale = queued("today.complete", { taskId: habit.id });
    const fine = queued("today.complete", { taskId: meal.id });
    const { accepted, rejected, canonicalIds, refetch } = await synced([stale, skipped, fine]);
    expect(ids(accepted)).toEqual(ids([skipped, fine]));
    expect(rejected).toMatchObject([
      { conflictCode: "STALE_REVISION", conflict: { changedFields: ["status"] } },
    ]);
    expect(canonicalIds).toEqual([{ localId: form, canonicalId: form, entityType: "agenda_task" }]);
    expect(new Set(refetch.map(({ entityId }) => entityId))).toEqual(
      new Set([habit.id, form, meal.id]),
    );
  });
});

function post(operations: readonly unknown[], request: TestRequest = {}) {
  const body = { deviceId: phone.deviceId, operations };
  return api.call("POST", PATH, { token: phone.token, body, ...request });
}

async function synced(operations: readonly unknown[]) {
  return todaySyncAnswerSchema.parse((await post(operations)).data);
}

function ids(list: readonly { readonly clientOperationId: string }[]) {
  return list.map(({ clientOperationId }) => clientOperationId);
}
