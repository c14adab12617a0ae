import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ChainedReceipt } from "../../contract/sync/receipts/receipt-schema.ts";
import { type ChainFault, verifyChain } from "../../contract/sync/receipts/verify-chain.ts";
import { sha256 } from "../../rules/sha256.ts";
import { receiptChains, type TestChain } from "../factories/sync/receipts/receipt-chains.ts";
import { campaignSize } from "../harness/campaign.ts";

/** Chains for each kind of tampering. */
const CASES = campaignSize("CHAIN_CASES", 100);

const verify = ({ chain, receipts }: TestChain) => verifyChain(chain, receipts, sha256);
const verified = fc.asyncProperty(receiptChains, async (chain) => {
  expect(await verify(chain)).toEqual([]);
});

test("an intact chain holds, complete or pruned", () => fc.assert(verified, { numRuns: CASES }));

test("a removed receipt is found, wherever it was", () =>
  found(({ chain, receipts }, pick) => ({
    chain,
    receipts: without(receipts, pick(receipts.length)),
  })));

test("two receipts that were swapped are found", () =>
  found(({ chain, receipts }, pick) => {
    const [one, other] = [pick(receipts.length), pick(receipts.length)];
    const [first, second] = [receipts[one], receipts[other]];
    if (first === undefined || second === undefined || one === other) return null;
    const swapped = replaced(replaced(receipts, one, second), other, first);
    return { chain, receipts: swapped };
  }));

test("two receipts that were swapped with their numbers are found", () =>
  found(({ chain, receipts }, pick) => {
    const [one, other] = [pick(receipts.length), pick(receipts.length)];
    const [first, second] = [receipts[one], receipts[other]];
    if (first === undefined || second === undefined || one === other) return null;
    const moved = replaced(receipts, one, { ...second, chainSeq: first.chainSeq });
    return { chain, receipts: replaced(moved, other, { ...first, chainSeq: second.chainSeq }) };
  }));

test("a receipt shown twice is found", () =>
  found(({ chain, receipts }, pick) => {
    const index = pick(receipts.length);
    return { chain, receipts: receipts.toSpliced(index, 0, ...receipts.slice(index, index + 1)) };
  }));

test("a receipt edited in any one field is found", () =>
  found(({ chain, receipts }, pick) => {
    const index = pick(receipts.length);
    const receipt = receipts[index];
    if (receipt === undefined) return null;
    const fields = Object.entries(receipt);
    const [field, value] = fields[pick(fields.length)] ?? ["", null];
    return { chain, receipts: replaced(receipts, index, { ...receipt, [field]: altered(value) }) };
  }));

test("a receipt with a missing or additional field is found", () =>
  found(({ chain, receipts }, pick) => {
    const index = pick(receipts.length);
    const receipt = receipts[index];
    if (receipt === undefined) return null;
    const { latestRevision, ...fewer } = receipt;
    const more = { ...receipt, retryAfterSeconds: 3 };
    return {
      chain,
      receipts: replaced(receipts, index, latestRevision === undefined ? more : fewer),
    };
  }));

test("a receipt that was edited and hashed again is found", () =>
  found(({ chain, receipts }, pick) => {
    const index = pick(receipts.length);
    const receipt = receipts[index];
    const other = receipts[pick(receipts.length)];
    if (receipt === undefined || other === undefined || receipt === other) return null;
    const { hash, previousHash, ...rest } = other;
    const forged = { ...receipt, ...rest, hash, previousHash, chainSeq: receipt.chainSeq };
    return { chain, receipts: replaced(receipts, index, forged) };
  }));

test("a different head is found", () =>
  found(({ chain, receipts }, pick) => {
    const heads = [
      { ...chain, seq: chain.seq + 1 },
      { ...chain, seq: chain.seq - 1 },
      { ...chain, hash: "f".repeat(64) },
    ];
    const head = receipts[0]?.chainSeq === chain.seq ? heads[pick(heads.length)] : heads[0];
    return head === undefined ? null : { chain: head, receipts };
  }));

test("pruning that did not happen is found", () =>
  found(({ chain, receipts }, pick) => {
    const seq = chain.pruned?.seq ?? 0;
    if (seq >= chain.seq) return null;
    const pruned = {
      seq: seq + 1 + pick(chain.seq - seq),
      hash: chain.pruned?.hash ?? "f".repeat(64),
      keptDigest: chain.pruned?.keptDigest ?? "f".repeat(64),
    };
    return { chain: { ...chain, pruned }, receipts };
  }));

test("the fault names the receipt", async () => {
  const [sample] = fc.sample(
    receiptChains.filter(({ chain, receipts }) => chain.pruned === null && receipts.length > 3),
    1,
  );
  if (sample === undefined) throw new Error("There is no chain");
  const { chain, receipts } = sample;
  const [newest, second, third] = receipts;
  if (newest === undefined || second === undefined || third === undefined)
    throw new Error("Too few");
  const fault = (kind: ChainFault["kind"], { chainSeq }: ChainedReceipt) => ({ kind, chainSeq });
  expect(await verifyChain(chain, without(receipts, 1), sha256)).toEqual([
    fault("REMOVED", second),
  ]);
  const edited = replaced(receipts, 1, { ...second, acceptedRevision: 5_000 });
  expect(await verifyChain(chain, edited, sha256)).toEqual([fault("EDITED", second)]);
  const swapped = [newest, third, second, ...receipts.slice(3)];
  expect(await verifyChain(chain, swapped, sha256)).toEqual([
    fault("REMOVED", second),
    fault("MISPLACED", second),
  ]);
});

/** Fails if the tampering with a chain is not found. */
function found(
  tamper: (chain: TestChain, pick: (below: number) => number) => TestChain | null,
): Promise<void> {
  const property = fc.asyncProperty(
    receiptChains,
    fc.infiniteStream(fc.nat()),
    async (chain, numbers) => {
      const pick = (below: number) => (numbers.next().value ?? 0) % below;
      const tampered = chain.receipts.length === 0 ? null : tamper(chain, pick);
      fc.pre(tampered !== null);
      if (tampered !== null) expect(await verify(tampered)).not.toEqual([]);
    },
  );
  return fc.assert(property, { numRuns: CASES });
}

function without(receipts: readonly ChainedReceipt[], index: number) {
  return receipts.filter((_, other) => other !== index);
}

function replaced(receipts: readonly ChainedReceipt[], index: number, by: ChainedReceipt) {
  return receipts.map((receipt, other) => (other === index ? by : receipt));
}

/** Another value of the same kind. */
function altered(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "string")
    return value.startsWith("0") ? `1${value.slice(1)}` : `0${value.slice(1)}`;
  return value === null ? "0197a000-0000-7000-8000-000000000001" : [{}];
}
