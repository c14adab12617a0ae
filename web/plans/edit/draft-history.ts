import type { PlanContent } from "../../../contract/plans/content-schema.ts";

/** A draft as it is edited, with what undo goes back to. */
export interface DraftHistory {
  readonly content: PlanContent;
  /** The content as it was saved; the same object as `content` while nothing is changed. */
  readonly saved: PlanContent;
  readonly past: readonly PlanContent[];
  /** The place of the last change; typing on at one place is one step. */
  readonly mark: string | null;
}

/** A draft without changes. */
export function openHistory(saved: PlanContent): DraftHistory {
  return { content: saved, saved, past: [], mark: null };
}

/** The draft after a change at a place. */
export function changeDraft(
  { content: before, saved, past, mark: last }: DraftHistory,
  content: PlanContent,
  mark: string,
): DraftHistory {
  const isSameStep = mark === last && past.length > 0;
  const steps = isSameStep ? past : [...past, before].slice(-MOST_STEPS);
  return { content, saved, past: steps, mark };
}

const MOST_STEPS = 200;

/** The draft before its last step; itself if there is none. */
export function undoDraft(draft: DraftHistory): DraftHistory {
  const content = draft.past.at(-1);
  if (content === undefined) return draft;
  return { content, saved: draft.saved, past: draft.past.slice(0, -1), mark: null };
}
