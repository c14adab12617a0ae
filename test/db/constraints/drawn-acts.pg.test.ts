import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { acknowledgePurge } from "../../../activities/sync/purge/acknowledge-purge.ts";
import {
  orderScopePurges,
  orderWholePurges,
} from "../../../activities/sync/purge/order-whole-purges.ts";
import { PURGE_TRIGGERS } from "../../../contract/sync/purge-vocabulary.ts";
import { newId } from "../../../db/platform/new-id.ts";
import {
  listCoachDevices,
  listRelationshipDevices,
  listWorkspaceDevices,
} from "../../../db/sync/purge/list-relationship-devices.ts";
import { eraseKept } from "../../../db/sync/receipts/erase-receipts.ts";
import { recordPruned } from "../../../db/sync/receipts/prune-device-receipts.ts";
import { tables } from "../../../db/tables.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { codeOf } from "../../factories/code-of.ts";
import { buildRelationship } from "../../factories/accounts/identity.ts";
import { buildDevice } from "../../factories/sync/sync.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

// Statements compute these rows' values: drawn acts run one after the other, and none may end in a fault.

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 2 });

const { relationshipId, workspaceId, coach, client } = await buildRelationship(em);

test("Purge orders satisfy their CHECKs after any sequence of orders, deliveries and acknowledgements", async () => {
  const count = fc.oneof(fc.nat({ max: 3 }), fc.constant(1_000_000));
  const trigger = fc.constantFrom(...PURGE_TRIGGERS);
  const place = fc.nat({ max: 1_000 });
  const act = fc.oneof(
    fc.record({ kind: fc.constant("WHOLE" as const), place, trigger }),
    fc.record({
      kind: fc.constantFrom("RELATIONSHIP" as const, "WORKSPACE" as const, "COACH" as const),
      place,
      trigger,
    }),
    fc.record({ kind: fc.constant("REGISTER" as const), place }),
    fc.record({
      kind: fc.constant("ACKNOWLEDGE" as const),
      place,
      content: fc.record({
        count: fc.oneof(fc.nat({ max: 3 }), fc.constant(2_000_000_000)),
        digest: fc.constant(`sha-256:${"0".repeat(64)}`),
        lostOperations: count,
        sealedOperations: count,
      }),
    }),
  );
  const phones = [
    { userId: client.userId, surface: "CLIENT_MOBILE", installationId: newId() },
    { userId: coach.userId, surface: "COACH_MOBILE", installationId: newId() },
  ] as const;
  const deviceIds: string[] = [];
  const register = async (at: number) => {
    const { userId, surface, installationId } = phones[at % 2] ?? phones[0];
    deviceIds.push(await buildDevice(em, userId, installationId, surface));
  };
  const affected = async (tx: Tx, kind: "RELATIONSHIP" | "WORKSPACE" | "COACH") => {
    if (kind === "RELATIONSHIP")
      return await listRelationshipDevices(tx, { relationshipId, workspaceId });
    if (kind === "WORKSPACE") return await listWorkspaceDevices(tx, workspaceId);
    return await listCoachDevices(tx, { workspaceId, userId: coach.userId });
  };
  const purge = async (drawn: Extract<Drawn, { trigger: unknown }>) =>
    await transact(em, async (tx) => {
      const { kind, place: at, trigger: why } = drawn;
      const origin = { now: await clockNow(tx), requestId: "test" };
      const deviceId = deviceIds[at % deviceIds.length] ?? "";
      if (kind === "WHOLE") return await orderWholePurges(tx, [{ deviceId, trigger: why }], origin);
      const devices = await affected(tx, kind);
      await orderScopePurges(tx, { devices, trigger: why }, origin);
    });
  type Drawn = typeof act extends fc.Arbitrary<infer One> ? One : never;
  await register(0);
  await register(1);
  const nothingLost: Extract<Drawn, { content: unknown }>["content"] = {
    count: 0,
    digest: `sha-256:${"0".repeat(64)}`,
    lostOperations: 0,
    sealedOperations: 0,
  };
  // Reaches every scope with every queue on a pair of new phones, so that what is expected below does not depend on
  // the draws that follow.
  const everyPurge = PURGE_TRIGGERS.flatMap((why, round): Drawn[] => [
    { kind: "REGISTER", place: 0 },
    { kind: "REGISTER", place: 1 },
    { kind: "RELATIONSHIP", place: 0, trigger: why },
    { kind: "WORKSPACE", place: 0, trigger: why },
    { kind: "COACH", place: 0, trigger: why },
    { kind: "ACKNOWLEDGE", place: round, content: nothingLost },
    { kind: "WHOLE", place: 2 * round + 2, trigger: why },
    { kind: "WHOLE", place: 2 * round + 3, trigger: why },
  ]);
  const play = async (drawn: Drawn) => {
    if (drawn.kind === "REGISTER") return await register(drawn.place);
    if (drawn.kind !== "ACKNOWLEDGE") return await purge(drawn);
    const orders = await tables(em.fork())
      .selectFrom("purgeOrder")
      .select("id")
      .orderBy("id")
      .execute();
    const orderId = orders[drawn.place % Math.max(orders.length, 1)]?.id ?? newId();
    const acknowledged = { ...drawn.content, orderId, requestId: "test" };
    return await codeOf(transact(em, (tx) => acknowledgePurge(tx, acknowledged)));
  };
  for (const one of everyPurge) await play(one);
  await playDrawn(act, async () => play);
  const purges = await tables(em.fork())
    .selectFrom("purgeOrder")
    .select(["scope", "queue", "acknowledgedAt", "handedOverTo"])
    .execute();
  expect(new Set(purges.map(({ scope, queue }) => `${scope} ${queue}`)).size).toBe(6);
  expect(purges.some(({ acknowledgedAt }) => acknowledgedAt !== null)).toBe(true);
  expect(purges.some(({ handedOverTo }) => handedOverTo !== null)).toBe(true);
});

