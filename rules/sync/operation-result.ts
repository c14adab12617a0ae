import {
  FINISHED_ELSEWHERE_MESSAGE_KEY,
  finishedElsewhereMessage,
  messageOf,
  verdictMessageKey,
} from "../../contract/sync/messages.ts";
import {
  CHANGED_RANGE_MESSAGE_KEY,
  payloadFaultMessage,
  payloadFaultMessageKey,
  rangeMessage,
} from "../../contract/sync/payload-fault-message.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";
import {
  VERDICT_CODES,
  type Category,
  type Resolution,
  type ResultStatus,
  type VerdictCode,
} from "../../contract/sync/vocabulary.ts";
import type { Accepted, Refused } from "./decision.ts";

/** The parts of a result that do not come from the decision. */
export interface ResultFrame {
  readonly clientOperationId: string;
  /** Null if no receipt is kept. */
  readonly receiptId: string | null;
  /** Identifies the refusal in logs and for support. */
  readonly diagnosticsRef: string;
  /** BCP 47 tag of the language the operation was made in; the message stays in it. */
  readonly locale: string | null;
  readonly retryAfterSeconds?: number;
}

/** The result of an accepted operation. */
export function acceptedResult(frame: ResultFrame, decision: Accepted): OperationResult {
  return {
    clientOperationId: frame.clientOperationId,
    status: "ACCEPTED",
    receiptId: frame.receiptId,
    acceptedRevision: decision.revision,
    canonicalIds: [...decision.canonicalIds],
    refetch: [...decision.refetch],
    ...(decision.judgedOnRevision === undefined
      ? {}
      : { judgedOnRevision: decision.judgedOnRevision }),
  };
}

/** The result of an operation that was not accepted: code, category, sentence and possible next steps. */
export function refusedResult(frame: ResultFrame, decision: Refused): OperationResult {
  const { status, category } = VERDICT_CODES[decision.code];
  return {
    clientOperationId: frame.clientOperationId,
    status,
    receiptId: frame.receiptId,
    acceptedRevision: null,
    canonicalIds: [],
    refetch: [...decision.refetch],
    category,
    ...(status === "CONFLICT" ? { conflictCode: decision.code } : { rejectionCode: decision.code }),
    ...sentenceOf(decision, frame.locale),
    diagnosticsRef: frame.diagnosticsRef,
    latestRevision: decision.latestRevision,
    allowedResolutions: allowedResolutions(
      decision.code,
      decision.conflict?.supersededBy !== undefined,
    ),
    rebaseable: decision.rebaseable ?? false,
    ...(decision.parent === undefined ? {} : { parentClientOperationId: decision.parent }),
    ...(frame.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: frame.retryAfterSeconds }),
    ...(decision.conflict === undefined ? {} : { conflict: decision.conflict }),
    ...(decision.pointer === undefined ? {} : { pointer: decision.pointer }),
    ...(decision.bounds === undefined ? {} : { bounds: decision.bounds }),
  };
}

/** The sentence for a person, and its key for an app's own translation: as specific as the known fault. */
function sentenceOf({ code, fault, bounds, elsewhere }: Refused, locale: string | null) {
  if (fault !== undefined)
    return {
      messageKey: payloadFaultMessageKey(fault),
      message: payloadFaultMessage(fault, locale),
    };
  if (bounds !== undefined)
    return {
      messageKey: bounds.changed ? CHANGED_RANGE_MESSAGE_KEY : verdictMessageKey(code),
      message: rangeMessage(bounds, locale),
    };
  if (elsewhere === true)
    return {
      messageKey: FINISHED_ELSEWHERE_MESSAGE_KEY,
      message: finishedElsewhereMessage(locale),
    };
  return { messageKey: verdictMessageKey(code), message: messageOf(code, locale) };
}

/**
 * A stored answer as a replay returns it: byte for byte the first receipt, with ALREADY_ACCEPTED instead of ACCEPTED
 * (docs/rooms/sync.md#verdicts).
 */
export function replayedResult(stored: OperationResult): OperationResult {
  return stored.status === "ACCEPTED" ? { ...stored, status: "ALREADY_ACCEPTED" } : stored;
}

/**
 * The resolutions that a device has after a verdict.
 *
 * @param isReplaced whether the named task was replaced, and the operation can be sent again for its replacement.
 */
export function allowedResolutions(code: VerdictCode, isReplaced = false): Resolution[] {
  const { status, category } = VERDICT_CODES[code];
  if (code === "CHECKSUM_MISMATCH" || isPending(status)) return ["RETRY"];
  if (code === "DEPENDENCY_REFUSED") return ["RESUBMIT", "DISCARD"];
  // A workout that was replaced can be resubmitted from its replacement.
  if (code === "SNAPSHOT_SUPERSEDED") return ["REFRESH", "RESUBMIT", "DISCARD"];
  if (category === "SUPERSEDED_ASSIGNMENT" && !isReplaced) return ["REFRESH", "DISCARD"];
  if (status === "CONFLICT") return ["REFRESH", "RESUBMIT", "DISCARD"];
  return closes(category) ? ["REFRESH", "DISCARD"] : ["RESUBMIT", "DISCARD"];
}

function isPending(status: ResultStatus): boolean {
  return status === "REFETCH_REQUIRED" || status === "SCOPE_LOCKED";
}

function closes(category: Category): boolean {
  return category === "LIFECYCLE_CLOSED";
}
