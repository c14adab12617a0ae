import { describe, expect, test } from "@jest/globals";
import { localStateOf } from "../../contract/sync/local-state.ts";
import {
  LOCAL_STATUSES,
  type LocalStatus,
  type ResultStatus,
  VERDICT_CODES,
  type VerdictCode,
} from "../../contract/sync/vocabulary.ts";
import { refuse } from "../../rules/sync/decision.ts";
import {
  acceptedResult,
  refusedResult,
  replayedResult,
} from "../../rules/sync/operation-result.ts";

const isCode = (text: string): text is VerdictCode => text in VERDICT_CODES;
const codes = Object.keys(VERDICT_CODES).filter(isCode);
const ID = "01970000-0000-7000-8000-000000000001";
const frame = { clientOperationId: "one", receiptId: ID, diagnosticsRef: ID, locale: null };

const WORDS = {
  REJECTED: "REJECTED",
  CONFLICT: "CONFLICTED",
  REFETCH_REQUIRED: "QUEUED",
  SCOPE_LOCKED: "QUEUED",
} as const satisfies Partial<Record<ResultStatus, LocalStatus>>;

describe("for its device an operation is (docs/rooms/sync.md#local-statuses)", () => {
  test("QUEUED before it is sent, SYNCING until it is answered", () => {
    expect(localStateOf("WAITING").localStatus).toBe("QUEUED");
    expect(localStateOf("SENT").localStatus).toBe("SYNCING");
  });

  test("ACCEPTED once it was accepted, now or before", () => {
    const accepted = acceptedResult(frame, {
      accepted: true,
      revision: 2,
      canonicalRecordId: ID,
      canonicalIds: [],
      refetch: [],
    });
    for (const result of [accepted, replayedResult(accepted)])
      expect(localStateOf(result)).toEqual({ localStatus: "ACCEPTED", retryAfterSeconds: null });
  });

  test.each(codes)("%s: as its status says, and only waiting ones are retried", (code) => {
    const result = refusedResult(frame, refuse(code));
    const { localStatus, retryAfterSeconds } = localStateOf(result);
    // Damaged in transit: the device sends it again unchanged.
    const word = code === "CHECKSUM_MISMATCH" ? "QUEUED" : WORDS[VERDICT_CODES[code].status];
    expect(localStatus).toBe(word);
    expect(LOCAL_STATUSES).toContain(localStatus);
    expect(retryAfterSeconds !== null && retryAfterSeconds > 0).toBe(localStatus === "QUEUED");
  });

  test("QUEUED until the given instant", () => {
    const refused = refusedResult({ ...frame, retryAfterSeconds: 900 }, refuse("DAY_NOT_OPEN"));
    expect(localStateOf(refused)).toEqual({ localStatus: "QUEUED", retryAfterSeconds: 900 });
  });
});
