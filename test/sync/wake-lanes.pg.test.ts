import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { settleLane } from "../../activities/sync/settlement/settle-lane.ts";
import {
  wakeLanes,
  wakeLanesOfDays,
  type LaneWaking,
} from "../../activities/sync/settlement/wake-lanes.ts";
import type { Wake, WakeActor } from "../../activities/outbox/wake-actor.ts";
import { settlementLane } from "../../contract/sync/device-actor.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { newId } from "../../db/platform/new-id.ts";
import { SyncBatch } from "../../db/sync/sync-batch.ts";
import { USUAL_LANE_PACE } from "../../rules/sync/judge-lane-wake.ts";
import { laneOf } from "../factories/sync/lane-of.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const LANES = 4;
const deps = { ...settlementDeps(em), lanes: LANES };
beforeEach(() => moveClock(ownerUrl, 0));

const lost: WakeActor = async () => ({ kind: "FAULT", failureClass: "GRPC_14" });
/** Wakes a lane, which settles until nothing of it is due, as its workflow does. */
const works: WakeActor = async ({ workflowId }) => {
  const subject = settlementLane.subjectOf(workflowId);
  for (let calls = 0; calls < 20; calls += 1) {
    const { more, lagMs } = await settleLane(deps, { ...subject, runId: newId() });
    if (more !== true && lagMs === 0) return null;
  }
  return null;
};
const unsettled = () => em.fork().count(SyncBatch, { status: "ADMITTED" });
afterEach(async () => {
  await onePoll(works);
  expect(await unsettled()).toBe(0);
});

describe("after every wake-up was lost", () => {
  test("the next poll of the relay wakes each lane that has a due batch, and all of it is settled", async () => {
    await admit(8);
    expect(await onePoll(lost)).toMatchObject({ wokenCount: 0 });
    expect(await unsettled()).toBe(8);
    const { dueCount, wokenCount } = await onePoll(works);
    expect(wokenCount).toBe(dueCount);
    expect(await unsettled()).toBe(0);
  });

  test("a lane that could not be woken is woken at its usual pace, whatever was tried before", async () => {
    await admit(1);
    const wakes: LaneWakes = new Map();
    const waking = (wakeActor: WakeActor) => ({ em, lanes: LANES, wakeActor });
    const round = { reason: "SyncBatchAdmitted", pace: USUAL_LANE_PACE, wakes } as const;
    for (let second = 0; second < 8; second += 1) {
      await moveClock(ownerUrl, second * 1.1);
      const tried: Wake[] = [];
      const refuse: WakeActor = async (wake) => {
        tried.push(wake);
        return await lost(wake);
      };
      await wakeLanes(waking(refuse), round);
      expect(tried).toHaveLength(1);
    }
    await moveClock(ownerUrl, 9);
    expect(await wakeLanes(waking(works), round)).toMatchObject({ wokenCount: 1 });
    expect(await unsettled()).toBe(0);
  });
});

describe("the relay", () => {
  test("wakes the lane of a relationship, with the reason and the age of the oldest batch", async () => {
    const [scope] = await admit(1);
    await moveClock(ownerUrl, 60);
    const woken: Wake[] = [];
    const report = await onePoll(async (wake) => {
      woken.push(wake);
      return null;
    });
    const lane = String(scope === undefined ? "none" : laneOf(scope, LANES));
    const workflowId = `settlement/${lane}`;
    expect(woken).toEqual([{ workflowId, reason: "SyncBatchAdmitted", id: lane, version: 0 }]);
    expect(report).toMatchObject({ dueCount: 1, wokenCount: 1 });
    expect(report.lagMs).toBeGreaterThan(59_000);
    expect(report.lagMs).toBeLessThan(120_000);
  });

  test("wakes no lane for a batch whose retry is not due", async () => {
    await admit(1);
    const retry = { nextSettleAt: inAnHour(), settleAttempts: 1 };
    await em.fork().nativeUpdate(SyncBatch, { status: "ADMITTED" }, retry);
    const nothing = { dueCount: 0, wokenCount: 0, lagMs: 0, waitingCount: 0, dueInMs: null };
    expect(await onePoll(works)).toEqual(nothing);
    expect(await unsettled()).toBe(1);
    await moveClock(ownerUrl, 3_700);
  });
});

