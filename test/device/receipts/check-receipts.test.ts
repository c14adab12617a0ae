import { eventually } from "../../factories/eventually.ts";
import { expect, test } from "@jest/globals";
import type { HttpRequest } from "../../../device/ports/http.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import type { Scope } from "../../../device/types.ts";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
  tap,
} from "../../factories/device/device-world.ts";
import { problem, success } from "../../factories/device/fake-api.ts";
import { chainAnswer, chainOf, type FakeChain } from "../../factories/device/fake-chain.ts";

test("An operation whose answer was lost gets its verdict by reading, in the transaction that stores it, and keeps it across a restart", async () => {
  const { world, scope } = await worldWithLostAnswers();
  await enqueueAll(scope, world);

  await scope.refresh();
  const operations = await scope.operations();
  const device = await world.open();
  const again = await (await firstScope(device)).operation("one");

  expect(operations.map(({ status, verdict }) => [status, verdict?.status])).toEqual([
    ["ACCEPTED", "ACCEPTED"],
    ["ACCEPTED", "ACCEPTED"],
  ]);
  expect(await again?.verdict()).toMatchObject({ status: "ACCEPTED", acceptedRevision: 2 });
  expect(world.api.effects).toEqual(["one", "two"]);
  expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
});

test("A receipt of another action under the same id does not end a wait", async () => {
  const { world, scope } = await worldWithLostAnswers();
  await scope.enqueue(tap("one"));
  await world.unanswered("one");
  world.payloadChecksum = `sha-256:${"0".repeat(64)}`;

  await scope.refresh();

  expect((await scope.operations()).map(({ status }) => status)).toEqual(["QUEUED"]);
});

test("A receipt that cannot be verified, because it has a field of a newer server, ends no wait", async () => {
  const { world, device, scope } = await worldWithLostAnswers();
  await enqueueAll(scope, world);
  const ofNewerServer = { colour: "blue" };
  world.revise = ({ chain, receipts: [newest, ...others] }) => ({
    chain,
    receipts: newest === undefined ? others : [{ ...newest, ...ofNewerServer }, ...others],
  });

  await scope.refresh();

  expect((await scope.operations()).map(({ status }) => status)).toEqual(["ACCEPTED", "QUEUED"]);
  expect((await device.state()).receiptFaults).toBe(0);
});

test.each<[string, (chain: FakeChain) => FakeChain]>([
  ["removed", ({ chain, receipts }) => ({ chain, receipts: receipts.slice(1) })],
  [
    "edited",
    ({ chain, receipts: [first, ...others] }) => ({
      chain,
      receipts: first === undefined ? others : [{ ...first, acceptedRevision: 9 }, ...others],
    }),
  ],
  ["moved", ({ chain, receipts }) => ({ chain, receipts: receipts.toReversed() })],
])(
  "A receipt that was %s is reported in the state and with the next batch, and blocks nothing",
  async (_kind, revise) => {
    const { world, device, scope } = await worldWithLostAnswers();
    await enqueueAll(scope, world);
    world.revise = revise;

    const read = await scope.refresh();
    const { receiptFaults } = await device.state();
    world.isLost = false;
    world.clock.advance(3_600_000);
    await scope.enqueue(tap("three"));
    await device.sync();

    expect(read).toBe("READ");
    expect(receiptFaults).toBeGreaterThan(0);
    const sent = world.api.batches.at(-1)?.operations.at(-1)?.metadata?.diagnostics;
    expect(sent).toMatchObject({ receiptFaults });
    expect((await scope.operations()).map(({ status }) => status)).toEqual(
      ["one", "two", "three"].map(() => "ACCEPTED"),
    );
    expect((await device.state()).receiptFaults).toBeGreaterThanOrEqual(receiptFaults);
  },
);

test("A chain that goes back after its last check is broken; after a restore of the server it starts again without a fault", async () => {
  const { world, device, scope } = await worldWithLostAnswers();
  await enqueueAll(scope, world);
  await scope.refresh();
  world.decided = 1;
  world.isRestored = true;
  await scope.refresh();
  world.isRestored = false;
  await scope.refresh();
  const afterRestore = (await device.state()).receiptFaults;

  world.decided = 2;
  await scope.refresh();
  world.decided = 1;
  await scope.refresh();

  expect(afterRestore).toBe(0);
  expect((await device.state()).receiptFaults).toBe(1);
});

