import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import pino from "pino";
import { z } from "zod";
import type { OperationFeature, OperationType } from "../../activities/sync/operation-feature.ts";
import { readmitDeferral } from "../../activities/sync/retry/readmit-deferral.ts";
import { redriveOperation } from "../../activities/sync/support/redrive-operation.ts";
import { newId } from "../../db/platform/new-id.ts";
import { unpackText } from "../../db/sync/pack-text.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { refuse } from "../../rules/sync/decision.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { blind, laterTask, openLaterTask } from "../factories/quick-log/later-task.ts";
import { buildQuarantined, crashingFeatures } from "../factories/sync/quarantined.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submission,
  submit,
} from "../factories/sync/sync.ts";
import { loadNothing, withDayCopy } from "../factories/sync/features/with-copy.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

const textType: OperationType<string> = {
  principals: ["CLIENT"],
  requiresRevision: false,
  versions: new Map([
    [
      1,
      {
        payload: z.unknown(),
        read: (payload) => ({ intent: z.object({ text: z.string() }).parse(payload).text }),
      },
    ],
  ]),
};
const keptSchema = z.object({ operations: z.array(z.looseObject({})) });

describe("a retryable operation (docs/rooms/sync.md#verdicts)", () => {
  test("stores no more of a long payload than a refused one does", async () => {
    const scope = await buildScope(em);
    const feature: OperationFeature<string> = {
      operationTypes: new Map([["test.keep-text", textType]]),
      load: loadNothing(({ intent, receiptId }) =>
        intent.startsWith("early")
          ? { ...refuse("DAY_NOT_OPEN"), retryAfterSeconds: 60 }
          : {
              accepted: true,
              revision: 1,
              canonicalRecordId: receiptId,
              canonicalIds: [],
              refetch: [],
            },
      ),
    };
    const rest = " and so on".repeat(900);
    const batch = ["early", "timely"].map((text) =>
      queued("test.keep-text", { text: text + rest }),
    );
    const { results } = await submit(admissionDeps(em, [feature]), scope, batch);
    expect(verdictsOf(results)).toEqual(["DAY_NOT_OPEN", "ACCEPTED"]);
    expect(results[0]?.retryAfterSeconds).toBe(60);
    const { rows } = await sql<{ body: Buffer }>`
      select request.body from sync_request request join sync_batch batch on batch.id = request.batch_id
      where batch.device_id = ${scope.deviceId}`.execute(em.fork().getKysely());
    const kept = keptSchema.parse(JSON.parse(unpackText(rows[0]?.body ?? Buffer.of()))).operations;
    expect(kept).toMatchObject([{ payload: null, cut: {} }, { payload: batch[1]?.payload }]);
    expect(JSON.stringify(kept[0]).length).toBeLessThan(6_000);
  });

  test("is processed next to one whose write fails: the batch is bisected", async () => {
    const scope = await buildScope(em);
    const { id } = await laterTask(em, scope, 1);
    const { habit, meal } = scope.agenda;
    const failing = withDayCopy((copy) => {
      let fails = false;
      return {
        decide(operation) {
          fails ||=
            "taskId" in operation.intent.payload && operation.intent.payload.taskId === meal.id;
          return copy.decide(operation);
        },
        writes() {
          const writes = copy.writes();
          const fault = () => Promise.reject(new Error("cannot be written"));
          return fails ? { ...writes, statements: [fault] } : writes;
        },
      };
    });
    const { results } = await submit(admissionDeps(em, failing), scope, [
      blind("today.complete", { taskId: id }),
      queued("today.complete", { taskId: meal.id }),
      queued("today.complete", { taskId: habit.id }),
    ]);
    expect(verdictsOf(results)).toEqual(["DAY_NOT_OPEN", "TEMPORARILY_UNPROCESSED", "ACCEPTED"]);
  });

  test("is not treated as answered when it is sent again: its batch is begun once", async () => {
    const scope = await buildScope(em);
    const { id } = await laterTask(em, scope, 1);
    const [early, timely] = [
      blind("today.complete", { taskId: id }),
      queued("today.complete", { taskId: scope.agenda.habit.id }),
    ];
    const own = admissionDeps(em);
    for (const batch of [[early], [timely, early], [timely]]) await submit(own, scope, batch);
    const remembered = [early, timely].map((first) => own.recent.has(submission(scope, [first])));
    expect(remembered).toEqual([false, true]);
    await submit(own, scope, [timely, early]);
    let begun = 0;
    const counted = {
      ...own,
      underWay: {
        ...own.underWay,
        during<T>(admission: () => Promise<T>) {
          begun += 1;
          return own.underWay.during(admission);
        },
      },
    };
    await submit(counted, scope, [early]);
    expect(begun).toBe(1);
  });

  test("that is retried after a crash is dropped: its device sends it again, and it is judged", async () => {
    const scope = await buildScope(em);
    const later = await laterTask(em, scope, 1);
    const operation = blind("today.complete", { taskId: later.id });
    await submit(admissionDeps(em, crashingFeatures), scope, [operation]);
    const [deferral] = await deferralsOf(scope);
    if (deferral === undefined) throw new Error("The operation was not deferred");
    const { relationshipId } = scope;
    const retry = { ...deferral, relationshipId, features: operationFeatures };
    expect(await transact(em, (tx) => readmitDeferral(tx, retry))).toBe("NOT_DUE");
    expect(await deferralsOf(scope)).toEqual([]);
    expect(verdictsOf((await submit(deps, scope, [operation])).results)).toEqual(["DAY_NOT_OPEN"]);
    await openLaterTask(em, scope, later);
    expect(verdictsOf((await submit(deps, scope, [operation])).results)).toEqual(["ACCEPTED"]);
  });

  test("out of quarantine is a conflict for support until its time has come", async () => {
    const scope = await buildScope(em);
    const later = await laterTask(em, scope, 1);
    const receiptId = await buildQuarantined(
      em,
      scope,
      blind("today.complete", { taskId: later.id }),
    );
    const actor = { actor: "identity:x", role: "support", reason: "Ticket 12" } as const;
    const redrive = () =>
      transact(em, (tx) =>
        redriveOperation(tx, {
          receiptId,
          operator: { ...actor, requestId: newId() },
          features: operationFeatures,
          log: pino({ level: "silent" }),
        }),
      );
    await expect(redrive()).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    await openLaterTask(em, scope, later);
    expect((await redrive()).result.status).toBe("ACCEPTED");
  });
});

async function deferralsOf({ relationshipId }: BuiltScope) {
  const { rows } = await sql<{ lineageId: string; clientOperationId: string }>`
    update deferred_operation set next_attempt_at = clock_now()
    where relationship_id = ${relationshipId} and state = 'OPEN'
    returning lineage_id as "lineageId", client_operation_id as "clientOperationId"
  `.execute(em.fork().getKysely());
  return rows;
}
