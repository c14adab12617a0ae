import type {
  CanonicalId,
  OperationResult,
  RefetchHint,
  ValueBounds,
} from "../../contract/sync/schema.ts";
import type { PayloadFaultKind } from "../../contract/payload-fault.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";

/** A feature admits an operation. */
export interface Accepted {
  readonly accepted: true;
  /** Revision of the object after the operation. */
  readonly revision: number;
  /** The record the operation made or changed. */
  readonly canonicalRecordId: string;
  readonly canonicalIds: readonly CanonicalId[];
  readonly refetch: readonly RefetchHint[];
  /** The newest revision, where it was judged on that in place of the one it names. */
  readonly judgedOnRevision?: number;
}

/** A feature refuses an operation by a narrower code. */
export interface Refused {
  readonly accepted: false;
  readonly code: VerdictCode;
  readonly latestRevision: number | null;
  readonly refetch: readonly RefetchHint[];
  readonly conflict?: NonNullable<OperationResult["conflict"]>;
  readonly rebaseable?: boolean;
  /** The operation it was refused for, or waits for. */
  readonly parent?: string;
  /** RFC 6901 pointer into the payload, where the code is about one place of it. */
  readonly pointer?: string;
  /** What is wrong with the payload there, where the code is `PAYLOAD_INVALID`: it has a sentence of its own. */
  readonly fault?: PayloadFaultKind;
  /** The range that holds now, where the code is `VALUE_OUT_OF_RANGE`. */
  readonly bounds?: ValueBounds;
  /** Another device of the same person did what stands in the way, where the code is `SESSION_ALREADY_SUBMITTED`. */
  readonly elsewhere?: true;
  /** The feature keeps what it holds, for as long as that may be kept: the stored request goes without its payload. */
  readonly keptByFeature?: true;
  /** When it is worth sending again, where the code is not final. */
  readonly retryAfterSeconds?: number;
}

/** What a feature decides of one operation; never thrown (docs/rooms/house.md#errors). */
export type Decision = Accepted | Refused;

/** A refusal that knows nothing of the object. */
export function refuse(code: VerdictCode): Refused {
  return { accepted: false, code, latestRevision: null, refetch: [] };
}
