import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { settleLane } from "../../activities/sync/settlement/settle-lane.ts";
import { wakeLanes } from "../../activities/sync/settlement/wake-lanes.ts";
import type { Wake } from "../../activities/outbox/wake-actor.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import { SyncBatch } from "../../db/sync/sync-batch.ts";
import { noteWatched } from "../../db/platform/scopes/watched-workspaces.ts";
import { USUAL_LANE_PACE } from "../../rules/sync/judge-lane-wake.ts";
import { closeDayOf } from "../factories/agenda/closing-day.ts";
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
const admission = { ...admissionDeps(em), settlementWaitMs: 5_000 };
const deps = settlementDeps(em);

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await em.fork().nativeUpdate(SyncBatch, { status: "ADMITTED" }, { status: "SETTLED" });
  await sql`delete from rate_limit`.execute(em.fork().getKysely());
});

const complete = ({ agenda }: BuiltScope) =>
  queued("quick-log.complete-task", { taskId: agenda.habit.id });
const skip = ({ agenda }: BuiltScope) =>
  queued("quick-log.skip", { taskId: agenda.meal.id, reason: "NO_TIME" });
const send = (scope: BuiltScope, ...operations: Operation[]) =>
  submit(admission, scope, operations);

describe("a batch", () => {
  test("of ordinary actions is due in five seconds, and in one if somebody follows its workspace", async () => {
    const [quiet, followed] = [await buildScope(em), await buildScope(em)];
    await noteWatched(em.fork(), [followed.workspaceId], 90);
    for (const scope of [quiet, followed]) await send(scope, complete(scope));
    expect([await waitOf(quiet), await waitOf(followed)]).toEqual([[5_000], [1_000]]);
  });

  test("is due in five seconds again once nobody follows its workspace any more", async () => {
    const scope = await buildScope(em);
    await noteWatched(em.fork(), [scope.workspaceId], 90);
    await moveClock(ownerUrl, 91);
    await send(scope, complete(scope));
    expect(await waitOf(scope)).toEqual([5_000]);
  });

  test("is due at once if one of its operations is a skip, an undo, refused, or of a closed day", async () => {
    const [skipped, undone, refused, closed] = [
      await buildScope(em),
      await buildScope(em),
      await buildScope(em),
      await buildScope(em),
    ];
    await send(skipped, complete(skipped), skip(skipped));
    const { results } = await send(undone, complete(undone));
    const target = { taskId: undone.agenda.habit.id, receiptId: results[0]?.receiptId };
    await send(undone, queued("quick-log.undo", target, { expectedRevision: 2 }));
    await send(refused, complete(refused), queued("quick-log.complete-task", { taskId: newId() }));
    await closeDayOf(em, closed);
    await send(closed, complete(closed));
    expect(await waitOf(skipped)).toEqual([0]);
    expect(await waitOf(undone)).toEqual([5_000, 0]);
    expect(await waitOf(refused)).toEqual([0]);
    expect(await waitOf(closed)).toEqual([0]);
  });
});

describe("the relay", () => {
  test("wakes a lane once its first batch is due, and knows before when that is", async () => {
    const scope = await buildScope(em);
    await send(scope, complete(scope));
    const early = await look();
    expect(early).toMatchObject({ dueCount: 0, waitingCount: 1, woken: [] });
    expect(early.dueInMs).toBeGreaterThan(0);
    expect(early.dueInMs).toBeLessThanOrEqual(5_000);
    await moveClock(ownerUrl, 6);
    expect(await look()).toMatchObject({ dueCount: 1, waitingCount: 0, woken: ["settlement/0"] });
  });

  test("wakes a lane early once sixteen batches wait", async () => {
    const scopes: BuiltScope[] = [];
    for (let index = 0; index < 16; index += 1) scopes.push(await buildScope(em));
    for (const scope of scopes.slice(1)) await send(scope, complete(scope));
    expect(await look()).toMatchObject({ waitingCount: 15, woken: [] });
    const [first] = scopes;
    if (first !== undefined) await send(first, complete(first));
    expect(await look()).toMatchObject({ waitingCount: 16, woken: ["settlement/0"] });
  });
});

describe("a lane", () => {
  test("that is awake settles waiting batches too, and sets no timer for those that come meanwhile", async () => {
    const [urgent, waiting, late] = [
      await buildScope(em),
      await buildScope(em),
      await buildScope(em),
    ];
    await send(waiting, complete(waiting));
    await send(urgent, skip(urgent));
    const agenda = await settleLane(deps, { lane: "0", runId: newId() });
    expect(agenda).toMatchObject({ count: 0, dueReason: "UNDO_WINDOW" });
    expect(await unsettled()).toBe(0);
    await send(late, complete(late));
    expect(await unsettled()).toBe(1);
  });

  test("settles each waiting batch once, even if several runs of it meet", async () => {
    const scopes: BuiltScope[] = [];
    for (let index = 0; index < 6; index += 1) scopes.push(await buildScope(em));
    for (const scope of scopes) await send(scope, complete(scope));
    const runs = await Promise.all(
      Array.from({ length: 3 }, () => settleLane(deps, { lane: "0", runId: newId() })),
    );
    const settled = runs
      .flatMap(({ did }) => did)
      .map((did) => Number(/^settled (\d+)/.exec(did)?.[1]));
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(await unsettled()).toBe(0);
  });
});

const unsettled = () => em.fork().count(SyncBatch, { status: "ADMITTED" });

/** Milliseconds that each batch of a scope may wait, in order. */
async function waitOf({ relationshipId }: BuiltScope): Promise<readonly number[]> {
  const batches = await em.fork().find(SyncBatch, { relationshipId }, { orderBy: { id: "asc" } });
  return batches.map(
    ({ admittedAt, nextSettleAt }) => nextSettleAt.getTime() - admittedAt.getTime(),
  );
}

/** One look of a relay that has just been started, and the lanes that it woke. */
async function look() {
  const wakes: Wake[] = [];
  const report = await wakeLanes(
    {
      em,
      lanes: 1,
      wakeActor: async (wake) => {
        wakes.push(wake);
        return null;
      },
    },
    { reason: "SyncBatchAdmitted", pace: USUAL_LANE_PACE, wakes: new Map() },
  );
  return { ...report, woken: wakes.map(({ workflowId }) => workflowId) };
}
