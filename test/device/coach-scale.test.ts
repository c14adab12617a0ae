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

const FEW = 30;
const MANY = 300;

/**
 * A device also works in the background: it resumes its queues after an opening, and it sends again. A count may
 * include some of these statements or none. One statement a client is ten times this number.
 */
const MOST_OF_BACKGROUND = (MANY - FEW) / 10;

test.each(["DELETE", "KEEP"] as const)(
  `Opening, reading and an order with queue %s take no more statements for ${MANY} clients than for ${FEW}`,
  async (queue) => {
    const few = await statementsOf(FEW, queue);
    const many = await statementsOf(MANY, queue);

    expect(few.every(({ statements }) => statements > 0)).toBe(true);
    const growing = many.filter(
      ({ statements }, at) => statements - (few[at]?.statements ?? 0) > MOST_OF_BACKGROUND,
    );
    expect(growing).toEqual([]);
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
  return Object.entries({ open, state, list, unchanged, changed, order }).map(
    ([act, statements]) => ({ act, statements }),
  );
}

test("Each batch takes the same statements, however many clients have something to send", async () => {
  const sent = await Promise.all([10, 30, 60].map(statementsToSend));
  const [few = 0, more = 0, many = 0] = sent;

  // Background work adds a few statements to a count. Divided by the batches, it adds less than one to each.
  expect(Math.abs((many - more) / 30 - (more - few) / 20)).toBeLessThan(1);
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
