import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  send,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;
let stranger: Phone;

const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
  stranger = await buildPhone(api, issuer);
});
afterAll(async () => {
  await owner.end();
});

describe("operations on records of another relationship", () => {
  test("are refused exactly like those on missing records, and change nothing", async () => {
    const { meal, habit } = stranger.agenda;
    const own = await sync(api, stranger, [complete(stranger)]);
    expect(own.results[0]?.status).toBe("ACCEPTED");
    const payloads = [
      ["quick-log.complete-task", { taskId: habit.id }],
      ["quick-log.complete-task", { taskId: randomUUID() }],
      ["quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }],
      ["quick-log.complete-item", { taskId: randomUUID(), itemId: randomUUID() }],
      ["quick-log.undo", { taskId: habit.id, undoesClientOperationId: "x" }],
    ] as const;
    const operations = payloads.map(([type, payload]) => queued(type, payload));
    const { results } = await sync(api, phone, operations);
    const provisionals = results.map(
      ({ clientOperationId: _id, receiptId, diagnosticsRef, ...rest }) => {
        expect(receiptId).toBe(diagnosticsRef);
        return rest;
      },
    );
    expect(provisionals[0]).toMatchObject({ status: "REJECTED", rejectionCode: "TASK_UNKNOWN" });
    for (const result of provisionals) expect(result).toEqual(provisionals[0]);
    expect((await snapshot(api, stranger)).receipts).toHaveLength(1);
  });

  test("include those on an item of another task, which is unknown too", async () => {
    const { meal, supplement } = phone.agenda;
    const itemId = supplement.items[0]?.id;
    const mixed = queued("quick-log.complete-item", { taskId: meal.id, itemId });
    expect((await sync(api, phone, [mixed])).results[0]).toMatchObject({
      rejectionCode: "ITEM_UNKNOWN",
    });
  });
});

describe("a paused scope", () => {
  test("locks out new operations, which the device keeps, and replays known ones", async () => {
    const known = complete(phone);
    const first = await sync(api, phone, [known]);
    await setStatus("PAUSED");
    const { meal } = phone.agenda;
    const pending = queued("quick-log.skip", { taskId: meal.id, reason: "BUSY" });
    const answer = await send(api, phone, [pending, known, pending]);
    const { results, scopeState } = syncAnswerSchema.parse(answer.data);
    expect(scopeState).toBe("PAUSED");
    expect(results[0]).toMatchObject({
      status: "SCOPE_LOCKED",
      rejectionCode: "SCOPE_PAUSED",
      receiptId: null,
      acceptedRevision: null,
      allowedResolutions: ["RETRY"],
    });
    expect(results[1]).toEqual({ ...first.results[0], status: "ALREADY_ACCEPTED" });
    expect(results[2]?.status).toBe("SCOPE_LOCKED");
    expect(await snapshot(api, phone)).toMatchObject({
      scopeState: "PAUSED",
      receipts: [{ receiptId: first.results[0]?.receiptId }],
    });
    await setStatus("ACTIVE");
    expect((await sync(api, phone, [pending])).results[0]?.status).toBe("ACCEPTED");
  });

  test("judges nothing, not even an operation that would be refused", async () => {
    await setStatus("PAUSED");
    const odd = [
      queued("device.levitate", {}),
      queued("quick-log.skip", { nonsense: true }),
      { ...complete(phone), payloadChecksum: `sha-256:${"0".repeat(64)}` },
    ];
    const { results } = await sync(api, phone, odd);
    expect(results.map(({ status }) => status)).toEqual(odd.map(() => "SCOPE_LOCKED"));
  });

  test("never replays once it has ended", async () => {
    const known = complete(phone);
    await sync(api, phone, [known]);
    await setStatus("ENDED");
    expect(refusalOf(await send(api, phone, [known]))).toMatchObject({ status: 404 });
  });
});

test("a scope in onboarding accepts operations, and shows its status", async () => {
  await setStatus("ONBOARDING");
  const { results, scopeState } = await sync(api, phone, [complete(phone)]);
  expect(results[0]?.status).toBe("ACCEPTED");
  expect(scopeState).toBe("ONBOARDING");
});

function complete({ agenda }: Phone) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

function setStatus(status: "ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED") {
  return setRelationshipStatus(api.deps.database.em, phone.relationshipId, status);
}
