import { randomUUID } from "node:crypto";
import type { PlanContentInput } from "../../../../contract/plans/content-schema.ts";
import {
  manifestSchema,
  packageAnswerSchema,
} from "../../../../contract/workouts/offline-schema.ts";
import type { OfflinePackage } from "../../../../contract/workouts/package-schema.ts";
import type { SubmitSession } from "../../../../contract/workouts/session-schema.ts";
import type { WorkoutConflict } from "../../../../device/wire/workout-types.ts";
import { askApi, callApi, requestLine } from "../../call-api.ts";
import { eventually } from "../../eventually.ts";
import { TourFailure, expectEqual, expectPresent } from "../../expect-equal.ts";
import { outboxHealthOf, queueAction, submitOutbox } from "../../phone.ts";
import type { Stage } from "../../stage.ts";
import type { ClientOnPhone } from "../client-chapters.ts";

const PACKED_WITHIN_MS = 20_000;
const ANSWERED_WITHIN_MS = 15_000;
const SQUAT = "squat";
/** A program of one day and one exercise: from the library, or by its own name. */
export const program = (
  title: string,
  repetitions: number,
  exerciseId: string | null,
): PlanContentInput => ({
  kind: "PROGRAM",
  title,
  weeks: [
    {
      days: [
        {
          dayNumber: 1,
          title: "Legs",
          exercises: [
            { exerciseKey: SQUAT, exerciseId, name: "Front squat", sets: [{ repetitions }] },
          ],
        },
      ],
    },
  ],
});

/** Downloads the workout of an assignment once its package exists. */
export async function takeAlong(
  stage: Stage,
  { token, deviceId }: ClientOnPhone,
  assignmentId: string,
): Promise<OfflinePackage> {
  const path = `/api/v1/client/workouts/offline-manifest?deviceId=${deviceId}`;
  const request = { method: "GET", path, token, answer: manifestSchema } as const;
  stage.page.sent(requestLine(request));
  const { data } = await eventually("the workout in the manifest", {
    ask: () => askApi(stage.api, request),
    isWanted: (answer) =>
      answer.data.sourceRevisions.some((source) => source.assignmentId === assignmentId),
    limitMs: PACKED_WITHIN_MS,
  });
  stage.page.came(`200 ${data.packages?.length} packages, ${data.timezone}`);
  const taskIds = data.packages?.map(({ taskId }) => taskId) ?? [];
  for (const taskId of taskIds) {
    const one = await callApi(
      stage,
      {
        method: "GET",
        path: `/api/v1/client/workout-tasks/${taskId}/offline-package?deviceId=${deviceId}`,
        token,
        answer: packageAnswerSchema,
      },
      (answer) => `${answer.package?.workoutTask.title}, ${answer.packageChecksum.slice(0, 16)}…`,
    );
    if (one.data.package?.workoutTask.source.id === assignmentId) return one.data.package;
  }
  return expectPresent<OfflinePackage>("the workout of the assignment", null);
}

/** The batch that submits a session of one set. By hand: a chapter looks it up by the name of the batch. */
export async function batchOf(client: ClientOnPhone, workout: OfflinePackage, kilograms: number) {
  const { taskId, packageId, packageChecksum } = workout;
  const now = new Date().toISOString();
  const payload: Omit<SubmitSession, "exercises"> & { readonly exercises: readonly [] } = {
    clientSessionId: randomUUID(),
    clientRevision: 1,
    frozenRevision: 1,
    taskId,
    packageId,
    packageChecksum,
    startedAt: now,
    finishedAt: now,
    confirmed: false,
    note: null,
    exercises: [],
    sets: [
      {
        setKey: "one",
        exerciseKey: SQUAT,
        values: { weight: { value: kilograms, unit: "kg" }, reps: 5 },
        completed: true,
        source: "EXPLICIT_TAP",
      },
    ],
  };
  const outbox = await queueAction([], {
    clientOperationId: randomUUID(),
    operationType: "workout.submit-session",
    clientRecordedAt: now,
    payload,
  });
  return {
    method: "POST",
    path: "/api/v1/client/workout-sessions/sync",
    token: client.token,
    body: {
      clientBatchId: randomUUID(),
      deviceId: client.deviceId,
      clientSentAt: now,
      outbox: outboxHealthOf(outbox),
      operations: submitOutbox(outbox).operations,
    },
  } as const;
}

/** A second phone takes the workout along and trains it without a signal. Returns its draft. */
export async function trainOffline({ phone }: ClientOnPhone, taskId: string): Promise<string> {
  const scope = await phone.scope();
  const workouts = await scope.part("workouts");
  await eventually("the workout on the second phone", {
    ask: async () => {
      await scope.refresh();
      return await workouts.list();
    },
    isWanted: (list) => list.workouts.some((one) => one.taskId === taskId),
    limitMs: PACKED_WITHIN_MS,
  });
  phone.goOffline();
  const started = await workouts.start({ taskId });
  if (started.kind !== "STARTED")
    throw new TourFailure("the start", { expected: "STARTED", actual: JSON.stringify(started) });
  const { draftId } = started;
  const draft = expectPresent("the draft", await workouts.draft({ draftId }));
  const [exercise] = draft.exercises;
  const { setKey } = expectPresent("a set", exercise?.sets[0]);
  const values = { weight: { value: 90, unit: "kg" }, reps: 5 };
  const set = {
    setKey,
    exerciseKey: SQUAT,
    values,
    completed: true,
    source: "EXPLICIT_TAP",
  } as const;
  for (const { kind } of [
    await workouts.recordSets({ draftId, sets: [set] }),
    await workouts.submit({ draftId }),
  ])
    expectEqual("the act on the draft", kind, "DONE");
  return draftId;
}

/** Connects the second phone, whose workout another phone has already submitted. Returns the resulting conflict. */
export async function submitSecond(
  stage: Stage,
  { phone }: ClientOnPhone,
  draftId: string,
): Promise<WorkoutConflict> {
  await phone.goOnline();
  const workouts = await (await phone.scope()).part("workouts");
  const { status } = await eventually("the status of the draft", {
    ask: async () => expectPresent("the draft", await workouts.draft({ draftId })),
    isWanted: (draft) => draft.status === "CONFLICTED",
    limitMs: ANSWERED_WITHIN_MS,
  });
  const { conflicts } = await workouts.conflicts();
  stage.page.note(`The draft is ${status}; open conflicts: ${conflicts.length}.`);
  return expectPresent(
    "the conflict of its draft",
    conflicts.find((one) => one.isOwnDraft),
  ).conflict;
}

/** The person discards the refused draft. */
export async function discard(
  { phone }: ClientOnPhone,
  { conflictId }: Pick<WorkoutConflict, "conflictId">,
): Promise<void> {
  const workouts = await (await phone.scope()).part("workouts");
  const { kind } = await phone.show(() => workouts.resolve({ conflictId, choice: "DISCARD" }));
  expectEqual("the conflict", kind, "RESOLVED");
}
