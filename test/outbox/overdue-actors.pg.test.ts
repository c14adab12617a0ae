import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import pino from "pino";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import type { Wake } from "../../activities/outbox/wake-actor.ts";
import { CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { createSettlingActs } from "../../activities/outbox/register-actor.ts";
import { actors } from "../../workers/actors.ts";
import { followDatabaseReturn } from "../../workers/worker/follow-database-return.ts";
import { lanesOf } from "../../workers/relay/lanes.ts";
import { eventually } from "../factories/eventually.ts";
import { crashingFeatures } from "../factories/sync/quarantined.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { USUAL_SWEEP } from "../../workers/relay/run-relay.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { openWayToDatabase } from "../factories/db/way-to-database.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, appUrl, ownerUrl } = await useOrm(await useOwnDatabase());
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await sql`delete from actor`.execute(em.fork().getKysely());
});

/** Late actors of one round: two full pages in the ordinary run. */
const LATE = 20 * campaignSize("LOOK_OTHERS", 20);
const running = new AbortController().signal;
const USUAL = { reason: "SWEPT", lateBySeconds: 120, perSecond: null } as const;

describe("the sweep", () => {
  test("wakes only actors that are more than two minutes late, the oldest first", async () => {
    const [later, oldest] = [await lateBy(130), await lateBy(9_000)];
    await lateBy(110);
    await lateBy(-3_600);
    const { wokenIds, wakes, report } = await sweep();
    expect(wokenIds).toEqual([oldest, later]);
    expect(wakes[0]).toEqual({
      workflowId: deviceActorId(oldest),
      reason: "SWEPT",
      id: oldest,
      version: 0,
    });
    expect(report).toEqual({ foundCount: 2, wokenCount: 2 });
  });

  test("wakes a device whose operation was deferred long ago exactly once, whatever else it waits for", async () => {
    const scope = await buildScope(em);
    const operation = () => queued("quick-log.complete-task", { taskId: scope.agenda.habit.id });
    const broken = admissionDeps(em, crashingFeatures);
    await submit(broken, scope, [operation()]);
    await submit(broken, scope, [operation()]);
    expect((await sweep()).wokenIds).toEqual([]);
    await moveClock(ownerUrl, 600);
    const { wokenIds } = await sweep();
    expect(wokenIds.filter((id) => id === scope.deviceId)).toHaveLength(1);
  });

  test("reads page after page until one is not full", async () => {
    const ids = [await lateBy(500), await lateBy(400), await lateBy(300)];
    expect((await sweep({ limit: 2 })).wokenIds).toEqual(ids);
  });

  test("wakes all overdue actors in one round, however many pages they fill", async () => {
    await sql`insert into actor (workflow_id, due_at, due_reason)
      select 'device/' || gen_random_uuid(), clock_now() - make_interval(secs => 200 + n), 'UNDO_WINDOW'
      from generate_series(1, ${LATE}::int) as n`.execute(em.fork().getKysely());
    const { wokenIds, report } = await sweep();
    expect(new Set(wokenIds).size).toBe(LATE);
    expect(report).toEqual({ foundCount: LATE, wokenCount: LATE });
  });

  test("begins with the actors that were notified longest ago, though older deadlines stay late", async () => {
    for (let n = 0; n < 3; n += 1) await lateBy(9_000 + n);
    await sweep({ works: false });
    const young = await lateBy(130);
    expect((await sweep({ works: false })).wokenIds[0]).toBe(young);
  });

  test("wakes ten thousand actors within five minutes of their deadlines, at the pace of the relay", () => {
    const { everyMs, lateBySeconds, perSecond } = USUAL_SWEEP;
    expect(lateBySeconds + everyMs / 1_000 + 10_000 / perSecond).toBeLessThanOrEqual(300);
  });

  test("leaves a failed actor alone until its own retry is late", async () => {
    const deviceId = await lateBy(500);
    const failing = actors.map((actor) => ({
      ...actor,
      settle: () => Promise.reject(new Error()),
    }));
    const { settleDevice } = createSettlingActs(failing, settlementDeps(em));
    const order = { workflowId: deviceActorId(deviceId), runId: newId(), retryNow: false };
    for (let failures = 1; failures <= 9; failures += 1)
      await expect(settleDevice?.(order)).rejects.toThrow();
    expect((await sweep()).wokenIds).toEqual([]);
    await moveClock(ownerUrl, 256 + 130);
    expect((await sweep()).wokenIds).toEqual([deviceId]);
  });

  test("counts an actor that could not be woken, and finds it again", async () => {
    await lateBy(500);
    const wakeActor = async () => ({ kind: "FAULT", failureClass: "GRPC_14" }) as const;
    const report = await sweepOverdueActors({ em, wakeActor }, USUAL, running);
    expect(report).toEqual({ foundCount: 1, wokenCount: 0 });
    expect((await sweep()).wokenIds).toHaveLength(1);
  });

  test("wakes as many actors at once as poll in time, fewer after a late group, and reports progress after each", async () => {
    for (let n = 0; n < 40; n += 1) await lateBy(500 + n);
    const polls = openPolls((group) => group === 3);
    let progress = 0;
    const wakeActor = async ({ workflowId }: Wake) => {
      polls.wake(workflowId);
      return null;
    };
    const counted = { ...USUAL, onProgress: () => void (progress += 1) };
    const report = await sweepOverdueActors({ em, wakeActor }, counted, running);
    polls.end();
    expect(report).toEqual({ foundCount: 40, wokenCount: 40 });
    expect(polls.groups.slice(0, 5)).toEqual([4, 6, 8, 4, 6]);
    expect(progress).toBe(polls.groups.length);
  });

  test("skips a stuck actor and is not delayed by it", async () => {
    const stuck = await lateBy(9_000);
    for (let n = 0; n < 3; n += 1) await lateBy(500 + n);
    const polls = openPolls();
    const wakeActor = async ({ workflowId }: Wake) => {
      if (workflowId !== deviceActorId(stuck)) polls.wake(workflowId);
      return null;
    };
    expect(await sweepOverdueActors({ em, wakeActor }, USUAL, running)).toEqual({
      foundCount: 4,
      wokenCount: 4,
    });
    polls.end();
    expect((await sweep()).wokenIds).toContain(stuck);
  });

  test("ends a round early when Temporal accepts nothing, and leaves the rest to the next round", async () => {
    for (let n = 0; n < 30; n += 1) await lateBy(500 + n);
    let tries = 0;
    const wakeActor = async () => {
      tries += 1;
      return { kind: "FAULT", failureClass: "GRPC_14" } as const;
    };
    const report = await sweepOverdueActors({ em, wakeActor }, USUAL, running);
    expect(report).toEqual({ foundCount: 30, wokenCount: 0 });
    expect(tries).toBe(5 * 4);
    expect((await sweep()).wokenIds).toHaveLength(30);
  });
});

