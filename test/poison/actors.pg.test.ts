import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import type { Wake } from "../../activities/outbox/wake-actor.ts";
import { newId } from "../../db/platform/new-id.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());
beforeEach(() => poison.remove());
const faults: unknown[] = [];
const log = { error: (fields: unknown) => void faults.push(fields) };

test("an overdue actor that cannot be marked does not delay other actors, is logged, and is woken nonetheless", async () => {
  await em.fork().execute("delete from actor");
  for (let count = 0; count < 5; count += 1)
    await em.fork().execute(
      `insert into actor (workflow_id, due_at, due_reason)
       values (?, clock_now() - make_interval(secs => ?), 'UNDO_WINDOW')`,
      [`device/${newId()}`, 900 - count],
    );
  await poison.plant("actor");
  const { woken, report } = await sweep();
  expect(report).toEqual({ foundCount: 5, wokenCount: 5 });
  expect([woken.length, new Set(woken).size]).toEqual([5, 5]);
  expect(faults).toMatchObject([
    { workflowId: expect.any(String), failureClass: "SQLSTATE_23000" },
  ]);
  await poison.remove();
  expect((await sweep()).report).toEqual({ foundCount: 1, wokenCount: 1 });
  expect((await sweep()).report).toEqual({ foundCount: 0, wokenCount: 0 });
});

test("a database failure while overdue actors are claimed is no poison: no actor is woken", async () => {
  await em.fork().execute("update actor set due_at = clock_now() - interval '1 hour'");
  await poison.plant("actor", { sqlState: "53200" });
  faults.length = 0;
  await expect(sweep()).rejects.toThrow();
  expect(faults).toEqual([]);
  await poison.remove();
});

/** A sweep whose actors poll at once, except those that are poisoned. */
async function sweep() {
  const woken: string[] = [];
  const wakeActor = async ({ workflowId }: Wake) => {
    woken.push(workflowId);
    await em
      .fork()
      .execute(
        "update actor set told_at = null, due_at = clock_now() + interval '1 hour' where workflow_id = ?",
        [workflowId],
      )
      .catch(() => undefined);
    return null;
  };
  const round = { reason: "SWEPT", lateBySeconds: 120, perSecond: null, limit: 2 } as const;
  const stop = new AbortController().signal;
  const report = await sweepOverdueActors({ em, wakeActor, log }, round, stop);
  return { woken, report };
}
