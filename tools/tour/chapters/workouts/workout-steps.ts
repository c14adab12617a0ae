import { randomUUID } from "node:crypto";
import type { PlanContentInput } from "../../../../contract/plans/content-schema.ts";
import {
  resolvedConflictSchema,
  type WorkoutConflictView,
} from "../../../../contract/workouts/conflict-schema.ts";
import {
  manifestSchema,
  packageAnswerSchema,
} from "../../../../contract/workouts/offline-schema.ts";
import type { OfflinePackage } from "../../../../contract/workouts/package-schema.ts";
import type { SubmitSession } from "../../../../contract/workouts/session-schema.ts";
import { sessionBatchAnswerSchema } from "../../../../contract/workouts/sync-schema.ts";
import { askApi, callApi, requestLine } from "../../call-api.ts";
import { eventually } from "../../eventually.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import { outboxHealthOf, queueAction, submitOutbox } from "../../phone.ts";
import type { Stage } from "../../stage.ts";
import type { ClientOnPhone } from "../client-chapters.ts";

const PACKED_WITHIN_MS = 20_000;
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

/** The batch that submits a session of one set. */
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

/** Submits a workout that another phone has already submitted; returns the resulting conflict. */
export async function submitSecond(
  stage: Stage,
  client: ClientOnPhone,
  workout: OfflinePackage,
): Promise<WorkoutConflictView> {
  const { data } = await callApi(
    stage,
    { ...(await batchOf(client, workout, 90)), answer: sessionBatchAnswerSchema },
    ({ batchStatus, conflicts }) => `${batchStatus}: ${conflicts[0]?.message}`,
  );
  return expectPresent("the conflict", data.conflictDetails[0]);
}

/** Discards the refused draft. */
export async function discard(
  stage: Stage,
  { token, deviceId }: ClientOnPhone,
  { conflictId, localReference }: WorkoutConflictView,
): Promise<void> {
  const { clientSessionId, frozenRevision } = localReference;
  const draft = { clientSessionId, frozenRevision };
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/client/workout-sessions/conflicts/${conflictId}/resolve`,
      token,
      keyed: true,
      body: { deviceId, resolution: "DISCARD", draft },
      answer: resolvedConflictSchema,
    },
    ({ conflict }) => `${conflict.status}: ${conflict.resolution}`,
  );
  expectEqual("the conflict", data.conflict.status, "RESOLVED");
}
