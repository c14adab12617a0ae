import type {
  CoachTaskType,
  SourceContext,
  SourceKind,
  SummaryCodeOf,
} from "../../contract/inbox/source-vocabulary.ts";
import type { Severity } from "../../contract/inbox/vocabulary.ts";
import type { DueRule } from "./due-rule.ts";
import { isWokenBy } from "./is-woken-by.ts";
import { type DayReview, isReviewed, type Occurrence } from "./settle-case.ts";

/** The present state of one case of a relationship, and the task that it needs (docs/rooms/inbox.md#sources). */
export interface SourceCase<Kind extends SourceKind = SourceKind> {
  readonly relationshipId: string;
  readonly kind: Kind;
  readonly dedupeKey: string;
  readonly taskType: CoachTaskType;
  readonly context: SourceContext;
  readonly summary: SummaryCodeOf<Kind>;
  /** The row that a coach opens, and its route. */
  readonly sourceType: string;
  readonly sourceId: string;
  readonly route: string;
  /** Target that a coach opens instead, if it depends on the oldest open occurrence of the task. */
  readonly sourceOf?: (oldestKey: string) => { readonly sourceId: string; readonly route: string };
  readonly due: DueRule;
  readonly occurrences: readonly Occurrence[];
  /** The severity of some occurrences together; the highest of them if absent. */
  readonly severityOf?: (occurrences: readonly Occurrence[]) => Severity;
}

/**
 * The occurrences of a case that no review covers. Those without a stored acceptance time count as accepted at
 * `seenAt`. Only a source that a review wakes is covered by it, whatever else is queried at the same time.
 */
export function uncoveredOccurrences(
  { kind, occurrences }: Pick<SourceCase, "kind" | "occurrences">,
  reviews: readonly DayReview[],
  seenAt: (occurrenceKey: string) => Date,
): readonly (Occurrence & { readonly acceptedAt: Date })[] {
  return occurrences
    .map((one) => ({ ...one, acceptedAt: one.acceptedAt ?? seenAt(one.key) }))
    .filter((one) => !(isWokenBy(kind, "DayReviewed") && isReviewed(one, reviews)));
}

/** An occurrence of severity NORMAL that belongs to no day. */
export function occurrence(key: string, acceptedAt: Date | null): Occurrence {
  return { key, severity: "NORMAL", acceptedAt, localDate: null };
}
