import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { WorkflowUpdateFailedError } from "@temporalio/client";
import { sql } from "kysely";
import { openDatabase } from "../../db/open-database.ts";
import { revokeDevice } from "../../activities/sync/devices/revoke-device.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { actors as productActors } from "../../workers/actors.ts";
import { replayWorkflow } from "../../workers/operator/replay-workflow.ts";
import { startActors } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { wholeHistory } from "../factories/workers/whole-history.ts";
import { openNamespace } from "../harness/namespace.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 16, applicationName: "test" });
const { em } = database;
const admission = admissionDeps(em);

/** A fault that every act of a device's actor meets while it is set. */
let fault: Error | null = null;
const failing = productActors.map((actor) => ({
  ...actor,
  async settle(...[deps, order]: Parameters<typeof actor.settle>) {
    if (fault !== null && actor.definition.kind === "device") throw fault;
    return await actor.settle(deps, order);
  },
}));

const settlement = settlementDeps(em);
const actors = await startActors({ ...(await openNamespace()), settlement, actors: failing });
beforeEach(() => {
  fault = null;
});
afterAll(async () => {
  await actors.stop();
  await database.close();
});

const agendaOf = (scope: BuiltScope) => handleOf(scope).query<AgendaView>("agenda");

describe("the device actor", () => {
  test("is woken by an order to purge the device, and shows that it waits for its acknowledgement", async () => {
    const scope = await buildScope(em);
    await submit(admission, scope, [complete(scope)]);
    await settled(scope);
    await revoke(scope);
    const agenda = await waitsFor(scope, "PURGE");
    expect(agenda).toMatchObject({ waiting: { PURGE: 1 }, tried: { failures: 0 } });
    expect(agenda.until).not.toBeNull();
    const { typedSearchAttributes, type } = await handleOf(scope).describe();
    expect(type).toBe("deviceActor");
    const attributes = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    expect(attributes).toMatchObject({
      DeviceId: scope.deviceId,
      RelationshipId: scope.relationshipId,
      WorkspaceId: scope.workspaceId,
      ActorStatus: "WAITING",
      NextWakeAt: expect.any(Date),
    });
  });

  test("pauses after a failure, shows its class, and continues when an operator asks", async () => {
    fault = new RangeError("planted fault");
    const scope = await buildScope(em);
    await revoke(scope);
    const agenda = await eventually(
      () => agendaOf(scope),
      ({ waitingFor, tried }) => waitingFor === "NEXT_TRY" && tried.failures >= 2,
    );
    expect(agenda.tried).toMatchObject({ lastFailure: "RangeError" });
    fault = null;
    await handleOf(scope).executeUpdate("settleNow");
    await waitsFor(scope, "PURGE");
  });

  test("replays cleanly from the live server, which support can do for any workflow", async () => {
    const scope = await buildScope(em);
    await submit(admission, scope, [complete(scope)]);
    await settled(scope);
    await revoke(scope);
    await waitsFor(scope, "PURGE");
    const workflowId = deviceActorId(scope.deviceId);
    expect(await replayWorkflow(actors.client, { workflowId }, await testBundle())).toEqual({
      clean: true,
      text: `${workflowId} replays cleanly.`,
      story: expect.arrayContaining([
        expect.stringMatching(/PurgeOrdered$/),
        expect.stringMatching(/settled by lanes 1, waits for PURGE$/),
      ]),
    });
    expect(
      await replayWorkflow(actors.client, { workflowId: "device/none" }, await testBundle()),
    ).toEqual({
      clean: false,
      text: "There is no workflow device/none.",
    });
  });

  test("refuses an operator's retry if nothing waits for one", async () => {
    const scope = await buildScope(em);
    await revoke(scope);
    await waitsFor(scope, "PURGE");
    const retry = handleOf(scope).executeUpdate("retryNow");
    await expect(retry).rejects.toThrow(WorkflowUpdateFailedError);
    await expect(retry).rejects.toMatchObject({ cause: { type: "NOTHING_TO_RETRY" } });
  });
});

describe("a history", () => {
  test("contains no personal data and no payload, in events, metadata and failures", async () => {
    const marker = "zzmarkerzz";
    const scope = await buildScope(em);
    await sql`update app_user set display_name = ${marker} where id = ${scope.clientUserId}`.execute(
      em.fork().getKysely(),
    );
    await sql`update device set app_version = ${marker}, os_version = ${marker}
      where id = ${scope.deviceId}`.execute(em.fork().getKysely());
    fault = new Error(`the note says ${marker}`);
    await submit(admission, scope, [
      queued("quick-log.skip", {
        taskId: scope.agenda.meal.id,
        reason: "PAIN_OR_INJURY",
        note: `it hurts: ${marker}`,
      }),
    ]);
    await settled(scope);
    await revoke(scope);
    await eventually(
      () => agendaOf(scope),
      ({ tried }) => tried.failures >= 1,
    );
    fault = null;
    await handleOf(scope).executeUpdate("settleNow");
    await waitsFor(scope, "PURGE");
    const text = await wholeHistory(actors.client, deviceActorId(scope.deviceId));
    expect(text).toContain(scope.deviceId);
    expect(text).toContain("PurgeOrdered");
    expect(text).not.toContain(marker);
    expect(text).not.toContain("PAIN");
    expect(text).not.toMatch(/it hurts|Lunch|@example/);
    await eventually(
      async () => actors.published.filter(({ refs }) => refs["workspaceId"] === scope.workspaceId),
      (fed) => fed.some(({ type }) => type === "ClientSkipNeedsAttention"),
    );
    expect(JSON.stringify(actors.published)).not.toContain(marker);
  });
});

/** Revokes the device, which is ordered to purge its data and never acknowledges. */
function revoke({ clientUserId: userId, deviceId }: BuiltScope) {
  return transact(em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "test" }));
}

async function unsettled({ deviceId }: BuiltScope) {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sync_batch
    where device_id = ${deviceId} and status = 'ADMITTED'`.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
}

function settled(scope: BuiltScope) {
  return eventually(
    () => unsettled(scope),
    (count) => count === 0,
  );
}

function handleOf({ deviceId }: BuiltScope) {
  return actors.client.workflow.getHandle(deviceActorId(deviceId));
}

function waitsFor(scope: BuiltScope, wanted: AgendaView["waitingFor"]) {
  return eventually(
    () => agendaOf(scope),
    ({ waitingFor }) => waitingFor === wanted,
  );
}

function complete({ agenda }: BuiltScope) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}
