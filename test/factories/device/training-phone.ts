import type { TestApi } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import type { Device, Scope } from "../../../device/types.ts";
import type { Workouts } from "../../../device/workouts/types.ts";
import type { WorkoutDraft } from "../../../device/workouts/view-types.ts";
import { type PlanContent, planContentSchema } from "../../../contract/plans/content-schema.ts";
import { prepareFor } from "../../../activities/workouts/deliver-to-workouts.ts";
import { type ActOwner, planActs } from "../plans/plan-acts.ts";
import {
  type BarePhone,
  buildBarePhone,
  buildRealPhone,
  onlyScope,
  type RealPhone,
} from "./real-phone.ts";

/** A client with a program, whose phone has read the day and its packages. */
export interface TrainingPhone {
  readonly phone: RealPhone;
  readonly owner: ActOwner;
  readonly assignmentId: string;
  /** The workout of the present day. */
  readonly taskId: string;
  /** Starts the app on the file that a former process left, signs in and reads the scope. */
  open(): Promise<OpenPhone>;
  /** Another phone of the same client. */
  buildSecond(): Promise<Pick<TrainingPhone, "open"> & { readonly phone: BarePhone }>;
  /** The coach replaces the program; the old workout may not be submitted any more if `stopUse`. */
  replace(stopUse: boolean): Promise<void>;
}

/** A running app. */
export interface OpenPhone {
  readonly device: Device;
  readonly scope: Scope;
  readonly workouts: Workouts;
}

/** A program with a workout on each day: squats by weight, with an alternative, and pull-ups. */
export function dailyProgram(
  title = "Strength",
  repetitions = 5,
  squat: { readonly exerciseId?: string } = {},
): PlanContent {
  const exercises = [
    {
      exerciseKey: "squat",
      ...squat,
      name: "Squat",
      sets: [{ repetitions }, { repetitions }],
      asksRpe: true,
      alternatives: [{ alternativeKey: "press", name: "Leg press" }],
    },
    { exerciseKey: "pull", name: "Pull-up", sets: [{ repetitions: 8 }], modality: "REPS" },
  ];
  const days = [1, 2, 3, 4, 5, 6, 7].map((dayNumber) => ({ dayNumber, title: "Legs", exercises }));
  return planContentSchema.parse({ kind: "PROGRAM", title, weeks: [{ days }, { days }] });
}

/** Assigns a program to a new client with a phone. */
export async function buildTrainingPhone(
  api: TestApi,
  issuer: TestIssuer,
  program: PlanContent = dailyProgram(),
): Promise<TrainingPhone> {
  const { em } = api.deps.database;
  const phone = await buildRealPhone(api, issuer);
  const { workspaceId, relationshipId, coach, clientToken } = phone.pair;
  const owner = { workspaceId, relationshipId, coachUserId: coach.userId };
  const acts = planActs(em);
  const { assignmentId } = await acts.give(owner, program);
  await prepareFor(em, [relationshipId], null);
  const [task] = await acts.tasksOf(assignmentId);
  if (task === undefined) throw new Error("The program has no task today");
  return {
    phone,
    owner,
    assignmentId,
    taskId: task.id,
    open: async () => await openPhone(phone),
    async buildSecond() {
      const second = await buildBarePhone(api, clientToken);
      return { phone: second, open: async () => await openPhone(second) };
    },
    async replace(stopUse) {
      const planId = await acts.make(owner, dailyProgram("Power", 3));
      await acts.supersede(owner, assignmentId, planId, stopUse);
      await prepareFor(em, [relationshipId], null);
    },
  };
}

async function openPhone(phone: BarePhone): Promise<OpenPhone> {
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const scope = await onlyScope(device);
  await scope.refresh();
  return { device, scope, workouts: await scope.part("workouts") };
}

/** A set as the person typed it. */
export function typedSet(setKey: string, exerciseKey: "squat" | "pull", completed = true) {
  const load = { weight: { value: 100, unit: "kg" }, reps: 5, rpe: 8 };
  const values = exerciseKey === "squat" ? load : { reps: 8 };
  return { setKey, exerciseKey, values, completed, source: "EXPLICIT_TAP" } as const;
}

/** The sets of a draft, each with its key. */
export function typedOf(draft: WorkoutDraft | null): readonly string[] {
  return (draft?.exercises ?? []).flatMap(({ sets }) =>
    sets.flatMap(({ setKey, typed }) => (typed === null ? [] : [setKey])),
  );
}

/** Records a whole workout: two squats, one skip, a note, and the place where the person is. */
export async function trainWorkout(workouts: Workouts, taskId: string): Promise<string> {
  const started = await workouts.start({ taskId });
  if (started.kind !== "STARTED") throw new Error(`The workout did not begin: ${started.kind}`);
  const { draftId } = started;
  await workouts.recordSets({ draftId, sets: [typedSet("squat-1", "squat")] });
  await workouts.guide({ draftId, position: "squat-2", comeBack: ["pull"] });
  await workouts.recordSets({ draftId, sets: [typedSet("squat-2", "squat")] });
  await workouts.recordExercise({ draftId, exerciseKey: "squat", note: "Deep", order: 0 });
  await workouts.skipExercise({ draftId, exerciseKey: "pull", reason: "BUSY", note: null });
  return draftId;
}
