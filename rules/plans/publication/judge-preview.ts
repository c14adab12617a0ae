import type { ConflictReason } from "../../../contract/state-conflict.ts";

/**
 * Finds the changes that matter since a coach saw a preview (docs/rooms/plans.md#preview): the draft, the newest
 * revision, or which clients have the plan and follow it. Acts of clients and a day that ended do not matter.
 *
 * @returns the reasons against publishing; empty if the preview still fits.
 */
export function judgePreview(seen: SeenPreview, present: PresentPlan): readonly ConflictReason[] {
  const before = new Map([
    ...seen.following.map((id) => [id, true] as const),
    ...seen.staying.map((id) => [id, false] as const),
  ]);
  const open = new Map(
    present.assignments.filter(isOpen).map(({ id, followsNewer }) => [id, followsNewer]),
  );
  const gone = new Set(present.assignments.filter(isOverByItself).map(({ id }) => id));
  const reasons: Readonly<Partial<Record<ConflictReason, boolean>>> = {
    DRAFT_CHANGED_SINCE_PREVIEW: seen.draftRevision !== present.draftRevision,
    PUBLISHED_SINCE_PREVIEW: seen.newestRevision !== present.newestRevision,
    ASSIGNED_SINCE_PREVIEW: [...open.keys()].some((id) => !before.has(id)),
    TAKEN_AWAY_SINCE_PREVIEW: [...before.keys()].some((id) => !open.has(id) && !gone.has(id)),
    FOLLOWING_CHANGED_SINCE_PREVIEW: [...open].some(
      ([id, follows]) => before.has(id) && before.get(id) !== follows,
    ),
  };
  return REASONS.filter((reason) => reasons[reason] === true);
}

const REASONS = [
  "DRAFT_CHANGED_SINCE_PREVIEW",
  "PUBLISHED_SINCE_PREVIEW",
  "ASSIGNED_SINCE_PREVIEW",
  "TAKEN_AWAY_SINCE_PREVIEW",
  "FOLLOWING_CHANGED_SINCE_PREVIEW",
] as const satisfies readonly ConflictReason[];

/** Content of a preview. */
export interface SeenPreview {
  readonly draftRevision: number;
  readonly newestRevision: number;
  /** Running and paused assignments that followed the plan, by id, and those that did not. */
  readonly following: readonly string[];
  readonly staying: readonly string[];
}

/** The plan as it is: its open assignments, and those of the preview that are over. */
export interface PresentPlan {
  readonly draftRevision: number;
  readonly newestRevision: number;
  readonly assignments: readonly HeldAssignment[];
}

/** An assignment of a plan. */
export interface HeldAssignment {
  readonly id: string;
  readonly followsNewer: boolean;
  readonly state: PublicationState;
}

/** How an assignment stands: open, over without an act of a coach, or over by one. */
export type PublicationState = "OPEN" | "OVER_BY_ITSELF" | "OVER";

const isOpen = ({ state }: HeldAssignment) => state === "OPEN";
const isOverByItself = ({ state }: HeldAssignment) => state === "OVER_BY_ITSELF";
