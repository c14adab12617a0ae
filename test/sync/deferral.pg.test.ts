import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { hooks } from "../../workers/hooks.ts";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import { readmitDeferral } from "../../activities/sync/retry/readmit-deferral.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { eventually } from "../factories/eventually.ts";
import { lockScope } from "../factories/db/lock-scope.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { withDayCopy } from "../factories/sync/features/with-copy.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, appUrl, ownerUrl } = await useOrm(await useOwnDatabase());

describe("a rule that crashes", () => {
  test("defers its own operation only, and is not run again when the device repeats it", async () => {
    const scope = await buildScope(em);
    const { features, ran } = crashing();
    const deps = admissionDeps(em, features);
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

  test("is retried twice with growing pauses, then quarantined with a receipt", async () => {
    const scope = await buildScope(em);
    const { features } = crashing();
    const deps = admissionDeps(em, features);
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
          features,
        }),
      );
    expect(await retry()).toBe("NOT_DUE");
    await moveClock(ownerUrl, 61);
    expect(await retry()).toBe("FAILED_AGAIN");
    expect(await retry()).toBe("NOT_DUE");
    await moveClock(ownerUrl, 61 + 601);
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
    await moveClock(ownerUrl, 0);
  });

  test("decides the operation once it is repaired, and the receipt answers the device", async () => {
    const scope = await buildScope(em);
    const { features } = crashing();
    const bad = queued("quick-log.skip", {
      taskId: scope.agenda.meal.id,
      reason: "BUSY",
      note: "crash me",
    });
    await submit(admissionDeps(em, features), scope, [bad]);
    const [deferral] = await asideOf(scope.relationshipId);
    await moveClock(ownerUrl, 61);
    const outcome = await transact(em, (tx) =>
      readmitDeferral(tx, {
        lineageId: deferral?.lineageId ?? "",
        relationshipId: scope.relationshipId,
        clientOperationId: bad.clientOperationId,
        features: operationFeatures,
      }),
    );
    expect(outcome).toBe("DECIDED");
    const { results } = await submit(admissionDeps(em), scope, [bad]);
    expect(results[0]).toMatchObject({ status: "ALREADY_ACCEPTED", acceptedRevision: 2 });
    await moveClock(ownerUrl, 0);
  });

  test("leaves the operation to the device that sent it meanwhile, whose chain gets the receipt", async () => {
    const scope = await buildScope(em);
    const { features } = crashing();
    const taskId = scope.agenda.meal.id;
    const bad = queued("quick-log.skip", { taskId, reason: "BUSY", note: "crash me" });
    await submit(admissionDeps(em, features), scope, [bad]);
    const [key] = await asideOf(scope.relationshipId);
    if (key === undefined) throw new Error("The operation was not deferred");
    const { relationshipId, clientUserId } = scope;
    const other = await buildDevice(em, clientUserId);
    await sql`update deferred_operation set next_attempt_at = clock_now()
      where relationship_id = ${relationshipId}`.execute(em.fork().getKysely());
    const release = await lockScope(appUrl, relationshipId);
    const retry = () =>
      transact(em, (tx) =>
        readmitDeferral(tx, { ...key, relationshipId, features: operationFeatures }),
      );
    const waiting = retry();
    await eventually(
      async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(
          em.fork().getKysely(),
        );
        return rows.length;
      },
      (count) => count === 1,
    );
    await sql`update deferred_operation set device_id = ${other}
      where relationship_id = ${relationshipId}`.execute(em.fork().getKysely());
    await release();
    expect(await waiting).toBe("NOT_DUE");
    expect(await retry()).toBe("DECIDED");
    expect(await fullReceipts(em, [scope.deviceId])).toEqual([]);
    expect(await fullReceipts(em, [other])).toHaveLength(1);
  });
});

