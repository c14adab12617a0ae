import { afterAll, expect, test } from "@jest/globals";
import { openDatabase } from "../../db/open-database.ts";
import { clockNow, isDatabaseTrouble } from "../../db/platform/transactions/transact.ts";
import { openGatedWay } from "../factories/db/gated-way.ts";
import { eventually } from "../factories/eventually.ts";
import { useOwnDatabase } from "../harness/database.ts";

const files = await useOwnDatabase();
const way = await openGatedWay(files.appUrl);
const database = openDatabase({
  url: way.url,
  poolSize: 1,
  applicationName: "test",
  discouragesScans: true,
});
afterAll(async () => {
  await database.close();
  await way.close();
});

test("A connection that is lost before its first statement fails its caller, and not the process", async () => {
  const gate = { anchor: /set enable_seqscan/, about: "", offset: 0, side: "BEFORE" } as const;
  const block = way.block(gate);
  const asked = clockNow(database.em.fork()).catch((error: unknown) => error);
  await eventually(
    async () => block.isBlocked(),
    (isBlocked) => isBlocked,
  );
  way.cut();
  expect(isDatabaseTrouble(await asked)).toBe(true);
  expect(await clockNow(database.em.fork())).toBeInstanceOf(Date);
});
