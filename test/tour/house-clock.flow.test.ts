import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "../../db/open-database.ts";
import { openHouseClock } from "../../tools/tour/house/house-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "test" });
const temporal = await openTimeSkipping();
const { testService: server } = temporal.connection;
afterAll(async () => {
  await temporal.teardown();
  await database.close();
});

const HOUR_MS = 3_600_000;

test("if the server's clock is stuck, the database's advances all the same and overdue actors are woken", async () => {
  const clock = countingClock({ passesWithinMs: 1_000 });
  await server?.lockTimeSkipping({});
  await clock.advanceTo(new Date(clock.now() + HOUR_MS).toISOString());
  await server?.unlockTimeSkipping({});
  expect(clock.wakes()).toBe(1);
  expect(await shiftSeconds()).toBeGreaterThanOrEqual(3_600);
});

test("if time passes on the server, the actors' own timers fire, and nobody else wakes them", async () => {
  const clock = countingClock({});
  const before = await temporal.currentTimeMs();
  await clock.advanceTo(new Date(clock.now() + HOUR_MS).toISOString());
  expect(clock.wakes()).toBe(0);
  expect((await temporal.currentTimeMs()) - before).toBeGreaterThanOrEqual(HOUR_MS);
});

function countingClock(timeout: { readonly passesWithinMs?: number }) {
  let wakes = 0;
  const wakeOverdue = async () => {
    wakes += 1;
  };
  const clock = openHouseClock({ temporal, ownerUrl, wakeOverdue, ...timeout });
  return { ...clock, wakes: () => wakes };
}

async function shiftSeconds(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from shift)::int as seconds from clock_offset
  `.execute(database.em.fork().getKysely());
  return rows[0]?.seconds ?? 0;
}
