import type { SessionContent } from "../../../contract/workouts/session-content.ts";
import type { Core } from "../../core.ts";
import { draftRows } from "../../drafts/draft-rows.ts";
import type { DraftRows, StoredDraft } from "../../drafts/types.ts";
import type { StoredPackage } from "../packages/verify-package.ts";

/** The workout drafts of a device. Each has its own copy of the package that it is trained from. */
export function workoutDrafts(core: Core): WorkoutDrafts {
  return draftRows<WorkoutBody, StoredPackage>(core, "WORKOUT");
}

export type WorkoutDrafts = DraftRows<WorkoutBody, StoredPackage>;

/** A draft with its package. */
export type OpenDraft = StoredDraft<WorkoutBody, StoredPackage> & {
  readonly origin: StoredPackage;
};

/** Content of a workout draft. */
export interface WorkoutBody {
  /** Typed content, each part with the revision that last changed it. */
  readonly content: SessionContent;
  /** RFC 3339, by the clock of the device at that moment. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** Revision of the last submit or correction; null before. */
  readonly frozenRevision: number | null;
  /** Never sent. */
  readonly guide: {
    readonly position: string | null;
    readonly comeBack: readonly string[];
    /** Grows with each move. */
    readonly revision: number;
  };
}

/** A draft whose package can be read; null otherwise. */
export function openDraft(draft: StoredDraft<WorkoutBody, StoredPackage> | null): OpenDraft | null {
  if (draft === null) return null;
  const { origin } = draft;
  return origin === null ? null : { ...draft, origin };
}
