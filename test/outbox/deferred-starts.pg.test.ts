import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { deliverEach } from "../../activities/outbox/deliver-each.ts";
import { deliverToActors } from "../../activities/outbox/deliver-to-actors.ts";
import type { Deliveries } from "../../activities/outbox/deliver.ts";
import { relayPass } from "../../activities/outbox/relay-pass.ts";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import type { Wake } from "../../activities/outbox/wake-actor.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import { findWaitingStarts } from "../../db/outbox/find-waiting-starts.ts";
import { leaseRows } from "../../db/outbox/lease-rows.ts";
import { findOutboxHealth } from "../../db/outbox/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { createBell } from "../../workers/relay/bell.ts";
import { lanesOf } from "../../workers/relay/lanes.ts";
import { startsCycle } from "../../workers/relay/starts-cycle.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const { appUrl, ownerUrl, superuserUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

const running = new AbortController().signal;
const LANE = laneOf("starts");
const { consumers, yieldsTo = [] } = LANE;

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await sql`delete from outbox`.execute(em.fork().getKysely());
  await sql`delete from actor`.execute(em.fork().getKysely());
});

describe("Deferred starts", () => {
  test("are taken by a lane of their own, so a signal never waits behind them", async () => {
    await deferStarts(300);
    const signal = inboxTaskActor.wokenBy(anEvent("CoachTaskViewed"), { taskId: newId() });
    await emitEvents(database, [signal]);
    const { wakes, deliveries } = starter();
    await relayPass({ em, deliveries }, laneOf("actors"), running);
    expect(wakes).toMatchObject([{ workflowId: signal.actorId }]);
    expect(await countLeft()).toBe(300);
  });

  test("begin one after the other while nothing more urgent waits", async () => {
    await deferStarts(60);
    const { wakes, atOnce, pass } = starter();
    await pass();
    expect(wakes).toHaveLength(25);
    expect(atOnce()).toBe(1);
    await pass();
    await pass();
    expect(wakes).toHaveLength(60);
    expect(wakes.every(({ firstRunOnly }) => firstRunOnly === true)).toBe(true);
  });

  test("begin slowly beside due rows of other consumers or due batches, oldest first", async () => {
    const ids = await deferStarts(60);
    await emitEvents(database, [anEvent("MealPlanAssigned")]);
    const { wakes, pass } = starter();
    await pass();
    expect(wakes.map(({ workflowId }) => workflowId)).toEqual(ids.slice(0, 1));
    await sql`delete from outbox where consumer = 'agenda'`.execute(em.fork().getKysely());
    await pass({ isSettling: true });
    expect(wakes.map(({ workflowId }) => workflowId)).toEqual(ids.slice(0, 2));
  });

  test("go ahead of other work once the oldest has waited a minute, four at a time", async () => {
    await deferStarts(90);
    await emitEvents(database, [anEvent("MealPlanAssigned")]);
    await moveClock(ownerUrl, 61);
    const { wakes, atOnce, pass } = starter();
    await pass();
    expect(wakes).toHaveLength(90);
    expect(atOnce()).toBe(4);
  });

  test("do not wait for rows that wait for a mail server, a push provider or the feed", async () => {
    await deferStarts(30);
    await emitEvents(database, [anEvent("ClientInvited"), anEvent("ClientLoggedIn")]);
    expect(await findWaitingStarts(em, { consumers, yieldsTo })).toMatchObject({
      waitingCount: 30,
      isBusy: false,
    });
  });

  test("begin once each, with several relays at the same time", async () => {
    const ids = await deferStarts(200);
    const relays = Array.from({ length: 4 }, () => starter());
    const drain = async ({ pass }: ReturnType<typeof starter>) => {
      while ((await countLeft()) > 0) await pass();
    };
    await Promise.all(relays.map(drain));
    const begun = relays.flatMap(({ wakes }) => wakes.map(({ workflowId }) => workflowId));
    expect(begun.toSorted()).toEqual(ids.toSorted());
  });

  test("of a relay that is killed between lease and start begin when the lease has ended", async () => {
    const ids = await deferStarts(3);
    await transact(em, (tx) => leaseRows(tx, { consumers, limit: 9, leaseSeconds: 30 }));
    const { wakes, pass } = starter();
    await pass();
    expect(wakes).toEqual([]);
    await moveClock(ownerUrl, 31);
    await pass();
    expect(wakes.map(({ workflowId }) => workflowId)).toEqual(ids);
  });

  test("that fail are tried again and delay no other", async () => {
    const ids = await deferStarts(40);
    const { wakes, pass } = starter((id) => id === ids[0]);
    await pass();
    await pass();
    const begun = () => new Set(wakes.map(({ workflowId }) => workflowId));
    expect(begun().size).toBe(40);
    expect(wakes).toHaveLength(40);
    expect(await countLeft()).toBe(1);
    await moveClock(ownerUrl, 2);
    await pass();
    expect(wakes).toHaveLength(41);
  });

  test("neither grow old nor are swept before their minute is over", async () => {
    await deferStarts(2);
    const aged = async (seconds: number) => {
      await moveClock(ownerUrl, seconds);
      const { oldestAgeSeconds, waitingCount } = await findOutboxHealth(em);
      return { isOld: oldestAgeSeconds > 0, waitingCount, sweptCount: await sweptCount() };
    };
    expect(await aged(50)).toEqual({ isOld: false, waitingCount: 0, sweptCount: 0 });
    expect(await aged(170)).toEqual({ isOld: true, waitingCount: 2, sweptCount: 0 });
    expect(await aged(190)).toEqual({ isOld: true, waitingCount: 2, sweptCount: 2 });
  });

  test("take the same number of statements, however many wait", async () => {
    const counts: number[] = [];
    for (const count of [1, 25]) {
      await deferStarts(count);
      const { pass } = starter();
      const { sent } = await recordStatements(() => pass());
      counts.push(sent.filter(({ text }) => !/^(?:begin|commit|set)/i.test(text)).length);
      expect(await countLeft()).toBe(0);
    }
    expect(counts).toEqual([3, 3]);
  });

  test("are counted and leased by their index, beside thousands of other rows", async () => {
    const superuser = new Client({ connectionString: superuserUrl });
    await superuser.connect();
    try {
      await deferStarts(900);
      await emitEvents(
        database,
        Array.from({ length: 5_000 }, () => anEvent("ClientLoggedIn")),
      );
      await superuser.query("vacuum analyze outbox");
      // The relay's sessions have the same setting.
      await superuser.query("set enable_seqscan = off");
      const { sent } = await recordStatements(async () => {
        await findWaitingStarts(em.fork(), { consumers, yieldsTo });
        const lanes = [LANE, laneOf("actors")];
        for (const lane of lanes)
          await transact(em, (tx) => leaseRows(tx, { ...lane, leaseSeconds: 0 }));
      });
      const statements = sent.filter(isStatement);
      expect(statements).toHaveLength(3);
      for (const statement of statements)
        expect(wasteOf(await explainStatement(superuser, statement))).toEqual([]);
    } finally {
      await superuser.end();
    }
  });
});

