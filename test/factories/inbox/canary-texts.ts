import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { submitForm } from "../../../activities/forms/submit-form.ts";
import { saveClientProfile } from "../../../activities/relationships/save-client-profile.ts";
import type { AdmissionDeps } from "../../../activities/sync/admission/admission.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { actionSchemaOf, BARE_TASK } from "../../../rules/agenda/actions/action-schema.ts";
import { hooks } from "../../../workers/hooks.ts";
import { buildFormAssignment, buildFormVersion } from "../forms/assigned-forms.ts";
import { reportMessage } from "./coach-phone.ts";
import { formOf } from "../forms/forms.ts";
import { putTaskLike } from "../quick-log/structured-task.ts";
import { type BuiltScope, queued, submit } from "../sync/sync.ts";
import { verdictsOf } from "../sync/verdicts.ts";
import { draftOf, putWorkout, squats } from "../workouts/workouts.ts";

/** A word for each free text of an inbox source, and for each text that a coach writes about a task. */
export const WORDS = {
  skipNote: "zzskipnotezz",
  photoNote: "zzphotonotezz",
  measurementNote: "zzmeasurementnotezz",
  sessionNote: "zzsessionnotezz",
  exerciseNote: "zzexercisenotezz",
  exerciseSkip: "zzexerciseskipzz",
  correction: "zzcorrectionzz",
  answer: "zzanswerzz",
  goal: "zzgoalzz",
  resolution: "zzresolutionzz",
  dismissal: "zzdismissalzz",
  review: "zzreviewzz",
  snooze: "zzsnoozezz",
  queued: "zzqueuedzz",
} as const;
export type Word = keyof typeof WORDS;

/** Title of the client's form: a row of the inbox shows it. */
export const FORM_TITLE = "zzformtitlezz";

/** The people and connections with which the words are written. */
export interface CanaryGround {
  readonly em: SqlEntityManager;
  readonly scope: BuiltScope;
  readonly admission: AdmissionDeps;
  /** Settles everything that was admitted. */
  readonly settle: () => Promise<unknown>;
}

async function send(
  { admission, scope, settle }: CanaryGround,
  ...operations: readonly Operation[]
): Promise<void> {
  const { results } = await submit(admission, scope, operations);
  expect(verdictsOf(results)).toEqual(operations.map(() => "ACCEPTED"));
  await settle();
}

const skipOf = (taskId: string, note: string) =>
  queued("quick-log.skip", { taskId, reason: "PAIN_OR_INJURY", note });

/** A copy of another task, for photos or measurements. */
const taskOf = ({ em, scope }: CanaryGround, task_kind: "PHOTO" | "MEASUREMENT") =>
  putTaskLike(em, scope.agenda.habit, {
    task_kind,
    action_schema: actionSchemaOf(task_kind, BARE_TASK),
  });

/** A session with a word in each of its texts, corrected afterwards. */
async function train(ground: CanaryGround): Promise<void> {
  const draft = draftOf(await putWorkout(ground.em, ground.scope));
  const skip = { reason: "PAIN_OR_INJURY", note: WORDS.exerciseSkip };
  const exercises = [
    { exerciseKey: "squat", note: WORDS.exerciseNote },
    { exerciseKey: "pull", skip },
  ];
  await send(ground, draft.submit([squats("one")], { note: WORDS.sessionNote, exercises }));
  const sets = [squats("one", 90)];
  await send(ground, draft.op("workout.correct-session", { sets, reason: WORDS.correction }));
}

/** A named client writes every text that reaches the coach. */
export async function clientWrites(ground: CanaryGround, displayName: string): Promise<void> {
  const { em, scope } = ground;
  const { relationshipId, workspaceId, clientUserId: userId, agenda } = scope;
  await send(
    ground,
    skipOf(agenda.habit.id, WORDS.skipNote),
    skipOf(await taskOf(ground, "PHOTO"), WORDS.photoNote),
    skipOf(await taskOf(ground, "MEASUREMENT"), WORDS.measurementNote),
  );
  await train(ground);
  const content = formOf({ questionId: "how", kind: "TEXT" });
  const formVersionId = await buildFormVersion(em, workspaceId, content, FORM_TITLE);
  const recipient = { relationshipId, workspaceId };
  const { id: formAssignmentId } = await buildFormAssignment(em, recipient, { formVersionId });
  const submitting = { formAssignmentId, clientUserId: userId, answers: { how: WORDS.answer } };
  await transact(em, (tx) => submitForm(tx, { ...submitting, requestId: null }));
  const person = { displayName, timezone: "UTC", locale: "en" };
  const profile = { ...person, birthDate: "1990-02-03", heightCm: 171, goal: WORDS.goal };
  await transact(em, (tx) =>
    saveClientProfile(tx, { userId, profile, requestId: null }, hooks.relationships),
  );
  for (let count = 0; count < 4; count += 1)
    await reportMessage(em, { relationshipId, subjectId: randomUUID() });
}