describe("reconciling", () => {
  const all = { reason: "RECONCILED", lateBySeconds: null, perSecond: 20 } as const;

  test("wakes each actor once per round, although it polls at once and keeps waiting", async () => {
    const ids = [await lateBy(-60), await lateBy(-120), await lateBy(-180), await lateBy(-240)];
    const { wokenIds, report } = await sweep({ ...all, perSecond: null, limit: 2 });
    expect(wokenIds).toEqual(ids);
    expect(report).toEqual({ foundCount: 4, wokenCount: 4 });
  });

  test("wakes every actor that waits for anything, at 20 a second", async () => {
    const ids = [await lateBy(500), await lateBy(0), await lateBy(-3_600), await lateBy(-86_400)];
    const before = performance.now();
    expect((await sweep(all)).wokenIds).toEqual(ids);
    expect(performance.now() - before).toBeGreaterThan(140);
  });
});

/** Pauses that last until a test ends them. */
function openPauses() {
  let asked = Promise.withResolvers<{ readonly ms: number; readonly end: () => void }>();
  return {
    pause: (ms: number) => new Promise<void>((end) => asked.resolve({ ms, end })),
    async next() {
      const pause = await asked.promise;
      asked = Promise.withResolvers();
      return pause;
    },
  };
}

describe("a database that is back", () => {
  test("causes all due actors to be woken, by the first probe a second after another, or by an act that succeeds", async () => {
    const way = await openWayToDatabase(appUrl);
    const away = openDatabase({ url: way.url, poolSize: 2, applicationName: "away" });
    const due = [await lateBy(500), await lateBy(10)];
    await lateBy(-3_600);
    const woken: string[] = [];
    const wakeActor = async ({ id, reason }: Wake) => {
      woken.push(`${reason} ${id}`);
      return null;
    };
    const { pause, next } = openPauses();
    const stop = new AbortController();
    way.cutAfter(0);
    const following = { em: away.em, wakeActor, log: pino({ level: "silent" }), pause };
    const noteDatabase = followDatabaseReturn(following, stop.signal);
    const unanswered = await next();
    expect([unanswered.ms, woken]).toEqual([1_000, []]);
    way.mend();
    unanswered.end();
    const answered = await next();
    const all = due.map((id) => `DATABASE_BACK ${id}`);
    expect(woken.splice(0)).toEqual(all);
    noteDatabase(true);
    noteDatabase(false);
    noteDatabase(true);
    await eventually(
      async () => woken.length,
      (count) => count === due.length,
    );
    expect(woken.toSorted()).toEqual(all.toSorted());
    stop.abort();
    answered.end();
    await away.close();
    await way.close();
  });
});

