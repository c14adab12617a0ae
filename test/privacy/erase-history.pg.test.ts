import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";
import { ERASED_ROWS } from "../../db/platform/statements/erase-rows.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import {
  buildHistory,
  countHistory,
  HISTORY,
  logMuch,
} from "../factories/privacy/history-words.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildReceipts, readChain } from "../factories/sync/receipts/old-receipts.ts";
import type { BuiltScope } from "../factories/sync/sync.ts";
import { whereIs } from "../factories/db/where-is.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
afterEach(() => moveClock(ownerUrl, 0));

const CANARY = "canary-in-a-history";
const GRACE_IS_OVER = DELETION_GRACE_DAYS * 86_400 + 60;
const NOTHING = Object.fromEntries(HISTORY.map((table) => [table, 0]));

describe("the history of a client whose deletion is final (docs/personal-data.md)", () => {
  let gone: BuiltScope;
  let stays: BuiltScope;
  beforeEach(async () => {
    gone = await buildHistory(em, CANARY);
    stays = await buildHistory(em, "word-of-somebody-else");
    await askForDeletion(gone);
  });

  test("is deleted from every table, for nobody else, and its relationship is ended", async () => {
    await buildReceipts(em, gone, 3);
    await em.fork().execute(
      `insert into receipt_kept select ?, chain_first + 1, id, 'kept', 'CONFLICT', 'x', 'x', ?
         from sync_batch where device_id = ? limit 1`,
      [gone.deviceId, CANARY, gone.deviceId],
    );
    const before = await countHistory(em, gone);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    expect(await whereIs(em, CANARY)).toEqual([
      "agenda_card.snapshot",
      "agenda_card.source_context",
      "agenda_day.agenda_checksum",
      "agenda_task.snapshot",
      "agenda_task_event.metadata",
      "agenda_task_event.reason",
      "agenda_task_item.label_snapshot",
      "agenda_task_snapshot.snapshot",
      "focus_pin.note",
      "invitation.target_email",
      "quick_log_operation.note",
      "quick_log_operation.reason",
      "receipt_kept.line",
      "relationship_event.reason",
      "reported_skip.reason",
      "reported_skip.source_context",
      "workout_conflict.content",
      "workout_package.content",
      "workout_result.identity",
      "workout_session.content",
    ]);
    const others = await countHistory(em, stays);
    await moveClock(ownerUrl, GRACE_IS_OVER);
    await settleWhole(gone);
    expect(await whereIs(em, CANARY)).toEqual([]);
    expect(await countHistory(em, gone)).toEqual(NOTHING);
    expect(await countHistory(em, stays)).toEqual(others);
    const { status } = await em.fork().findOneOrFail(Relationship, gone.relationshipId);
    expect(status).toBe("ENDED");
    await settleWhole(gone);
  });

  test("leaves ids and hashes of a phone's receipts, and a chain that can be verified with them", async () => {
    await buildReceipts(em, gone, 60);
    const head = (await readChain(em, gone.deviceId)).chain;
    const [receipts = 0, answers] = await sizesOf(gone);
    expect(receipts).toBeGreaterThanOrEqual(60);
    expect(answers).toBe(2);
    await moveClock(ownerUrl, GRACE_IS_OVER);
    await settleWhole(gone);
    const { chain, seqs, faults } = await readChain(em, gone.deviceId);
    expect({ seqs, faults }).toEqual({ seqs: [], faults: [] });
    expect(chain).toMatchObject({ seq: head.seq, hash: head.hash });
    expect(await sizesOf(gone)).toEqual([receipts, 0]);
  });

  test("is deleted in slices of a bounded size, and continues where a slice failed", async () => {
    await logMuch(em, gone, 2 * ERASED_ROWS);
    await moveClock(ownerUrl, GRACE_IS_OVER);
    const failing = {
      ...hooks,
      accounts: [
        ...hooks.accounts,
        { endSlice: () => Promise.reject(new Error("killed in the middle")) },
      ],
    };
    const logged = async () => (await countHistory(em, gone)).quick_log_operation ?? 0;
    const first = await logged();
    await expect(settle(gone, failing)).rejects.toThrow("killed in the middle");
    expect(await logged()).toBe(first);
    for (let left = first; left > 0; left = await logged()) {
      await settle(gone);
      expect(left - (await logged())).toBeLessThanOrEqual(ERASED_ROWS);
    }
    await settleWhole(gone);
    expect(await countHistory(em, gone)).toEqual(NOTHING);
  });

  test.each([
    ["agenda_task_event", "delete from agenda_task_event where relationship_id = ?"],
    ["quick_log_operation", "delete from quick_log_operation where relationship_id = ?"],
    [
      "relationship_event",
      "update relationship_event set reason = null where relationship_id = ? and reason is not null",
    ],
  ])("%s: is not deleted while the deletion can be cancelled", async (table, erase) => {
    const run = () => em.fork().execute(erase, [gone.relationshipId]);
    await moveClock(ownerUrl, DELETION_GRACE_DAYS * 86_400 - 60);
    await expect(run()).rejects.toThrow(`${table} is append-only`);
    await moveClock(ownerUrl, GRACE_IS_OVER);
    await expect(run()).resolves.toBeDefined();
  });

  test.each([
    ["agenda_task_event", "update agenda_task_event set reason = null where relationship_id = ?"],
    ["quick_log_operation", "update quick_log_operation set note = null where relationship_id = ?"],
    ["relationship_event", "update relationship_event set reason = 'x' where relationship_id = ?"],
    ["relationship_event", "delete from relationship_event where relationship_id = ?"],
  ])("%s: is not rewritten by an erasure: %s", async (table, change) => {
    await moveClock(ownerUrl, GRACE_IS_OVER);
    await expect(em.fork().execute(change, [gone.relationshipId])).rejects.toThrow(
      `${table} is append-only`,
    );
  });
});

function settle({ clientUserId: userId }: BuiltScope, givenHooks = hooks) {
  return settleAccountDeletion(erasureDeps(em, givenHooks), { userId });
}

/** Number of receipts, and the batch answers of this phone. */
async function sizesOf({ deviceId }: BuiltScope): Promise<readonly number[]> {
  const [found] = await em.fork().execute<{ receipts: number; answers: number }[]>(
    `select (select count(*)::int from receipt) as receipts, count(answers.batch_id)::int as answers
       from sync_batch batch join sync_answers answers on answers.batch_id = batch.id
      where batch.device_id = ?`,
    [deviceId],
  );
  return [found?.receipts ?? 0, found?.answers ?? 0];
}

async function askForDeletion({ clientUserId: userId }: BuiltScope): Promise<void> {
  await transact(em, (tx) =>
    requestAccountDeletion(tx, { userId, requestId: "erasure" }, hooks.sessions),
  );
}

/** Settles until nothing is left; returns the number of slices. */
async function settleWhole(scope: BuiltScope): Promise<number> {
  for (let turns = 1; ; turns += 1) if (!(await settle(scope)).open) return turns;
}
