import { supersededAssignmentSchema } from "../../../../contract/plans/schema.ts";
import { workoutIssueSchema } from "../../../../contract/workouts/issue-schema.ts";
import { clientBatchSchema } from "../../../../contract/workouts/sync-schema.ts";
import { pageSchema } from "../../../../contract/wire.ts";
import type { WorkoutConflict } from "../../../../device/wire/workout-types.ts";
import { callApi } from "../../call-api.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import { sendAndHangUp } from "../../send-and-hang-up.ts";
import type { Stage } from "../../stage.ts";
import { assign, type Coached, makePlan } from "../plan-change-chapters.ts";
import type { Logging } from "../quick-log-chapters.ts";
import {
  batchOf,
  discard,
  program,
  submitSecond,
  takeAlong,
  trainOffline,
} from "./workout-steps.ts";

/** A trained workout, as both phones have it. */
export interface Trained {
  readonly story: Logging;
  /** The draft of the second phone, which trained it too. */
  readonly draftId: string;
}

/**
 * A client takes the workout offline and trains it while the coach replaces it. The submit's answer is lost and
 * looked up by the batch's name; the session counts, with its label.
 */
export async function workoutIsTrainedOffline(
  stage: Stage,
  story: Logging,
  exerciseId: string | null,
): Promise<Trained> {
  stage.page.chapter("A workout is trained in a basement, while the coach changes the plan");
  const coached = { stage, coach: story.coach, far: story.client };
  const heavy = await makePlan(coached, program("Legs, heavy", 5, exerciseId));
  const assigned = await assign(coached, heavy);
  const workout = await takeAlong(stage, story.client, assigned.assignmentId);
  const draftId = await trainOffline(story.secondPhone, workout.taskId);
  stage.page.note(
    "Both phones have no signal; their owner squats 5 times 100 kg, and 5 times 90 kg.",
  );
  await putInPlace(coached, assigned.assignmentId, exerciseId);
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
    "its result",
    [data.batchStatus, session.status, session.performedFrom],
    ["ACCEPTED", "SUBMITTED", "SUPERSEDED_SNAPSHOT"],
  );
  stage.page.verified("trained during a change of plan, looked up, and accepted with its label");
  return { story, draftId };
}

/**
 * The second phone has trained it too. Its draft stays in conflict, with an explanation, until it is discarded; the
 * coach sees both.
 */
export async function secondSessionIsRefused(stage: Stage, trained: Trained): Promise<void> {
  stage.page.chapter(
    "The second phone has trained it too: a conflict, explained, until the client chooses",
  );
  const { story, draftId } = trained;
  const conflict = await submitSecond(stage, story.secondPhone, draftId);
  explain(stage, conflict);
  expectEqual("why", conflict.kind, "SESSION_ALREADY_SUBMITTED");
  await discard(story.secondPhone, conflict);
  const issues = await readIssues(stage, story);
  stage.page.table(
    ["what", "its state", "ended by", "workout"],
    issues.map(({ kind, status, resolution, task }) => [
      kind,
      status,
      resolution ?? "",
      task.title,
    ]),
  );
  const ended = issues.find(({ kind }) => kind === "SESSION_ALREADY_SUBMITTED");
  expectEqual("the resolution of the conflict", ended?.resolution, "DISCARD");
  stage.page.verified("the coach sees what was not accepted as trained, and how it ended");
}

/** Replaces the program that is being trained. */
async function putInPlace(
  coached: Coached,
  assignmentId: string,
  exerciseId: string | null,
): Promise<void> {
  const { stage, coach, far } = coached;
  const { planId } = await makePlan(coached, program("Legs, light", 12, exerciseId));
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

function explain(stage: Stage, { kind, options, explanation }: WorkoutConflict): void {
  stage.page.table(
    ["why", "compared with", "set", "difference", "the possible choices"],
    (explanation?.sets ?? []).map(({ setKey, difference }) => [
      kind,
      explanation?.comparedWith ?? "",
      setKey,
      difference,
      options.join(", "),
    ]),
  );
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
