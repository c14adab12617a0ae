import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { readReceipts, readRejected } from "../../activities/sync/support/read-receipts.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  buildReceipts,
  pruneAll,
  readChain,
  RECEIPTS_ARE_OLD,
} from "../factories/sync/receipts/old-receipts.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 10);

const { em, superuserUrl, ownerUrl } = await useOrm(await useOwnDatabase());
const holder = await useClient(superuserUrl);

const operator = { actor: "identity:x", role: "support", reason: "x", requestId: "test" } as const;

test("a receipt that support reads during its pruning is cited and stays, or is gone", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scope = await buildScope(em);
    await buildReceipts(em, scope, 5);
    await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
    const { deviceId } = scope;
    const page = { deviceId, before: null, limit: 50, operator };
    const reading = () => transact(em, (tx) => readReceipts(tx, page));
    const both = round % 2 === 0 ? [reading(), pruneAll(em)] : [pruneAll(em), reading()];
    const outcomes = await Promise.all(both);
    const [read] = outcomes.filter((outcome) => typeof outcome !== "number");
    const shown = read?.rows.map(({ chainSeq }) => chainSeq) ?? [];
    expect((await readChain(em, deviceId)).seqs).toEqual(shown);
    expect([0, 5]).toContain(shown.length);
    await moveClock(ownerUrl, 0);
  }
});

describe.each([
  ["receipts", readReceipts],
  ["rejected operations", readRejected],
] as const)("while support reads %s", (_name, readRows) => {
  /** Waits until this many sessions of the pool wait for a lock. */
  async function waiting(count: number): Promise<void> {
    const statement = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and application_name = 'test' and wait_event_type = 'Lock'`;
    for (let tries = 0; tries < 100; tries += 1) {
      const { rows } = await holder.query<{ waiting: number }>(statement);
      if (rows[0]?.waiting === count) return;
      await sleep(10);
    }
    throw new Error("No session waits");
  }

  async function oldReceipts() {
    await moveClock(ownerUrl, 0);
    const { deviceId, ...scope } = await buildScope(em);
    await buildReceipts(em, { ...scope, deviceId }, 3);
    await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
    return { deviceId, before: null, limit: 50, operator };
  }

  const citedOf = async (deviceId: string) => {
    const rows = await em
      .fork()
      .execute<{ id: string | null }[]>(
        "select receipt_id as id from support_access_audit where device_id = ?",
        [deviceId],
      );
    return rows.filter(({ id }) => id !== null).length;
  };

  test("the prune waits, and then skips cited rows", async () => {
    const page = await oldReceipts();
    const { pruning } = await transact(em, async (tx) => {
      await readRows(tx, page);
      const begun = pruneAll(em);
      await waiting(1);
      return { pruning: begun };
    });
    expect(await pruning).toBe(0);
    expect((await readChain(em, page.deviceId)).seqs).toEqual([3, 2, 1]);
  });

  test("a prune that came first leaves nothing to cite", async () => {
    const page = await oldReceipts();
    await holder.query("begin");
    await holder.query(
      `select from sync_answers where batch_id in (select id from sync_batch where device_id = $1)
       for key share`,
      [page.deviceId],
    );
    const pruning = pruneAll(em);
    await waiting(1);
    const reading = transact(em, (tx) => readRows(tx, page));
    await waiting(2);
    await holder.query("rollback");
    expect(await pruning).toBe(3);
    expect((await reading).rows).toEqual([]);
    expect(await citedOf(page.deviceId)).toBe(0);
  });
});
