import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { snoozeTask } from "../../activities/inbox/acts/snooze-task.ts";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import type { SnoozePreset } from "../../contract/inbox/vocabulary.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { openDatabase } from "../../db/open-database.ts";
import { tables } from "../../db/tables.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { actors } from "../../workers/actors.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { eventually } from "../factories/eventually.ts";
import { registerTestAttributes } from "../factories/workers/register-test-attributes.ts";
import { setClock } from "../factories/set-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { travelTo } from "../factories/workers/time-travel.ts";
import { retryWakes } from "../factories/outbox/retry-wakes.ts";
import { isWholeCalendar } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "inbox-tasks";
const wakeActor = retryWakes(actorWaker(env.client, taskQueue));
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

/** Time zones of coaches, each for several; the campaign uses all of them. */
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Pacific/Kiritimati",
  "Pacific/Niue",
  ...(isWholeCalendar()
    ? [
        "UTC",
        "Europe/London",
        "America/St_Johns",
        "America/Sao_Paulo",
        "Asia/Kathmandu",
        "Australia/Lord_Howe",
        "Pacific/Auckland",
        "Africa/Casablanca",
      ]
    : []),
];
const PRESETS: readonly SnoozePreset[] = ["ONE_HOUR", "TOMORROW_MORNING"];
/** The noons before the clocks go forward and back in Europe. */
const NOONS = ["2027-03-27T12:00:00Z", "2027-10-30T12:00:00Z"];
const HOUR_MS = 3_600_000;

/** A snoozed task, and the end of its snooze. */
interface Snoozed {
  readonly id: string;
  readonly until: Date;
}

const workflowIdOf = ({ id: taskId }: Snoozed) => inboxTaskActor.idOf({ taskId });
const handleOf = (one: Snoozed) => env.client.workflow.getHandle(workflowIdOf(one));

test.each(NOONS)(
  "Tasks snoozed by each preset, in many zones, from %s on wake once, at their instant (docs/rooms/inbox.md#moments)",
  async (noon) => {
    await setClock(ownerUrl, noon);
    const snoozed = await snoozeAll(ZONES, PRESETS);
    await leaveOnly(snoozed);
    await startAll(snoozed);
    await travelTo({ env, em, ownerUrl }, new Date(Date.parse(noon) + 48 * HOUR_MS));
    await expectWoken(snoozed);
  },
  300_000,
);

test("A hundred tasks whose actors were lost with Temporal's data still wake, each once", async () => {
  const noon = "2027-12-01T12:00:00Z";
  await setClock(ownerUrl, noon);
  const presets = Array.from({ length: 100 }, () => "ONE_HOUR" as const);
  const snoozed = await snoozeAll(["UTC"], presets);
  await leaveOnly(snoozed);
  const wake = { em, wakeActor };
  const all = { reason: "SWEPT", perSecond: null, lateBySeconds: 0 } as const;
  const sweep = () => sweepOverdueActors(wake, all, new AbortController().signal);
  expect(await sweep()).toEqual({ foundCount: 100, wokenCount: 100 });
  const waiting = () => em.fork().count(Actor, { dueReason: "SNOOZE" });
  await eventually(waiting, (count) => count === 100);
  await Promise.all(snoozed.map((one) => handleOf(one).terminate()));
  const last = Math.max(...snoozed.map(({ until }) => until.getTime()));
  await setClock(ownerUrl, new Date(last + 1_000));
  expect(await sweep()).toEqual({ foundCount: 100, wokenCount: 100 });
  const awake = () =>
    em
      .fork()
      .count(CoachTask, { reopenReason: "SNOOZE_ENDED", createdAt: { $gte: new Date(noon) } });
  await eventually(awake, (count) => count === 100);
  await expectWoken(snoozed);
}, 300_000);

test("A nudge waits until its undo is over, and is decided once", async () => {
  const noon = "2027-12-05T12:00:00Z";
  await setClock(ownerUrl, noon);
  const scope = await buildScope(em);
  const { workspaceId, relationshipId, clientUserId, coachUserId: byUserId } = scope;
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId: byUserId };
  const { id } = await putCoachTask(em, owner, { createdAt: new Date(noon) });
  const acting = { workspaceId, taskId: id, byUserId, expectedRevision: null, requestId: "test" };
  const nudging = { resolutionType: "NUDGE_SENT", note: null, linkedActionId: null } as const;
  await transact(em, (tx) => actOnTask(tx, acting, resolveTask(nudging)));
  const nudged = { id, until: new Date(Date.parse(noon) + 600_000) };
  await leaveOnly([nudged]);
  await startAll([nudged], { reason: "CoachTaskResolved", waitsFor: "NUDGE" });
  await travelTo({ env, em, ownerUrl }, new Date(Date.parse(noon) + HOUR_MS));
  const { nudgeNotificationId } = await em.fork().findOneOrFail(CoachTask, id);
  const decided = await em.fork().find(Notification, { recipientUserId: clientUserId });
  expect(decided.map((one) => one.id)).toEqual([nudgeNotificationId]);
  const lateMs = (decided[0]?.decidedAt.getTime() ?? 0) - nudged.until.getTime();
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expect(lateMs).toBeLessThan(120_000);
}, 300_000);

/** Snoozes tasks of one coach by each preset in each of the zones. */
async function snoozeAll(
  zones: readonly string[],
  presets: readonly SnoozePreset[],
): Promise<readonly Snoozed[]> {
  const scope = await buildScope(em);
  const { workspaceId, relationshipId, clientUserId, coachUserId: byUserId } = scope;
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId: byUserId };
  const createdAt = await clockNow(em.fork());
  const snoozed: Snoozed[] = [];
  for (const timezone of zones) {
    await tables(em.fork())
      .updateTable("coachProfile")
      .set({ timezone })
      .where("userId", "=", byUserId)
      .execute();
    for (const preset of presets) {
      const { id: taskId } = await putCoachTask(em, owner, { createdAt });
      const acting = { workspaceId, taskId, byUserId, expectedRevision: null, requestId: "test" };
      const until = { preset } as const;
      const { task } = await transact(em, (tx) =>
        actOnTask(tx, acting, snoozeTask({ until, reason: null })),
      );
      snoozed.push({ id: taskId, until: task.snoozedUntil ?? createdAt });
    }
  }
  return snoozed;
}

/** Signals each actor as the relay does, and waits until it waits for its instant. */
async function startAll(
  snoozed: readonly Snoozed[],
  { reason, waitsFor }: { readonly reason: EventType; readonly waitsFor: string } = {
    reason: "CoachTaskSnoozed",
    waitsFor: "SNOOZE",
  },
): Promise<void> {
  for (const one of snoozed) {
    const wake = {
      workflowId: workflowIdOf(one),
      reason,
      id: one.id,
      version: 2,
    } as const;
    expect(await wakeActor(wake)).toBeNull();
    await eventually(
      () => handleOf(one).query<AgendaView>("agenda"),
      ({ waitingFor }) => waitingFor === waitsFor,
    );
  }
}

/** The relay never signals these, and the test would wait for them. */
function leaveOnly(snoozed: readonly Snoozed[]) {
  return tables(em.fork())
    .deleteFrom("actor")
    .where("workflowId", "not in", snoozed.map(workflowIdOf))
    .execute();
}

/** Expects each to be awake, woken once, within two minutes of its instant. */
async function expectWoken(snoozed: readonly Snoozed[]): Promise<void> {
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
}
