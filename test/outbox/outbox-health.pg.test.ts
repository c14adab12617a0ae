import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { deliverEach } from "../../activities/outbox/deliver-each.ts";
import type { Deliveries } from "../../activities/outbox/deliver.ts";
import { redriveDeadLetters } from "../../activities/outbox/redrive-dead-letters.ts";
import { relayPass } from "../../activities/outbox/relay-pass.ts";
import { leaseRows } from "../../db/outbox/lease-rows.ts";
import { findOutboxHealth } from "../../db/outbox/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { DELIVERY_ATTEMPTS } from "../../rules/outbox/judge-delivery.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "health test" });
afterAll(() => database.close());

const MINUTE = 60;
/** How long quiet hours defer a notification here. */
const NIGHT = 9 * 60 * MINUTE;

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await sql`delete from outbox`.execute(database.em.getKysely());
});

describe("A notification that quiet hours defer", () => {
  beforeEach(() => emitEvents(database, [deferredEvent()]));

  test("neither waits nor grows old before their end", async () => {
    await moveClock(ownerUrl, NIGHT - 20 * MINUTE);
    expect(await measure()).toEqual({ oldestMinutes: 0, waiting: 0, dead: 0 });
  });

  test("grows old from their end on, if no relay takes it", async () => {
    await moveClock(ownerUrl, NIGHT + 30 * MINUTE);
    expect(await measure()).toEqual({ oldestMinutes: 30, waiting: 2, dead: 0 });
  });

  test("grows old from their end on, also while its retry waits", async () => {
    await moveClock(ownerUrl, NIGHT);
    await fail("notification-delivery");
    expect(await measure()).toEqual({ oldestMinutes: 0, waiting: 2, dead: 0 });
    await moveClock(ownerUrl, NIGHT + 30 * MINUTE);
    await fail("notification-delivery");
    await fail("event-feed");
    expect(await measure()).toEqual({ oldestMinutes: 30, waiting: 2, dead: 0 });
  });

  test("does not hide a row that is due", async () => {
    await emitEvents(database, [anEvent("WorkspaceOwnerReplaced")]);
    await moveClock(ownerUrl, 20 * MINUTE);
    expect(await measure()).toEqual({ oldestMinutes: 20, waiting: 1, dead: 0 });
  });
});

describe("A row that nobody deferred", () => {
  beforeEach(() => emitEvents(database, [anEvent("WorkspaceOwnerReplaced")]));

  test("stays old although its delivery fails and its retry waits", async () => {
    for (let attempt = 1; attempt < DELIVERY_ATTEMPTS; attempt += 1) {
      await moveClock(ownerUrl, attempt * 10 * MINUTE);
      await fail("mail");
    }
    const oldestMinutes = (DELIVERY_ATTEMPTS - 1) * 10;
    expect(await measure()).toEqual({ oldestMinutes, waiting: 1, dead: 0 });
  });

  test("stays old although each relay that leases it dies", async () => {
    for (let death = 1; death <= 3; death += 1) {
      await moveClock(ownerUrl, death * 10 * MINUTE);
      const lease = { consumers: ["mail"], limit: 1, leaseSeconds: 30 } as const;
      expect(await transact(database.em, (tx) => leaseRows(tx, lease))).toHaveLength(1);
    }
    expect(await measure()).toEqual({ oldestMinutes: 30, waiting: 1, dead: 0 });
  });

  test("has no age as a dead letter, and grows old from its redrive on", async () => {
    for (let attempt = 1; attempt <= DELIVERY_ATTEMPTS; attempt += 1) {
      await moveClock(ownerUrl, attempt * 10 * MINUTE);
      await fail("mail");
    }
    expect(await measure()).toEqual({ oldestMinutes: 0, waiting: 0, dead: 1 });
    await moveClock(ownerUrl, NIGHT);
    await transact(database.em, (tx) => redriveDeadLetters(tx, { ids: null }));
    await moveClock(ownerUrl, NIGHT + 20 * MINUTE);
    expect(await measure()).toEqual({ oldestMinutes: 20, waiting: 1, dead: 0 });
  });
});

const deferredEvent = () =>
  anEvent("NotificationDecided", { availableAt: new Date(Date.now() + NIGHT * 1_000) });

/** The state of the outbox; the age is rounded down to ten minutes, so that a slow machine does not change it. */
async function measure() {
  const { oldestAgeSeconds, waitingCount, deadCount } = await findOutboxHealth(database.em);
  const oldestMinutes = Math.floor(oldestAgeSeconds / 600) * 10;
  return { oldestMinutes, waiting: waitingCount, dead: deadCount };
}

/** One pass over a consumer, whose deliveries fail. */
async function fail(consumer: Consumer): Promise<void> {
  const lane = { name: "test", consumers: [consumer], limit: 10 };
  const pass = await relayPass(
    { em: database.em, deliveries: AWAY },
    lane,
    new AbortController().signal,
  );
  expect(pass.map(({ failure }) => failure?.kind)).toEqual(["FAULT"]);
}

const fails = deliverEach(async () => {
  throw new RangeError("The provider is away");
});
const AWAY: Deliveries = {
  actors: fails,
  "event-feed": fails,
  agenda: fails,
  workouts: fails,
  inbox: fails,
  notifications: fails,
  "notification-delivery": fails,
  "form-mapping": fails,
  "session-review": fails,
  mail: fails,
};
