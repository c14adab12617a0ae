import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { deliverEach } from "../../activities/outbox/deliver-each.ts";
import type { Deliveries } from "../../activities/outbox/deliver.ts";
import { deliverToActors } from "../../activities/outbox/deliver-to-actors.ts";
import { deliverToFeed } from "../../activities/outbox/deliver-to-feed.ts";
import { redriveDeadLetters } from "../../activities/outbox/redrive-dead-letters.ts";
import { relayPass } from "../../activities/outbox/relay-pass.ts";
import type { Wake } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/platform/new-id.ts";
import { leaseRows, type LeasedRow } from "../../db/outbox/lease-rows.ts";
import { findOutboxHealth, listDeadLetters } from "../../db/outbox/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { DELIVERY_ATTEMPTS } from "../../rules/outbox/judge-delivery.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { aDeviceEvent, anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "relay test" });
const running = new AbortController().signal;
afterAll(() => database.close());

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await sql`delete from outbox`.execute(database.em.getKysely());
});

const lane = (...consumers: Consumer[]) => ({ name: "test", consumers, limit: 40 });

const rowsLeft = async () => (await findOutboxHealth(database.em)).waitingCount;

describe("the relay", () => {
  test("hands each row over once, even with several relays running", async () => {
    const events = Array.from({ length: 300 }, () => anEvent("MealPlanAssigned"));
    await emitEvents(database, events);
    const { deliveries, handed } = listeners();
    await Promise.all(Array.from({ length: 4 }, () => drain(deliveries, "agenda")));
    expect(handed.map(({ eventId }) => eventId).toSorted()).toEqual(
      events.map(({ eventId }) => eventId).toSorted(),
    );
  });

  test("wakes an actor once for all its rows of a pass, with the newest of them", async () => {
    const [one, other] = [newId(), newId()];
    const events = [one, other, one, one].map(aDeviceEvent);
    await emitEvents(database, events);
    const { deliveries, wakes } = listeners();
    await drain(deliveries, "device-actor");
    expect(wakes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ workflowId: deviceActorId(one), id: events[3]?.subjectId }),
        expect.objectContaining({ workflowId: deviceActorId(other), id: events[1]?.subjectId }),
      ]),
    );
    expect(wakes).toHaveLength(2);
    expect(await rowsLeft()).toBe(0);
  });

  test("publishes all events of a pass at once", async () => {
    await emitEvents(
      database,
      Array.from({ length: 30 }, () => anEvent("DailyTaskCompleted")),
    );
    const { deliveries, published } = listeners();
    await drain(deliveries, "event-feed");
    expect(published.map(({ length }) => length)).toEqual([30]);
  });

  test("postpones each failed row separately and keeps only its failure class", async () => {
    const events = [anEvent("ClientInvited"), anEvent("ClientInvited"), anEvent("ClientInvited")];
    const poison = events[1]?.eventId;
    await emitEvents(database, events);
    const { deliveries, handed } = listeners(({ eventId }) => eventId === poison);
    await drain(deliveries, "mail");
    expect(handed).toHaveLength(2);
    const { rows } = await sql<object>`
      select attempts, last_error, available_at > clock_now() as postponed, dead_at
      from outbox where consumer = 'mail'`.execute(database.em.getKysely());
    expect(rows).toEqual([
      { attempts: 1, last_error: "RangeError", postponed: true, dead_at: null },
    ]);
  });

  test("turns a poison row into a dead letter after its last attempt, until an operator re-drives it", async () => {
    await emitEvents(database, [anEvent("ClientInvited")]);
    let broken = true;
    const { deliveries, handed } = listeners(() => broken);
    for (let attempt = 1; attempt <= DELIVERY_ATTEMPTS; attempt += 1) {
      await moveClock(ownerUrl, attempt * 3_600);
      await drain(deliveries, "mail");
    }
    const [letter] = await listDeadLetters(database.em, 10);
    expect(letter).toMatchObject({ attempts: DELIVERY_ATTEMPTS, lastError: "RangeError" });
    await moveClock(ownerUrl, 10 * 86_400);
    expect(await drain(deliveries, "mail")).toBe(0);
    broken = false;
    const ids = letter === undefined ? [] : [letter.id];
    expect(await transact(database.em, (tx) => redriveDeadLetters(tx, { ids }))).toBe(1);
    await drain(deliveries, "mail");
    expect(handed).toHaveLength(1);
  });

  test("takes the rows of a killed relay once their lease has ended", async () => {
    await emitEvents(database, [aDeviceEvent(newId())]);
    const consumers = ["device-actor"] as const;
    const leased = await transact(database.em, (tx) =>
      leaseRows(tx, { consumers, limit: 10, leaseSeconds: 30 }),
    );
    expect(leased).toHaveLength(1);
    const { deliveries, wakes } = listeners();
    expect(await drain(deliveries, ...consumers)).toBe(0);
    await moveClock(ownerUrl, 31);
    await drain(deliveries, ...consumers);
    expect(wakes).toHaveLength(1);
  });

  test("releases the rows it has not begun when it gets a stop signal", async () => {
    await emitEvents(database, [aDeviceEvent(newId())]);
    const { deliveries, wakes } = listeners();
    await relayPass({ em: database.em, deliveries }, lane("device-actor"), AbortSignal.abort());
    expect(wakes).toHaveLength(0);
    await moveClock(ownerUrl, 2);
    await drain(deliveries, "device-actor");
    expect(wakes).toHaveLength(1);
  });

  test("does not hand a row over before its instant", async () => {
    await emitEvents(database, [
      { ...anEvent("ClientInvited"), availableAt: new Date(Date.now() + 60_000) },
    ]);
    const { deliveries, handed } = listeners();
    await drain(deliveries, "mail");
    expect(handed).toHaveLength(0);
    await moveClock(ownerUrl, 61);
    await drain(deliveries, "mail");
    expect(handed).toHaveLength(1);
  });
});

/** Consumers outside the relay, which record the rows they receive. */
function listeners(fails: (row: LeasedRow) => boolean = () => false) {
  const handed: LeasedRow[] = [];
  const wakes: Wake[] = [];
  const published: string[][] = [];
  const consume = deliverEach(async (row) => {
    if (fails(row)) throw new RangeError("the client's note");
    handed.push(row);
  });
  const toActors = deliverToActors(async (wake) => {
    wakes.push(wake);
    return null;
  });
  const deliveries: Deliveries = {
    actors: toActors,
    "event-feed": deliverToFeed(
      { publish: async (events) => void published.push(events.map(({ eventId }) => eventId)) },
      async () => new Map(),
    ),
    agenda: consume,
    workouts: deliverEach(async () => {}),
    inbox: deliverEach(async () => {}),
    notifications: consume,
    "notification-delivery": consume,
    "form-mapping": deliverEach(async () => {}),
    "session-review": deliverEach(async () => {}),
    mail: consume,
  };
  return { deliveries, handed, wakes, published };
}

async function drain(deliveries: Deliveries, ...consumers: Consumer[]): Promise<number> {
  let count = 0;
  for (;;) {
    const pass = await relayPass(
      { em: database.em, deliveries },
      { name: "test", consumers, limit: 40 },
      running,
    );
    if (pass.length === 0) return count;
    count += pass.length;
  }
}
