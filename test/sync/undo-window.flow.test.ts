import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import { sql } from "kysely";
import pino from "pino";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { actors } from "../../workers/actors.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { openDatabase } from "../../db/open-database.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { eventually } from "../factories/eventually.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { registerTestAttributes } from "../factories/workers/register-test-attributes.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
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
const LANE = "settlement/0";

describe("an operation's undo window", () => {
  test("closes after 24 hours, by the own timer of its lane, which then ends", async () => {
    const scope = await loggedDay();
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
      () => env.client.workflow.getHandle(LANE).describe(),
      ({ status }) => status.name === "COMPLETED",
    );
  });

  test("stays open for a lane that wakes early: it waits for the remaining time", async () => {
    const scope = await loggedDay();
    await env.sleep("25 hours");
    const agenda = await eventually(
      () => agendaOf(LANE),
      ({ waitingFor, tried }) => waitingFor === "UNDO_WINDOW" && tried.settlements > 1,
    );
    expect(agenda.tried.settlements).toBeLessThan(4);
    expect(agenda.waiting).toEqual({ SETTLEMENT: 0, UNDO_WINDOW: 1 });
    expect(await openWindows(scope)).toBe(1);
  });
});

async function openWindows({ relationshipId }: BuiltScope) {
  const { rows } = await sql`select 1 from agenda_day where relationship_id = ${relationshipId}
    and undo_closes_at is not null and undo_closed_at is null`.execute(em.fork().getKysely());
  return rows.length;
}

function agendaOf(workflowId: string) {
  return env.client.workflow.getHandle(workflowId).query<AgendaView>("agenda");
}

/** A client whose one operation is settled by the lane, which waits for the end of its undo window. */
async function loggedDay(): Promise<BuiltScope> {
  const scope = await buildScope(em);
  const taskId = scope.agenda.habit.id;
  await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId })]);
  await wakeActor({ workflowId: LANE, reason: "SyncBatchAdmitted", id: "0", version: 0 });
  await eventually(
    () => agendaOf(LANE),
    ({ waitingFor }) => waitingFor === "UNDO_WINDOW",
  );
  return scope;
}
