import { afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { quickLogSettlement } from "../../activities/quick-log/quick-log-settlement.ts";
import type { FeatureSettlement } from "../../activities/sync/feature-settlement.ts";
import { settleLane, type LaneAgenda } from "../../activities/sync/settlement/settle-lane.ts";
import type { SettlementDeps } from "../../activities/sync/settlement/settlement-deps.ts";
import { newId } from "../../db/platform/new-id.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { sips } from "../factories/sync/races/race-ground.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, submit, type BuiltScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const owner = await useClient(ownerUrl);
afterEach(async () => {
  await moveClock(ownerUrl, 0);
  await owner.query("update sync_batch set status = 'SETTLED' where status = 'ADMITTED'");
});

/** Waiting batches in addition to the two that cause delays; ten of each relationship. */
const OTHERS = campaignSize("LANE_OTHERS", 200);

describe("a lane", () => {
  test("leaves batches that arrive while it settles to its next wake", async () => {
    const [first, late] = [await buildScope(em), await buildScope(em)];
    await admit(first, 1);
    const slices: number[] = [];
    const whileSettling: FeatureSettlement = {
      ...quickLogSettlement,
      async settle(tx, slice) {
        slices.push(slice.batches.length);
        if (slices.length === 1) await admit(late, 3);
        return await quickLogSettlement.settle(tx, slice);
      },
    };
    const deps = settlementDeps(em, [whileSettling]);
    const agenda = await settleLane(deps, { lane: "0", runId: newId() });
    // On a busy machine the call may have run out of time by then, and report more work.
    expect([slices, agenda.count, agenda.dueReason]).toEqual([[1], 3, "UNDO_WINDOW"]);
    await settleLane(deps, { lane: "0", runId: newId() });
    expect(slices).toEqual([1, 3]);
  });

  test("settles hundreds of others despite a locked relationship and an endless batch", async () => {
    const [locked, bad] = [await buildScope(em), await buildScope(em)];
    const others: BuiltScope[] = [];
    for (let index = 0; index < OTHERS / 10; index += 1) others.push(await buildScope(em));
    // Both come first: a lane that waits for them, or settles them with others, does not finish with those.
    for (const scope of [locked, bad]) await admit(scope, 1);
    for (const scope of others) await admit(scope, 10);
    const endless = (await batchesOf([bad]))[0]?.id ?? "";
    const deps = settlementDeps(em, [endlessFor(endless)]);
    await owner.query("begin");
    await owner.query(
      "select from relationship_scope where relationship_id = $1 for no key update",
      [locked.relationshipId],
    );
    await settleUntil(deps, async () =>
      (await batchesOf(others)).every(({ status }) => status === "SETTLED"),
    );
    expect(await batchesOf(others)).toHaveLength(OTHERS);
    expect(await batchesOf([locked])).toMatchObject([{ status: "ADMITTED" }]);
    await owner.query("rollback");
    // Everything deferred meanwhile is due again.
    await moveClock(ownerUrl, 600);
    await settleUntil(deps, async () => {
      const [released, alone] = [...(await batchesOf([locked])), ...(await batchesOf([bad]))];
      return released?.status === "SETTLED" && alone?.waits === true;
    });
    const [alone] = await batchesOf([bad]);
    expect(alone).toMatchObject({ status: "ADMITTED", code: "SQLSTATE_57014", waits: true });
    expect(alone?.attempts).toBeGreaterThan(1);
  }, 120_000);

  test("returns within a second to a locked relationship, and waits for its lock once the batch is late", async () => {
    const scope = await buildScope(em);
    await admit(scope, 1);
    const deps = settlementDeps(em);
    await owner.query("begin");
    await owner.query(
      "select from relationship_scope where relationship_id = $1 for no key update",
      [scope.relationshipId],
    );
    const settle = () => settleLane(deps, { lane: "0", runId: newId() });
    const passing = await settle();
    expect(passing).toMatchObject({ open: true, dueReason: "SETTLEMENT", did: [] });
    expect(passing.dueInMs).toBeLessThanOrEqual(1_000);
    expect(await batchesOf([scope])).toMatchObject([{ attempts: 0, code: null }]);
    await sql`update sync_batch set next_settle_at = next_settle_at - interval '4 seconds'
      where relationship_id = ${scope.relationshipId}`.execute(em.fork().getKysely());
    expect(await settle()).toMatchObject({ did: ["failed 1"], dueReason: "SETTLEMENT" });
    expect(await batchesOf([scope])).toMatchObject([
      { status: "ADMITTED", attempts: 1, code: "SQLSTATE_55P03", waits: true },
    ]);
    await moveClock(ownerUrl, 2);
    const again = await settle();
    expect(again.dueInMs).toBeLessThanOrEqual(1_000);
    await owner.query("rollback");
    const runId = newId();
    await settleLane(deps, { lane: "0", runId });
    expect(await batchesOf([scope])).toMatchObject([{ status: "SETTLED", lane: 0, run: runId }]);
  });

  test("closes a batch whose relationship is gone with the code GONE", async () => {
    const [gone, other] = [await buildScope(em), await buildScope(em)];
    for (const scope of [gone, other]) await admit(scope, 1);
    await owner.query("delete from relationship_scope where relationship_id = $1", [
      gone.relationshipId,
    ]);
    const runId = newId();
    const { did, count } = await settleLane(settlementDeps(em), { lane: "0", runId });
    const [closed, settled] = [await batchesOf([gone]), await batchesOf([other])];
    expect(closed).toMatchObject([{ status: "SETTLED", code: "GONE", lane: 0, run: runId }]);
    expect(settled).toMatchObject([{ status: "SETTLED", code: null, lane: 0, run: runId }]);
    expect(did).toEqual([`settled 2: ${closed[0]?.id} ${settled[0]?.id}`]);
    expect(count).toBe(0);
  });

  test("names twenty of the batches that it settled, and counts the others", async () => {
    const scope = await buildScope(em);
    await admit(scope, 23);
    const ids = (await batchesOf([scope])).map(({ id }) => id);
    const did: string[] = [];
    await settleUntil(settlementDeps(em), async () => {
      return (await batchesOf([scope])).every(({ status }) => status === "SETTLED");
    }).then((agenda) => did.push(...agenda.did));
    expect(did).toEqual([`settled 23: ${ids.slice(0, 20).join(" ")} and 3 more`]);
  });

  test("that no longer exists does nothing, and ends", async () => {
    const scope = await buildScope(em);
    await admit(scope, 1);
    const agenda = await settleLane(settlementDeps(em), { lane: "1", runId: newId() });
    expect(agenda).toMatchObject({ over: true, open: false, did: [] });
    expect(await batchesOf([scope])).toMatchObject([{ status: "ADMITTED", attempts: 0 }]);
  });
});

/** Sends this many batches, one sip each. */
async function admit(scope: BuiltScope, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1)
    await submit(admissionDeps(em), scope, sips(scope.agenda.water.id, [minute]));
}

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly code: string | null;
  readonly lane: number | null;
  readonly run: string | null;
  readonly waits: boolean;
}