describe("a lane that ended although a day of its share waits", () => {
  test("is woken once that day is overdue, again a minute later, and makes it final", async () => {
    const [scope] = await admit(1);
    await onePoll(works);
    const wakes: LaneWakes = new Map();
    const ended = await endOf(scope);
    const look = async (secondsAfter: number, wakeActor: WakeActor = async () => null) => {
      await moveClock(ownerUrl, ended + secondsAfter);
      return await wakeLanesOfDays(ofDays(wakeActor), { ...DAYS, wakes });
    };
    expect(await look(20)).toEqual({ dueCount: 0, wokenCount: 0 });
    const woken: Wake[] = [];
    const lane = String(scope === undefined ? "none" : laneOf(scope, LANES));
    await look(40, async (wake) => {
      woken.push(wake);
      return null;
    });
    const workflowId = `settlement/${lane}`;
    expect(woken).toEqual([{ workflowId, reason: "SWEPT", id: lane, version: 0 }]);
    expect(await look(60)).toMatchObject({ wokenCount: 0 });
    expect(await look(110, works)).toMatchObject({ wokenCount: 1 });
    expect(await openDays()).toBe(0);
    expect(await look(400)).toEqual({ dueCount: 0, wokenCount: 0 });
  });

  test("is woken before that, too, when Temporal has lost everything", async () => {
    const scopes = await admit(6);
    await onePoll(works);
    const lanes = new Set(scopes.map((scope) => laneOf(scope, LANES)));
    const round = { ...DAYS, wakes: new Map(), lateBySeconds: null };
    const report = await wakeLanesOfDays(
      ofDays(async () => null),
      round,
    );
    expect(report).toEqual({ dueCount: lanes.size, wokenCount: lanes.size });
  });
});

const DAYS = {
  reason: "SWEPT",
  pace: { everyMs: 60_000, longestMs: 60_000 },
  lateBySeconds: 30,
} as const;

const ofDays = (wakeActor: WakeActor): LaneWaking => ({
  em,
  lanes: LANES,
  wakeActor,
  settlements: deps.settlements,
});

const openDays = () =>
  em.fork().count(AgendaDay, { undoClosesAt: { $ne: null }, undoClosedAt: null });

/** Seconds from now until the day of a client becomes final; no other day waits. */
async function endOf(scope: BuiltScope | undefined): Promise<number> {
  const others = { relationshipId: { $ne: scope?.relationshipId ?? newId() } };
  await em.fork().nativeUpdate(AgendaDay, others, { undoClosesAt: null });
  const open = { relationshipId: scope?.relationshipId ?? newId(), undoClosesAt: { $ne: null } };
  const { undoClosesAt } = await em.fork().findOneOrFail(AgendaDay, open);
  return ((undoClosesAt?.getTime() ?? 0) - Date.now()) / 1_000;
}

type LaneWakes = Parameters<typeof wakeLanes>[1]["wakes"];

const inAnHour = () => new Date(Date.now() + 3_600_000);

/** One poll of a relay that has just been started. */
function onePoll(wakeActor: WakeActor) {
  return wakeLanes(ofDays(wakeActor), {
    reason: "SyncBatchAdmitted",
    pace: USUAL_LANE_PACE,
    wakes: new Map(),
  });
}

async function admit(count: number): Promise<readonly BuiltScope[]> {
  const scopes: BuiltScope[] = [];
  for (let index = 0; index < count; index += 1) {
    const scope = await buildScope(em);
    scopes.push(scope);
    const taskId = scope.agenda.habit.id;
    await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId })]);
  }
  return scopes;
}
