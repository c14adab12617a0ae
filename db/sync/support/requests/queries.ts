import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { BatchStatus } from "../../../../contract/sync/vocabulary.ts";
import { instantText } from "../../../platform/statements/sql-parts.ts";
import { tables } from "../../../tables.ts";

/** Stored parts of a request: its admitted batches, and its events that are not delivered yet, both newest first. */
export async function findRequest(
  em: SqlEntityManager,
  requestId: string,
  limit: number,
): Promise<KeptRequest> {
  const batches = await tracedBatches(em)
    .where("batch.requestId", "=", requestId)
    .orderBy("batch.id", "desc")
    .limit(limit)
    .execute();
  const waitingEvents = await tables(em)
    .selectFrom(
      // Nothing finds an event by its request; a backlog must not make this read slow.
      tables(em)
        .selectFrom("outbox")
        .selectAll()
        .orderBy("id", "desc")
        .limit(NEWEST_EVENTS)
        .as("event"),
    )
    .where("event.requestId", "=", requestId)
    .select(["event.type", "event.consumer", "event.subjectId", "event.attempts"])
    .select(({ ref }) => instantText(ref("event.occurredAt")).as("occurredAt"))
    .orderBy("event.id", "desc")
    .limit(limit)
    .execute();
  return { batches, waitingEvents };
}

/** Events among which those of a request are searched. */
const NEWEST_EVENTS = 10_000;

/** Batches by their ids. */
export async function findTracedBatches(
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<readonly TracedBatch[]> {
  if (ids.length === 0) return [];
  return await tracedBatches(em).where("batch.id", "in", ids).orderBy("batch.id", "desc").execute();
}

function tracedBatches(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("syncBatch as batch")
    .select([
      "batch.id as batchId",
      "batch.requestId",
      "batch.deviceId",
      "batch.relationshipId",
      "batch.operationCount",
      "batch.acceptedCount",
      "batch.rejectedCount",
      "batch.conflictCount",
      "batch.deferredCount",
      "batch.chainFirst as firstReceipt",
      "batch.chainLast as lastReceipt",
      "batch.status",
      "batch.settleAttempts",
      "batch.failureCode",
      "batch.settledLane",
      "batch.settledRun",
    ])
    .select(({ ref }) => [
      instantText(ref("batch.admittedAt")).as("admittedAt"),
      instantText(ref("batch.settledAt")).as("settledAt"),
    ]);
}

/** Stored parts of a request. */
export interface KeptRequest {
  readonly batches: readonly TracedBatch[];
  readonly waitingEvents: readonly WaitingEvent[];
}

/** An admitted batch, with the lane and run that settled it; instants are RFC 3339. */
export interface TracedBatch {
  readonly batchId: string;
  readonly requestId: string;
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly operationCount: number;
  readonly acceptedCount: number;
  readonly rejectedCount: number;
  readonly conflictCount: number;
  readonly deferredCount: number;
  readonly firstReceipt: number | null;
  readonly lastReceipt: number | null;
  readonly status: BatchStatus;
  readonly settleAttempts: number;
  readonly failureCode: string | null;
  readonly settledLane: number | null;
  readonly settledRun: string | null;
  readonly admittedAt: string;
  readonly settledAt: string | null;
}

interface WaitingEvent {
  readonly type: string;
  readonly consumer: string;
  readonly subjectId: string;
  readonly attempts: number;
  readonly occurredAt: string;
}
