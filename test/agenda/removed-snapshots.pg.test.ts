import { describe, expect, test } from "@jest/globals";
import { eraseAgenda } from "../../db/agenda/erase-agenda.ts";
import { pruneTaskSnapshots } from "../../db/agenda/snapshots/delete-snapshots.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { snapshotActs } from "../factories/agenda/snapshots/snapshot-acts.ts";
import { meet, waitersForLocks } from "../factories/db/meet.ts";
import { eventually } from "../factories/eventually.ts";
import { planBodies } from "../factories/plans/plans.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useClient } from "../harness/use-client.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = await useClient(superuserUrl);
const {
  acts,
  twoClients,
  follow,
  assigned,
  put,
  unused,
  trustUntil,
  forgetHistory,
  erase,
  stoppedBefore,
  exists,
  storedKey,
  titlesOf,
} = snapshotActs(em, superuser);
const prune = (tx: Tx) => pruneTaskSnapshots(tx, 1_000);

describe("The sweep of snapshots", () => {
  test("and a writer that waits for it: the writer stores the snapshot again", async () => {
    const { owner, task } = await unused("-2 minutes");
    await meet(em, prune, () => transact(em, (tx) => put(tx, task)));
    expect(await titlesOf(owner)).toEqual([task.snapshot.title]);
  });

  test("leaves a snapshot to the writer that has just made it trusted again", async () => {
    const { owner, task } = await unused("-2 minutes");
    await meet(
      em,
      (tx) => put(tx, task),
      () => transact(em, prune),
    );
    expect(await titlesOf(owner)).toEqual([task.snapshot.title]);
  });

  test("spares a snapshot within the grace time, because a writer that trusted it may not have committed", async () => {
    const { owner, task } = await unused("-30 seconds");
    await transact(em, prune);
    expect(await exists((await storedKey(task)) ?? null)).toBe(true);
    const { owner: second, task: trusted } = await unused("1 hour");
    await stoppedBefore(
      () => transact(em, (tx) => put(tx, trusted)),
      async () => {
        await trustUntil("-30 seconds");
        await transact(em, prune);
      },
    );
    expect(await titlesOf(second)).toEqual([trusted.snapshot.title]);
    expect(await titlesOf(owner)).toEqual([]);
  });

  test("takes no snapshot from under any of many writers", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { owner, task } = await unused("-2 minutes");
      await Promise.all([
        transact(em, (tx) => put(tx, task)),
        transact(em, prune),
        transact(em, prune),
      ]);
      expect(await titlesOf(owner)).toEqual([task.snapshot.title]);
    }
  });
});

describe("The erasure of a client's days", () => {
  test("takes the snapshots that only their tasks show, and leaves those of another client's", async () => {
    const [gone, stays] = await twoClients();
    const own = await assigned(gone, await acts.make(gone, planBodies.habit));
    const planId = await acts.make(gone, planBodies.meal);
    const shared = await assigned(gone, planId);
    await assigned(stays, planId);
    await erase(gone);
    expect([await exists(own.snapshotKey), await exists(shared.snapshotKey)]).toEqual([
      false,
      true,
    ]);
    expect(await titlesOf(stays)).toEqual([planBodies.meal.title]);
  });

  test("waits for a writer that found the snapshot, and then leaves it to the writer's task", async () => {
    const [gone, stays] = await twoClients();
    const planId = await acts.make(gone, planBodies.habit);
    const { snapshotKey } = await assigned(gone, planId);
    const { id } = await acts.assign(stays, planId);
    const { erasing } = await stoppedBefore(
      () => follow(id),
      async () => {
        const erased = erase(gone);
        await eventually(
          () => waitersForLocks(em),
          (count) => count >= 2,
        );
        return { erasing: erased };
      },
    );
    await erasing;
    expect(await exists(snapshotKey)).toBe(true);
    expect(await titlesOf(stays)).toEqual([planBodies.habit.title]);
  });

  test("lets a writer wait, which then stores the snapshot again", async () => {
    const [gone, stays] = await twoClients();
    const planId = await acts.make(gone, planBodies.habit);
    await assigned(gone, planId);
    const { id } = await acts.assign(stays, planId);
    await forgetHistory(gone);
    await meet(
      em,
      (tx) => eraseAgenda(tx, [gone.relationshipId]),
      () => follow(id),
    );
    expect(await titlesOf(stays)).toEqual([planBodies.habit.title]);
  });
});
