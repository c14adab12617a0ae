import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { pruneReceipts } from "../../activities/sync/receipts/prune-receipts.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  buildReceipts,
  pruneAll,
  readChain,
  RECEIPTS_ARE_OLD,
  settleAll,
} from "../factories/sync/receipts/old-receipts.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 10);

const { em, superuserUrl, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
const deps = admissionDeps(em);
const superuser = await useClient(superuserUrl);

beforeEach(async () => {
  await moveClock(ownerUrl, 2 * RECEIPTS_ARE_OLD);
  await settleAll(em);
  await pruneAll(em);
  await moveClock(ownerUrl, 0);
});

const unknownTask = () => queued("quick-log.complete-task", { taskId: randomUUID() });

describe("pruning", () => {
  test("runs slice by slice, each in its own transaction, and skips devices without anything to prune", async () => {
    const [young, first, second] = [
      await buildScope(em),
      await buildScope(em),
      await buildScope(em),
    ];
    await buildReceipts(em, first, 1_100);
    await buildReceipts(em, second, 20);
    await age();
    await buildReceipts(em, young, 5);
    expect(await pruneAll(em)).toBe(1_120);
    for (const { deviceId } of [young, first, second])
      expect(await readChain(em, deviceId)).toMatchObject({ faults: [] });
    expect((await readChain(em, young.deviceId)).seqs).toHaveLength(5);
  });

  test("that is killed in the middle leaves all or nothing of a slice, and continues", async () => {
    const scope = await buildScope(em);
    for (const count of [10, 12, 8]) await buildReceipts(em, scope, count);
    await age();
    // Another session locks the last receipt, so that the prune waits with the others locked.
    const holder = new Client({ connectionString: superuserUrl });
    await holder.connect();
    await holder.query("begin");
    await holder.query(
      `select from sync_answers where batch_id in
         (select id from sync_batch where device_id = $1 and chain_last = 30) for key share`,
      [scope.deviceId],
    );
    const pruning = pruneReceipts(em, { after: null }).catch((error: unknown) => error);
    const kill = `select count(pg_terminate_backend(pid))::int as killed from pg_stat_activity
      where datname = current_database() and application_name = 'prune-receipts'
        and wait_event_type = 'Lock'`;
    const ended: unknown[] = [];
    void pruning.then((outcome) => ended.push(outcome));
    while (ended.length === 0) await superuser.query(kill);
    expect(ended).toMatchObject([{ code: "UNAVAILABLE" }]);
    expect((await readChain(em, scope.deviceId)).chain.pruned).toBeNull();
    await holder.query("rollback");
    await holder.end();
    expect(await pruneAll(em)).toBe(30);
    expect((await readChain(em, scope.deviceId)).faults).toEqual([]);
  });

  test("that races with replays of the same operations answers each with the same receipt, once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await moveClock(ownerUrl, 0);
      const scope = await buildScope(em);
      const operations = [complete(scope), drink(scope), unknownTask()];
      const first = await submit(deps, scope, operations);
      const full = (await submit(deps, scope, operations)).results;
      await age();
      const [again, , later] = await Promise.all([
        submit(deps, scope, operations),
        pruneAll(em),
        submit(deps, scope, operations),
      ]);
      const receipts = first.results.map(({ receiptId }) => receiptId);
      const gone = await submit(deps, scope, operations);
      // The answers of a batch are pruned together: a replay meets all of them or none.
      const whole = [JSON.stringify(full), JSON.stringify(gone.results)];
      expect(whole[0]).not.toBe(whole[1]);
      for (const { results } of [again, later, gone]) {
        expect(whole).toContain(JSON.stringify(results));
        expect(results.map(({ receiptId }) => receiptId)).toEqual(receipts);
        expect(results.map(({ status }) => status)).toEqual([
          "ALREADY_ACCEPTED",
          "ALREADY_ACCEPTED",
          "REJECTED",
        ]);
      }
      const { chain, faults } = await readChain(em, scope.deviceId);
      expect({ seq: chain.seq, faults }).toEqual({ seq: 3, faults: [] });
    }
  });

  test("twice at once prunes each receipt once", async () => {
    const scope = await buildScope(em);
    await buildReceipts(em, scope, 120);
    await age();
    const counts = await Promise.all(Array.from({ length: 4 }, () => pruneAll(em)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(120);
    expect((await readChain(em, scope.deviceId)).faults).toEqual([]);
  });
});

function complete({ agenda }: BuiltScope) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

function drink({ agenda }: BuiltScope) {
  return queued("quick-log.record-value", {
    taskId: agenda.water.id,
    metricKind: "WATER",
    value: 300,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: "2026-01-05T08:00:00.000Z",
    localId: "glass-1",
  });
}

async function age(): Promise<void> {
  await settleAll(em);
  await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
}
