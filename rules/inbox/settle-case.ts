import { sorted } from "../../contract/sorted.ts";
import {
  type CoachTaskStatus,
  PATIENT_SEVERITIES,
  SEVERITIES,
  type Severity,
  UNRESOLVED_STATUSES,
} from "../../contract/inbox/vocabulary.ts";

/**
 * Settles a case. A task without remaining occurrences is completed, one with new occurrences is refreshed, and
 * occurrences that no task covers open a new task. A closed task covers exactly its own occurrences. A refresh never
 * lowers the severity.
 *
 * @param severityOf returns the combined severity of some occurrences.
 */
export function settleCase(
  { task, coveredBy, uncovered: open }: CaseState,
  severityOf: (occurrences: readonly Occurrence[]) => Severity,
): CaseOutcome {
  const fresh = open.filter(({ key }) => !coveredBy.has(key));
  if (task !== null && isUnresolved(task.status)) {
    const own = open.filter(({ key }) => coveredBy.get(key) === task.id);
    const remaining = [...own, ...fresh];
    if (remaining.length === 0) return { kind: "COMPLETED", task };
    const occurrenceCount = remaining.length;
    const severity = highest([task.severity, severityOf(remaining)]);
    const isSame = occurrenceCount === task.occurrenceCount && severity === task.severity;
    if (fresh.length === 0 && isSame) return { kind: "NOTHING" };
    return { kind: "REFRESHED", task, fresh, occurrenceCount, severity };
  }
  if (fresh.length === 0) return { kind: "NOTHING" };
  const severity = severityOf(fresh);
  if (task !== null && staysDismissed(task, fresh.length, severity)) return { kind: "NOTHING" };
  return { kind: "OPENED", previous: task, fresh, severity };
}

/** An event in force that may need a coach. */
export interface Occurrence {
  /** Unique within its case. */
  readonly key: string;
  readonly severity: Severity;
  /** When the server accepted it. Null if not stored; then it counts from when the inbox first saw it. */
  readonly acceptedAt: Date | null;
  /** Its local day; null if it belongs to no day. */
  readonly localDate: string | null;
}

/** A review of a local day by a coach. */
export interface DayReview {
  readonly localDate: string;
  readonly reviewedAt: Date;
}

/**
 * Whether a coach has reviewed its day, or a later one, after it was accepted. If both fall in the same millisecond,
 * it counts as unreviewed (docs/rooms/inbox.md#coverage).
 */
export function isReviewed(
  { localDate, acceptedAt }: Pick<Occurrence, "localDate" | "acceptedAt">,
  reviews: readonly DayReview[],
): boolean {
  if (localDate === null || acceptedAt === null) return false;
  return reviews.some((review) => review.localDate >= localDate && review.reviewedAt > acceptedAt);
}

/** The newest task of a case. */
export interface CaseTask {
  readonly id: string;
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly dueAt: Date | null;
  readonly occurrenceCount: number;
  /** Dismissed until this many new occurrences; null otherwise. */
  readonly dismissedUntilCount: number | null;
}

/** The present state of a case. */
export interface CaseState {
  readonly task: CaseTask | null;
  /** The task that covers each covered occurrence. */
  readonly coveredBy: ReadonlyMap<string, string>;
  /** Every occurrence in force that no review covers. */
  readonly uncovered: readonly Occurrence[];
}

/** The outcome of settling a case (docs/rooms/inbox.md#coverage). */
export type CaseOutcome =
  | { readonly kind: "NOTHING" }
  | { readonly kind: "COMPLETED"; readonly task: CaseTask }
  | {
      readonly kind: "OPENED";
      readonly previous: CaseTask | null;
      readonly fresh: readonly Occurrence[];
      readonly severity: Severity;
    }
  | {
      readonly kind: "REFRESHED";
      readonly task: CaseTask;
      readonly fresh: readonly Occurrence[];
      readonly occurrenceCount: number;
      readonly severity: Severity;
    };

/** Dismissed until enough new occurrences, and the new ones are not more severe. */
function staysDismissed(
  { status, severity: former, dismissedUntilCount }: CaseTask,
  count: number,
  severity: Severity,
): boolean {
  if (status !== "DISMISSED" || dismissedUntilCount === null) return false;
  return count < dismissedUntilCount && rank(severity) <= rank(former);
}

/** Whether a task is not closed yet. */
export function isUnresolved(status: CoachTaskStatus): boolean {
  const unresolved: readonly CoachTaskStatus[] = UNRESOLVED_STATUSES;
  return unresolved.includes(status);
}

/** Whether a task of this severity may be postponed. */
export function isPatient(severity: Severity): boolean {
  const patient: readonly Severity[] = PATIENT_SEVERITIES;
  return patient.includes(severity);
}

/** The highest of at least one severity. */
export function highest(severities: readonly Severity[]): Severity {
  return sorted(severities, (one, other) => rank(other) - rank(one))[0] ?? "LOW";
}

const rank = (severity: Severity) => SEVERITIES.indexOf(severity);
