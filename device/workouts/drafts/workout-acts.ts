import type { PartContext } from "../../parts/part-context.ts";
import type { GuideDraft, Workouts } from "../types.ts";
import { type ActRule, type ActsOnDrafts, actsOnDrafts, type IsOlder } from "./act-on-draft.ts";
import {
  correctSession,
  discardSession,
  recordExercise,
  recordSets,
  skipExercise,
  submitSession,
  useAlternative,
} from "./intents.ts";
import { removeSets, resumeExercise, writeGuide, writeNote } from "./local-changes.ts";

/** The acts of a person on drafts. */
export function workoutActs(context: PartContext): WorkoutActs {
  const acts = actsOnDrafts(context);
  const { act } = acts;
  return {
    ...changesOnPhone(acts),
    ...lastActs(acts),
    recordSets: async (entry) =>
      await act(
        entry,
        edit((at) => recordSets(at, entry)),
      ),
    recordExercise: async (entry) =>
      await act(
        entry,
        edit((at) => recordExercise(at, entry)),
      ),
    skipExercise: async (entry) =>
      await act(
        entry,
        edit((at) => skipExercise(at, entry)),
      ),
    useAlternative: async (entry) =>
      await act(
        entry,
        edit((at) => useAlternative(at, entry)),
      ),
  };
}

/** Acts by which the person ends a draft. */
function lastActs({ act }: ActsOnDrafts): Pick<Workouts, "submit" | "correct" | "discard"> {
  return {
    submit: async (entry) =>
      await act(
        entry,
        end(OPEN, (at) => submitSession(at, entry)),
      ),
    correct: async (entry) =>
      await act(
        entry,
        end(SUBMITTED, (at) => correctSession(at, entry)),
      ),
    discard: async (entry) =>
      await act(
        entry,
        end(UNSENT, (at) => discardSession(at, entry)),
      ),
  };
}

/** Changes that no operation reports: the submit contains their result, and the guide is never sent. */
function changesOnPhone({ change }: ActsOnDrafts): ChangesOnPhone {
  return {
    removeSets: async (entry) => await change(entry, OPEN, (at) => removeSets(at, entry)),
    resumeExercise: async (entry) => await change(entry, OPEN, (at) => resumeExercise(at, entry)),
    writeNote: async (entry) => await change(entry, OPEN, (at) => writeNote(at, entry)),
    guide: async (entry) =>
      await change(entry, ANY, (at) => writeGuide(at, entry), movedSince(entry)),
  };
}

/** The guide has a revision of its own. */
function movedSince({ seenGuideRevision }: GuideDraft): IsOlder {
  return ({ body }) => seenGuideRevision !== undefined && seenGuideRevision < body.guide.revision;
}

type ChangesOnPhone = Pick<Workouts, "removeSets" | "resumeExercise" | "writeNote" | "guide">;

/** Everything that changes a draft once it has begun. */
export type WorkoutActs = Omit<Workouts, "list" | "draft" | "start" | "conflicts" | "resolve">;

/** Statuses of a draft in which an act is possible. */
const OPEN = ["LOCAL_IN_PROGRESS"] as const;
const SUBMITTED = ["QUEUED_FOR_SYNC", "SYNCING", "ACCEPTED"] as const;
const UNSENT = [...OPEN, "CONFLICTED"] as const;
const ANY = [...UNSENT, ...SUBMITTED, "DISCARDED"] as const;

function edit(make: ActRule["make"]): ActRule {
  return { statuses: OPEN, ends: false, make };
}

function end(statuses: ActRule["statuses"], make: ActRule["make"]): ActRule {
  return { statuses, ends: true, make };
}
