import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import { type Metric, metricSchema } from "../../contract/agenda/metric-schema.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { batchIdOf } from "../../db/platform/new-id.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import type { DayContent } from "../../rules/plans/assigned-plan.ts";
import { actionSchemaOf } from "../../rules/plans/action-schema.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { habitContent } from "../factories/plans/assigned-plan.ts";
import { misnamedValues } from "../factories/quick-log/newest-values.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

test("two phones that log 40 glasses each get no conflict, whatever revision they saw", async () => {
  const phone = await buildScope(em);
  const other = { ...phone, deviceId: await buildDevice(em, phone.clientUserId) };
  const { water } = phone.agenda;
  const glass = (minute: number) =>
    value(water.id, {
      metricKind: "WATER",
      value: 50,
      unit: "ml",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
    });
  const verdicts: string[] = [];
  for (let first = 0; first < 40; first += 10) {
    const glasses = Array.from({ length: 10 }, (_, index) => glass(first + index));
    const sent = [phone, other].map((from) => submit(deps, from, glasses));
    for (const { results } of await Promise.all(sent)) verdicts.push(...verdictsOf(results));
  }
  expect(verdicts).toEqual(Array.from({ length: 80 }, () => "ACCEPTED"));
  expect(await summaryOf(water.id)).toMatchObject({
    revision: 81,
    value: { current: 4_000, entryCount: 80 },
  });
  expect(await misnamedValues(em, phone.relationshipId)).toEqual([]);
});

describe("a value of each type", () => {
  test.each([
    ["a text", { type: "text", metricKind: "SLEEP_NOTE" }, "deep", "light"],
    ["a choice", { type: "choice", metricKind: "MOOD", choices: ["good", "bad"] }, "good", "bad"],
    ["a boolean", { type: "boolean", metricKind: "FASTED" }, true, false],
  ])("is stored, corrected and undone: %s", async (_name, partial, first, then) => {
    const scope = await buildScope(em);
    const metric = metricSchema.parse(partial);
    const taskId = await putMetricTask(scope, metric);
    const { metricKind } = metric;
    const one = value(taskId, { metricKind, value: first });
    const two = value(taskId, { metricKind, value: then });
    const undo = queued("quick-log.undo", {
      taskId,
      undoesClientOperationId: two.clientOperationId,
    });
    for (const operation of [one, two, undo])
      expect(verdictsOf((await submit(deps, scope, [operation])).results)).toEqual(["ACCEPTED"]);
    expect(await summaryOf(taskId)).toMatchObject({ value: { current: first, entryCount: 1 } });
    const values = (await history(scope)).map((row) => row.value);
    expect(values).toMatchObject([
      { metricKind, value: first, unit: null },
      { metricKind, value: then },
      { metricKind, value: first },
    ]);
  });

  test.each([
    ["of another type", { value: "many" }, "VALUE_TYPE_MISMATCH"],
    ["with more decimals", { value: 10.5 }, "VALUE_TOO_PRECISE"],
    ["beyond its bounds", { value: 101 }, "VALUE_OUT_OF_RANGE"],
    ["in another unit", { value: 10, unit: "kg" }, "METRIC_MISMATCH"],
    ["with four decimals", { value: 10.1234 }, "VALUE_TOO_PRECISE"],
    ["as a list", { value: [10] }, "PAYLOAD_INVALID"],
  ])("is refused, and changes nothing: %s", async (_name, payload, code) => {
    const scope = await buildScope(em);
    const metric = { metricKind: "SQUATS", unit: "times", min: 0, max: 100, mode: "REPLACE" };
    const taskId = await putMetricTask(scope, metricSchema.parse({ ...metric, decimals: 0 }));
    const bad = value(taskId, { metricKind: "SQUATS", unit: "times", ...payload });
    expect(verdictsOf((await submit(deps, scope, [bad])).results)).toEqual([code]);
    expect(await summaryOf(taskId)).toEqual({ revision: 1, value: null });
  });
});

