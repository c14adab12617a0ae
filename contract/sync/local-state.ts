import {
  type LocalStatus,
  type Resolution,
  type ResultStatus,
  RETRY_PAUSES_SECONDS,
} from "./vocabulary.ts";

/** Local state of an operation on its device. */
export interface LocalState {
  readonly localStatus: LocalStatus;
  /** Seconds from the answer until it is sent again; null if it is not sent again or was not answered. */
  readonly retryAfterSeconds: number | null;
}

/** A device's knowledge of one of its operations: it waits, it was sent without an answer yet, or its verdict. */
export type ReportedVerdict = "WAITING" | "SENT" | ReportedResult;

/** The fields of a result that decide. Declared without its schema, because apps compile this file without zod. */
interface ReportedResult {
  readonly status: ResultStatus;
  readonly allowedResolutions?: readonly Resolution[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** Without a pause in the answer, a device waits as long as the server itself does before a retry. */
const [USUAL_PAUSE_SECONDS] = RETRY_PAUSES_SECONDS;

/**
 * The local status of an operation (docs/rooms/sync.md#local-statuses). Only a final verdict ends the wait. An
 * operation that is locked, needs a refetch or was damaged in transit stays queued and is sent again under its id.
 */
export function localStateOf(reported: ReportedVerdict): LocalState {
  if (reported === "WAITING") return { localStatus: "QUEUED", retryAfterSeconds: null };
  if (reported === "SENT") return { localStatus: "SYNCING", retryAfterSeconds: null };
  const { retryAfterSeconds = USUAL_PAUSE_SECONDS } = reported;
  const localStatus = localStatusOf(reported);
  return { localStatus, retryAfterSeconds: localStatus === "QUEUED" ? retryAfterSeconds : null };
}

function localStatusOf({ status, allowedResolutions }: ReportedResult): LocalStatus {
  switch (status) {
    case "ACCEPTED":
    case "ALREADY_ACCEPTED":
      return "ACCEPTED";
    case "CONFLICT":
      return "CONFLICTED";
    case "REJECTED":
      return allowedResolutions?.includes("RETRY") === true ? "QUEUED" : "REJECTED";
    case "REFETCH_REQUIRED":
    case "SCOPE_LOCKED":
      return "QUEUED";
  }
}