test("every consumer has exactly one lane", () => {
  expect(
    lanesOf()
      .flatMap(({ consumers }) => consumers)
      .toSorted(),
  ).toEqual(
    [
      ...CONSUMERS,
      ...actors
        .filter(({ definition }) => definition.wakesOn.length > 0)
        .map(({ definition }) => `${definition.kind}-actor`),
      "new-inbox-task-actor",
    ].toSorted(),
  );
});

test("a mail server that hangs does not delay the rows of other consumers", () => {
  const lane = lanesOf().find(({ consumers }) => consumers.includes("mail"));
  expect(lane?.consumers).toEqual(["mail"]);
});

/** An actor whose instant lies this many seconds in the past. */
async function lateBy(seconds: number): Promise<string> {
  const deviceId = newId();
  await sql`insert into actor (workflow_id, due_at, due_reason)
    values (${deviceActorId(deviceId)}, clock_now() - make_interval(secs => ${seconds}), 'UNDO_WINDOW')`.execute(
    em.fork().getKysely(),
  );
  return deviceId;
}

/**
 * Actors that poll a moment after their wake-up, all of a group in one statement; records how many were woken
 * together.
 */
function openPolls(isLate: (group: number) => boolean = () => false) {
  const groups: number[] = [];
  let woken: string[] = [];
  const poll = async () => {
    if (woken.length === 0) return;
    const group = woken;
    woken = [];
    if (isLate(groups.push(group.length))) return;
    await sql`update actor set told_at = null, last_settled_at = clock_now()
      where workflow_id = any(${group})`.execute(em.fork().getKysely());
  };
  const timer = setInterval(() => void poll(), 10);
  const wake = (workflowId: string) => void woken.push(workflowId);
  return { wake, groups, end: () => clearInterval(timer) };
}

/** A sweep; without a worker no woken actor polls. */
async function sweep(
  change: Partial<Parameters<typeof sweepOverdueActors>[1]> & { readonly works?: boolean } = {},
) {
  const { works = true, ...changed } = change;
  const woken: Wake[] = [];
  const polls = openPolls();
  const wakeActor = async (wake: Wake) => {
    woken.push(wake);
    if (works) polls.wake(wake.workflowId);
    return null;
  };
  const report = await sweepOverdueActors({ em, wakeActor }, { ...USUAL, ...changed }, running);
  polls.end();
  return { wokenIds: woken.map(({ id }) => id), wakes: woken, report };
}
