import type { OperationResult } from "./schema.ts";
import { type LocalStatus, RETRY_PAUSES_SECONDS } from "./vocabulary.ts";

/** What a device knows of one of its operations: that it waits, that it was sent and not answered, or its verdict. */
export type ToldOfOperation =
  | "WAITING"
  | "SENT"
  | Pick<OperationResult, "status" | "allowedResolutions" | "retryAfterSeconds">;

/** What an operation is to its device. */
export interface LocalState {
  readonly localStatus: LocalStatus;
  /** When it is sent again, in seconds from the answer; null of what is not, and of what was not answered. */
  readonly retryAfterSeconds: number | null;
}

/** A device that is told no pause waits as long as the server itself before it tries something again. */
const [USUAL_PAUSE_SECONDS] = RETRY_PAUSES_SECONDS;

/**
 * The device's word for an operation (docs/rules.md#sync-local-statuses). Only a final verdict ends the wait: what
 * is locked, asks for a fresh read, or was damaged on its way stays queued, and goes again under the same id.
 */
export function localStateOf(told: ToldOfOperation): LocalState {
  if (told === "WAITING") return { localStatus: "QUEUED", retryAfterSeconds: null };
  if (told === "SENT") return { localStatus: "SYNCING", retryAfterSeconds: null };
  const { retryAfterSeconds = USUAL_PAUSE_SECONDS } = told;
  const localStatus = localStatusOf(told);
  return { localStatus, retryAfterSeconds: localStatus === "QUEUED" ? retryAfterSeconds : null };
}

function localStatusOf({
  status,
  allowedResolutions,
}: Pick<OperationResult, "status" | "allowedResolutions">): LocalStatus {
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
