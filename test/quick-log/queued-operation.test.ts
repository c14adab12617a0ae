import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import * as z from "zod";
import { checksumOf } from "../../activities/sync/admission/judge-operation.ts";
import { queuedOperation } from "../../api/quick-log/queued-operation.ts";
import { namedActionSchema } from "../../contract/quick-log/schema.ts";
import { QUICK_LOG_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";
import { type Operation, operationSchema } from "../../contract/sync/schema.ts";

const TASK = "01970000-0000-7000-8000-000000000000";
const TYPES = Object.entries(QUICK_LOG_OPERATIONS);

/** JSON knows no -0. */
const asJson = operationSchema.shape.payload;

/** A payload as phones write it, and members that nobody expects. */
const payloads = fc
  .dictionary(fc.string({ unit: "grapheme", maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
  })
  .map((payload) => Object.fromEntries(Object.entries(payload).filter(isOther)))
  // On the wire there is no negative zero.
  .map((payload) => z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(payload))));
const isOther = ([name]: readonly [string, unknown]) => !["taskId", "itemId"].includes(name);

const envelopes = fc.record(
  {
    operationVersion: fc.constantFrom(1, 2, 1_000),
    clientRecordedAt: fc.constantFrom("2026-01-05T08:00:00Z", "2026-01-05T08:01:00.123456Z"),
    expectedRevision: fc.constantFrom(0, 1, 2 ** 31 - 1),
    dependsOn: fc.constant(["one", "two"]),
    resubmitOf: fc.constant("one"),
    attachments: fc.constant([{ uploadId: TASK, purpose: "MEAL_PHOTO" as const }]),
    metadata: fc.constant({ appVersion: "1.0.0", locale: "de-CH" }),
  },
  { requiredKeys: ["operationVersion", "clientRecordedAt"] },
);

function asSent(operation: Operation, { actionKind, scope }: (typeof TYPES)[number][1]): unknown {
  const { operationType: _type, payloadChecksum: _sum, localSequence: _place, ...rest } = operation;
  const { expectedRevision, payload, ...envelope } = rest;
  const { taskId, ...own } = payload;
  const expected = expectedRevision === undefined ? {} : { expectedTaskRevision: expectedRevision };
  return JSON.parse(
    JSON.stringify({ ...envelope, ...expected, taskId, actionKind, scope, payload: own }),
  );
}

describe("The operation that the server puts together of an action", () => {
  test.each(TYPES)("is %s as a phone would have queued it", (operationType, meant) => {
    fc.assert(
      fc.property(payloads, envelopes, (own, envelope) => {
        const payload = { ...asJson.parse(JSON.parse(JSON.stringify(own))), taskId: TASK };
        const operation = operationSchema.parse({
          ...envelope,
          clientOperationId: "one",
          operationType,
          localSequence: 3,
          payloadChecksum: checksumOf(payload),
          payload,
        });
        const action = namedActionSchema.parse(asSent(operation, meant));
        expect(queuedOperation(TASK, action, { at: "", ordinal: 3 })).toEqual(operation);
      }),
      { numRuns: 50 },
    );
  });

  test("names an item in its scope", () => {
    const action = namedActionSchema.parse({
      taskId: TASK,
      clientOperationId: "one",
      actionKind: "SKIP",
      scope: "ITEM",
      payload: { itemId: TASK, reason: "BUSY" },
      clientRecordedAt: "2026-01-05T08:00:00.000Z",
    });
    expect(queuedOperation(TASK, action).operationType).toBe("quick-log.skip");
    expect(() => queuedOperation(TASK, { ...action, scope: "TASK" })).toThrow("VALIDATION_FAILED");
  });
});
