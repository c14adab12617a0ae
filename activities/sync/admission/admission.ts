import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type {
  ClientOutboxHealth,
  Operation,
  OperationResult,
} from "../../../contract/sync/schema.ts";
import type { OperationPrincipal, ScopeState } from "../../../contract/sync/vocabulary.ts";
import type { Statement } from "../../../db/platform/pipeline/pipeline.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import type { AdmissionScope, OperationFeature } from "../operation-feature.ts";
import type { FreshOperation } from "./classify-operations.ts";
import type { Decided } from "./decided.ts";
import type { Replacement } from "./inherit-places.ts";
import type { AdmissionQueue } from "./in-process/admission-queue.ts";
import type { AdmissionsUnderWay } from "./in-process/admissions-under-way.ts";
import type { RecentBatches } from "./in-process/recent-batches.ts";
import type { OperationFault } from "./record/defer-operation.ts";

/**
 * Admits a batch (docs/rooms/sync.md#flow); see `composeAdmission`.
 *
 * @throws Refusal NOT_FOUND, DEVICE_REVOKED, VALIDATION_FAILED (sets), IDEMPOTENCY_KEY_REUSED, UNAVAILABLE.
 */
export type Admit = <Extra>(request: AdmissionRequest<Extra>) => Promise<AdmittedBatch<Extra>>;

/** Dependencies of admission. */
export interface AdmissionDeps {
  readonly em: SqlEntityManager;
  readonly features: readonly OperationFeature[];
  readonly queue: AdmissionQueue;
  readonly recent: RecentBatches;
  readonly underWay: AdmissionsUnderWay;
  readonly log: Logger;
  /** How long an ordinary batch may wait for others before it is settled; by default it is settled at once. */
  readonly settlementWaitMs?: number;
}

/** One batch with a well-formed envelope, its sender, and what else to read in its transaction. */
export interface AdmissionRequest<Extra = undefined> {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly actorUserId: string;
  readonly actor: OperationPrincipal;
  readonly surface: DeviceSurface;
  /** The session that sends it, if there is one; the device moves to it. */
  readonly appSessionId?: string;
  readonly requestId: string;
  /** When it arrived, by the process's own clock in ms. */
  readonly arrivedMs: number;
  /** The raw request body; kept 90 days. */
  readonly body: string;
  /** The parsed body; parsed again if absent. */
  readonly bodyValue?: unknown;
  readonly operations: readonly Operation[];
  /** The server built the operations itself, with checksums of these very payloads. */
  readonly isOurs?: true;
  /** The device's name for the batch, by which it can query the outcome. */
  readonly clientBatchId?: string;
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
  readonly outboxHealth: ClientOutboxHealth;
  /** When the device sent it, RFC 3339 by its own clock. */
  readonly clientSentAt?: string | undefined;
  /** False once the sender has disconnected; a queued admission is then dropped. */
  readonly isAwaited: () => boolean;
  /** Read in the same transaction, behind the writes, e.g. counters for an answer. */
  readonly readWithin: Statement<Extra>;
}

/** The verdicts in the order sent, and the scope's counter after the batch. */
export interface AdmittedBatch<Extra = undefined> {
  readonly results: readonly OperationResult[];
  readonly seq: number;
  /** The counter before the batch. Changes of others up to here are not in the answer. */
  readonly seqBefore: number;
  readonly epoch: string;
  readonly now: Date;
  readonly scopeState: ScopeState;
  /** Data that the caller read inside the admission's transaction. */
  readonly extra: Extra;
  /** Operations that crashed, as they may be logged. */
  readonly faults: readonly OperationFault[];
  /** Characters of the operations refused in this batch, with a receipt. */
  readonly refusedLength: number;
}

/** Everything that was decided about a batch, to be stored. */
export interface Admission {
  readonly features: readonly OperationFeature[];
  readonly request: RecordedRequest;
  readonly known: AdmissionState;
  readonly scope: AdmissionScope;
  readonly fresh: readonly FreshOperation[];
  readonly decided: Decided;
  /** Operations that late ones of this batch replace; see `inheritPlaces`. */
  readonly inherited: readonly Replacement[];
  /** The longest wait of an ordinary batch for others, in milliseconds. */
  readonly settlementWaitMs: number;
}

/** The stored part of a request; `body` is what may be stored of it. */
interface RecordedRequest extends Pick<
  AdmissionRequest,
  "deviceId" | "requestId" | "body" | "operations"
> {
  readonly clock: ClockReading;
  /** Null if the server retries what a device sent before. */
  readonly lastSeen: { readonly outboxHealth: ClientOutboxHealth } | null;
}
