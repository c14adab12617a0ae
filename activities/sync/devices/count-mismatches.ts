import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { OperationResult } from "../../../contract/sync/schema.ts";
import { MISMATCHES_TO_ALARM } from "../../../contract/sync/vocabulary.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { countWithin } from "../../../db/platform/count-within.ts";
import { mismatchKey } from "../../../db/sync/devices/mismatch-key.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";

/**
 * Counts operations whose checksum does not match their payload. Nothing of them is stored, and a device that
 * computes it wrongly would resend them for ever. The tenth on one day emits one event. A failure here does not fail
 * the batch.
 */
export async function countMismatches(
  { em, log }: { readonly em: SqlEntityManager; readonly log: Logger },
  { deviceId, requestId, results }: AnsweredBatch,
): Promise<void> {
  const by = results.filter(({ rejectionCode }) => rejectionCode === "CHECKSUM_MISMATCH").length;
  if (by === 0) return;
  try {
    await transact(em, async (tx) => {
      const { count } = await countWithin(tx, {
        key: mismatchKey(deviceId),
        by,
        seconds: DAY_SECONDS,
      });
      if (count < MISMATCHES_TO_ALARM || count - by >= MISMATCHES_TO_ALARM) return;
      const event = { eventId: newId(), type: "DeviceChecksumsMismatched", version: 0 } as const;
      const now = await clockNow(tx);
      await appendEvents(tx, [{ ...event, subjectId: deviceId, refs: { count } }], {
        now,
        requestId,
      });
    });
  } catch (err) {
    log.warn({ deviceId, requestId, err }, "checksum mismatches were not counted");
  }
}

const DAY_SECONDS = 86_400;

/** A batch that was answered. */
export interface AnsweredBatch {
  readonly deviceId: string;
  readonly requestId: string;
  readonly results: readonly OperationResult[];
}
