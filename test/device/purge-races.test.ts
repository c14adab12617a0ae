import { expect, test } from "@jest/globals";
import { unlessOrdered } from "../../device/coach/unless-ordered.ts";
import { lazyActs } from "../../device/online/lazy-acts.ts";
import { storeAct } from "../../device/online/store-act.ts";
import { enqueue } from "../../device/outbox/enqueue.ts";
import { obeyOrder } from "../../device/purge/obey-order.ts";
import type { ObeyedOrder } from "../../device/purge/obeyed-order.ts";
import { signOut } from "../../device/session/sign-out.ts";
import { keyToSeal } from "../../device/store/key-to-seal.ts";
import { makeCoachWorld, relationshipId, TOKENS } from "../factories/device/coach-world.ts";
import { buildDeviceStage } from "../factories/device/device-stage.ts";
import { success } from "../factories/device/fake-api.ts";

const ORDER: ObeyedOrder = {
  orderId: "delete",
  trigger: "RELATIONSHIP_END",
  deviceId: "*",
  scope: { kind: "ALL", workspaceId: null, relationshipId: null },
  queue: "DELETE",
  handedOverTo: null,
  sealedUntil: null,
};

async function built() {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  const keyName = `queue/${scopeId}`;
  return { stage, scopeId, keyName };
}

test("A purge while an action is prepared brings no destroyed key back", async () => {
  const { stage, scopeId, keyName } = await built();
  const { core } = stage;
  await stage.queue(scopeId);
  const digest: typeof core.ports.digest = async (bytes) => {
    await obeyOrder(core, ORDER);
    return await core.ports.digest(bytes);
  };
  const during = { ...core, ports: { ...core.ports, digest } };
  const action = { operationType: "today.complete", payload: { taskId: "task" } };

  await expect(enqueue({ core: during, scopeId }, action)).rejects.toThrow("not open");

  expect(await stage.vault.key(keyName)).toBeNull();
});

test("A purge between the decision to make a key and its making destroys that key too", async () => {
  const { stage, keyName } = await built();
  const { core, sql } = stage;
  const vault = {
    ...stage.vault,
    key: async (name: string) => await stage.vault.key(name),
    removeKey: async (name: string) => await stage.vault.removeKey(name),
    async makeKey(name: string) {
      await obeyOrder(core, ORDER);
      return await stage.vault.makeKey(name);
    },
  };

  await expect(keyToSeal({ sql, vault }, keyName)).rejects.toMatchObject({ kind: "UNEXPECTED" });

  expect(await stage.vault.key(keyName)).toBeNull();
});

test("An answer that was asked for before a purge order is read again", async () => {
  const { stage } = await built();
  const answers: string[] = [];

  const stored = await unlessOrdered(stage.sql, async (isUnordered) => {
    answers.push("asked");
    if (answers.length === 1) await obeyOrder(stage.core, ORDER);
    await stage.sql.write([isUnordered]);
    return answers.length;
  });

  expect(stored).toBe(2);
});

test("A list of clients that was asked for before an order brings no deleted client back", async () => {
  const world = makeCoachWorld();
  const device = await world.signedIn();
  const all = world.clients;
  const first = relationshipId(1);
  world.clients = all.filter((client) => client.relationshipId !== first);
  await device.sync();
  const isList = (path: string) => path.split("?")[0]?.endsWith("/relationships") === true;
  let isAsked = false;
  world.intercept = async ({ path }) => {
    if (!isList(path) || isAsked) return null;
    isAsked = true;
    // The server wrote this answer, then ended the relationship; the order arrives first.
    const scope = { kind: "RELATIONSHIP", workspaceId: null, relationshipId: first };
    world.orders = [world.order({ scope, trigger: "RELATIONSHIP_END" })];
    await device.sync();
    const items = all.map((client) => ({
      relationshipId: client.relationshipId,
      status: "ACTIVE",
      clientDisplayName: client.name,
    }));
    return success({ items, nextCursor: null });
  };

  await device.sync();

  expect(await world.rows("select scope_id from cache_scope")).toEqual([
    { scope_id: relationshipId(2) },
  ]);
  expect(await device.signIn(TOKENS)).toBe("SIGNED_IN");
});

test("A sign-out with an open online act whose script cannot be loaded says that something is unsent", async () => {
  const { stage, scopeId } = await built();
  const { core, session, lanes } = stage;
  await storeAct(core, {
    actId: "act",
    scopeId,
    actType: "test.submit",
    objectId: "form",
    method: "POST",
    path: "/api/v1/client/tests",
    body: {},
  });
  const acts = lazyActs(core, session, async () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const running = {
    core,
    session,
    lanes: () => lanes,
    acts: () => acts,
    newcomer: { tokens: null },
    onStop: () => () => undefined,
    restart: () => undefined,
  };

  expect(await signOut(running)).toEqual({ kind: "UNSENT", unsent: 1 });
});