describe("once it is closed", () => {
  const owner = new Client({ connectionString: ownerUrl });
  let feature: ReturnType<typeof plantFeature>;
  let scope: BuiltScope;
  let broken: Operation;
  let child: Operation;

  beforeAll(async () => {
    await owner.connect();
    await createPlantTable(ownerUrl);
  });
  beforeEach(async () => {
    scope = await buildScope(em);
    feature = plantFeature();
    broken = queued(PLANT, { localId: "broken", outcome: "crashes once" });
    child = queued(PLANT, { localId: "child" }, { dependsOn: [broken.clientOperationId] });
    await send();
  });
  afterAll(() => owner.end());

  const send = (features: readonly OperationFeature[] = [feature]) =>
    submit(admissionDeps(em, features), scope, [broken, child]);

  /** The actor retries what waits, with these features. */
  const retry = (features: readonly OperationFeature[] = [feature]) =>
    settleAll(settlementDeps(em, [], features), { deviceId: scope.deviceId, retryNow: true });

  async function rowsOf<Row>(statement: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> {
    return (await statement.execute(em.fork().getKysely())).rows;
  }
  const plants = () =>
    rowsOf(sql`select local_id from test_plant where relationship_id = ${scope.relationshipId}`);
  const states = () =>
    rowsOf(sql`
      select state from deferred_operation where relationship_id = ${scope.relationshipId}
      order by ordinal`);
  const codes = async () =>
    (await fullReceipts(em, [scope.relationshipId])).map(({ clientOperationId: id, code }) => ({
      id,
      code,
    }));

  describe("an operation that was deferred", () => {
    test("is refused, never done, once its relationship has ended", async () => {
      const end = "update relationship set status = 'ENDED' where id = $1";
      await owner.query(end, [scope.relationshipId]);
      await retry();
      expect(await plants()).toEqual([]);
      expect(await codes()).toEqual([
        { id: broken.clientOperationId, code: "RELATIONSHIP_ENDED" },
        { id: child.clientOperationId, code: "RELATIONSHIP_ENDED" },
      ]);
      expect(await states()).toEqual([{ state: "DONE" }, { state: "DONE" }]);
      expect(await retry()).toMatchObject({ open: false });
    });

    const pauseOrResume = (act: "PAUSE" | "RESUME") =>
      transact(em, (tx) => {
        const { workspaceId, relationshipId, coachUserId: byUserId } = scope;
        const move = { act, workspaceId, relationshipId, byUserId, reason: null, requestId: null };
        return moveRelationship(tx, move, hooks.relationships);
      });
    const suspendOrReinstate = (act: "SUSPEND" | "REINSTATE") =>
      transact(em, (tx) => {
        const move = { act, workspaceId: scope.workspaceId, reason: null, requestId: "test" };
        return moveWorkspace(tx, { ...move, actor: "operator" }, hooks.workspaces);
      });
    const wakeUps = async () => {
      const rows = await rowsOf<{ count: number }>(sql`select count(*)::int as count from outbox
        where type = 'DeviceDueSooner' and subject_id = ${scope.deviceId}`);
      return rows[0]?.count;
    };

    test.each([
      [
        "its relationship is paused",
        86_400,
        () => pauseOrResume("PAUSE"),
        () => pauseOrResume("RESUME"),
      ],
      [
        "its workspace is suspended",
        3_600,
        () => suspendOrReinstate("SUSPEND"),
        () => suspendOrReinstate("REINSTATE"),
      ],
    ])("waits while %s, and is woken when it resumes", async (_what, seconds, close, open) => {
      await close();
      const waiting = await retry();
      expect(await plants()).toEqual([]);
      expect(await states()).toEqual([{ state: "OPEN" }, { state: "OPEN" }]);
      expect(waiting.dueInMs).toBeGreaterThan((seconds - 60) * 1_000);
      const before = await wakeUps();
      await open();
      expect(await wakeUps()).toBe((before ?? 0) + 1);
      await settleAll(settlementDeps(em, [], [feature]), { deviceId: scope.deviceId });
      expect(await plants()).toHaveLength(2);
    });

    test("returns to its device if no feature knows it any more, and does not delay the others", async () => {
      await retry([]);
      expect(await states()).toEqual([]);
      expect((await send([])).results[0]?.rejectionCode).toBe("OPERATION_UNKNOWN");
      const { results } = await send();
      expect(results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
    });
  });
});

/** Quick-log with a bug: it crashes for certain notes. */
function crashing(): { features: readonly OperationFeature[]; ran: () => number } {
  let ran = 0;
  const features = withDayCopy((copy) => ({
    ...copy,
    decide: (operation) => {
      if (JSON.stringify(operation.intent).includes("crash me")) {
        ran += 1;
        throw new TypeError("secret words of a person");
      }
      return copy.decide(operation);
    },
  }));
  return { features, ran: () => ran };
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
