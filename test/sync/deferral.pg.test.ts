import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { readmitDeferral } from "../../activities/sync/retry/readmit-deferral.ts";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { moveClock } from "../factories/move-clock.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

/** Quick-log with a bug: it crashes for notes that say so. */
function crashing(): { feature: OperationFeature<QuickLogIntent>; ran: () => number } {
  let ran = 0;
  const feature: OperationFeature<QuickLogIntent> = {
    ...quickLogFeature,
    load: async (tx, scope, operations) => {
      const copy = await quickLogFeature.load(tx, scope, operations);
      return {
        write: (inner) => copy.write(inner),
        decide: (operation) => {
          if (JSON.stringify(operation.intent).includes("crash me")) {
            ran += 1;
            throw new TypeError("secret words of a person");
          }
          return copy.decide(operation);
        },
      };
    },
  };
  return { feature, ran: () => ran };
}

async function asideOf(relationshipId: string) {
  const { rows } = await sql<{
    lineageId: string;
    clientOperationId: string;
    state: string;
    attempts: number;
    faultClass: string;
  }>`select lineage_id as "lineageId", client_operation_id as "clientOperationId", state, attempts,
      fault_class as "faultClass"
     from deferred_operation where relationship_id = ${relationshipId}`.execute(
    em.fork().getKysely(),
  );
  return rows;
}

describe("a rule that crashes", () => {
  test("defers its own operation only, and is not run again by the device", async () => {
    const scope = await buildScope(em);
    const { feature, ran } = crashing();
    const deps = admissionDeps(em, [feature]);
    const { meal, habit } = scope.agenda;
    const bad = queued("quick-log.skip", { taskId: meal.id, reason: "OTHER", note: "crash me" });
    const good = queued("quick-log.complete-task", { taskId: habit.id });
    const first = await submit(deps, scope, [bad, good]);
    expect(first.results.map(({ status }) => status)).toEqual(["REFETCH_REQUIRED", "ACCEPTED"]);
    expect(first.results[0]).toMatchObject({
      rejectionCode: "TEMPORARILY_UNPROCESSED",
      receiptId: null,
      retryAfterSeconds: 60,
    });
    const again = await submit(deps, scope, [bad]);
    expect(again.results[0]).toMatchObject({
      rejectionCode: "TEMPORARILY_UNPROCESSED",
      diagnosticsRef: first.results[0]?.diagnosticsRef,
    });
    expect(ran()).toBe(1);
    expect(await asideOf(scope.relationshipId)).toMatchObject([
      { state: "OPEN", attempts: 1, faultClass: "TypeError" },
    ]);
  });

  test("is tried twice more with growing pauses, then quarantined with a receipt", async () => {
    const scope = await buildScope(em);
    const { feature } = crashing();
    const deps = admissionDeps(em, [feature]);
    const bad = queued("quick-log.skip", {
      taskId: scope.agenda.meal.id,
      reason: "OTHER",
      note: "crash me",
    });
    await submit(deps, scope, [bad]);
    const [deferral] = await asideOf(scope.relationshipId);
    const retry = () =>
      transact(em, (tx) =>
        readmitDeferral(tx, {
          lineageId: deferral?.lineageId ?? "",
          relationshipId: scope.relationshipId,
          clientOperationId: bad.clientOperationId,
          features: [feature],
        }),
      );
    expect(await retry()).toBe("NOT_DUE");
    await moveClock(files.ownerUrl, 61);
    expect(await retry()).toBe("FAILED_AGAIN");
    expect(await retry()).toBe("NOT_DUE");
    await moveClock(files.ownerUrl, 61 + 601);
    expect(await retry()).toBe("QUARANTINED");
    const { results } = await submit(deps, scope, [bad]);
    expect(results[0]).toMatchObject({
      status: "REJECTED",
      rejectionCode: "OPERATION_QUARANTINED",
      category: "LIFECYCLE_CLOSED",
      receiptId: expect.any(String),
    });
    expect(await asideOf(scope.relationshipId)).toMatchObject([
      { state: "QUARANTINED", attempts: 3 },
    ]);
    await moveClock(files.ownerUrl, 0);
  });

  test("once mended, the operation is decided and its receipt answers the device", async () => {
    const scope = await buildScope(em);
    const { feature } = crashing();
    const bad = queued("quick-log.skip", {
      taskId: scope.agenda.meal.id,
      reason: "BUSY",
      note: "crash me",
    });
    await submit(admissionDeps(em, [feature]), scope, [bad]);
    const [deferral] = await asideOf(scope.relationshipId);
    await moveClock(files.ownerUrl, 61);
    const outcome = await transact(em, (tx) =>
      readmitDeferral(tx, {
        lineageId: deferral?.lineageId ?? "",
        relationshipId: scope.relationshipId,
        clientOperationId: bad.clientOperationId,
        features: [quickLogFeature],
      }),
    );
    expect(outcome).toBe("DECIDED");
    const { results } = await submit(admissionDeps(em), scope, [bad]);
    expect(results[0]).toMatchObject({ status: "ALREADY_ACCEPTED", acceptedRevision: 2 });
    await moveClock(files.ownerUrl, 0);
  });
});
