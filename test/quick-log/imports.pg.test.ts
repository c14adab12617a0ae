import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";
import { batchIdOf } from "../../db/platform/new-id.ts";
import { addDays } from "../../rules/local-day.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { settleAll } from "../factories/sync/settlement.ts";
import { buildDevice, buildScope, queued } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import {
  anImport,
  storedImports,
  taskWithValue,
  walk,
} from "../factories/quick-log/step-imports.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { em, send, settlement } = await useAdmission(await useOwnDatabase());

describe("an import", () => {
  test("replaces the typed value and is never added to it; later typed values are kept", async () => {
    const scope = await buildScope(em);
    const { steps } = scope.agenda;
    expect(verdictsOf(await send(scope, walk(scope, 300)))).toEqual(["ACCEPTED"]);
    const results = await send(scope, anImport(scope), walk(scope, 500, { expectedRevision: 2 }));
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await taskWithValue(em, steps.id)).toMatchObject({
      status: "IN_PROGRESS",
      revision: 4,
      value: { current: 4_000, imported: { sourceType: "APPLE_HEALTH", manual: { current: 500 } } },
    });
    const {
      agenda: { localDate },
    } = scope;
    const later = { windowEnd: `${localDate}T00:00:02.000Z`, value: null };
    expect(verdictsOf(await send(scope, anImport(scope, later)))).toEqual(["ACCEPTED"]);
    expect((await taskWithValue(em, steps.id))?.value).toMatchObject({
      current: 500,
      entryCount: 1,
    });
    expect(await storedImports(em, scope)).toMatchObject([
      { value: 4_000, supersedes: false },
      { value: null, supersedes: true },
    ]);
  });

  test("applies to every task of its metric, starts none, makes no typed value stale, and emits an event", async () => {
    const scope = await buildScope(em);
    const { steps } = scope.agenda;
    const other = await putTaskLike(em, steps, {
      task_kind: "HABIT",
      action_schema: steps.actionSchema,
    });
    const phone = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const results = await send(phone, anImport(scope));
    expect(results).toMatchObject([{ status: "ACCEPTED", refetch: [{}, {}] }]);
    for (const id of [steps.id, other])
      expect(await taskWithValue(em, id)).toMatchObject({
        status: "PENDING",
        revision: 2,
        value: { current: 4_000 },
      });
    const events = await eventsOf(results);
    expect(events.map(({ type }) => type)).toEqual(["QuickLogOperationAccepted", "StepsImported"]);
    expect(events[1]).toMatchObject({
      subjectId: results[0]?.receiptId,
      refs: { localDate: scope.agenda.localDate },
    });
    expect(verdictsOf(await send(scope, walk(scope, 300)))).toEqual(["ACCEPTED"]);
    const settled = await settleAll(settlement, { deviceId: phone.deviceId });
    expect(settled).toMatchObject({ waitingBatches: 0 });
  });

  test("with the same value writes nothing, and one of an older window has no effect", async () => {
    const scope = await buildScope(em);
    const { localDate, steps } = scope.agenda;
    const first = anImport(scope, { windowEnd: `${localDate}T00:00:02.000Z` });
    const [kept] = await send(scope, first);
    const again = { ...first, clientOperationId: "again" };
    const [repeated] = await send(scope, again);
    expect(repeated).toMatchObject({ status: "ACCEPTED" });
    expect(repeated?.receiptId).not.toBe(kept?.receiptId);
    expect(await taskWithValue(em, steps.id)).toMatchObject({ revision: 2 });
    const older = anImport(scope, { value: 9_000 });
    const typed = anImport(scope, {
      value: 9_500,
      userEntered: true,
      windowEnd: `${localDate}T00:00:03.000Z`,
    });
    expect(verdictsOf(await send(scope, older, typed))).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await taskWithValue(em, steps.id)).toMatchObject({
      revision: 2,
      value: { current: 4_000 },
    });
    expect(await storedImports(em, scope)).toMatchObject([
      { value: 4_000, supersedes: false, typed: false },
      { value: 9_000, supersedes: false, typed: false },
      { value: 9_500, supersedes: false, typed: true },
    ]);
  });

  test("needs no task, and is never refused because of a task's state", async () => {
    const scope = await buildScope(em);
    const { steps } = scope.agenda;
    const skip = queued("quick-log.skip", { taskId: steps.id, reason: "BUSY" });
    const bare = anImport(scope, { localDate: "2000-01-01" });
    const results = await send(scope, skip, anImport(scope), bare);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED", "IMPORT_DAY_OUT_OF_RANGE"]);
    expect(await taskWithValue(em, steps.id)).toMatchObject({
      status: "SKIPPED",
      value: { current: 4_000 },
    });
    const undo = { taskId: steps.id, undoesReceiptId: results[1]?.receiptId };
    const undoing = queued("quick-log.undo", undo, { operationVersion: 2, expectedRevision: 3 });
    expect(verdictsOf(await send(scope, undoing))).toEqual(["UNDO_TARGET_UNKNOWN"]);
  });

  test("of a day that was never opened creates no task, but its fact exists", async () => {
    const scope = await buildScope(em);
    const localDate = addDays(scope.agenda.localDate, -3);
    const bare = anImport(scope, {
      localDate,
      windowStart: `${localDate}T00:00:00.000Z`,
      windowEnd: `${localDate}T08:00:00.000Z`,
    });
    expect(verdictsOf(await send(scope, bare))).toEqual(["ACCEPTED"]);
    const settled = await settleAll(settlement, { deviceId: scope.deviceId });
    expect(settled).toMatchObject({ waitingBatches: 0 });
    const { rows } = await sql`select local_date from agenda_day
      where relationship_id = ${scope.relationshipId} and local_date = ${localDate}`.execute(
      em.fork().getKysely(),
    );
    expect(rows).toEqual([]);
    expect(await storedImports(em, scope)).toMatchObject([{ value: 4_000 }]);
  });

  test("after the close of its day changes neither task nor adherence", async () => {
    const scope = await buildScope(em);
    const { steps, localDate } = scope.agenda;
    await sql`update agenda_day set closed_at = clock_now()
      where relationship_id = ${scope.relationshipId} and local_date = ${localDate}`.execute(
      em.fork().getKysely(),
    );
    const before = await taskWithValue(em, steps.id);
    expect(verdictsOf(await send(scope, anImport(scope)))).toEqual(["ACCEPTED"]);
    expect(await taskWithValue(em, steps.id)).toEqual(before);
    expect(await storedImports(em, scope)).toHaveLength(1);
  });
});