describe("a value on a measurement", () => {
  const weight = metricSchema.parse({
    metricKind: "WEIGHT",
    unit: "kg",
    min: 30,
    max: 300,
    mode: "REPLACE",
    decimals: 1,
  });
  const weigh = (taskId: string) =>
    value(taskId, { metricKind: "WEIGHT", value: 81.3, unit: "kg" });

  test("is reported as a measurement, once, and no other value is", async () => {
    const scope = await buildScope(em);
    const taskId = await putMetricTask(scope, weight, "MEASUREMENT");
    const drink = value(scope.agenda.water.id, { metricKind: "WATER", value: 300, unit: "ml" });
    const { results } = await submit(deps, scope, [weigh(taskId), drink]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    const [receiptId = ""] = results.map((result) => String(result.receiptId));
    const eventsByBatch = await listBatchEvents(em.fork(), operationFeatures, [
      batchIdOf(receiptId),
    ]);
    const entries = [...eventsByBatch.values()]
      .flat()
      .filter(({ type }) => type === "MeasurementEntrySubmitted");
    expect(entries).toMatchObject([{ subjectId: receiptId, refs: { taskId, receiptId } }]);
    expect((await history(scope)).map((row) => row.value)).toMatchObject([
      { metricKind: "WEIGHT", value: 81.3, unit: "kg" },
      { metricKind: "WATER" },
    ]);
  });

  test("is accepted after its own screen was opened, which starts it once", async () => {
    const scope = await buildScope(em);
    const taskId = await putMetricTask(scope, weight, "MEASUREMENT");
    const opened = (expectedRevision: number) =>
      queued("today.start", { taskId }, { expectedRevision });
    const { results } = await submit(deps, scope, [opened(1), opened(2)]);
    expect(results).toMatchObject([{ acceptedRevision: 2 }, { acceptedRevision: 2 }]);
    const weighed = { ...weigh(taskId), expectedRevision: 2 };
    expect(verdictsOf((await submit(deps, scope, [weighed])).results)).toEqual(["ACCEPTED"]);
    expect(await summaryOf(taskId)).toMatchObject({ revision: 3, value: { current: 81.3 } });
  });
});

test("a value or an undo without a revision returns no canonical id for its task", async () => {
  const scope = await buildScope(em);
  const { water } = scope.agenda;
  const more = { localId: "glass-1", metricKind: "WATER", value: 300, unit: "ml" };
  const { expectedRevision: _none, ...drink } = value(water.id, more);
  const undoes = { taskId: water.id, undoesClientOperationId: drink.clientOperationId };
  const { expectedRevision: _either, ...undo } = queued("quick-log.undo", undoes);
  const { results } = await submit(deps, scope, [drink, undo]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
  const entry = { localId: "glass-1", entityType: "quick_log_value_entry" };
  expect(results.map(({ canonicalIds }) => canonicalIds)).toEqual([
    [{ ...entry, canonicalId: results[0]?.receiptId }],
    [],
  ]);
});

test("a value of another day by corrected clock is accepted and flagged", async () => {
  const scope = await buildScope(em);
  const { water } = scope.agenda;
  const now = new Date();
  const before = new Date(now.getTime() - 2 * 86_400_000);
  const ahead = new Date(now.getTime() + 3 * 86_400_000);
  const glass = (recordedAt: Date, loggedAt = now) =>
    value(
      water.id,
      { metricKind: "WATER", value: 300, unit: "ml", recordedAt: recordedAt.toISOString() },
      { clientRecordedAt: loggedAt.toISOString() },
    );
  const clamped = glass(ahead, ahead);
  const { results } = await submit(deps, scope, [glass(now), glass(before), clamped]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED"]);
  const flags = (await history(scope)).map(({ clock }) => clock?.flags);
  expect(flags).toEqual([[], ["OUTSIDE_DAY"], ["FUTURE", "OUTSIDE_DAY"]]);
});

async function summaryOf(taskId: string) {
  const { rows } = await sql<{ value: unknown; revision: number }>`
    select completion_summary -> 'value' as value, revision from agenda_task where id = ${taskId}`.execute(
    em.fork().getKysely(),
  );
  return rows[0];
}

async function history({ relationshipId, agenda: { localDate } }: BuiltScope) {
  const query = { taskKind: null, status: null, itemId: null, after: null, limit: 50 };
  const own = { relationshipId, from: localDate, to: localDate, ...query };
  return (await listQuickLogHistory(em.fork(), own)).toReversed();
}

/** Adds a task as a plan for a value of this metric creates it. */
async function putMetricTask(
  scope: BuiltScope,
  metric: Metric,
  kind: "HABIT" | "MEASUREMENT" = "HABIT",
) {
  const { water } = scope.agenda;
  const { metric: _none, ...recurring } = habitContent();
  const content: DayContent =
    kind === "HABIT" ? { ...recurring, kind, metric } : { ...recurring, kind, metrics: [metric] };
  const own = kind === "HABIT" ? { metric } : { metric: null, metrics: [metric] };
  return await putTaskLike(em, water, {
    task_kind: kind,
    snapshot: { ...water.snapshot, ...own },
    action_schema: actionSchemaOf(content, kind),
  });
}

function value(taskId: string, payload: object, changes: Partial<Operation> = {}) {
  return queued(
    "quick-log.record-value",
    { taskId, sourceType: "MANUAL", recordedAt: "2026-01-05T08:00:00.000Z", ...payload },
    changes,
  );
}
