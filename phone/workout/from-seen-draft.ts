import type { ActOutcome } from "../../device/workouts/act-outcome.ts";
import type { WorkoutDraft } from "../../device/workouts/view-types.ts";

/**
 * Changes a draft from the state that the page shows. If the draft was changed since, and before the person made this
 * change, the change is made from the present state. An older change, such as one of a page that wakes late, stays
 * refused.
 */
export async function fromSeenDraft(
  draft: WorkoutDraft,
  change: (seen: SeenDraft) => Promise<ActOutcome>,
  madeAt = Date.now(),
): Promise<ActOutcome> {
  let seen = draft;
  for (let tries = 1; ; tries += 1) {
    const { revision: seenRevision, guideRevision: seenGuideRevision } = seen;
    const outcome = await change({ seenRevision, seenGuideRevision });
    if (outcome.kind !== "STALE" || outcome.draft.savedAt >= madeAt || tries === MOST_TRIES)
      return outcome;
    seen = outcome.draft;
  }
}

/** The revisions that the page shows. */
export interface SeenDraft {
  readonly seenRevision: number;
  readonly seenGuideRevision: number;
}

const MOST_TRIES = 3;
