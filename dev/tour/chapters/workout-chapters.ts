import { randomUUID } from "node:crypto";
import type { PlanContentInput } from "../../../contract/plans/content-schema.ts";
import { supersededAssignmentSchema } from "../../../contract/plans/schema.ts";
import type { SubmitSession } from "../../../contract/workouts/session-schema.ts";
import type { WorkoutConflictView } from "../../../contract/workouts/conflict-schema.ts";
import { resolvedConflictSchema } from "../../../contract/workouts/conflict-schema.ts";
import { workoutIssueSchema } from "../../../contract/workouts/issue-schema.ts";
import { manifestSchema, packageAnswerSchema } from "../../../contract/workouts/offline-schema.ts";
import type { OfflinePackage } from "../../../contract/workouts/package-schema.ts";
import {
  clientBatchSchema,
  sessionBatchAnswerSchema,
} from "../../../contract/workouts/sync-schema.ts";
import { pageSchema } from "../../../contract/wire.ts";
import { askApi, callApi, requestLine } from "../call-api.ts";
import { eventually } from "../eventually.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { outboxHealthOf, queueAction, submitOutbox } from "../phone.ts";
import { sendAndHangUp } from "../send-and-hang-up.ts";
import type { Stage } from "../stage.ts";
import type { ClientOnPhone } from "./client-chapters.ts";
import { assign, type Coached, makePlan } from "./plan-change-chapters.ts";
import type { Logging } from "./quick-log-chapters.ts";

const PACKED_WITHIN_MS = 20_000;
const SQUAT = "squat";
const program = (title: string, repetitions: number): PlanContentInput => ({
  kind: "PROGRAM",
  title,
  weeks: [
    {
      days: [
        {
          dayNumber: 1,
          title: "Legs",
          exercises: [{ exerciseKey: SQUAT, name: "Back squat", sets: [{ repetitions }] }],
        },
      ],
    },
  ],
});

/** A workout that was trained, as both phones have it with them. */
export interface Trained {
  readonly story: Logging;
  readonly workout: OfflinePackage;
}

/**
 * A client takes the workout along, trains it without signal while the coach puts another in its place, and submits it:
 * the answer is lost, looked up by the batch's name, and the session counts under its label.
 */
export async function workoutIsTrainedOffline(stage: Stage, story: Logging): Promise<Trained> {
  stage.page.chapter("A workout is trained in a basement, while the coach changes the plan");
  const coached = { stage, coach: story.coach, far: story.client };
  const assigned = await assign(coached, await makePlan(coached, program("Legs, heavy", 5)));
  const workout = await takeAlong(stage, story.client, assigned.assignmentId);
  stage.page.tell("The phone has no signal; its owner squats 5 times 100 kg.");
  await putInPlace(coached, assigned.assignmentId);
  const batch = await batchOf(story.client, workout, 100);
  stage.page.sent(`${batch.method} ${batch.path}: submits, and loses the answer`);
  await sendAndHangUp(stage.api, batch);
  const { data } = await callApi(
    stage,
    {
      method: "GET",
      path: `${batch.path}/${batch.body.clientBatchId}?deviceId=${story.client.deviceId}`,
      token: story.client.token,
      answer: clientBatchSchema,
    },
    ({ batchStatus, sessions }) => `${batchStatus}: ${sessions[0]?.performedFrom}`,
  );
  const session = expectPresent("the session", data.sessions[0]);
  expectEqual(
    "what became of it",
    [data.batchStatus, session.status, session.performedFrom],
    ["ACCEPTED", "SUBMITTED", "SUPERSEDED_SNAPSHOT"],
  );
  stage.page.holds("trained through a change of plan, looked up, and counted under its label");
  return { story, workout };
}

/** The second phone has trained it too: its draft stays in conflict, explained, until it is given up; the coach sees both. */
export async function secondSessionIsRefused(stage: Stage, trained: Trained): Promise<void> {
  stage.page.chapter("The second phone has it too: a conflict, explained, until somebody chooses");
  const { story, workout } = trained;
  const { data } = await callApi(
    stage,
    { ...(await batchOf(story.secondPhone, workout, 90)), answer: sessionBatchAnswerSchema },
    ({ batchStatus, conflicts }) => `${batchStatus}: ${conflicts[0]?.message}`,
  );
  const conflict = expectPresent("the conflict", data.conflictDetails[0]);
  explain(stage, conflict);
  expectEqual("why", conflict.kind, "SESSION_ALREADY_SUBMITTED");
  await discard(stage, story.secondPhone, conflict);
  const issues = await readIssues(stage, story);
  stage.page.table(
    ["what", "how it stands", "ended by", "workout"],
    issues.map(({ kind, status, resolution, task }) => [
      kind,
      status,
      resolution ?? "",
      task.title,
    ]),
  );
  const ended = issues.find(({ kind }) => kind === "SESSION_ALREADY_SUBMITTED");
  expectEqual("how the conflict ended", ended?.resolution, "DISCARD");
  stage.page.holds("the coach reads what did not get through as it was trained, and how it ended");
}

/** Downloads the workout of an assignment once it is packed. */
async function takeAlong(
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

/** Another program takes the place of the one that is being trained. */
async function putInPlace(coached: Coached, assignmentId: string): Promise<void> {
  const { stage, coach, far } = coached;
  const { planId } = await makePlan(coached, program("Legs, light", 12));
  await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/workspaces/${coach.workspaceId}/relationships/${far.relationshipId}/plan-assignments/${assignmentId}/supersede`,
      token: coach.token,
      keyed: true,
      body: { planId },
      status: 201,
      answer: supersededAssignmentSchema,
    },
    ({ superseded }) => `${superseded.planKind} ${superseded.status}`,
  );
}

/** The batch that submits a session of one set. */
async function batchOf(client: ClientOnPhone, workout: OfflinePackage, kilograms: number) {
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

function explain(stage: Stage, { kind, options, explanation }: WorkoutConflictView): void {
  stage.page.table(
    ["why", "compared with", "set", "difference", "what may be done"],
    (explanation?.sets ?? []).map(({ setKey, difference }) => [
      kind,
      explanation?.comparedWith ?? "",
      setKey,
      difference,
      options.join(", "),
    ]),
  );
}

async function discard(
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

async function readIssues(stage: Stage, { coach, client }: Logging) {
  const { data } = await callApi(
    stage,
    {
      method: "GET",
      path: `/api/v1/coach/relationships/${client.relationshipId}/workout-sync-issues`,
      token: coach.token,
      answer: pageSchema(workoutIssueSchema),
    },
    ({ items }) => `${items.length} sessions`,
  );
  return data.items;
}
