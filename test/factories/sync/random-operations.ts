import fc from "fast-check";
import { checksumOf } from "../../../activities/sync/admission/prepare/judge-operation.ts";
import { SKIP_REASONS } from "../../../contract/quick-log/vocabulary.ts";
import { type Operation, operationSchema } from "../../../contract/sync/schema.ts";
import { anyText } from "../any-text.ts";
import type { BuiltAgenda } from "../plans/plans.ts";

/** Operation ids of random batches come from a small pool, so that some repeat. */
const OPERATION_IDS = Array.from({ length: 40 }, (_, index) => `op-${index}`);

/** Payloads that are valid on this agenda, and some that are nearly valid. */
function payloads(agenda: BuiltAgenda): fc.Arbitrary<readonly [string, Record<string, unknown>]> {
  const { habit, supplement, meal, water, steps } = agenda;
  const tasks = [habit, supplement, meal, water, steps];
  const taskId = fc.constantFrom(...tasks.map(({ id }) => id), UNKNOWN_ID);
  const itemId = fc.constantFrom(
    ...tasks.flatMap(({ items }) => items.map(({ id }) => id)),
    UNKNOWN_ID,
  );
  const of = (
    type: string,
    required: Record<string, fc.Arbitrary<unknown>>,
    optional: Record<string, fc.Arbitrary<unknown>> = {},
  ) =>
    fc
      .record({ ...required, ...optional }, { requiredKeys: Object.keys(required) })
      .map((payload): readonly [string, Record<string, unknown>] => [type, payload]);
  return fc.oneof(
    of("quick-log.complete-task", { taskId }),
    of("quick-log.complete-item", { taskId, itemId }),
    of("quick-log.complete-all", { taskId, confirmed: fc.boolean() }),
    of(
      "quick-log.record-value",
      {
        taskId: fc.constantFrom(water.id, steps.id),
        metricKind: fc.constantFrom("WATER", "STEPS"),
        value: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(0.001, 1e9, -1, 99.5)),
        unit: fc.constantFrom("ml", "steps"),
        sourceType: fc.constant("MANUAL"),
        recordedAt: instants,
      },
      { localId: fc.string({ minLength: 1, maxLength: 100 }) },
    ),
    of(
      "quick-log.skip",
      { taskId, reason: fc.constantFrom(...SKIP_REASONS) },
      { itemId, note: anyText({ maxLength: 1_000 }) },
    ),
    of("today.start", { taskId }),
    of("today.complete", { taskId }, { confirmed: fc.boolean() }),
    of("today.skip", { taskId, reason: fc.constantFrom(...SKIP_REASONS) }),
    of("quick-log.undo", { taskId, undoesClientOperationId: fc.constantFrom(...OPERATION_IDS) }),
  );
}

/** Operations that a phone with this agenda might have queued. */
export function likelyOperations(agenda: BuiltAgenda): fc.Arbitrary<Operation> {
  return fc
    .record({
      meant: payloads(agenda),
      clientOperationId: fc.constantFrom(...OPERATION_IDS),
      expectedRevision: fc.integer({ min: 0, max: 3 }),
      operationVersion: fc.constantFrom(1, 1, 1, 1, 2),
      damaged: fc.constantFrom(false, false, false, false, true),
    })
    .map(({ meant: [operationType, payload], damaged, ...rest }) => ({
      ...rest,
      operationType,
      payload: damaged ? { ...payload, damaged } : payload,
      localSequence: 0,
      clientRecordedAt: "2026-01-05T08:00:00.000Z",
      payloadChecksum: checksumOf(payload),
    }));
}

/** Anything that the envelope's schema accepts, up to its limits. */
export function oddOperations(agenda: BuiltAgenda): fc.Arbitrary<Operation> {
  const anything = fc.tuple(
    fc.constantFrom("quick-log.skip", "quick-log.undo", "device.levitate", `a.${"b".repeat(98)}`),
    fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
  );
  return fc
    .record(
      {
        meant: fc.oneof(payloads(agenda), anything),
        clientOperationId: fc.oneof(fc.constantFrom(...OPERATION_IDS), visibleAscii),
        operationVersion: fc.constantFrom(1, 2, 1_000),
        localSequence: fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
        clientRecordedAt: instants,
        rightChecksum: fc.boolean(),
        expectedRevision: fc.constantFrom(0, 1, 2, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER),
        metadata,
      },
      { requiredKeys: [...REQUIRED, "meant", "rightChecksum"] },
    )
    .map(({ meant: [operationType, payload], rightChecksum, ...rest }) => ({
      ...rest,
      operationType,
      payload,
      payloadChecksum: rightChecksum ? checksumOf(payload) : `sha-256:${"0".repeat(64)}`,
    }))
    .filter((operation) => operationSchema.safeParse(operation).success)
    .map((operation) => operationSchema.parse(operation));
}

const REQUIRED = [
  "clientOperationId",
  "operationVersion",
  "localSequence",
  "clientRecordedAt",
] as const;

const visibleAscii = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 1, maxLength: 100 })
  .map((codes) => String.fromCodePoint(...codes));

const metadata = fc.record({
  appVersion: fc.constantFrom("1.0.0", "ü".repeat(50)),
  timezone: fc.constantFrom("UTC", "America/Argentina/ComodRivadavia", "Etc/GMT+12"),
  locale: fc.constantFrom("de", "de-CH-1996", "x-private", "zh-Hant-u-nu-hanidec"),
});

const UNKNOWN_ID = "01970000-0000-7000-8000-000000000000";

const instants = fc.constantFrom(
  "2026-01-05T08:00:00.000Z",
  "2026-01-05T08:00:00Z",
  "2026-01-05T08:01:00.123456Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
);
