import { describe, expect, test } from "@jest/globals";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { moveWorkspace } from "../../activities/workspaces/move-workspace.ts";
import { orderScopePurges } from "../../activities/sync/purge/order-whole-purges.ts";
import { SESSION_ENDS } from "../../contract/accounts/session-vocabulary.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PurgeOrder } from "../../db/sync/purge-order.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { PURGE_TRIGGERS } from "../../contract/sync/purge-vocabulary.ts";
import { QUEUE_OF_PURGE } from "../../rules/sync/queue-of-purge.ts";
import { TRIGGER_OF_SESSION_END } from "../../rules/sync/trigger-of-session-end.ts";
import { buildCoach, buildRelationship } from "../factories/accounts/identity.ts";
import { buildDevice } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { hooks } from "../../workers/hooks.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 10 });

const actor = "an-admin";

test("an act creates orders for all affected devices with as many statements as for one", async () => {
  const [small, large] = [await practice(1), await practice(12)];
  const one = await recordStatements(() => suspend(small.coach.workspaceId));
  const many = await recordStatements(() => suspend(large.coach.workspaceId));
  expect(many.statements).toEqual(one.statements);
  const { workspaceId } = large.coach;
  expect(await em.fork().count(PurgeOrder, { workspaceId })).toBe(12);
});

describe("the same order from several acts at once", () => {
  test("is created once by eight acts, with one event", async () => {
    const { pairs, deviceIds } = await practice(3);
    const [{ workspaceId, relationshipId } = { workspaceId: "", relationshipId: "" }] = pairs;
    const devices = deviceIds.map((deviceId) => {
      const scope = "RELATIONSHIP" as const;
      return { deviceId, scope, scopeId: relationshipId, workspaceId };
    });
    const ask = (sent: typeof devices) => async (tx: Tx) => {
      const origin = { now: await clockNow(tx), requestId: "r" };
      await orderScopePurges(tx, { devices: sent, trigger: "RELATIONSHIP_END" }, origin);
    };
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        transact(em, ask(index % 2 === 0 ? devices : devices.toReversed())),
      ),
    );
    const orders = await em.fork().find(PurgeOrder, { scopeId: relationshipId });
    expect(orders.map(({ deviceId }) => deviceId).toSorted()).toEqual(deviceIds.toSorted());
    const subjectId = { $in: orders.map(({ id }) => id) };
    const consumer = "device-actor";
    expect(await em.fork().count(OutboxRow, { subjectId, consumer })).toBe(3);
  });

  test("is one order for a suspension and the end of a relationship of the workspace", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 10); round += 1) {
      const { coach, pairs, deviceIds } = await practice(1);
      const [{ relationshipId } = { relationshipId: "" }] = pairs;
      const { workspaceId, userId: byUserId } = coach;
      const end = { act: "END", byUserId, reason: null, requestId: "r" } as const;
      await Promise.all([
        suspend(workspaceId),
        transact(em, (tx) =>
          moveRelationship(tx, { ...end, workspaceId, relationshipId }, hooks.relationships),
        ),
      ]);
      const [deviceId = ""] = deviceIds;
      const open = await em.fork().find(PurgeOrder, { deviceId, withdrawnAt: null });
      expect(open.length).toBeGreaterThan(0);
      expect(open.filter(({ scope }) => scope === "RELATIONSHIP")).toHaveLength(1);
    }
  });

  test("an order exists exactly if its fact does: both are rolled back together", async () => {
    const { coach, deviceIds } = await practice(1);
    const { workspaceId } = coach;
    const fails = transact(em, async (tx) => {
      await moveWorkspace(
        tx,
        { act: "SUSPEND", workspaceId, actor, reason: null, requestId: "r" },
        hooks.workspaces,
      );
      throw new Error("The power went");
    });
    await expect(fails).rejects.toThrow("The power went");
    expect(await em.fork().count(PurgeOrder, { deviceId: { $in: deviceIds } })).toBe(0);
    await suspend(workspaceId);
    expect(await em.fork().count(PurgeOrder, { deviceId: { $in: deviceIds } })).toBe(1);
  });
});

test("a queue is kept for its person after ends by others: sessions, workspaces, permissions", () => {
  const kept = PURGE_TRIGGERS.filter((trigger) => QUEUE_OF_PURGE[trigger] === "KEEP");
  expect(kept).toEqual(["PERMISSION_REVOCATION", "WORKSPACE_SUSPENSION", "DEVICE_REVOCATION"]);
  const deleting = SESSION_ENDS.filter(
    (end) => QUEUE_OF_PURGE[TRIGGER_OF_SESSION_END[end]] === "DELETE",
  );
  expect(deleting).toEqual(["LOGOUT", "ACCOUNT_DELETION"]);
});

test("only a logout is confirmed on the phone itself; every other end is remote", () => {
  const confirmed = SESSION_ENDS.filter((end) => TRIGGER_OF_SESSION_END[end] === "LOGOUT");
  expect(confirmed).toEqual(["LOGOUT"]);
});

function suspend(workspaceId: string) {
  return transact(em, (tx) =>
    moveWorkspace(
      tx,
      { act: "SUSPEND", workspaceId, actor, reason: "Unpaid", requestId: "r" },
      hooks.workspaces,
    ),
  );
}

/** A workspace with clients and a phone of each. */
async function practice(clients: number) {
  const coach = await buildCoach(em);
  const pairs = await Promise.all(
    Array.from({ length: clients }, () => buildRelationship(em, { coach })),
  );
  const deviceIds = await Promise.all(pairs.map(({ client }) => buildDevice(em, client.userId)));
  return { coach, pairs, deviceIds };
}
