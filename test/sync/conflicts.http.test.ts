import { describe, expect, test } from "@jest/globals";
import { quickLogActionAnswerSchema } from "../../contract/quick-log/schema.ts";
import { type Operation, type RefetchHint, syncAnswerSchema } from "../../contract/sync/schema.ts";
import {
  buildPhone,
  type Phone,
  registeredDevice,
  snapshot,
  sync,
  syncBody,
  syncPath,
} from "../factories/sync/phone.ts";
import { oneOfEach } from "../factories/sync/phone-operations.ts";
import { queued } from "../factories/sync/sync.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

describe("a conflict without a common field", () => {
  test("is explained, rebased on the revision to use, and accepted once", async () => {
    const [phone, other] = await twoPhones();
    await sync(api, other, [tick(other, 0)]);
    const stale = tick(phone, 1);
    const [conflict] = (await sync(api, phone, [stale])).results;
    const first = phone.agenda.meal.items[0]?.id;
    expect(conflict).toMatchObject({
      status: "CONFLICT",
      conflictCode: "STALE_REVISION",
      receiptId: expect.any(String),
      messageKey: "sync.stale-revision",
      diagnosticsRef: conflict?.receiptId,
      allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
      rebaseable: true,
      latestRevision: 2,
      conflict: {
        changedFields: ["status", `items/${first}`],
        sinceRevision: 1,
        changedBy: "CLIENT",
        changedAt: expect.any(String),
        writeSetsTouch: false,
        rebaseRevision: 2,
      },
    });
    const rebased = () =>
      tick(phone, 1, {
        expectedRevision: conflict?.conflict?.rebaseRevision ?? 0,
        resubmitOf: stale.clientOperationId,
      });
    const { results } = await sync(api, phone, [rebased()]);
    expect(results[0]).toMatchObject({ status: "ACCEPTED", acceptedRevision: 3 });
    const again = await sync(api, phone, [stale, rebased()]);
    expect(again.results[0]).toEqual(conflict);
    expect(again.results[1]).toMatchObject({
      rejectionCode: "NOTHING_TO_RESUBMIT",
      parentClientOperationId: stale.clientOperationId,
    });
  });

  test("does not name the device's own changes: it names the other phone's", async () => {
    const [phone, other] = await twoPhones();
    await sync(api, other, [tick(other, 0)]);
    const { receipts } = await snapshot(api, other);
    await sync(api, phone, [tick(phone, 1, { expectedRevision: 2 })]);
    const { results } = await sync(api, phone, [tick(phone, 2, { expectedRevision: 1 })]);
    const first = phone.agenda.meal.items[0]?.id;
    expect(results[0]).toMatchObject({
      latestRevision: 3,
      rebaseable: true,
      conflict: {
        changedFields: ["status", `items/${first}`],
        changedBy: "CLIENT",
        changedAt: receipts[0]?.acceptedAt,
        rebaseRevision: 3,
      },
    });
  });
});

test("a conflict on a common field cannot be rebased", async () => {
  const [phone, other] = await twoPhones();
  await sync(api, other, [tick(other, 0)]);
  const { results } = await sync(api, phone, [tick(phone, 0)]);
  expect(results[0]).toMatchObject({
    rebaseable: false,
    conflict: { writeSetsTouch: true, rebaseRevision: null },
  });
});

test("the message follows the locale of the operation and is frozen in it", async () => {
  const [phone, other] = await twoPhones();
  await sync(api, other, [tick(other, 0)]);
  const german = tick(phone, 0, { metadata: { locale: "de-AT" } });
  const message = "Das wurde inzwischen an anderer Stelle geändert.";
  expect((await sync(api, phone, [german])).results[0]).toMatchObject({ message });
  const english = { ...german, metadata: { locale: "en" } };
  expect((await sync(api, phone, [english])).results[0]).toMatchObject({ message });
});

describe("every path that a refetch hint names exists", () => {
  const statusesOf = async ({ token }: Phone, hints: readonly RefetchHint[]) => {
    const paths = [...new Set(hints.map(({ path }) => path))];
    expect(paths).not.toEqual([]);
    const answers = paths.map(async (path) => [
      path,
      (await api.call("GET", path, { token })).status,
    ]);
    return { paths, answers: await Promise.all(answers) };
  };

  test("in the answers of both halves and of the single action", async () => {
    const [phone, other] = await twoPhones();
    const { serverCursor: since } = await snapshot(api, phone);
    await sync(api, other, [tick(other, 0)]);
    const batch = [...oneOfEach(phone), tick(phone, 0), tick(phone, 1, { expectedRevision: 9 })];
    const { relationshipId, token } = phone;
    const body = syncBody(phone, batch, { clientCursor: "expired" });
    const answer = await api.call("POST", syncPath(relationshipId), { token, body });
    const { results, refetch } = await sync(api, phone, [...batch, tick(phone, 1)]);
    const { changes } = await snapshot(api, phone, { since });
    const { receipt } = quickLogActionAnswerSchema.parse(
      (
        await api.call("POST", `/api/v1/client/quick-log/tasks/${phone.agenda.habit.id}/actions`, {
          token,
          body: {
            deviceId: phone.deviceId,
            clientOperationId: "single",
            actionKind: "COMPLETE_TASK",
            scope: "TASK",
            expectedTaskRevision: 1,
            clientRecordedAt: "2026-01-05T08:00:00.000Z",
          },
        })
      ).data,
    );
    const sent = syncHintsOf(answer.data);
    const hints = [...results, receipt].flatMap((result) => result.refetch);
    const { paths, answers } = await statusesOf(phone, [...hints, ...refetch, ...changes, ...sent]);
    expect(answers).toEqual(paths.map((path) => [path, 200]));
  });
});

function syncHintsOf(data: unknown): readonly RefetchHint[] {
  const { refetch, results } = syncAnswerSchema.parse(data);
  return [...refetch, ...results.flatMap((result) => result.refetch)];
}

/** Two phones of one client. */
async function twoPhones(): Promise<readonly [Phone, Phone]> {
  const phone = await buildPhone(api, issuer);
  return [phone, { ...phone, deviceId: await registeredDevice(api, phone.token) }];
}

function tick({ agenda: { meal } }: Phone, index: number, changes: Partial<Operation> = {}) {
  return queued(
    "quick-log.complete-item",
    { taskId: meal.id, itemId: meal.items[index]?.id },
    changes,
  );
}
