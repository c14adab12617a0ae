import type { UploadPurpose } from "../../contract/media/vocabulary.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { DomainEvent, EventType, FeedEvent } from "../../contract/outbox/vocabulary.ts";
import type { OperationPrincipal, SyncEntityType } from "../../contract/sync/vocabulary.ts";
import type { Statement } from "../../db/platform/pipeline/pipeline.ts";
import type { RecordedTime } from "../../rules/sync/correct-clock.ts";
import type { ReferenceFields } from "../../rules/sync/find-local-references.ts";
import type { AttachedMedia } from "../../rules/media/judge-attachments.ts";
import type { Decision } from "../../rules/sync/decision.ts";
import type { PayloadVersion } from "../payload-version.ts";

/**
 * The interface by which a room adds its operations to sync (docs/rooms/house.md#hot-path). Sync names no feature; it
 * gets a list of these.
 */
export interface OperationFeature<Intent = unknown> {
  readonly operationTypes: ReadonlyMap<string, OperationType<Intent>>;
  /**
   * Loads the rows of the relationship that operations name: a fixed number of statements, sent with the locks and
   * executed under them.
   */
  load(
    relationshipId: string,
    operations: readonly NamedOperation<Intent>[],
  ): Statement<LoadedRows<Intent>>;
  /**
   * Lists the effects of accepted operations of these batches for the feed, in operation order. It runs at delivery,
   * so that admission writes none of it. Ids only.
   */
  listEvents?(em: SqlEntityManager, batchIds: readonly string[]): Promise<readonly ReceiptEvent[]>;
}

/** The scope of the operations, and the instant at which they are judged. */
export interface AdmissionScope {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly deviceId: string;
  readonly lineageId: string;
  readonly actorUserId: string;
  readonly actor: OperationPrincipal;
  readonly now: Date;
  /** The newest local day, and the time zone of later ones. */
  readonly newestDate: string;
  readonly timezone: string;
  /** When the scope was restored from a backup, while devices may not know of it; otherwise null. */
  readonly restoredAt: Date | null;
  /**
   * Receipts of the batch by operation id, if it is decided in parts. Earlier parts have written rows that a later
   * one may name, but no receipt yet.
   */
  readonly ownReceipts?: ReadonlyMap<string, string>;
}

/** One operation whose envelope was judged, with its payload as the feature's intent. */
export interface ReadyOperation<Intent> {
  readonly clientOperationId: string;
  readonly operationType: string;
  /** Null only for types that declare no revision. */
  readonly expectedRevision: number | null;
  /** RFC 3339 as the device sent it: evidence, never order. */
  readonly clientRecordedAt: string;
  /**
   * When it was made, corrected by the device's clock. It decides a record's local date, and whether it is late
   * evidence.
   */
  readonly time: RecordedTime;
  readonly receiptId: string;
  readonly intent: Intent;
  /**
   * Operations of the same device that it replaces, newest first: the one that it names, and those of its batch that
   * that one replaced.
   */
  readonly inPlaceOf: readonly string[];
  /** Its attachments; all have arrived, unless its type permits pending ones. */
  readonly attachments: readonly AttachedMedia[];
}

/** Media of one purpose that operations of a type may attach. */
export interface AttachmentRule {
  readonly purpose: UploadPurpose;
  readonly most: number;
  /** The operation is accepted before these media arrive; otherwise it waits for them. */
  readonly takesPending?: true;
}

/** One operation type of a feature. */
export interface OperationType<Intent> {
  readonly principals: readonly OperationPrincipal[];
  readonly requiresRevision: boolean;
  /** If absent, operations of the type have no attachments. */
  readonly attachments?: readonly AttachmentRule[];
  /** Every payload version that is still accepted. */
  readonly versions: ReadonlyMap<number, PayloadVersion<Intent>>;
  /** Id fields of every payload version that may hold `local:<localId>` instead. */
  readonly references?: ReferenceFields;
  /**
   * Fields of every payload version that name an earlier operation of the same device. The operation waits while that
   * one is deferred, or if it is retryable in the same batch. The feature judges every other outcome.
   */
  readonly follows?: readonly string[];
  /**
   * How many sets a payload of any version holds, for types with sets. Beyond the limit the batch is malformed
   * (docs/rooms/sync.md#limits). Called before the payload was checked.
   */
  countSets?(payload: unknown): number;
  /** The event of every receipt that refuses an operation of the type, by any rule. */
  readonly refusedEvent?: EventType;
  /** Type of the record that it creates under the `localId` of its payload, if any. */
  readonly makes?: SyncEntityType;
}

/** The changes and events of a feature. */
export interface WrittenChanges {
  readonly changes: Readonly<Partial<Record<SyncEntityType, readonly string[]>>>;
  /** Events that have other consumers than the feed. */
  readonly events: readonly DomainEvent[];
}

/** An event only for the feed, derived from what the batch left. */
export interface ReceiptEvent extends Omit<FeedEvent, "eventId"> {
  readonly receiptId: string;
}

/** Everything that a feature writes for a batch. */
export interface Writes extends WrittenChanges {
  /**
   * One statement per table, in lock order. If it may write fewer rows than expected, it must check their number with
   * `require_rows`: the commit is already sent when its answer arrives.
   */
  readonly statements: readonly Statement<void>[];
}

/** The rows that a batch may change, in memory; operations see the changes of earlier ones. */
export interface WorkingCopy<Intent> {
  /**
   * Decides by the feature's rules and, if accepted, applies the change to this copy. A refusal with a provisional
   * code gets no receipt, and nothing of the operation is stored.
   */
  decide(operation: ReadyOperation<Intent>): Decision;
  /** The writes of everything decided so far. */
  writes(): Writes;
}

/** An operation before the access check; local ids in its intent are not resolved yet. */
export type NamedOperation<Intent> = Pick<
  ReadyOperation<Intent>,
  "clientOperationId" | "operationType" | "intent" | "inPlaceOf"
>;

/** The rows read together with the locks. */
export interface LoadedRows<Intent> {
  /**
   * The rows in memory. Data that depends on them and on the batch's state is read here, together for all features;
   * nothing is queried if none is needed.
   */
  copy(
    scope: AdmissionScope,
    operations: readonly ReadyOperation<Intent>[],
  ): Statement<WorkingCopy<Intent>>;
}

/** The operation type and its feature; null if the type is unknown. */
export function findOperationType(
  features: readonly OperationFeature[],
  operationType: string,
): { readonly feature: OperationFeature; readonly type: OperationType<unknown> } | null {
  for (const feature of features) {
    const type = feature.operationTypes.get(operationType);
    if (type !== undefined) return { feature, type };
  }
  return null;
}
