import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import * as z from "zod";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import { completeAllOperation, valueOperation } from "../../api/quick-log/value-operation.ts";
import { queuedOperation } from "../../api/quick-log/queued-operation.ts";
import { fingerprintOf } from "../../activities/sync/admission/answers/fingerprint.ts";
import {
  completeAllItemsSchema,
  recordTaskValueSchema,
} from "../../contract/quick-log/task-acts-schema.ts";
import { namedActionSchema } from "../../contract/quick-log/schema.ts";
import { QUICK_LOG_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";
import { type Operation, operationSchema } from "../../contract/sync/schema.ts";

const TASK = "01970000-0000-7000-8000-000000000000";
const TYPES = Object.entries(QUICK_LOG_OPERATIONS);

/** JSON has no -0. */
const asJson = operationSchema.shape.payload;

/** Payloads of phones, and unexpected members. */
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
    resubmitChain: fc.constant(["two", "three"]),
    attachments: fc.constant([{ uploadId: TASK, purpose: "MEAL_PHOTO" as const }]),
    metadata: fc.constant({ appVersion: "1.0.0", locale: "de-CH" }),
  },
  { requiredKeys: ["operationVersion", "clientRecordedAt"] },
);

describe("the operation of a route for one act has the fingerprint of the queued operation", () => {
  const ITEM = "01970000-0000-7000-8000-000000000001";
  const instants = fc.constantFrom("2026-01-05T08:00:00Z", "2026-01-05T08:01:00.123456Z");
  const recorded = fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 1_000),
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
      .filter((text) => text.trim() !== ""),
    fc.boolean(),
  );
  const act = {
    deviceId: fc.constant(TASK),
    clientOperationId: fc.constant("one"),
    expectedTaskRevision: fc.constantFrom(1, 7),
    clientRecordedAt: instants,
    clientSentAt: instants,
  };
  const ACT = ["deviceId", "clientOperationId"] as const;
  const value = {
    metricKind: fc.constantFrom("WATER", "STEPS"),
    value: recorded,
    unit: fc.constantFrom("ml", " kg "),
    sourceType: fc.constant("MANUAL" as const),
    recordedAt: instants,
    localId: fc.constantFrom("glass 1 ", "a"),
  };
  const all = {
    confirmed: fc.boolean(),
    values: fc.dictionary(fc.constant(ITEM), fc.dictionary(fc.constantFrom("a", "b"), recorded)),
  };
  /** The operation as it is queued: the act's own fields are its payload. */
  const queuedAs = (operationType: string, body: Sent, own: readonly string[]) => {
    const sent = Object.entries(body).filter(([name]) => own.includes(name));
    const payload = { ...Object.fromEntries(sent), taskId: TASK };
    return operationSchema.parse({
      clientOperationId: "one",
      operationType,
      operationVersion: 1,
      localSequence: 0,
      clientRecordedAt: "2026-01-05T08:00:00Z",
      payloadChecksum: checksumOf(payload),
      payload,
      ...(body.expectedTaskRevision !== undefined && {
        expectedRevision: body.expectedTaskRevision,
      }),
    });
  };
  type Sent = { readonly expectedTaskRevision?: number | undefined };
  const expectSame = (made: Operation, wanted: Operation) => {
    expect(fingerprintOf(made)).toEqual(fingerprintOf(wanted));
    expect(made.payload).toEqual(wanted.payload);
  };

  test("values", () => {
    fc.assert(
      fc.property(
        fc.record(
          { ...act, ...value },
          { requiredKeys: [...ACT, "metricKind", "value", "sourceType", "recordedAt"] },
        ),
        (body) => {
          const made = valueOperation(TASK, recordTaskValueSchema.parse(body), body).operation();
          expectSame(made, queuedAs("quick-log.record-value", body, Object.keys(value)));
        },
      ),
    );
  });

  test("complete-all", () => {
    fc.assert(
      fc.property(
        fc.record(
          { ...act, ...all },
          { requiredKeys: [...ACT, "expectedTaskRevision", "confirmed"] },
        ),
        (body) => {
          const read = completeAllItemsSchema.parse(body);
          const made = completeAllOperation(TASK, read, body).operation();
          expectSame(made, queuedAs("quick-log.complete-all", body, Object.keys(all)));
        },
      ),
    );
  });
});

describe("the operation that the server builds from an action", () => {
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

function asSent(operation: Operation, { actionKind, scope }: (typeof TYPES)[number][1]): unknown {
  const { operationType: _type, payloadChecksum: _sum, localSequence: _place, ...rest } = operation;
  const { expectedRevision, payload, ...envelope } = rest;
  const { taskId, ...own } = payload;
  const expected = expectedRevision === undefined ? {} : { expectedTaskRevision: expectedRevision };
  return JSON.parse(
    JSON.stringify({ ...envelope, ...expected, taskId, actionKind, scope, payload: own }),
  );
}
