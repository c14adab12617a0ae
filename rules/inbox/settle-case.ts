import {
  type CoachTaskStatus,
  PATIENT_SEVERITIES,
  SEVERITIES,
  type Severity,
  UNRESOLVED_STATUSES,
} from "../../contract/inbox/vocabulary.ts";

/** Something that happened, stands, and may want a coach. */
export interface Occurrence {
  /** Unique within its case. */
  readonly key: string;
  readonly severity: Severity;
  /** When the server accepted it; null where that is not kept: then it counts from when the inbox first saw it. */
  readonly acceptedAt: Date | null;
  /** Local day that it is of; null for what is of no day. */
  readonly localDate: string | null;
}

/** A review of a local day by a coach. */
export interface DayReview {
  readonly localDate: string;
  readonly reviewedAt: Date;
}

/**
 * Whether a coach has seen it: reviewed its day, or a later one, after it was accepted. What was accepted within the
 * same millisecond counts as not seen (docs/rooms/inbox.md#coverage).
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
  /** Dismissed until it has happened so often again; null otherwise. */
  readonly dismissedUntilCount: number | null;
}

/** What stands of a case now. */
export interface CaseState {
  readonly task: CaseTask | null;
  /** Of each occurrence that some task of the case has, that task. */
  readonly takenBy: ReadonlyMap<string, string>;
  /** Every occurrence that stands and no review has seen. */
  readonly wanting: readonly Occurrence[];
}

/** What becomes of a case (docs/rooms/inbox.md#coverage). */
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

/**
 * What becomes of a case: a task that nothing wants any more is completed, one that more wants is refreshed, and what
 * no task of the case has yet opens a new one. A closing covers exactly the occurrences that its task had. A refresh
 * lowers no severity.
 *
 * @param severityOf how severe some occurrences are together.
 */
export function settleCase(
  { task, takenBy, wanting }: CaseState,
  severityOf: (occurrences: readonly Occurrence[]) => Severity,
): CaseOutcome {
  const fresh = wanting.filter(({ key }) => !takenBy.has(key));
  if (task !== null && isUnresolved(task.status)) {
    const own = wanting.filter(({ key }) => takenBy.get(key) === task.id);
    const standing = [...own, ...fresh];
    if (standing.length === 0) return { kind: "COMPLETED", task };
    const occurrenceCount = standing.length;
    const severity = highest([task.severity, severityOf(standing)]);
    const isSame = occurrenceCount === task.occurrenceCount && severity === task.severity;
    if (fresh.length === 0 && isSame) return { kind: "NOTHING" };
    return { kind: "REFRESHED", task, fresh, occurrenceCount, severity };
  }
  if (fresh.length === 0) return { kind: "NOTHING" };
  const severity = severityOf(fresh);
  if (task !== null && staysDismissed(task, fresh.length, severity)) return { kind: "NOTHING" };
  return { kind: "OPENED", previous: task, fresh, severity };
}

/** Dismissed until it has happened so often again, and not worse than it was. */
function staysDismissed(
  { status, severity: former, dismissedUntilCount }: CaseTask,
  count: number,
  severity: Severity,
): boolean {
  if (status !== "DISMISSED" || dismissedUntilCount === null) return false;
  return count < dismissedUntilCount && rank(severity) <= rank(former);
}

/** Whether a task still wants somebody. */
export function isUnresolved(status: CoachTaskStatus): boolean {
  const unresolved: readonly CoachTaskStatus[] = UNRESOLVED_STATUSES;
  return unresolved.includes(status);
}

/** Whether it may be put off. */
export function isPatient(severity: Severity): boolean {
  const patient: readonly Severity[] = PATIENT_SEVERITIES;
  return patient.includes(severity);
}

/** The highest of some severities, of which there is one. */
export function highest(severities: readonly Severity[]): Severity {
  return severities.toSorted((one, other) => rank(other) - rank(one))[0] ?? "LOW";
}

const rank = (severity: Severity) => SEVERITIES.indexOf(severity);
