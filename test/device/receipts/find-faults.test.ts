import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { acceptedResult } from "../../../rules/sync/operation-result.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { findFaults, verifiedIn } from "../../../device/receipts/find-faults.ts";
import { chainOf, type FakeChain } from "../../factories/device/fake-chain.ts";

test("A chain without a fault has none, wherever the last check ended", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.nat(), async (length, place) => {
      const whole = await chainOf(DEVICE, decided(length));
      const anchor = anchorAt(whole, place % (length + 1));
      expect(await findFaults(whole, anchor, webCryptoDigest)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test("A receipt that is removed, edited or moved after the last check is found", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 12 }),
      fc.nat(),
      fc.constantFrom(remove, edit, swap),
      async (length, place, tamper) => {
        const whole = await chainOf(DEVICE, decided(length));
        const anchor = anchorAt(whole, place % (length - 1));
        const newer = length - (anchor?.seq ?? 0);
        const tampered = { ...whole, receipts: tamper(whole.receipts, place % newer, newer) };
        expect(await findFaults(tampered, anchor, webCryptoDigest)).not.toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test("A head that goes back, or has another hash at the same number, is a fault", async () => {
  const whole = await chainOf(DEVICE, decided(3));
  const [newest] = whole.receipts;
  const anchor = { seq: 3, hash: newest?.hash ?? "" };
  const shorter = await chainOf(DEVICE, decided(2));
  const other = { ...whole, chain: { ...whole.chain, hash: "0".repeat(64) } };

  expect(await findFaults(shorter, anchor, webCryptoDigest)).toEqual([
    { kind: "REMOVED", chainSeq: 3 },
  ]);
  expect(await findFaults(other, anchor, webCryptoDigest)).toEqual([
    { kind: "EDITED", chainSeq: 3 },
  ]);
});

test("Only receipts after the last check, without a field of a newer server, count as verified", async () => {
  const whole = await chainOf(DEVICE, decided(4));
  const grown = whole.receipts.map((receipt) =>
    receipt.chainSeq === 3 ? { ...receipt, colour: "blue" } : receipt,
  );
  const seqs = (seq: number) =>
    verifiedIn({ ...whole, receipts: grown }, anchorAt(whole, seq)).map(({ chainSeq }) => chainSeq);

  expect([seqs(0), seqs(2), seqs(4)]).toEqual([[4, 2, 1], [4], []]);
});

test("Receipts that the server pruned are no fault, and neither is one with a field of a newer server", async () => {
  const { chain, receipts } = await chainOf(DEVICE, decided(5));
  const newer = receipts.slice(0, 2);
  const [oldest] = newer.slice(-1);
  const pruned = { seq: 3, hash: oldest?.previousHash ?? "", keptDigest: "" };
  const grown = receipts.map((receipt) => ({ ...receipt, colour: "blue" }));

  expect(
    await findFaults({ chain: { ...chain, pruned }, receipts: newer }, null, webCryptoDigest),
  ).toEqual([]);
  expect(await findFaults({ chain, receipts: grown }, null, webCryptoDigest)).toEqual([]);
});

const DEVICE = "018f0000-0000-7000-8000-0000000000de";

const decided = (length: number) =>
  Array.from({ length }, (_, index) => ({
    operation: {
      operationType: "today.complete",
      operationVersion: 1,
      expectedRevision: index,
      payloadChecksum: `sha-256:${"1".repeat(64)}`,
    },
    result: acceptedResult(
      {
        clientOperationId: `operation-${index}`,
        receiptId: `receipt-${index}`,
        diagnosticsRef: "",
        locale: null,
      },
      {
        accepted: true,
        revision: index + 1,
        canonicalRecordId: "record",
        canonicalIds: [],
        refetch: [],
      },
    ),
  }));

/** Where a check ended that saw the first `seq` receipts; null for none. */
function anchorAt({ receipts }: FakeChain, seq: number) {
  const last = receipts.find(({ chainSeq }) => chainSeq === seq);
  return last === undefined ? null : { seq, hash: last.hash };
}

type Receipts = FakeChain["receipts"];

const remove = (receipts: Receipts, place: number): Receipts =>
  receipts.filter((_, index) => index !== place);

const edit = (receipts: Receipts, place: number): Receipts =>
  receipts.map((receipt, index) =>
    index === place ? { ...receipt, acceptedRevision: 99 } : receipt,
  );

const swap = (receipts: Receipts, place: number, newer: number): Receipts => {
  const other = (place + 1) % newer;
  return receipts.map((receipt, index) => {
    if (index === place) return receipts[other] ?? receipt;
    return index === other ? (receipts[place] ?? receipt) : receipt;
  });
};
