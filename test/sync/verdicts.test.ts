import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MESSAGE_LANGUAGES } from "../../contract/language-of.ts";
import { messageOf, verdictMessageKey } from "../../contract/sync/messages.ts";
import { operationResultSchema } from "../../contract/sync/schema.ts";
import {
  CATEGORIES,
  FINAL_STATUSES,
  RESULT_STATUSES,
  VERDICT_CODES,
  type VerdictCode,
} from "../../contract/sync/vocabulary.ts";
import { refuse, type Refused } from "../../rules/sync/decision.ts";
import { fingerprintText, judgeReplay, type Fingerprint } from "../../rules/sync/judge-replay.ts";
import {
  acceptedResult,
  allowedResolutions,
  refusedResult,
  replayedResult,
} from "../../rules/sync/operation-result.ts";

const isCode = (text: string): text is VerdictCode => text in VERDICT_CODES;
const codes = Object.keys(VERDICT_CODES).filter(isCode);
const frame = {
  clientOperationId: "operation",
  receiptId: "01970000-0000-7000-8000-000000000001",
  diagnosticsRef: "01970000-0000-7000-8000-000000000001",
  locale: null,
};

describe.each(codes)("%s", (code) => {
  test("maps to exactly one of the nine categories, and to one status", () => {
    const { category, status } = VERDICT_CODES[code];
    expect(CATEGORIES).toHaveLength(9);
    expect(CATEGORIES.filter((known) => known === category)).toHaveLength(1);
    expect(RESULT_STATUSES.filter((known) => known === status)).toHaveLength(1);
  });

  test("has a status that its category allows (docs/rooms/sync.md#categories)", () => {
    const { category, status } = VERDICT_CODES[code];
    const allowed = {
      STALE_REVISION: ["CONFLICT"],
      SUPERSEDED_ASSIGNMENT: ["CONFLICT"],
      PAYLOAD_INVALID: ["REJECTED"],
      LIFECYCLE_CLOSED: ["REJECTED", "SCOPE_LOCKED"],
      SERVER_REQUIRES_REFETCH: ["REFETCH_REQUIRED"],
      UPLOAD_EXPIRED: ["REFETCH_REQUIRED"],
      PERMISSION_REVOKED: [],
      DEVICE_REVOKED: [],
      DUPLICATE_OPERATION: [],
    } satisfies Record<(typeof CATEGORIES)[number], string[]>;
    expect(allowed[category]).toContain(status);
  });

  test("has a message with its own key in every language, and a way out", () => {
    const sentences = MESSAGE_LANGUAGES.map((language) => messageOf(code, language));
    expect(new Set(sentences).size).toBe(MESSAGE_LANGUAGES.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*[.]$/u);
    expect(verdictMessageKey(code)).toMatch(/^sync\.[a-z]+(-[a-z]+)*$/);
    expect(allowedResolutions(code)).not.toEqual([]);
  });

  test("is one code in one place of the result", () => {
    const result = refusedResult(frame, refuse(code));
    const { status } = VERDICT_CODES[code];
    expect(operationResultSchema.parse(result)).toEqual(result);
    expect([result.conflictCode, result.rejectionCode].filter(Boolean)).toEqual([code]);
    expect(result.conflictCode === code).toBe(status === "CONFLICT");
    expect(replayedResult(result)).toEqual(result);
  });
});

test("message keys are all different", () => {
  expect(new Set(codes.map(verdictMessageKey)).size).toBe(codes.length);
});

test.each([
  ["de-CH", "Diese Aufgabe gibt es nicht."],
  ["DE", "Diese Aufgabe gibt es nicht."],
  ["en-GB", "This task does not exist."],
  ["pt-BR", "This task does not exist."],
  ["denglish", "This task does not exist."],
  [null, "This task does not exist."],
])('the message for the locale %s is "%s"', (locale, sentence) => {
  expect(messageOf("TASK_UNKNOWN", locale)).toBe(sentence);
});

describe("a result", () => {
  test("that is not accepted yet is retried; final verdicts are three", () => {
    expect(FINAL_STATUSES).toEqual(["ACCEPTED", "REJECTED", "CONFLICT"]);
    for (const code of codes) {
      const pending = !["REJECTED", "CONFLICT"].includes(VERDICT_CODES[code].status);
      const retried = allowedResolutions(code).includes("RETRY");
      expect([code, retried]).toEqual([code, pending || code === "CHECKSUM_MISMATCH"]);
    }
  });

  test("of a replay is the first one with ALREADY_ACCEPTED in place of ACCEPTED, byte for byte", () => {
    const first = acceptedResult(frame, {
      accepted: true,
      revision: 2,
      canonicalRecordId: frame.receiptId,
      canonicalIds: [],
      refetch: [],
    });
    const stored = JSON.stringify(first);
    const replayed = replayedResult(operationResultSchema.parse(JSON.parse(stored)));
    expect(JSON.stringify(replayed)).toBe(
      stored.replace('"status":"ACCEPTED"', '"status":"ALREADY_ACCEPTED"'),
    );
  });

  test("survives storage byte for byte, whatever its content", () => {
    for (const code of codes) {
      const conflict: NonNullable<Refused["conflict"]> = {
        changedFields: ["status"],
        sinceRevision: 1,
        changedBy: "COACH",
        changedAt: "2026-01-05T08:00:00.000Z",
        writeSetsTouch: true,
        rebaseRevision: null,
      };
      const decision = { ...refuse(code), latestRevision: 3, conflict, rebaseable: false };
      const stored = JSON.stringify(refusedResult({ ...frame, retryAfterSeconds: 5 }, decision));
      expect(JSON.stringify(operationResultSchema.parse(JSON.parse(stored)))).toBe(stored);
    }
  });
});

describe("a fingerprint", () => {
  const fingerprints = fc.record<Fingerprint>({
    operationType: fc.constantFrom("quick-log.skip", "quick-log.undo"),
    operationVersion: fc.integer({ min: 1, max: 3 }),
    expectedRevision: fc.option(fc.nat({ max: 3 })),
    payloadChecksum: fc.constantFrom("sha-256:a", "sha-256:b"),
  });

  test("is equal for equal type, version, expected revision and checksum only", () => {
    fc.assert(
      fc.property(fingerprints, fingerprints, (retained, sent) => {
        const same = JSON.stringify(retained) === JSON.stringify(sent);
        expect(judgeReplay(retained, sent)).toBe(same ? "REPLAY" : "REUSED");
        expect(fingerprintText(retained) === fingerprintText(sent)).toBe(same);
      }),
    );
  });
});
