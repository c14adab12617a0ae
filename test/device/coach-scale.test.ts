import { expect, test } from "@jest/globals";
import { makeCoachWorld, relationshipId, taskOf } from "../factories/device/coach-world.ts";

/** A coach with so many clients, one row of the inbox about each, and a queued act on the first of them. */
async function practiceOf(clients: number, acts: number) {
  const world = makeCoachWorld(clients);
  world.tasks = world.clients.map((_, at) => taskOf(`row-${at + 1}`, at + 1));
  const device = await world.signedIn();
  await device.sync();
  const inbox = await device.part("inbox");
  world.isOnline = false;
  for (let made = 1; made <= acts; made += 1)
    await inbox.act({ act: "PIN", taskId: `row-${made}`, callId: `act-${made}` });
  return { world, device };
}

test.each(["DELETE", "KEEP"] as const)(
  "Opening, reading and an order with queue %s take as many statements for 300 clients as for 30",
  async (queue) => {
    const few = await statementsOf(30, queue);
    const many = await statementsOf(300, queue);

    expect(many).toEqual(few);
    expect(few).toEqual({
      open: expect.any(Number),
      state: expect.any(Number),
      list: expect.any(Number),
      unchanged: expect.any(Number),
      changed: expect.any(Number),
      order: expect.any(Number),
    });
  },
);

/** Statements by what the device does. */
async function statementsOf(clients: number, queue: "DELETE" | "KEEP") {
  const { world } = await practiceOf(clients, clients);
  const count = async (work: () => Promise<unknown>) => {
    world.statements.length = 0;
    await work();
    return world.statements.length;
  };
  let device = await world.open();
  const open = await count(async () => {
    device = await world.open();
  });
  const inbox = await device.part("inbox");
  const state = await count(async () => await device.state());
  const list = await count(async () => await inbox.list());
  world.isOnline = true;
  const unchanged = await count(async () => await inbox.refresh());
  world.tasks = world.tasks.map((task) => ({ ...task, revision: 2 }));
  const changed = await count(async () => await inbox.refresh());
  world.api.purgeOrders = [world.order({ queue, trigger: "DEVICE_REVOCATION" })];
  world.intercept = ({ path }) =>
    path.endsWith("/sync") ? { kind: "SILENCE", reason: "UNREACHABLE" } : null;
  const order = await count(async () => {
    await device.signIn({ accessToken: "coach", refreshToken: "again", expiresInSeconds: 600 });
  });
  expect(await world.rows("select 1 from snapshot")).toEqual([]);
  return { open, state, list, unchanged, changed, order };
}

test("Each batch takes the same statements, however many clients have something to send", async () => {
  const sent = await Promise.all([10, 30, 60].map(statementsToSend));
  const [few = 0, more = 0, many = 0] = sent;

  expect((many - more) / 30).toBe((more - few) / 20);
});

/** Statements of a sync that sends so many acts, each about another client. */
async function statementsToSend(acts: number): Promise<number> {
  const { world, device } = await practiceOf(60, acts);
  world.isOnline = true;
  world.statements.length = 0;
  await device.sync();
  expect(world.api.effects).toHaveLength(acts);
  return world.statements.length;
}

test("A client whose scope is out of order starves no other client", async () => {
  const { world, device } = await practiceOf(40, 40);
  const broken = relationshipId(1);
  let sending = 0;
  let most = 0;
  world.isOnline = true;
  world.intercept = async ({ path, method }) => {
    if (method !== "POST" || !path.endsWith("/sync")) return null;
    sending += 1;
    most = Math.max(most, sending);
    await Promise.resolve();
    sending -= 1;
    return path.includes(broken) ? { kind: "SILENCE", reason: "TIMEOUT" } : null;
  };
  await device.sync();

  expect(most).toBeLessThanOrEqual(4);
  expect(world.api.effects).toHaveLength(39);
  expect((await device.state()).waiting).toBe(1);
});