test("A device satisfies its CHECKs while its chain grows, is pruned and is erased in any order", async () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant("ADMIT" as const), count: fc.integer({ min: 1, max: 50 }) }),
    fc.record({
      kind: fc.constant("PRUNE" as const),
      scanned: fc.option(fc.integer({ min: 1, max: 50 })),
      keeps: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("ERASE" as const) }),
  );
  const hashOf = (seq: number) => createHash("sha256").update(String(seq)).digest("hex");
  const row = async (deviceId: string) =>
    await tables(em.fork())
      .selectFrom("device")
      .select(["chainSeq", "prunedSeq", "prunedHash", "keptDigest"])
      .where("id", "=", deviceId)
      .executeTakeFirstOrThrow();
  let pruned = 0;
  await playDrawn(act, async () => {
    const deviceId = await buildDevice(em, client.userId, randomUUID());
    return async (drawn) => {
      const { chainSeq, prunedSeq } = await row(deviceId);
      await transact(em, async (tx) => {
        if (drawn.kind === "ERASE") return await eraseKept(tx, client.userId);
        if (drawn.kind === "ADMIT") {
          const head = chainSeq + drawn.count;
          return await tables(tx)
            .updateTable("device")
            .set({ chainSeq: head, chainHash: hashOf(head) })
            .where("id", "=", deviceId)
            .execute();
        }
        const seq = Math.min(prunedSeq + (drawn.scanned ?? 0), chainSeq);
        const isScanned = drawn.scanned !== null && seq > prunedSeq;
        if (isScanned && drawn.keeps) await keep(tx, deviceId, seq);
        await recordPruned(tx, deviceId, isScanned ? { chainSeq: seq, hash: hashOf(seq) } : null);
      });
      pruned += (await row(deviceId)).prunedSeq > 0 ? 1 : 0;
    };
  });
  expect(pruned).toBeGreaterThan(0);
});

/** A receipt whose full payload is kept longer than its answers. */
async function keep(tx: Tx, deviceId: string, chainSeq: number): Promise<void> {
  await tables(tx)
    .insertInto("receiptKept")
    .values({
      deviceId,
      chainSeq,
      receiptId: newId(),
      clientOperationId: newId(),
      status: "ACCEPTED",
      previousHash: "",
      hash: createHash("sha256").update(String(chainSeq)).digest("hex"),
      line: "",
    })
    .execute();
}

/** Runs drawn acts one after the other. A refusal is a result; a fault of the database fails the test. */
async function playDrawn<Act>(
  act: fc.Arbitrary<Act>,
  begin: () => Promise<(drawn: Act) => Promise<unknown>>,
): Promise<void> {
  const courses = fc.array(act, { minLength: 25, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(courses, async (drawn) => {
      const play = await begin();
      for (const one of drawn) await play(one);
    }),
    { numRuns: 4, endOnFailure: true },
  );
}
