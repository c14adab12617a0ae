import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type {
  ClientOutboxHealth,
  Operation,
  OperationResult,
} from "../../../contract/sync/schema.ts";
import type { OperationPrincipal, ScopeState } from "../../../contract/sync/vocabulary.ts";
import type { Statement } from "../../../db/pipeline.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import type { AdmissionScope, OperationFeature } from "../operation-feature.ts";
import type { AdmissionQueue } from "./in-process/admission-queue.ts";
import type { AdmissionsUnderWay } from "./in-process/admissions-under-way.ts";
import type { RecentBatches } from "./in-process/recent-batches.ts";
import type { FreshOperation } from "./classify-operations.ts";
import type { OperationFault } from "./defer-operation.ts";
import type { Decided } from "./decide-operations.ts";
import type { Replacement } from "./inherit-places.ts";

/** What admission is built from. */
export interface AdmissionDeps {
  readonly em: SqlEntityManager;
  readonly features: readonly OperationFeature[];
  readonly queue: AdmissionQueue;
  readonly recent: RecentBatches;
  readonly underWay: AdmissionsUnderWay;
  readonly log: Logger;
}

/** One batch whose envelope is well formed. */
export interface AdmissionRequest {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly actorUserId: string;
  readonly actor: OperationPrincipal;
  readonly surface: DeviceSurface;
  /** The session that sends it, where one does: the device follows it. */
  readonly appSessionId?: string;
  readonly requestId: string;
  /** When it arrived, by the process's own clock in ms; now, where nobody noted it. */
  readonly arrivedMs?: number;
  /** The request as it came; kept 90 days. */
  readonly body: string;
  /** What it was read as; it is read again where this is not given. */
  readonly bodyValue?: unknown;
  readonly operations: readonly Operation[];
  /** The operations were put together here, with checksums of these very payloads. */
  readonly isOurs?: true;
  /** The name that its device gave the batch, to ask by it what became of it. */
  readonly clientBatchId?: string;
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
  readonly outboxHealth: ClientOutboxHealth;
  /** When the device sent it, RFC 3339 by its own clock. */
  readonly clientSentAt?: string | undefined;
  /** False once whoever sent it has gone. */
  readonly isAwaited?: () => boolean;
}

/** One admission: what with, what of, and what else to read in its transaction. */
export interface AdmissionRun<Extra> {
  readonly deps: AdmissionDeps;
  readonly request: AdmissionRequest;
  readonly readWithin: Statement<Extra>;
  /** When the request arrived, by the process's own clock in ms. */
  readonly arrivedMs: number;
}

/** What is kept of the request that brought a batch; `body` is what may be stored of it. */
export interface RecordedRequest extends Pick<
  AdmissionRequest,
  "deviceId" | "requestId" | "body" | "operations"
> {
  readonly clock: ClockReading;
  /** Null when the server tries again what a device sent before. */
  readonly lastSeen: { readonly outboxHealth: ClientOutboxHealth } | null;
}

/** Everything that was decided of a batch, to be stored. */
export interface Admission {
  readonly features: readonly OperationFeature[];
  readonly request: RecordedRequest;
  readonly known: AdmissionState;
  readonly scope: AdmissionScope;
  readonly fresh: readonly FreshOperation[];
  readonly decided: Decided;
  /** What operations that came too late leave replaced; see `inheritPlaces`. */
  readonly inherited: readonly Replacement[];
}

/** The verdicts in the order sent, and where the scope stands after the batch. */
export interface AdmittedBatch<Extra = undefined> {
  readonly results: readonly OperationResult[];
  readonly seq: number;
  /** Where it stood before: what others changed up to there, the answer does not tell. */
  readonly seqBefore: number;
  readonly epoch: string;
  readonly now: Date;
  readonly scopeState: ScopeState;
  /** What the caller read within the admission's own transaction. */
  readonly extra: Extra;
  /** Operations that crashed, as the log may tell it. */
  readonly faults: readonly OperationFault[];
  /** Characters of the operations that were refused just now, with a receipt. */
  readonly refusedLength: number;
}
