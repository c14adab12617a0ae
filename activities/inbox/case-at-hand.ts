import type { CoachTask } from "../../db/inbox/coach-task.ts";
import type { InboxRelationship, TakenOccurrence } from "../../db/inbox/inbox-rows.ts";
import type { CaseOutcome, Occurrence } from "../../rules/inbox/settle-case.ts";
import type { SourceCase } from "../../rules/inbox/source-cases.ts";

/** A case with all that is known of it. */
export interface CaseAtHand {
  readonly relationship: InboxRelationship;
  readonly dedupeKey: string;
  /** Null where nothing of it stands any more. */
  readonly found: SourceCase | null;
  readonly task: CoachTask | null;
  readonly taken: readonly TakenOccurrence[];
}

/** An occurrence, and when it was accepted as far as anybody knows. */
export type AcceptedOccurrence = Occurrence & { readonly acceptedAt: Date };

/** A case, and what becomes of it. */
export interface SettledCase {
  readonly at: CaseAtHand;
  readonly outcome: CaseOutcome;
  readonly wanting: readonly AcceptedOccurrence[];
  /** What was taken before and does not stand any more. */
  readonly gone: readonly TakenOccurrence[];
}