function laneOf(wanted: string) {
  const lane = lanesOf().find(({ name }) => name === wanted);
  if (lane === undefined) throw new Error(`There is no lane ${wanted}`);
  return lane;
}

/** Appends the first events of new tasks. Returns the workflow ids of their actors, oldest first. */
async function deferStarts(count: number): Promise<readonly string[]> {
  const events = Array.from({ length: count }, () =>
    inboxTaskActor.startedBy(anEvent("CoachTaskCreated"), { taskId: newId() }),
  );
  await emitEvents(database, events);
  const others = sql`delete from outbox where type = 'CoachTaskCreated' and consumer <> ${consumers[0]}`;
  await others.execute(em.fork().getKysely());
  return events.flatMap(({ actorId }) => actorId ?? []);
}

async function countLeft(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where consumer = ${consumers[0]}`.execute(
    em.fork().getKysely(),
  );
  return rows[0]?.count ?? 0;
}

async function sweptCount(): Promise<number> {
  const wakeActor = async () => null;
  const sweep = { reason: "SWEPT", lateBySeconds: 120, perSecond: null } as const;
  const stopped = new AbortController();
  const report = await sweepOverdueActors(
    { em, wakeActor },
    { ...sweep, onProgress: () => stopped.abort() },
    stopped.signal,
  );
  return report.foundCount;
}

/** A relay that records whom it starts, and how many at once. */
function starter(fails: (workflowId: string) => boolean = () => false) {
  const wakes: Wake[] = [];
  let [underWay, most] = [0, 0];
  const actors = deliverToActors(async (wake): Promise<FailedDelivery | null> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    wakes.push(wake);
    return fails(wake.workflowId) ? { kind: "FAULT", failureClass: "GRPC_14" } : null;
  });
  const nobody = deliverEach(async () => {});
  const deliveries: Deliveries = {
    actors,
    "event-feed": nobody,
    agenda: nobody,
    workouts: nobody,
    inbox: nobody,
    notifications: nobody,
    "notification-delivery": nobody,
    "form-mapping": nobody,
    "session-review": nobody,
    mail: nobody,
  };
  const pass = async ({ isSettling = false } = {}) => {
    const deps = { em, deliveries, metrics: { countPass: () => {} }, isSettling: () => isSettling };
    await startsCycle(deps, { ...LANE, bell: createBell() }, running).act(true);
  };
  return { wakes, deliveries, pass, atOnce: () => most };
}
