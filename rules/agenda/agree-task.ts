import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";

/** A task of a day as far as it has to agree with its source. */
export interface AgreedTask {
  readonly status: TaskStatus;
  readonly sourceRevision: number;
  /** The client acted on it, whatever became of that. */
  readonly touched: boolean;
}

/** What becomes of a task so that its day is what its source asks for (docs/rules.md#agenda-transitions). */
export type Agreement = "MAKE" | "REFRESH" | "RESUME" | "CANCEL";

/**
 * How a task comes to agree with its source; null when it does. What the client acted on is never rewritten, and
 * what is not pending stays what it is, but for what was canceled and is asked for again.
 *
 * @param task null when there is none of that source.
 * @param askedRevision revision of the source, or null when it does not ask for the day.
 */
export function agreementOf(
  task: AgreedTask | null,
  askedRevision: number | null,
): Agreement | null {
  if (task === null) return askedRevision === null ? null : "MAKE";
  const { status, sourceRevision, touched } = task;
  if (askedRevision === null) return status === "PENDING" ? "CANCEL" : null;
  if (status === "CANCELED") return "RESUME";
  return status === "PENDING" && !touched && sourceRevision < askedRevision ? "REFRESH" : null;
}
