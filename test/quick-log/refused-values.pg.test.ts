import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { type NumberMetric, metricSchema } from "../../contract/agenda/metric-schema.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { snapshotOfTask } from "../../db/agenda/snapshots/queries.ts";
import { actionSchemaOf } from "../../rules/plans/action-schema.ts";
import { habitContent } from "../factories/plans/assigned-plan.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

const RANGE = { metricKind: "WATER", unit: "ml", min: 0, max: 500 } as const;

describe("a value that is out of range (docs/rooms/sync.md#refused-payloads)", () => {
  test("is refused with the range, in the language of the phone, and is replayed byte for byte", async () => {
    const scope = await buildScope(em);
    const taskId = await putWater(scope, "ACCUMULATE");
    const operation = drank(taskId, 750.5, { expectedRevision: 1, metadata: { locale: "de-CH" } });
    const refused = await sendOne(scope, operation);
    expect(refused).toMatchObject({
      rejectionCode: "VALUE_OUT_OF_RANGE",
      messageKey: "sync.value-out-of-range",
      message: "Dieser Wert liegt außerhalb des Bereichs. Möglich ist 0 bis 500 ml.",
      pointer: "/value",
      bounds: { min: 0, max: 500, unit: "ml", changed: false },
    });
    expect(JSON.stringify(await sendOne(scope, operation))).toBe(JSON.stringify(refused));
  });

  test("that adds up is refused because the coach narrowed the range while the phone was offline", async () => {
    const scope = await buildScope(em);
    const taskId = await putWater(scope, "ACCUMULATE");
    await narrow(taskId, 200.5);
    expect(await sendOne(scope, drank(taskId, 300, { expectedRevision: 1 }))).toMatchObject({
      rejectionCode: "VALUE_OUT_OF_RANGE",
      messageKey: "sync.value-out-of-range-changed",
      message:
        "Your coach changed the range of this value in the meantime. From 0 to 200.5 ml is possible.",
      bounds: { min: 0, max: 200.5, unit: "ml", changed: true },
    });
  });

  test("that replaces is in conflict because the coach narrowed the range while the phone was offline", async () => {
    const scope = await buildScope(em);
    const taskId = await putWater(scope, "REPLACE");
    await narrow(taskId, 200);
    const stale = await sendOne(scope, drank(taskId, 300, { expectedRevision: 1 }));
    expect(stale).toMatchObject({
      conflictCode: "STALE_REVISION",
      messageKey: "sync.value-out-of-range-changed",
      pointer: "/value",
      bounds: { min: 0, max: 200, unit: "ml", changed: true },
      rebaseable: false,
    });
    const within = await sendOne(scope, drank(taskId, 100, { expectedRevision: 1 }));
    expect(within).toMatchObject({ conflictCode: "STALE_REVISION", rebaseable: true });
    expect(within).not.toHaveProperty("bounds");
  });
});

test("a payload that its schema refuses leaves a receipt with place and sentence, and no sent content", async () => {
  const scope = await buildScope(em);
  const taskId = await putWater(scope, "ACCUMULATE");
  const payload = { taskId, minutes: 30, "secret-name": "secret-value" };
  const odd = queued("quick-log.snooze", payload, { expectedRevision: 1 });
  const refused = await sendOne(scope, odd);
  expect(refused).toMatchObject({
    rejectionCode: "PAYLOAD_INVALID",
    messageKey: "sync.payload-unknown-field",
    message: "This entry has a field that does not belong there.",
    pointer: "",
  });
  expect(JSON.stringify(refused)).not.toContain("secret");
});

async function putWater(scope: BuiltScope, mode: NumberMetric["mode"]) {
  const { water } = scope.agenda;
  const metric = metricSchema.parse({ ...RANGE, mode });
  return await putTaskLike(em, water, {
    task_kind: "HABIT",
    snapshot: { ...water.snapshot, metric },
    action_schema: actionSchemaOf({ ...habitContent(), metric }, "HABIT"),
  });
}

/** The coach publishes a revision with a lower maximum, and it reaches the task. */
async function narrow(taskId: string, max: number): Promise<void> {
  await sql`
    update agenda_task task
    set snapshot = jsonb_set(${snapshotOfTask}, '{metric,max}', to_jsonb(${max}::numeric)),
      revision = revision + 1, foreign_revision = revision + 1, changed_by_kind = 'COACH',
      changed_by_lineage_id = null, revision_before_run = revision
    where id = ${taskId}`.execute(em.fork().getKysely());
}

function drank(taskId: string, value: unknown, changes: Partial<Operation> = {}) {
  return queued(
    "quick-log.record-value",
    {
      taskId,
      metricKind: "WATER",
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: "2026-01-05T08:00:00.000Z",
      value,
    },
    changes,
  );
}

async function sendOne(scope: BuiltScope, operation: Operation) {
  const { results } = await submit(deps, scope, [operation]);
  return results[0];
}
