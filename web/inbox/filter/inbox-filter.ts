import type { CoachTaskType } from "../../../contract/inbox/source-vocabulary.ts";

/** Types that a filter can choose, in the order of their weight in a list of choices. */
export const FILTER_TYPES = [
  "PROGRESS_ALERT",
  "MESSAGE_FOLLOW_UP",
  "PROFILE_REVIEW",
  "NUTRITION_REVIEW",
  "FORM_REVIEW",
  "WORKOUT_REVIEW",
  "PLAN_UPDATE",
  "MISSED_CHECK_IN",
] as const satisfies readonly CoachTaskType[];

/** The parts that narrow a view; one that is null narrows nothing. */
export interface InboxFilter {
  readonly type: CoachTaskType | null;
  /** The coach to whom tasks are assigned, or whose clients they are about. */
  readonly coach: string | null;
}

/** Types that a view has, so that a filter never asks for what the view excludes. */
export const typesOf = ({ taskType }: NarrowedView): readonly CoachTaskType[] =>
  FILTER_TYPES.filter((type) => taskType === undefined || taskType.includes(type));

/** The part of an address that narrows a view. A part that contradicts the view counts for nothing. */
export function filterOf(view: NarrowedView, { type, coach }: FilterSearch): InboxFilter {
  return {
    type: typesOf(view).find((known) => known === type) ?? null,
    coach: view.isMine === true ? null : (coach ?? null),
  };
}

/** The part of a view that a filter may not contradict. */
interface NarrowedView {
  readonly taskType?: readonly CoachTaskType[];
  readonly isMine?: true;
}

interface FilterSearch {
  readonly type?: CoachTaskType | undefined;
  readonly coach?: string | undefined;
}

/** Whether a filter narrows anything. */
export const isNarrowing = ({ type, coach }: InboxFilter): boolean =>
  type !== null || coach !== null;

/** A filter as parts of an address. */
export const filterCodes = ({ type, coach }: InboxFilter) => ({
  ...(type !== null && { type }),
  ...(coach !== null && { coach }),
});