test("Receipts that were verified are not read again", async () => {
  const { world, scope } = await worldWithLostAnswers();
  await scope.enqueue(tap("one"));
  await world.unanswered("one");
  for (let reads = 0; reads < 3; reads += 1) await scope.refresh();

  expect(world.log.filter((path) => path.endsWith("/receipts"))).toHaveLength(1);
});

test("A sign-out deletes where the chain was verified", async () => {
  const { world, device, scope } = await worldWithLostAnswers();
  await enqueueAll(scope, world);
  await scope.refresh();
  const before = await world.rows("select seq from receipt_chain");
  world.orders = [world.order()];
  await device.signOut();

  expect(before).toEqual([{ seq: 2 }]);
  expect(await world.rows("select seq from receipt_chain")).toEqual([]);
});

/** Two operations, sent in this order without an answer. */
async function enqueueAll(scope: Scope, world: LosingWorld): Promise<void> {
  for (const id of ["one", "two"]) await scope.enqueue(tap(id));
  world.clock.advance(60_000);
  await world.unanswered("one", "two");
}

/** A server that decides every batch, whose answers are lost, and that shows its chain of receipts. */
async function worldWithLostAnswers() {
  const world: LosingWorld = Object.assign(makeDeviceWorld(), {
    isLost: true,
    isRestored: false,
    decided: Number.POSITIVE_INFINITY,
    payloadChecksum: null,
    revise: (chain: FakeChain) => chain,
    async unanswered(...ids: readonly string[]) {
      await eventually(
        async () => await world.rows(OFFLINE),
        (waiting) =>
          // The scope is offline as soon as one answer is lost, while the other operation may not have been sent.
          ids.every(
            (id) => world.api.effects.includes(id) && waiting.some((row) => row["id"] === id),
          ),
      );
    },
  });
  world.intercept = async (request) => await answerOf(world, request);
  const device = await world.open();
  await device.signIn(world.tokens());
  return { world, device, scope: await firstScope(device) };
}

const OFFLINE = `select sync_operation.client_operation_id as id from sync_operation join cache_scope using (scope_id)
  where sync_operation.status = 'QUEUED' and cache_scope.wait_reason = 'OFFLINE'`;

interface LosingWorld extends DeviceWorld {
  isLost: boolean;
  isRestored: boolean;
  /** How many receipts the server still has. */
  decided: number;
  /** Payload checksum in every receipt; null for that of its operation. */
  payloadChecksum: string | null;
  revise: (chain: FakeChain) => FakeChain;
  /** Resolves once these operations were sent and their answers are known to be lost. */
  unanswered(...ids: readonly string[]): Promise<void>;
}

async function answerOf(world: LosingWorld, request: HttpRequest) {
  const { method, path } = request;
  if (method === "POST" && path.endsWith("/sync") && world.isLost) {
    await world.api.answer(request);
    return { kind: "SILENCE", reason: "TIMEOUT" } as const;
  }
  if (method === "GET" && path.includes("/receipts?"))
    return chainAnswer(world.revise(await chainNow(world)));
  if (method === "GET" && path.includes("/sync?")) {
    if (world.isRestored && path.includes("since=")) return problem({ code: "CURSOR_EXPIRED" });
    const { receipts } = await chainNow(world);
    return success({ serverCursor: "cursor", scopeState: "ACTIVE", receipts });
  }
  return null;
}

async function chainNow({ api, decided, payloadChecksum }: LosingWorld): Promise<FakeChain> {
  const sent = new Map(
    api.batches.flatMap(({ operations }) =>
      operations.map((operation) => [operation.clientOperationId, operation] as const),
    ),
  );
  const all = [...api.receipts.values()].flatMap((result) => {
    const operation = sent.get(result.clientOperationId);
    if (operation === undefined) return [];
    return {
      operation: { ...operation, ...(payloadChecksum !== null && { payloadChecksum }) },
      result,
    };
  });
  return await chainOf(api.devices.at(-1) ?? "", all.slice(0, decided));
}
