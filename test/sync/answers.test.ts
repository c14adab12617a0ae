import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { presentChainedReceipt } from "../../api/sync/present.ts";
import { CLOCK_CONFIDENCES, CLOCK_FLAGS } from "../../contract/sync/clock-vocabulary.ts";
import { verifyChain } from "../../contract/sync/receipts/verify-chain.ts";
import { GENESIS_HASH } from "../../contract/sync/vocabulary.ts";
import { batchIdAt, receiptIdAt } from "../../db/platform/new-id.ts";
import {
  lineText,
  packAnswers,
  parseLine,
  unpackAnswers,
  type AnswerLine,
} from "../../db/sync/receipts/answers.ts";
import {
  receiptsOf,
  storedReceipts,
  type StoredReceipt,
} from "../../db/sync/receipts/stored-receipts.ts";
import { sha256 } from "../../rules/sha256.ts";
import { refuse } from "../../rules/sync/decision.ts";
import { acceptedResult, refusedResult } from "../../rules/sync/operation-result.ts";

/** Any text, including unpaired surrogates, controls and line ends. */
const text = fc
  .array(fc.oneof(fc.nat(0xff_ff), fc.constantFrom(0x0a, 0x0d, 0x22, 0x5c, 0x20_28, 0xd8_00)))
  .map((units) => String.fromCharCode(...units));
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
const instant = fc
  .integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 })
  .map((ms) => new Date(ms).toISOString());

const line: fc.Arbitrary<AnswerLine> = fc.record({
  ordinal: fc.nat(99),
  clientOperationId: text,
  type: text,
  version: fc.nat(9),
  expectedRevision: orNull(fc.nat()),
  payloadChecksum: text,
  status: fc.constantFrom("ACCEPTED", "REJECTED", "CONFLICT"),
  code: orNull(text),
  answer: text,
  revision: orNull(fc.nat()),
  canonicalId: orNull(fc.uuid({ version: 7 })),
  timezone: orNull(text),
  locale: orNull(text),
  clientRecordedAt: instant,
  correctedAt: instant,
  clockConfidence: fc.constantFrom(...CLOCK_CONFIDENCES),
  clockFlags: orNull(fc.subarray([...CLOCK_FLAGS])),
});

test("packed answers unpack byte for byte", () =>
  fc.assert(
    fc.property(text, fc.array(line, { minLength: 1, maxLength: 60 }), (previousHash, lines) => {
      expect(unpackAnswers(packAnswers({ previousHash, lines }))).toEqual({ previousHash, lines });
    }),
  ));

test("a stored line has the same content alone as among the others", () =>
  fc.assert(
    fc.property(line, fc.uuid(), (given, receiptId) => {
      const placed = Object.assign({ receiptId }, given);
      expect(parseLine(lineText(placed))).toEqual(given);
    }),
  ));

/** Fields of a stored line whose answer a device can get. */
const answered = fc.record({
  line,
  accepted: fc.boolean(),
  clientOperationId: fc.string({ minLength: 1 }),
  type: fc.string(),
});
type Answered = typeof answered extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const someId = "01970000-0000-7000-8000-000000000001";

function lineOf(drawn: Answered, batchId: string, ordinal: number): AnswerLine {
  const { line: given, accepted, ...named } = drawn;
  const receiptId = receiptIdAt(batchId, ordinal);
  const frame = { ...named, receiptId, diagnosticsRef: receiptId, locale: null };
  const canonicalRecordId = given.canonicalId ?? someId;
  const made = { canonicalRecordId, revision: given.revision ?? 1, canonicalIds: [], refetch: [] };
  const result = accepted
    ? acceptedResult(frame, { accepted, ...made })
    : refusedResult(frame, refuse("TASK_UNKNOWN"));
  const status = accepted ? "ACCEPTED" : "REJECTED";
  const canonicalId = accepted ? canonicalRecordId : null;
  return { ...given, ...named, ordinal, status, canonicalId, answer: JSON.stringify(result) };
}

/** Batches of one device, each with the answers that its chain covers. */
function chained(batches: readonly (readonly Answered[])[]) {
  let head = { seq: 0, hash: GENESIS_HASH };
  return batches.map((drawn, index) => {
    const at = 1_700_000_000_000 + index;
    const batchId = batchIdAt(at * 1_000);
    const lines = drawn.map((given, ordinal) => lineOf(given, batchId, ordinal));
    const stored = {
      batchId,
      deviceId: someId,
      lineageId: someId,
      relationshipId: someId,
      decidedAt: new Date(at).toISOString(),
      chainFirst: head.seq + 1,
      answers: packAnswers({ previousHash: head.hash, lines }).toString("base64"),
    };
    const last = receiptsOf(stored).at(-1);
    head = { seq: last?.chainSeq ?? head.seq, hash: last?.hash ?? head.hash };
    return { stored, lines, head };
  });
}

const batches = fc.array(fc.array(answered, { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 5,
});

const faultsOf = (
  receipts: readonly StoredReceipt[],
  { seq, hash }: { seq: number; hash: string },
) =>
  verifyChain(
    { deviceId: someId, seq, hash, pruned: null },
    receipts.map(presentChainedReceipt),
    sha256,
  );

test("the chain of a device holds over unpacked lines", () =>
  fc.assert(
    fc.asyncProperty(batches, async (drawn) => {
      const chain = chained(drawn);
      const receipts = storedReceipts({ batches: chain.map(({ stored }) => stored), kept: [] });
      expect(await faultsOf(receipts, chain.at(-1)?.head ?? { seq: 0, hash: "" })).toEqual([]);
    }),
  ));

test("the chain reveals each changed line, and each missing batch", () =>
  fc.assert(
    fc.asyncProperty(batches, fc.nat(), fc.nat(), async (drawn, one, other) => {
      const chain = chained(drawn);
      const index = one % chain.length;
      const head = chain.at(-1)?.head ?? { seq: 0, hash: "" };
      const stored = chain.map((batch) => batch.stored);
      const victim = chain[index];
      if (victim === undefined) throw new Error("There is no batch");
      const place = other % victim.lines.length;
      const lines = victim.lines.map((given, at) =>
        at === place ? { ...given, payloadChecksum: `${given.payloadChecksum}x` } : given,
      );
      const previousHash = chain[index - 1]?.head.hash ?? GENESIS_HASH;
      const answers = packAnswers({ previousHash, lines }).toString("base64");
      const edited = stored.with(index, { ...victim.stored, answers });
      for (const left of [edited, stored.toSpliced(index, 1)]) {
        const receipts = storedReceipts({ batches: left, kept: [] });
        expect(await faultsOf(receipts, head)).not.toEqual([]);
      }
    }),
  ));
