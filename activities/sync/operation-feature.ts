import type { UploadPurpose } from "../../contract/media/vocabulary.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { DomainEvent, EventType, FeedEvent } from "../../contract/outbox/vocabulary.ts";
import type { OperationPrincipal, SyncEntityType } from "../../contract/sync/vocabulary.ts";
import type { Statement } from "../../db/pipeline.ts";
import type { RecordedTime } from "../../rules/sync/correct-clock.ts";
import type { ReferenceFields } from "../../rules/sync/local-references.ts";
import type { AttachedMedia } from "../../rules/media/judge-attachments.ts";
import type { Decision } from "../../rules/sync/decision.ts";
import type { PayloadVersion } from "../payload-version.ts";

/** Whose operations these are, and the instant they are judged at. */
export interface AdmissionScope {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly deviceId: string;
  readonly lineageId: string;
  readonly actorUserId: string;
  readonly actor: OperationPrincipal;
  readonly now: Date;
  /** Its newest local day, and the zone of the next ones. */
  readonly newestDate: string;
  readonly timezone: string;
  /** When the scope was restored from a backup, as long as devices may not know; or null. */
  readonly restoredAt: Date | null;
  /**
   * Receipts of the batch by the ids of their operations, when it is decided in parts: earlier parts have
   * written by them what a later one may name, and no receipt is stored yet.
   */
  readonly ownReceipts?: ReadonlyMap<string, string>;
}

/** One operation after its envelope was judged, with its payload as the feature understands it. */
export interface ReadyOperation<Intent> {
  readonly clientOperationId: string;
  readonly operationType: string;
  /** Null only for types that declare no revision. */
  readonly expectedRevision: number | null;
  /** RFC 3339, as the device sent it: evidence, never order. */
  readonly clientRecordedAt: string;
  /** When it was made, corrected by the device's clock: decides a record's local date, and whether it is late evidence. */
  readonly time: RecordedTime;
  readonly receiptId: string;
  readonly intent: Intent;
  /**
   * Operations of the same device that it is sent in place of, newest first: the one that it names, and those of its batch
   * that this one was sent in place of.
   */
  readonly inPlaceOf: readonly string[];
  /** What it takes along; all of it is there, unless its type says otherwise. */
  readonly attachments: readonly AttachedMedia[];
}

/** Media of one purpose that operations of a type may take along. */
export interface AttachmentRule {
  readonly purpose: UploadPurpose;
  readonly most: number;
  /** Accepted before its media are there; otherwise it waits for them. */
  readonly takesPending?: true;
}

/** One operation type of a feature. */
export interface OperationType<Intent> {
  readonly principals: readonly OperationPrincipal[];
  readonly requiresRevision: boolean;
  /** Without it operations of the type take no media along. */
  readonly attachments?: readonly AttachmentRule[];
  /** Every payload version still acceptable. */
  readonly versions: ReadonlyMap<number, PayloadVersion<Intent>>;
  /** Fields of every version's payload that hold an id, and may hold `local:<localId>` instead. */
  readonly references?: ReferenceFields;
  /**
   * Fields of every version's payload that name an earlier operation of the same device, which it waits for as
   * long as that one is deferred, or where that one was put back in the same batch. Whatever else becomes of that
   * one, the feature judges.
   */
  readonly follows?: readonly string[];
  /**
   * How many sets a payload of any version holds, for types that have sets; beyond the limit the batch is
   * malformed (docs/rooms/sync.md#limits). Asked before anything of the payload was checked.
   */
  countSets?(payload: unknown): number;
  /** Told of every receipt that refuses an operation of the type, whoever refuses it. */
  readonly refusedEvent?: EventType;
  /** Kind of the record it makes under the `localId` of its payload, if it makes one. */
  readonly makes?: SyncEntityType;
}

/** What a feature wrote. */
export interface WrittenChanges {
  readonly changes: Readonly<Partial<Record<SyncEntityType, readonly string[]>>>;
  /** Those that somebody else than the feed hears. */
  readonly events: readonly DomainEvent[];
}

/** An event of an operation that only the feed hears, as it is found in what its batch left. */
export interface ReceiptEvent extends Omit<FeedEvent, "eventId"> {
  readonly receiptId: string;
}

/** What a feature is to write of a batch. */
export interface Writes extends WrittenChanges {
  /**
   * One statement per table, in the order of the locks. Each proves by `require_rows` what it wrote where that
   * may be less: the commit is on its way when its answer comes.
   */
  readonly statements: readonly Statement<void>[];
}

/** The rows a batch may touch, in memory; operations see what earlier ones of the batch changed. */
export interface WorkingCopy<Intent> {
  /**
   * Decides by the feature's rules and, when accepted, applies the change to this copy. A refusal by a code that is
   * not final is answered without a receipt, and nothing is kept of the operation.
   */
  decide(operation: ReadyOperation<Intent>): Decision;
  /** Everything decided so far. */
  writes(): Writes;
}

/** An operation before it is known what the batch may do: local ids in its intent are not resolved yet. */
export type NamedOperation<Intent> = Pick<
  ReadyOperation<Intent>,
  "clientOperationId" | "operationType" | "intent" | "inPlaceOf"
>;

/** What was read with the locks. */
export interface LoadedRows<Intent> {
  /**
   * The rows in memory. What else follows from them and from the batch's state is read here, together for all
   * features; where nothing does, nothing is asked.
   */
  copy(
    scope: AdmissionScope,
    operations: readonly ReadyOperation<Intent>[],
  ): Statement<WorkingCopy<Intent>>;
}

/**
 * How a room plugs its operations into sync (docs/rooms/house.md#hot-path): sync never names a feature,
 * it is handed a list of these.
 */
export interface OperationFeature<Intent = unknown> {
  readonly operationTypes: ReadonlyMap<string, OperationType<Intent>>;
  /**
   * Loads the rows that operations name, which belong to the relationship: a fixed number of statements, sent
   * with the locks and seen under them.
   */
  load(
    relationshipId: string,
    operations: readonly NamedOperation<Intent>[],
  ): Statement<LoadedRows<Intent>>;
  /**
   * What accepted operations of these batches did, for the feed alone: found when it is told, in the order
   * of the operations, so that an admission writes none of it. Ids only.
   */
  listEvents?(em: SqlEntityManager, batchIds: readonly string[]): Promise<readonly ReceiptEvent[]>;
}

/** The feature that an operation type belongs to, and the type; null when nobody knows it. */
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
