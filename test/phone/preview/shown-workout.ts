import type { LoggedSet, PrescribedSet } from "../../../device/wire/sync-types.ts";
import type { SetInput, WorkoutConflict } from "../../../device/wire/workout-types.ts";
import type {
  DraftExercise,
  TrainableWorkout,
  WorkoutDraft,
} from "../../../device/workouts/view-types.ts";

/** A workout of today, as its package describes it. */
export function shownWorkout(now: number): TrainableWorkout {
  return {
    taskId: "workout",
    packageId: "package",
    localDate: new Date(now).toISOString().slice(0, 10),
    timezone: "Europe/Berlin",
    title: "Lower body A",
    dayTitle: "Week 3, day 1",
    exerciseCount: 3,
    setCount: 7,
    expiresAt: new Date(now + 86_400_000).toISOString(),
    task: null,
    draft: null,
    startRefusal: null,
  };
}

/** A draft: `new`, `training`, `finished` or `conflict`. */
export function shownDraft(name: string, now: number): WorkoutDraft {
  const isBegun = name !== "new";
  const { taskId, packageId, localDate, timezone, title, dayTitle } = shownWorkout(now);
  return {
    draftId: "draft",
    taskId,
    packageId,
    localDate,
    timezone,
    title,
    dayTitle,
    status: STATUSES[name] ?? "LOCAL_IN_PROGRESS",
    revision: 3,
    setsDone: isBegun ? 2 : 0,
    savedAt: now,
    instructions: null,
    dayNotes: "Warm up for ten minutes.",
    startedAt: new Date(now - 1_800_000).toISOString(),
    finishedAt: name === "finished" ? new Date(now - 60_000).toISOString() : null,
    note: name === "finished" ? "Knee was fine." : null,
    exercises: exercises(isBegun),
    otherSets: [],
    guide: { position: null, comeBack: name === "training" ? ["curl"] : [] },
    guideRevision: 0,
    refusal: null,
    conflict: name === "conflict" ? conflict(now) : null,
    submitFault: null,
  };
}

const STATUSES: Readonly<Record<string, WorkoutDraft["status"]>> = {
  finished: "ACCEPTED",
  conflict: "CONFLICTED",
};

function exercises(isBegun: boolean): readonly DraftExercise[] {
  return [
    {
      ...exercise("squat", "Back squat", [
        target(8, 10, 60_000),
        target(8, 10, 60_000),
        target(8, 10, 60_000),
      ]),
      sets: [
        set("squat", 1, target(8, 10, 60_000), isBegun ? logged("squat", 1, 60, 10) : null),
        set("squat", 2, target(8, 10, 60_000), isBegun ? logged("squat", 2, 62.5, 9) : null),
        set("squat", 3, target(8, 10, 60_000), null),
      ],
      hint: {
        exerciseKey: "squat",
        localDate: "2026-11-20",
        heaviestGrams: 62_500,
        mostRepetitions: 9,
        estimatedMaximumGrams: 80_000,
      },
      alternatives: [
        { alternativeKey: "alt-1", exerciseId: null, name: "Leg press" },
        { alternativeKey: "alt-2", exerciseId: null, name: "Goblet squat" },
      ],
      notes: "Keep the heels down.",
    },
    exercise("curl", "Leg curl", [target(12, null, null), target(12, null, null)]),
    {
      ...exercise("plank", "Plank", [hold(45), hold(45)]),
      modality: "SECONDS",
      inputs: [SECONDS],
    },
  ];
}

const SECONDS: SetInput = { key: "seconds", min: 1, max: 3_600, step: 1, required: true };
const INPUTS: readonly SetInput[] = [
  { key: "weight", units: ["kg", "lb"], min: 0, max: 1_000, step: 0.001, required: true },
  { key: "reps", min: 0, max: 1_000, step: 1, required: true },
  { key: "rpe", min: 1, max: 10, step: 0.5, required: false },
];

function exercise(key: string, name: string, targets: readonly PrescribedSet[]): DraftExercise {
  return {
    exerciseKey: key,
    exerciseId: null,
    name,
    notes: null,
    restSeconds: 90,
    skipPolicy: "WITH_REASON",
    inputs: INPUTS,
    modality: "WEIGHT_REPS",
    alternatives: [],
    hint: null,
    thumbnail: null,
    alternativeKey: null,
    note: null,
    order: null,
    skip: null,
    sets: targets.map((one, place) => set(key, place + 1, one, null)),
  };
}

const set = (key: string, number: number, wanted: PrescribedSet, typed: LoggedSet | null) => ({
  setKey: `${key}-${number}`,
  target: wanted,
  typed,
  fault: null,
});

const target = (
  repetitions: number,
  repetitionsMost: number | null,
  grams: number | null,
): PrescribedSet => ({
  repetitions,
  repetitionsMost,
  seconds: null,
  grams,
  load: grams === null ? null : "RPE 8",
});

const hold = (seconds: number): PrescribedSet => ({
  repetitions: null,
  repetitionsMost: null,
  seconds,
  grams: null,
  load: null,
});

const logged = (key: string, number: number, value: number, reps: number): LoggedSet => ({
  setKey: `${key}-${number}`,
  exerciseKey: key,
  values: { weight: { value, unit: "kg" }, reps },
  completed: true,
  source: "EXPLICIT_TAP",
});

function conflict(now: number): WorkoutConflict {
  const instant = new Date(now - 3_600_000).toISOString();
  return {
    conflictId: "conflict",
    kind: "SNAPSHOT_SUPERSEDED",
    status: "OPEN",
    options: ["REFRESH", "RESUBMIT", "DISCARD"],
    resolution: null,
    localReference: {
      clientSessionId: "draft",
      clientOperationId: "submit",
      deviceId: "device",
      frozenRevision: 3,
      taskId: "workout",
      packageId: "package",
      localDate: "2026-11-27",
    },
    serverReference: { sessionId: null, packageId: "newer", taskId: "workout", revision: 4 },
    latestReceiptId: "receipt",
    openedAt: instant,
    latestAt: instant,
    expiresAt: new Date(now + 30 * 86_400_000).toISOString(),
    resolvedAt: null,
    explanation: {
      comparedWith: "OFFERED_WORKOUT",
      exercises: [],
      sets: [
        { setKey: "squat-3", exerciseKey: "squat", difference: "ONLY_ON_SERVER" },
        { setKey: "squat-1", exerciseKey: "squat", difference: "CHANGED" },
      ],
      targets: [{ exerciseKey: "curl", parts: ["sets"] }],
    },
  };
}
