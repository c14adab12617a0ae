import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { PRUNED_RECORDS, type PrunedRecords } from "../../contract/privacy/vocabulary.ts";

import { moveClock } from "../factories/db/move-clock.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { buildPrunable, countPrunable, DAY, PRUNED_TABLES } from "../factories/privacy/prunable.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { retention } from "../../workers/retention.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());
const faults: unknown[] = [];
beforeEach(() => {
  faults.length = 0;
});

const log = { error: (fields: unknown) => void faults.push(fields) };
const prune = (records: PrunedRecords) => pruneRecords({ em, retention, log }, { records });
const left = async (records: PrunedRecords) => (await countPrunable(em))[records];
/** Rows of each kind; the oldest one is poisoned. */
const ROWS = 5;

test.each(PRUNED_RECORDS)(
  "one row of %s that cannot be deleted does not delay the others, is logged, and is deleted once it is repaired",
  async (records) => {
    await moveClock(ownerUrl, 0);
    await buildPrunable(em, { [records]: ROWS });
    await moveClock(ownerUrl, 900 * DAY);
    await poison.plant(PRUNED_TABLES[records]);
    const pruned = await prune(records);
    expect(pruned.passedOver?.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await left(records)).toBe(1);
    expect(faults).toMatchObject([{ records, failureClass: "SQLSTATE_23000" }]);
    await poison.remove();
    expect(await prune(records)).not.toHaveProperty("passedOver");
    expect(await left(records)).toBe(0);
  },
);

test("rows beyond the skip limit of one slice are left to the next slice, and delay nothing there", async () => {
  const records = "LETTERS";
  await moveClock(ownerUrl, 0);
  await buildPrunable(em, { [records]: 40 });
  await moveClock(ownerUrl, 900 * DAY);
  await poison.plant(PRUNED_TABLES[records], { rows: 15 });
  const first = await prune(records);
  expect(first).toMatchObject({ full: true });
  const { passedOver = [] } = first;
  const second = await pruneRecords({ em, retention, log }, { records, passedOver });
  expect(second).toMatchObject({ full: false, passedOver: [15] });
  expect(await left(records)).toBe(15);
  await poison.remove();
});

test("a database failure is no poison: the slice is retried as a whole", async () => {
  const records = "LETTERS";
  await moveClock(ownerUrl, 0);
  await buildPrunable(em, { [records]: ROWS });
  await moveClock(ownerUrl, 900 * DAY);
  await poison.plant(PRUNED_TABLES[records], { sqlState: "57014" });
  await expect(prune(records)).rejects.toMatchObject({ code: expect.anything() });
  expect(faults).toEqual([]);
  await poison.remove();
});
