import { afterAll, expect, test } from "@jest/globals";
import { openDatabase } from "../../db/orm.ts";
import { readRealClock } from "../../db/platform/read-real-clock.ts";
import { moveClock } from "../factories/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "test" });
afterAll(() => database.close());

test("the database's real clock is told in milliseconds, however the product's was moved", async () => {
  await moveClock(ownerUrl, 86_400);
  const before = Date.now();
  const told = await readRealClock(database.em);
  // Both are of this machine; the database tells whole milliseconds.
  expect(told).toBeGreaterThanOrEqual(before - 1);
  expect(told).toBeLessThanOrEqual(Date.now() + 1);
});
