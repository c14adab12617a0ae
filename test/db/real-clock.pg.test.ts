import { afterAll, expect, test } from "@jest/globals";
import { openDatabase } from "../../db/open-database.ts";
import { readRealClock } from "../../db/platform/read-real-clock.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "test" });
afterAll(() => database.close());

test("The database's real clock has milliseconds and ignores how the product's clock was moved", async () => {
  await moveClock(ownerUrl, 86_400);
  const before = Date.now();
  const now = await readRealClock(database.em);
  // Both clocks are of this machine; the database returns whole milliseconds.
  expect(now).toBeGreaterThanOrEqual(before - 1);
  expect(now).toBeLessThanOrEqual(Date.now() + 1);
});
