import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { admissionDeps, buildDevice, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { countReceipts, storedRequests } from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
const deps = admissionDeps(em);

describe("one batch", () => {
  test("accepts every quick-log action and answers a replay byte for byte", async () => {
    const scope = await buildScope(em);
    const { habit, supplement, meal, water } = scope.agenda;
    const completeHabit = queued("quick-log.complete-task", { taskId: habit.id });
    const operations = [
      completeHabit,
      queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
      queued("quick-log.complete-all", { taskId: supplement.id, confirmed: true }),
      queued("quick-log.record-value", {
        taskId: water.id,
        metricKind: "WATER",
        value: 300,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: "2026-01-05T08:00:00.000Z",
        localId: "water-1",
      }),
      queued("quick-log.undo", {
        taskId: habit.id,
        undoesClientOperationId: completeHabit.clientOperationId,
      }),
      queued("quick-log.skip", { taskId: meal.id, reason: "FOOD_UNAVAILABLE", note: "sold out" }),
    ];
    const first = await submit(deps, scope, operations);
    expect(statuses(first.results)).toEqual(Array.from(operations, () => "ACCEPTED"));
    expect(first.results[3]?.canonicalIds).toEqual([
      {
        localId: "water-1",
        canonicalId: expect.any(String),
        entityType: "quick_log_value_entry",
      },
    ]);
    const again = await submit(deps, scope, operations);
    const asFirst = again.results.map((result) => ({
      ...result,
      status: result.status === "ALREADY_ACCEPTED" ? "ACCEPTED" : result.status,
    }));
    expect(JSON.stringify(asFirst)).toBe(JSON.stringify(first.results));
    expect(statuses(again.results)).toEqual(Array.from(operations, () => "ALREADY_ACCEPTED"));
    expect(again.seq).toBe(first.seq);
    const tasks = await listDayTasks(executorOf(em.fork()), scope.relationshipId, [
      scope.agenda.localDate,
    ]);
    const status = (id: string) => tasks.find((task) => task.id === id)?.status;
    expect(status(habit.id)).toBe("PENDING");
    expect(status(meal.id)).toBe("SKIPPED");
    expect(status(supplement.id)).toBe("IN_PROGRESS");
    expect(status(water.id)).toBe("IN_PROGRESS");
  });

  test("the same batch on eight connections at once gives one set of receipts and one effect", async () => {
    const scope = await buildScope(em);
    const { meal } = scope.agenda;
    const operations = meal.items.map(({ id }) =>
      queued("quick-log.complete-item", { taskId: meal.id, itemId: id }),
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => submit(admissionDeps(em), scope, operations)),
    );
    const receipts = new Set(
      answers.map(({ results }) => results.map(({ receiptId }) => receiptId).join()),
    );
    expect(receipts.size).toBe(1);
    const fresh = answers.filter(({ results }) => results[0]?.status === "ACCEPTED");
    expect(fresh).toHaveLength(1);
    expect(await countReceipts(em, scope)).toBe(operations.length);
    expect(await count("quick_log_operation", scope)).toBe(operations.length);
    expect(await count("agenda_task_event", scope)).toBe(
      5 /* materialised */ + 2 /* in progress, completed */,
    );
  });

  test("a changed checksum under a used id is refused with the stored receipt and writes nothing", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    const operation = queued("quick-log.complete-task", { taskId: habit.id });
    const { results } = await submit(deps, scope, [operation]);
    const changed = queued(
      "quick-log.complete-item",
      { taskId: meal.id, itemId: meal.items[0]?.id },
      { clientOperationId: operation.clientOperationId },
    );
    const second = await submit(deps, scope, [changed]);
    expect(second.results[0]).toMatchObject({
      status: "REJECTED",
      rejectionCode: "OPERATION_ID_REUSED",
      category: "PAYLOAD_INVALID",
      receiptId: results[0]?.receiptId,
    });
    expect(await countReceipts(em, scope)).toBe(1);
  });

  test("one bad operation affects no other, and each refusal explains itself", async () => {
    const scope = await buildScope(em);
    const stranger = await buildScope(em);
    const { habit, meal, water } = scope.agenda;
    const value = (amount: number, unit = "ml") => ({
      taskId: water.id,
      metricKind: "WATER",
      value: amount,
      unit,
      sourceType: "MANUAL",
      recordedAt: "2026-01-05T08:00:00.000Z",
    });
    const twice = queued("quick-log.complete-task", { taskId: habit.id });
    const { results } = await submit(
      deps,
      scope,
      [
        queued("quick-log.complete-task", { taskId: stranger.agenda.habit.id }),
        queued("quick-log.complete-task", { taskId: habit.id }, { expectedRevision: 0 }),
        queued("quick-log.record-value", value(5)),
        queued("quick-log.record-value", value(500, "oz")),
        queued("quick-log.complete-task", { taskId: habit.id, extra: true }),
        queued("device.levitate", { height: 3 }),
        queued("quick-log.complete-task", { taskId: habit.id }, { operationVersion: 9 }),
        queued(
          "quick-log.complete-task",
          { taskId: habit.id },
          {
            payloadChecksum: `sha-256:${"0".repeat(64)}`,
          },
        ),
        queued("quick-log.skip", {
          taskId: meal.id,
          reason: "OTHER",
          note: "see https://cdn.example.com/x.mp4?X-Amz-Signature=abcdef0123",
        }),
        queued("quick-log.skip", { taskId: meal.id, reason: "OTHER", note: "nul" }),
        twice,
        twice,
        { ...twice, expectedRevision: 2 },
        queued("quick-log.complete-all", { taskId: meal.id, confirmed: true }),
      ],
      { faultyOrdinals: new Set([9]) },
    );
    expect(results.map((r) => r.rejectionCode ?? r.conflictCode ?? r.status)).toEqual([
      "TASK_UNKNOWN",
      "STALE_REVISION",
      "VALUE_OUT_OF_RANGE",
      "METRIC_MISMATCH",
      "PAYLOAD_INVALID",
      "OPERATION_UNKNOWN",
      "OPERATION_VERSION_UNSUPPORTED",
      "CHECKSUM_MISMATCH",
      "PAYLOAD_FORBIDDEN_CONTENT",
      "PAYLOAD_NOT_IJSON",
      "ACCEPTED",
      "ALREADY_ACCEPTED",
      "OPERATION_ID_REUSED",
      "ACCEPTED",
    ]);
    for (const result of results.filter(({ category }) => category !== undefined)) {
      expect(result.message).toEqual(expect.any(String));
      expect(result.allowedResolutions).not.toEqual([]);
    }
    const [body] = await storedRequests(em, scope);
    expect(body).toContain("operations");
    expect(body).not.toContain("Amz-Signature");
  });

  test("a lost answer followed by re-registration replays the old receipt", async () => {
    const scope = await buildScope(em);
    const installationId = "0197a000-0000-7000-8000-000000000001";
    const deviceId = await buildDevice(em, scope.clientUserId, installationId);
    const operation = queued("quick-log.complete-task", { taskId: scope.agenda.habit.id });
    const first = await submit(deps, { ...scope, deviceId }, [operation]);
    const newDeviceId = await buildDevice(em, scope.clientUserId, installationId);
    expect(newDeviceId).not.toBe(deviceId);
    const again = await submit(deps, { ...scope, deviceId: newDeviceId }, [operation]);
    expect(again.results[0]).toMatchObject({
      status: "ALREADY_ACCEPTED",
      receiptId: first.results[0]?.receiptId,
    });
    await expect(submit(deps, { ...scope, deviceId }, [operation])).rejects.toMatchObject({
      code: "DEVICE_REVOKED",
    });
  });

  test("equal operation ids of two phones are two operations", async () => {
    const scope = await buildScope(em);
    const second = await buildDevice(em, scope.clientUserId);
    const { meal } = scope.agenda;
    const [a, b] = meal.items;
    const one = queued("quick-log.complete-item", { taskId: meal.id, itemId: a?.id });
    const two = queued(
      "quick-log.complete-item",
      { taskId: meal.id, itemId: b?.id },
      { clientOperationId: one.clientOperationId },
    );
    const first = await submit(deps, scope, [one]);
    const other = await submit(deps, { ...scope, deviceId: second }, [two]);
    expect(first.results[0]?.status).toBe("ACCEPTED");
    expect(other.results[0]).toMatchObject({
      status: "CONFLICT",
      conflictCode: "STALE_REVISION",
      category: "STALE_REVISION",
      latestRevision: 2,
      rebaseable: true,
      conflict: { changedBy: "CLIENT", sinceRevision: 1, writeSetsTouch: false, rebaseRevision: 2 },
    });
  });
});

describe("the number of statements", () => {
  test("is the same for 1 and for 50 operations", async () => {
    const one = await statementsOf(1);
    const fifty = await statementsOf(50);
    expect(fifty).toEqual(one);
    expect(one.length).toBeLessThanOrEqual(13);
  });

  async function statementsOf(operations: number): Promise<readonly string[]> {
    const scope = await buildScope(em);
    const { water } = scope.agenda;
    const batch = Array.from({ length: operations }, (_, index) =>
      queued("quick-log.record-value", {
        taskId: water.id,
        metricKind: "WATER",
        value: 100,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: new Date(Date.UTC(2026, 0, 5, 8, index)).toISOString(),
      }),
    );
    const { statements, result } = await recordStatements(() => submit(deps, scope, batch));
    expect(statuses(result.results)).toEqual(Array.from(batch, () => "ACCEPTED"));
    return statements;
  }
});

function statuses(results: readonly { readonly status: string }[]) {
  return results.map(({ status }) => status);
}

async function count(table: string, scope: { readonly relationshipId: string }) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where relationship_id = ${scope.relationshipId}
  `.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
}
