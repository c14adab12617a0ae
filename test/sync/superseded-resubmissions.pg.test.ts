import { beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { readPayload } from "../../activities/sync/support/read-payload.ts";
import { readRejected } from "../../activities/sync/support/read-receipts.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em, [plantFeature()]);
beforeAll(() => createPlantTable(ownerUrl));

test("fifty replacements take no more statements than two", async () => {
  const few = await statementsOf(2);
  expect(await statementsOf(50)).toEqual(few);
});

const operator = {
  actor: "support",
  role: "support",
  reason: "Ticket 12",
  requestId: "test",
} as const;

test("support reads under an operation's own id what arrived, though its replacement was accepted", async () => {
  const scope = await buildScope(em);
  const { deviceId } = scope;
  const broken = queued(PLANT, { localId: "broken", outcome: "crashes once" });
  await submit(deps, scope, [queued(PLANT, { localId: "other" }), broken]);
  const better = queued(PLANT, { localId: "better" }, { resubmitOf: broken.clientOperationId });
  await submit(deps, scope, [better]);
  const { results } = await submit(deps, scope, [broken]);
  expect(results[0]?.rejectionCode).toBe("OPERATION_SUPERSEDED");
  const receiptId = results[0]?.receiptId ?? "";
  const page = { deviceId, before: null, limit: 10, operator };
  const { rows } = await transact(em, (tx) => readRejected(tx, page));
  expect(rows).toMatchObject([{ receiptId, payloadKept: true }]);
  const raw = await transact(em, (tx) => readPayload(tx, { receiptId, operator }));
  expect(raw.operation).toEqual(broken);
});

const features = [plantFeature()];
const sending = admissionDeps(em, features);
const settlement = settlementDeps(em, [], features);
const FATES = ["fine", "refused", "misfit", "crashes", "crashes once", "is not written"] as const;

/** One operation: its own outcome, and the places of those it names, later ones included. */
interface Sent {
  readonly outcome: (typeof FATES)[number];
  readonly inPlaceOf: number | null;
  readonly after: number | null;
  /** The place of the operation that is sent again with the batch. */
  readonly again: number;
  readonly settledFirst: boolean;
}

const sendings = fc.array(
  fc.record({
    outcome: fc.constantFrom(...FATES),
    inPlaceOf: fc.option(fc.nat({ max: 9 }), { freq: 4, nil: null }),
    after: fc.option(fc.nat({ max: 9 }), { freq: 1, nil: null }),
    again: fc.nat({ max: 9 }),
    settledFirst: fc.boolean(),
  }),
  { minLength: 2, maxLength: 10 },
);

function operationsOf(sent: readonly Sent[], prefix: string): readonly Operation[] {
  const nameOf = (index: number) => `${prefix}-${index}`;
  return sent.map(({ outcome, inPlaceOf, after }, index) => {
    const clientOperationId = nameOf(index);
    const payload = {
      localId: clientOperationId,
      ...(outcome !== "fine" && { outcome: outcome === "misfit" ? "odd" : outcome }),
    };
    return queued(PLANT, payload, {
      clientOperationId,
      ...(inPlaceOf !== null && inPlaceOf !== index && chainFrom(sent, index, nameOf)),
      ...(after !== null && after < index && { dependsOn: [nameOf(after)] }),
    });
  });
}

/** The operations that it replaces: the newest, and all that this one replaced. */
function chainFrom(
  sent: readonly Pick<Sent, "inPlaceOf">[],
  index: number,
  nameOf: (index: number) => string,
): Partial<Operation> {
  const chain = new Set<number>();
  for (let at = sent[index]?.inPlaceOf ?? null; at !== null; at = sent[at]?.inPlaceOf ?? null) {
    if (chain.has(at) || at === index) break;
    chain.add(at);
  }
  const [resubmitOf, ...resubmitChain] = [...chain].map(nameOf);
  return resubmitOf === undefined ? {} : { resubmitOf, resubmitChain };
}

/** Sets of operation ids, one for each group of operations that replace each other, directly or indirectly. */
function linesOf(operations: readonly Operation[]): readonly ReadonlySet<string>[] {
  let lines = operations.map(({ clientOperationId: id }): ReadonlySet<string> => new Set([id]));
  for (const { clientOperationId: id, resubmitOf } of operations) {
    const isJoined = (line: ReadonlySet<string>) => line.has(id) || line.has(resubmitOf ?? id);
    const joined = new Set(lines.filter(isJoined).flatMap((line) => [...line]));
    lines = [...lines.filter((line) => !isJoined(line)), joined];
  }
  return lines;
}

async function plantsOf({ relationshipId }: BuiltScope, prefix: string) {
  const { rows } = await sql<{ localId: string }>`
    select local_id as "localId" from test_plant
    where relationship_id = ${relationshipId} and starts_with(local_id, ${`${prefix}-`})
  `.execute(em.fork().getKysely());
  return rows.map(({ localId }) => localId);
}

async function openCount({ relationshipId }: BuiltScope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from deferred_operation
    where relationship_id = ${relationshipId} and state = 'OPEN'`.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
}

let round = 0;

interface Sending {
  readonly size: number;
  /** Further operations for the batch that begins at a place. */
  readonly beforeBatch?: (start: number) => Promise<readonly Operation[]>;
}

/**
 * Sends in batches of a size, as a phone does: waiting operations are retried, and all are sent again until nothing
 * changes.
 */
async function sendUntilSettled(
  scope: BuiltScope,
  operations: readonly Operation[],
  { size, beforeBatch = async () => [] }: Sending,
): Promise<ReadonlySet<string>> {
  const settle = () => settleAll(settlement, { deviceId: scope.deviceId, retryNow: true });
  const settleOpen = async () => {
    for (let time = 0; time < 50 && (await openCount(scope)) > 0; time += 1) await settle();
  };
  for (let start = 0; start < operations.length; start += size)
    await submit(sending, scope, [
      ...(await beforeBatch(start)),
      ...operations.slice(start, start + size),
    ]);
  await settleOpen();
  for (const _ of operations) {
    await submit(sending, scope, operations);
    await settleOpen();
  }
  expect(await openCount(scope)).toBe(0);
  const { results } = await submit(sending, scope, operations);
  return new Set(
    results.flatMap(({ status, clientOperationId }) =>
      status === "ALREADY_ACCEPTED" ? [clientOperationId] : [],
    ),
  );
}

test("of all operations that replace each other at most one is accepted", async () => {
  const scope = await buildScope(em);
  const { deviceId } = scope;
  await fc.assert(
    fc.asyncProperty(sendings, fc.integer({ min: 1, max: 4 }), async (sent, size) => {
      round += 1;
      const prefix = `round-${round}`;
      const operations = operationsOf(sent, prefix);
      const beforeBatch = async (start: number) => {
        if (sent[start]?.settledFirst === true)
          await settleAll(settlement, { deviceId, retryNow: true });
        return operations.slice(0, start).filter((_, at) => at === sent[start]?.again);
      };
      const accepted = await sendUntilSettled(scope, operations, { size, beforeBatch });
      expect(new Set(await plantsOf(scope, prefix))).toEqual(accepted);
      for (const line of linesOf(operations))
        expect([...line].filter((id) => accepted.has(id)).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: campaignSize("DRAWN_CASES", 25) },
  );
});

/** A chain, each operation replacing the one before it, and the order of arrival. */
const chains = fc.integer({ min: 2, max: 5 }).chain((length) => {
  const places = Array.from({ length }, (_, index) => index);
  const anyOrder = fc.shuffledSubarray(places, { minLength: length, maxLength: length });
  return fc.record({
    outcomes: fc.array(fc.constantFrom(...FATES), { minLength: length, maxLength: length }),
    arrival: fc.oneof(
      fc.record({
        names: fc.constant("THE_CHAIN" as const),
        order: anyOrder,
        size: fc.integer({ min: 1, max: length }),
      }),
      // Without a named chain the server learns it from the operations that have arrived.
      fc.record({
        names: fc.constant("THE_NEWEST" as const),
        order: fc.constantFrom(places, places.toReversed()),
        size: fc.integer({ min: 1, max: length }),
      }),
      fc.record({
        names: fc.constant("THE_NEWEST" as const),
        order: anyOrder,
        size: fc.constant(length),
      }),
    ),
  });
});

test("at most one operation of a chain is accepted however it arrives, and exactly one if none is refused", async () => {
  const scope = await buildScope(em);
  await fc.assert(
    fc.asyncProperty(chains, async ({ outcomes, arrival: { names, order, size } }) => {
      round += 1;
      const prefix = `chain-${round}`;
      const sent = outcomes.map((outcome, index) => {
        const inPlaceOf = index === 0 ? null : index - 1;
        return { outcome, inPlaceOf, after: null, again: 0, settledFirst: false };
      });
      const whole = operationsOf(sent, prefix);
      const operations = order.flatMap((place): readonly Operation[] =>
        whole
          .slice(place, place + 1)
          .map(({ resubmitChain = [], ...operation }) =>
            names === "THE_CHAIN" ? { ...operation, resubmitChain } : operation,
          ),
      );
      const accepted = await sendUntilSettled(scope, operations, { size });
      expect(await plantsOf(scope, prefix)).toEqual([...accepted]);
      expect(accepted.size).toBeLessThanOrEqual(1);
      if (outcomes.every((outcome) => outcome === "fine")) expect(accepted.size).toBe(1);
    }),
    {
      numRuns: campaignSize("DRAWN_CASES", 20),
      // The three orders that were once accepted twice: backwards, and with the middle one last.
      examples: [
        [
          {
            outcomes: ["fine", "fine", "fine"],
            arrival: { names: "THE_NEWEST", order: [2, 1, 0], size: 1 },
          },
        ],
        [
          {
            outcomes: ["fine", "fine", "fine"],
            arrival: { names: "THE_CHAIN", order: [2, 0, 1], size: 1 },
          },
        ],
        [
          {
            outcomes: ["fine", "fine", "fine"],
            arrival: { names: "THE_CHAIN", order: [0, 2, 1], size: 1 },
          },
        ],
      ],
    },
  );
});

/** Statements of a batch whose operations all replace deferred ones. */
async function statementsOf(count: number): Promise<readonly string[]> {
  const scope = await buildScope(em);
  const names = Array.from({ length: count }, (_, index) => `plant ${index}`);
  const broken = names.map((localId) => queued(PLANT, { localId, outcome: "crashes" }));
  await submit(deps, scope, broken);
  const better = broken.map(({ clientOperationId: resubmitOf, payload }) =>
    queued(PLANT, { localId: `${String(payload["localId"])}, better` }, { resubmitOf }),
  );
  const { result, statements } = await recordStatements(() => submit(deps, scope, better));
  expect(new Set(result.results.map(({ status }) => status))).toEqual(new Set(["ACCEPTED"]));
  const { results } = await submit(deps, scope, broken);
  const codes = results.map(({ rejectionCode }) => rejectionCode);
  expect(codes).toEqual(broken.map(() => "OPERATION_SUPERSEDED"));
  expect(new Set(results.map(({ receiptId }) => receiptId)).size).toBe(count);
  return statements;
}