async function batchesOf(scopes: readonly BuiltScope[]): Promise<readonly Batch[]> {
  const ids = scopes.map(({ relationshipId }) => relationshipId);
  const { rows } = await owner.query<Batch>(
    `select id, status, settle_attempts as attempts, failure_code as code, settled_lane as lane,
       settled_run as run, next_settle_at > clock_now() as waits
     from sync_batch where relationship_id = any($1::uuid[]) order by id`,
    [ids],
  );
  return rows;
}

/** Calls a lane until the condition holds. */
async function settleUntil(
  deps: SettlementDeps,
  isDone: () => Promise<boolean>,
): Promise<LaneAgenda> {
  for (let calls = 1; ; calls += 1) {
    const agenda = await settleLane(deps, { lane: "0", runId: newId() });
    if (await isDone()) return agenda;
    if (calls === 100) throw new Error(`Not within ${calls} calls: ${JSON.stringify(agenda)}`);
  }
}

/** Settlement in which one batch always exceeds its statement timeout. */
function endlessFor(batchId: string): FeatureSettlement {
  return {
    ...quickLogSettlement,
    async settle(tx, slice) {
      if (slice.batches.some((batch) => batch.batchId === batchId))
        await sql`select pg_sleep(60)`.execute(tx.getKysely());
      return await quickLogSettlement.settle(tx, slice);
    },
  };
}