test("an import of a closed day is judged in that day's zone, not in the present one", async () => {
  const scope = await buildScope(em);
  const { relationshipId, agenda } = scope;
  const localDate = addDays(agenda.localDate, -2);
  const day = { local_date: localDate, timezone: "Asia/Tokyo" };
  await sql`insert into agenda_day
    select (jsonb_populate_record(day, ${JSON.stringify(day)}::jsonb || jsonb_build_object('closed_at', clock_now()))).*
    from agenda_day day where relationship_id = ${relationshipId} and local_date = ${agenda.localDate}`.execute(
    em.fork().getKysely(),
  );
  const inTokyo = {
    localDate,
    windowStart: `${addDays(localDate, -1)}T15:00:00.000Z`,
    windowEnd: `${localDate}T14:59:59.000Z`,
  };
  const inUtc = {
    localDate,
    windowStart: `${localDate}T00:00:00Z`,
    windowEnd: `${localDate}T23:00:00Z`,
  };
  const sent = [anImport(scope, inTokyo), anImport(scope, { ...inUtc, value: 9_000 })];
  expect(verdictsOf(await send(scope, ...sent))).toEqual(["ACCEPTED", "ACCEPTED"]);
  const kept = await storedImports(em, scope);
  expect(kept.map(({ value, flags }) => [value, String(flags).includes("OUTSIDE_DAY")])).toEqual([
    [4_000, false],
    [9_000, true],
  ]);
});

async function eventsOf(results: readonly OperationResult[]) {
  const batches = [...new Set(results.map(({ receiptId }) => batchIdOf(String(receiptId))))];
  const eventsByBatch = await listBatchEvents(em.fork(), operationFeatures, batches);
  return [...eventsByBatch.values()].flat();
}
