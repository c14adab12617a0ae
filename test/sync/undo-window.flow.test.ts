import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import { sql } from "kysely";
import pino from "pino";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { actors } from "../../workers/actors.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { openDatabase } from "../../db/open-database.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { eventually } from "../factories/eventually.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { registerTestAttributes } from "../factories/workers/register-test-attributes.ts";
import { settlementDeps, settleOf } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "undo-window";
const wakeActor = actorWaker(env.client, taskQueue);

await registerTestAttributes(env.connection);
const worker = await Worker.create({
  connection: env.nativeConnection,
  taskQueue,
  workflowBundle: { codePath: await testBundle() },
  activities: createSettlingActs(actors, { ...settlementDeps(em), log }),
});
const running = worker.run();
afterEach(() => moveClock(ownerUrl, 0));
afterAll(async () => {
  worker.shutdown();
  await running;
  await env.teardown();
  await database.close();
});

const HOURS = 3_600;

describe("an operation's undo window", () => {
  test("closes after 24 hours, by the actor's own timer, and the actor ends", async () => {
    const scope = await waitingDevice();
    await env.sleep("23 hours");
    expect(await openWindows(scope)).toBe(1);
    await moveClock(ownerUrl, 24.5 * HOURS);
    expect(await openWindows(scope)).toBe(1);
    await env.sleep("90 minutes");
    await eventually(
      () => openWindows(scope),
      (count) => count === 0,
    );
    await env.sleep("2 minutes");
    await eventually(
      () => env.client.workflow.getHandle(deviceActorId(scope.deviceId)).describe(),
      ({ status }) => status.name === "COMPLETED",
    );
  });

  test("stays open for an actor that wakes early: it waits for the remaining time", async () => {
    const scope = await waitingDevice();
    await env.sleep("25 hours");
    const agenda = await eventually(
      () => agendaOf(scope),
      ({ waitingFor, tried }) => waitingFor === "UNDO_WINDOW" && tried.settlements > 1,
    );
    expect(agenda.tried.settlements).toBeLessThan(4);
    expect(await openWindows(scope)).toBe(1);
  });
});

async function openWindows({ deviceId }: BuiltScope) {
  const { rows } = await sql`select 1 from agenda_day
    where undo_device_id = ${deviceId} and undo_closed_at is null`.execute(em.fork().getKysely());
  return rows.length;
}

function agendaOf({ deviceId }: BuiltScope) {
  return env.client.workflow.getHandle(deviceActorId(deviceId)).query<AgendaView>("agenda");
}

/** A device whose one operation is settled and waits for the end of its undo window. */
async function waitingDevice(): Promise<BuiltScope> {
  const scope = await buildScope(em);
  const taskId = scope.agenda.habit.id;
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId })]);
  const id = scope.deviceId;
  await settleOf(settlementDeps(em), id);
  await wakeActor({ workflowId: deviceActorId(id), reason: "DeviceDueSooner", id, version: 0 });
  await eventually(
    () => agendaOf(scope),
    ({ waitingFor }) => waitingFor === "UNDO_WINDOW",
  );
  return scope;
}
