import fc from "fast-check";
import type { Workouts } from "../../../device/workouts/types.ts";
import type { WorkoutDraft } from "../../../device/workouts/view-types.ts";
import type { DeviceWorld } from "./device-world.ts";

/** A person's input in a draft of `LEG_DAY`, as a test remembers it. */
export interface TypedWorkout {
  readonly sets: ReadonlyMap<string, number>;
  readonly notes: ReadonlyMap<string, string | null>;
  readonly skipped: ReadonlySet<string>;
  readonly alternative: string | null;
  readonly note: string | null;
  readonly position: string | null;
}

/** Nothing typed. */
export const NOTHING_TYPED: TypedWorkout = {
  sets: new Map(),
  notes: new Map(),
  skipped: new Set(),
  alternative: null,
  note: null,
  position: null,
};

/** One thing that a person does, or that happens to the phone. */
export type Step =
  | { readonly kind: "SET"; readonly key: string; readonly reps: number }
  | { readonly kind: "REMOVE"; readonly key: string }
  | { readonly kind: "NOTE"; readonly exercise: string; readonly text: string | null }
  | { readonly kind: "SKIP"; readonly exercise: string }
  | { readonly kind: "RESUME"; readonly exercise: string }
  | { readonly kind: "ALTERNATIVE"; readonly key: string | null }
  | { readonly kind: "SESSION_NOTE"; readonly text: string | null }
  | { readonly kind: "GUIDE"; readonly position: string | null }
  /** The process dies at its next write, which is stored or not; the person repeats the act. */
  | { readonly kind: "KILL"; readonly when: "BEFORE" | "AFTER" }
  | { readonly kind: "RESTART" }
  | { readonly kind: "CLOCK"; readonly days: number }
  | { readonly kind: "ONLINE"; readonly isOnline: boolean };

const setKey = fc.constantFrom("pull-1", "pull-2", "pull-3", "extra");
const exercise = fc.constantFrom("squat", "pull", "run");
const text = fc.option(fc.constantFrom("Deep", "Slow", "Straps"), { nil: null });

/** Steps in any order. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("SET"), key: setKey, reps: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ kind: fc.constant("REMOVE"), key: setKey }),
    fc.record({ kind: fc.constant("NOTE"), exercise, text }),
    fc.record({ kind: fc.constant("SKIP"), exercise }),
    fc.record({ kind: fc.constant("RESUME"), exercise }),
    fc.record({
      kind: fc.constant("ALTERNATIVE"),
      key: fc.option(fc.constant("press"), { nil: null }),
    }),
    fc.record({ kind: fc.constant("SESSION_NOTE"), text }),
    fc.record({ kind: fc.constant("GUIDE"), position: text }),
    fc.record({ kind: fc.constant("KILL"), when: fc.constantFrom("BEFORE", "AFTER") }),
    fc.record({ kind: fc.constant("RESTART") }),
    fc.record({ kind: fc.constant("CLOCK"), days: fc.integer({ min: -400, max: 400 }) }),
    fc.record({ kind: fc.constant("ONLINE"), isOnline: fc.boolean() }),
  ),
  { minLength: 1, maxLength: 40, size: "max" },
);

/** The draft after a step, as the person sees it. */
export function afterStep(typed: TypedWorkout, step: Step): TypedWorkout {
  switch (step.kind) {
    case "SET":
      return { ...typed, sets: new Map(typed.sets).set(step.key, step.reps) };
    case "REMOVE":
      return { ...typed, sets: new Map([...typed.sets].filter(([key]) => key !== step.key)) };
    case "NOTE":
      return { ...typed, notes: new Map(typed.notes).set(step.exercise, step.text) };
    case "SKIP":
      return { ...typed, skipped: new Set([...typed.skipped, step.exercise]) };
    case "RESUME":
      return {
        ...typed,
        skipped: new Set([...typed.skipped].filter((key) => key !== step.exercise)),
      };
    case "ALTERNATIVE":
      return { ...typed, alternative: step.key };
    case "SESSION_NOTE":
      return { ...typed, note: step.text };
    case "GUIDE":
      return { ...typed, position: step.position };
    default:
      return typed;
  }
}

/** Carries out a step of the person under an id, so that a repeat is the same act. Other steps do nothing here. */
export async function perform(
  workouts: Workouts,
  step: Step,
  ids: { readonly draftId: string; readonly callId: string },
): Promise<unknown> {
  switch (step.kind) {
    case "SET":
      return await workouts.recordSets({ ...ids, sets: [pullUps(step.key, step.reps)] });
    case "REMOVE":
      return await workouts.removeSets({ ...ids, setKeys: [step.key] });
    case "NOTE":
      return await workouts.recordExercise({
        ...ids,
        exerciseKey: step.exercise,
        note: step.text,
        order: null,
      });
    case "SKIP":
      return await workouts.skipExercise({
        ...ids,
        exerciseKey: step.exercise,
        reason: "BUSY",
        note: null,
      });
    case "RESUME":
      return await workouts.resumeExercise({ ...ids, exerciseKey: step.exercise });
    case "ALTERNATIVE":
      return await workouts.useAlternative({
        ...ids,
        exerciseKey: "squat",
        alternativeKey: step.key,
      });
    case "SESSION_NOTE":
      return await workouts.writeNote({ ...ids, note: step.text });
    case "GUIDE":
      return await workouts.guide({ ...ids, position: step.position, comeBack: [] });
    default:
      return null;
  }
}

/** Lets a step happen to the phone. */
export function happen(world: DeviceWorld, step: Step): void {
  if (step.kind === "KILL") world.disk.kill(step.when, 1);
  if (step.kind === "CLOCK") world.clock.jump(step.days * 86_400_000);
  if (step.kind === "ONLINE") world.isOnline = step.isOnline;
}

/** The same input, as a draft shows it. */
export function typedIn(draft: WorkoutDraft | null): TypedWorkout {
  const exercises = draft?.exercises ?? [];
  const sets = exercises.flatMap((one) => one.sets.flatMap(({ typed }) => typed ?? []));
  const noted = exercises.filter(({ note }) => note !== null);
  return {
    sets: new Map(sets.map((set) => [set.setKey, set.values.reps ?? 0])),
    notes: new Map(noted.map(({ exerciseKey, note }) => [exerciseKey, note])),
    skipped: new Set(exercises.flatMap((one) => (one.skip === null ? [] : [one.exerciseKey]))),
    alternative: exercises.find((one) => one.exerciseKey === "squat")?.alternativeKey ?? null,
    note: draft?.note ?? null,
    position: draft?.guide.position ?? null,
  };
}

/** A comparable form: order does not count, and a note that was cleared is no note. */
export function comparable({ sets, notes, skipped, ...rest }: TypedWorkout) {
  const entries = (map: ReadonlyMap<string, unknown>) =>
    Object.fromEntries([...map].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const written = new Map([...notes].filter(([, note]) => note !== null));
  return {
    ...rest,
    sets: entries(sets),
    notes: entries(written),
    skipped: [...skipped].toSorted(),
  };
}

function pullUps(key: string, reps: number) {
  const values = { reps };
  return {
    setKey: key,
    exerciseKey: "pull",
    values,
    completed: true,
    source: "EXPLICIT_TAP",
  } as const;
}
