import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { presentHistoryItem } from "../../api/quick-log/present.ts";
import { sql } from "kysely";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import { quickLogHistoryItemSchema } from "../../contract/quick-log/history-schema.ts";
import { operationSchema } from "../../contract/sync/schema.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import {
  createNoteTable,
  KEEP_NOTE,
  noteFeature,
} from "../factories/sync/features/note-feature.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
beforeAll(async () => {
  await createNoteTable(ownerUrl);
  await createPlantTable(ownerUrl);
});

test("a payload whose sets cannot be counted does not affect other operations", async () => {
  const scope = await buildScope(em);
  const { results } = await submit(admissionDeps(em, [careless()]), scope, [
    queued(KEEP_NOTE, { text: "first" }),
    queued(KEEP_NOTE, { text: "none" }),
    queued(KEEP_NOTE, { words: "none" }),
    queued(KEEP_NOTE, { text: "last" }),
  ]);
  expect(results.map(({ rejectionCode, status }) => rejectionCode ?? status)).toEqual([
    "ACCEPTED",
    "ACCEPTED",
    "PAYLOAD_INVALID",
    "ACCEPTED",
  ]);
});

test.each(["load", "write"] as const)(
  "an undo finds its operation in the same batch, however the batch is bisected (%s)",
  async (fault) => {
    const deps = admissionDeps(em, [...operationFeatures, noteFeature().feature]);
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const complete = queued("quick-log.complete-task", { taskId: habit.id });
    const undoesClientOperationId = complete.clientOperationId;
    const { results } = await submit(deps, scope, [
      queued(KEEP_NOTE, { text: "bad", fault }),
      complete,
      queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "REFETCH_REQUIRED",
      "ACCEPTED",
      "ACCEPTED",
    ]);
  },
);

const features = [plantFeature()];

test("operations that can no longer be read do not delay the retries of others", async () => {
  const scope = await buildScope(em);
  const plant = (localId: string) => queued(PLANT, { localId, outcome: "crashes once" });
  const old = Array.from({ length: 6 }, (_, index) => plant(`old ${index}`));
  const good = plant("good");
  await submit(admissionDeps(em, features), scope, [...old, good]);
  const ids = old.map(({ clientOperationId }) => clientOperationId);
  await sql`
    update deferred_operation set envelope = '{"of":"another time"}', next_attempt_at = clock_now()
    where client_operation_id = any(${ids}::text[])
  `.execute(em.fork().getKysely());
  const settle = (retryNow: boolean) =>
    settleAll(settlementDeps(em, [], features), { deviceId: scope.deviceId, retryNow });
  await expect(settle(true)).rejects.toThrow();
  // A slow machine does not process all of them in one call.
  for (let call = 0; call < 8; call += 1) await settle(false).catch(() => undefined);
  const { results } = await submit(admissionDeps(em, features), scope, [good, ...old]);
  expect(results[0]?.status).toBe("ALREADY_ACCEPTED");
  expect(new Set(results.slice(1).map(({ rejectionCode }) => rejectionCode))).toEqual(
    new Set(["TEMPORARILY_UNPROCESSED"]),
  );
});

describe("odd instants", () => {
  let scope: BuiltScope;

  beforeEach(async () => {
    scope = await buildScope(em);
  });

  /** A task that was done at an instant, in its wire form. */
  const doneAt = (clientRecordedAt: string) => {
    const taskId = scope.agenda.habit.id;
    return operationSchema.parse(
      queued("quick-log.complete-task", { taskId }, { clientRecordedAt }),
    );
  };

  const drunkAt = (recordedAt: string, value: number) =>
    queued("quick-log.record-value", {
      taskId: scope.agenda.water.id,
      metricKind: "WATER",
      value,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt,
    });

  async function historyOf({ relationshipId, agenda }: BuiltScope) {
    const rows = await listQuickLogHistory(em.fork(), {
      relationshipId,
      from: agenda.localDate,
      to: agenda.localDate,
      taskKind: null,
      status: null,
      itemId: null,
      after: null,
      limit: 10,
    });
    return rows.map(
      (row) => quickLogHistoryItemSchema.parse(presentHistoryItem(row)).clientRecordedAt,
    );
  }

  describe("an instant finer than a millisecond", () => {
    test.each([
      [
        "three hundred digits",
        `2026-01-05T08:00:00.${"1".repeat(300)}Z`,
        "2026-01-05T08:00:00.111Z",
      ],
      ["the last possible one", "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999Z"],
      ["none", "2026-01-05T08:00:00Z", "2026-01-05T08:00:00.000Z"],
    ])("is stored to the millisecond, and can be read again: %s", async (_name, sent, kept) => {
      const { results } = await submit(admissionDeps(em), scope, [doneAt(sent)]);
      expect(results[0]?.status).toBe("ACCEPTED");
      expect(await historyOf(scope)).toEqual([kept]);
    });

    test("is the same instant in a later batch", async () => {
      const send = async (recordedAt: string, value: number) => {
        const { results } = await submit(admissionDeps(em), scope, [drunkAt(recordedAt, value)]);
        return results[0]?.rejectionCode ?? results[0]?.status;
      };
      expect(await send("2026-01-05T08:00:00.123456Z", 300)).toBe("ACCEPTED");
      expect(await send("2026-01-05T09:00:00.123456Z", 200)).toBe("ACCEPTED");
      expect(await send("2026-01-05T08:00:00.123456Z", 300)).toBe("VALUE_DUPLICATE_TIMESTAMP");
    });
  });
});

/** A feature that counts sets without checking that they exist, as careless features do. */
function careless(): OperationFeature {
  const { feature } = noteFeature();
  const countSets = (payload: unknown) => {
    if (JSON.stringify(payload).includes("none")) throw new TypeError("There are no sets");
    return 0;
  };
  const operationTypes = [...feature.operationTypes].map(
    ([name, type]) => [name, { ...type, countSets }] as const,
  );
  return { ...feature, operationTypes: new Map(operationTypes) };
}
