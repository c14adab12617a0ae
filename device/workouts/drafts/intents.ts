import type { SessionContent } from "../../../contract/workouts/session-content.ts";
import type {
  CorrectSession,
  LoggedSet,
  WorkoutIntent,
} from "../../../contract/workouts/session-schema.ts";
import {
  correctedContent,
  withExercise,
  withSets,
} from "../../../rules/workouts/conflicts/merge-draft.ts";
import type { StoredPackage } from "../packages/verify-package.ts";
import type {
  CorrectWorkout,
  DiscardWorkout,
  RecordExercise,
  RecordSets,
  SkipExercise,
  SubmitWorkout,
  UseAlternative,
} from "../types.ts";
import { loggedSetsIn } from "./logged-sets-in.ts";
import type { OpenDraft, WorkoutBody } from "./workout-drafts.ts";

/** An act on a draft: the body afterwards, and the operation that reports it. */
export interface Made {
  readonly body: WorkoutBody;
  readonly intent: WorkoutIntent;
}

/** The draft before an act, and the revision and instant of the act. */
export interface ActMoment {
  readonly draft: OpenDraft;
  readonly revision: number;
  /** RFC 3339. */
  readonly at: string;
}

/** The members of each payload that name the draft and its package. */
export function draftFields(draftId: string, revision: number, pack: StoredPackage) {
  const { taskId, packageId, packageChecksum } = pack;
  return {
    clientSessionId: draftId,
    clientRevision: revision,
    taskId,
    packageId,
    packageChecksum,
  };
}

export function recordSets(
  moment: ActMoment,
  { sets: typed, confirmed = false }: RecordSets,
): Made {
  const sets = loggedSetsIn(typed);
  return {
    body: withContent(moment, withSets(moment.draft.body.content, sets, moment.revision)),
    intent: { kind: "workout.upsert-set", payload: { ...fields(moment), confirmed, sets } },
  };
}

export function recordExercise(
  moment: ActMoment,
  { exerciseKey, note, order }: RecordExercise,
): Made {
  const { content } = moment.draft.body;
  const part = { part: "note", note, order } as const;
  return {
    body: withContent(moment, withExercise(content, exerciseKey, part, moment.revision)),
    intent: {
      kind: "workout.upsert-exercise",
      payload: { ...fields(moment), exerciseKey, note, order },
    },
  };
}

export function skipExercise(moment: ActMoment, { exerciseKey, reason, note }: SkipExercise): Made {
  const { content } = moment.draft.body;
  const part = { part: "skip", skip: { reason, note } } as const;
  return {
    body: withContent(moment, withExercise(content, exerciseKey, part, moment.revision)),
    intent: {
      kind: "workout.skip-exercise",
      payload: { ...fields(moment), exerciseKey, reason, note },
    },
  };
}

export function useAlternative(
  moment: ActMoment,
  { exerciseKey, alternativeKey }: UseAlternative,
): Made {
  const { content } = moment.draft.body;
  const part = { part: "alternative", alternativeKey } as const;
  return {
    body: withContent(moment, withExercise(content, exerciseKey, part, moment.revision)),
    intent: {
      kind: "workout.use-alternative",
      payload: { ...fields(moment), exerciseKey, alternativeKey },
    },
  };
}

/** The whole session, as far as its exercises are in the workout of its package. */
export function submitSession(
  moment: ActMoment,
  { confirmed = false }: Pick<SubmitWorkout, "confirmed">,
): Made {
  const { draft, revision, at: finishedAt } = moment;
  const { content, startedAt } = draft.body;
  const keys = exerciseKeysOf(draft.origin);
  const { exercises, sets } = withoutRevisions(content);
  const payload = {
    ...fields(moment),
    frozenRevision: revision,
    startedAt,
    finishedAt,
    confirmed,
    note: content.note,
    exercises: exercises.filter(({ exerciseKey }) => keys.has(exerciseKey)),
    sets: sets.filter(({ exerciseKey }) => keys.has(exerciseKey)),
  };
  return {
    body: { ...draft.body, finishedAt, frozenRevision: revision },
    intent: { kind: "workout.submit-session", payload },
  };
}

type CorrectedSet = CorrectSession["sets"][number];

export function correctSession(
  moment: ActMoment,
  { sets: changes, confirmed = false, reason = null }: CorrectWorkout,
): Made {
  const { draft, revision } = moment;
  const sets = changes.flatMap((set): readonly CorrectedSet[] =>
    "removed" in set ? [{ setKey: set.setKey, removed: true }] : loggedSetsIn([set]),
  );
  const content = correctedContent(draft.body.content, sets, revision);
  return {
    body: { ...draft.body, content, frozenRevision: revision },
    intent: {
      kind: "workout.correct-session",
      payload: { ...fields(moment), confirmed, reason, sets },
    },
  };
}

export function discardSession(moment: ActMoment, { reason = null }: DiscardWorkout): Made {
  return {
    body: moment.draft.body,
    intent: { kind: "workout.discard-session", payload: { ...fields(moment), reason } },
  };
}

/** Keys of the exercises of a workout. */
export function exerciseKeysOf({ workoutSnapshot }: StoredPackage): ReadonlySet<string> {
  return new Set(workoutSnapshot.day.exercises.map(({ exerciseKey }) => exerciseKey));
}

/** Exercises and sets of a draft as payloads name them. */
function withoutRevisions({ exercises, sets }: SessionContent) {
  return {
    exercises: exercises.map(({ toldAt: _toldAt, ...exercise }) => exercise),
    sets: sets.map(({ toldAt: _toldAt, ...set }): LoggedSet => set),
  };
}

function fields({ draft, revision }: ActMoment) {
  return draftFields(draft.id, revision, draft.origin);
}

function withContent({ draft }: ActMoment, content: SessionContent): WorkoutBody {
  return { ...draft.body, content };
}
