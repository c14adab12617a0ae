import type { CoachTask } from "../../db/inbox/coach-task.ts";
import type { InboxRelationship, CoveredOccurrence } from "../../db/inbox/inbox-rows.ts";
import type { CaseOutcome, Occurrence } from "../../rules/inbox/settle-case.ts";
import type { SourceCase } from "../../rules/inbox/source-case.ts";

/** A case with everything known about it. */
export interface CaseState {
  readonly relationship: InboxRelationship;
  readonly dedupeKey: string;
  /** Null if the source has no occurrence any more. */
  readonly found: SourceCase | null;
  readonly task: CoachTask | null;
  readonly covered: readonly CoveredOccurrence[];
}

/** An occurrence, and when it was accepted, as far as known. */
export type AcceptedOccurrence = Occurrence & { readonly acceptedAt: Date };

/** A case and its outcome. */
export interface SettledCase {
  readonly at: CaseState;
  readonly outcome: CaseOutcome;
  readonly uncovered: readonly AcceptedOccurrence[];
  /** Covered occurrences that have disappeared. */
  readonly gone: readonly CoveredOccurrence[];
}
