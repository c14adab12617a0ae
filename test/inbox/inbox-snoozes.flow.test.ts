import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { snoozing } from "../../activities/inbox/acts/snooze-task.ts";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import type { SnoozePreset } from "../../contract/inbox/vocabulary.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { openDatabase } from "../../db/orm.ts";
import { tables } from "../../db/tables.ts";
import { clockNow, transact } from "../../db/transact.ts";
import { actors } from "../../workers/actors.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { putCoachTask } from "../factories/coach-tasks.ts";
import { eventually } from "../factories/eventually.ts";
import { registerTestAttributes } from "../factories/register-test-attributes.ts";
import { setClock } from "../factories/set-clock.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { buildScope } from "../factories/sync.ts";
import { testBundle } from "../factories/test-bundle.ts";
import { travelTo } from "../factories/time-travel.ts";
import { untilTold } from "../factories/until-told.ts";
import { openTestDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const { appUrl, ownerUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "inbox-tasks";
const wakeActor = untilTold(actorWaker(env.client, taskQueue));
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  await registerTestAttributes(env.connection);
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue,
    workflowBundle: { codePath: await testBundle() },
    activities: createSettlingActs(actors, { ...settlementDeps(em), log }),
  });
  const running = worker.run();
  stopWorker = async () => {
    worker.shutdown();
    await running;
  };
});
afterAll(async () => {
  await stopWorker();
  await env.teardown();
  await database.close();
});

const ZONES = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Niue"];
const PRESETS: readonly SnoozePreset[] = ["ONE_HOUR", "TOMORROW_MORNING"];

test("tasks put off by each preset, in many zones, wake once, at their instant (docs/rules.md#inbox-moments)", async () => {
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  await setClock(ownerUrl, noon);
  const begun = await clockNow(em.fork());
  const scope = await buildScope(em);
  const { workspaceId, relationshipId, clientUserId, coachUserId: byUserId } = scope;
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId: byUserId };
  const snoozed: { readonly id: string; readonly until: Date }[] = [];
  for (const timezone of ZONES) {
    await tables(em.fork())
      .updateTable("coachProfile")
      .set({ timezone })
      .where("userId", "=", byUserId)
      .execute();
    for (const preset of PRESETS) {
      const { id: taskId } = await putCoachTask(em, owner, { createdAt: noon });
      const acting = { workspaceId, taskId, byUserId, expectedRevision: null, requestId: "test" };
      const until = { preset } as const;
      const { task } = await transact(em, (tx) =>
        actOnTask(tx, acting, snoozing({ until, reason: null })),
      );
      snoozed.push({ id: taskId, until: task.snoozedUntil ?? begun });
    }
  }
  // Nobody tells the others, and they would be waited for.
  await tables(em.fork())
    .deleteFrom("actor")
    .where("workflowId", "not like", "inbox-task/%")
    .execute();
  for (const { id } of snoozed) {
    const workflowId = inboxTaskActor.idOf({ taskId: id });
    const wake = { workflowId, reason: "CoachTaskSnoozed", id, version: 2 } as const;
    expect(await wakeActor(wake)).toBeNull();
    await eventually(
      () => env.client.workflow.getHandle(workflowId).query<AgendaView>("agenda"),
      ({ waitingFor }) => waitingFor === "SNOOZE",
    );
  }
  await travelTo({ env, em, ownerUrl }, new Date(begun.getTime() + 48 * 3_600_000));
  for (const { id, until } of snoozed) {
    expect(await em.fork().findOneOrFail(CoachTask, id)).toMatchObject({
      status: "OPEN",
      reopenReason: "SNOOZE_ENDED",
    });
    const woken = await em.fork().find(CoachTaskEvent, { taskId: id, type: "reopened" });
    expect(woken).toHaveLength(1);
    const lateMs = (woken[0]?.occurredAt.getTime() ?? 0) - until.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(120_000);
  }
}, 120_000);
