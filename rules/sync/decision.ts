import type {
  CanonicalId,
  OperationResult,
  RefetchHint,
  ValueBounds,
} from "../../contract/sync/schema.ts";
import type { PayloadFaultKind } from "../../contract/payload-fault.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";

/** A feature's decision on one operation; never thrown (docs/rooms/house.md#errors). */
export type Decision = Accepted | Refused;

/** A feature accepts an operation. */
export interface Accepted {
  readonly accepted: true;
  /** Revision of the object after the operation. */
  readonly revision: number;
  /** The record that the operation created or changed. */
  readonly canonicalRecordId: string;
  readonly canonicalIds: readonly CanonicalId[];
  readonly refetch: readonly RefetchHint[];
  /** The newest revision, if it was judged on that instead of the one it names. */
  readonly judgedOnRevision?: number;
  /** Its consequences may wait for those of other batches; if absent, its batch is settled at once. */
  readonly settlesLater?: true;
}

/** A feature refuses an operation with a specific code. */
export interface Refused {
  readonly accepted: false;
  readonly code: VerdictCode;
  readonly latestRevision: number | null;
  readonly refetch: readonly RefetchHint[];
  readonly conflict?: NonNullable<OperationResult["conflict"]>;
  readonly rebaseable?: boolean;
  /** The operation because of which it was refused or waits. */
  readonly parent?: string;
  /** RFC 6901 pointer into the payload, if the code concerns one place. */
  readonly pointer?: string;
  /** The payload fault there, with `PAYLOAD_INVALID`; it has its own sentence. */
  readonly fault?: PayloadFaultKind;
  /** The range in force, with `VALUE_OUT_OF_RANGE`. */
  readonly bounds?: ValueBounds;
  /** The obstacle came from another device of the same person, with `SESSION_ALREADY_SUBMITTED`. */
  readonly elsewhere?: true;
  /** The feature stores the payload itself, with its own retention: the stored request omits it. */
  readonly keptByFeature?: true;
  /** When a retry makes sense, if the code is not final. */
  readonly retryAfterSeconds?: number;
}

/** A refusal without facts about the object. */
export function refuse(code: VerdictCode): Refused {
  return { accepted: false, code, latestRevision: null, refetch: [] };
}
