import { pauseAssignment } from "../../activities/plans/assignments/pause-assignment.ts";
import { resumeAssignment } from "../../activities/plans/assignments/resume-assignment.ts";
import { supersedeAssignment } from "../../activities/plans/assignments/supersede-assignment.ts";
import {
  planAssignmentSchema,
  resumeAssignmentSchema,
  supersedeAssignmentSchema,
  supersededAssignmentSchema,
} from "../../contract/plans/schema.ts";
import { aboutRelationship } from "../about.ts";
import { act, type Endpoint } from "../endpoint.ts";
import { actingOf, assignmentParams, assignmentsPath, givingRefusals } from "./assignment-paths.ts";
import { presentAssignment } from "./present.ts";

const assignmentPath = `${assignmentsPath}/{assignmentId}`;

const pause = act({
  method: "POST",
  path: `${assignmentPath}/pause`,
  name: "pausePlanAssignment",
  summary: "Pause an assignment from the present local day on",
  source: "docs/rooms/plans.md#pauses",
  access: "workspace-coach",
  params: assignmentParams,
  answer: planAssignmentSchema,
  refusals: ["RELATIONSHIP_INACTIVE", "STATE_CONFLICT"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, ...request }) =>
    presentAssignment(await pauseAssignment(tx, actingOf(request))),
});

const resume = act({
  method: "POST",
  path: `${assignmentPath}/resume`,
  name: "resumePlanAssignment",
  summary:
    "Resume a paused assignment; a program's days move by whole weeks, or continue from a given day",
  source: "docs/rooms/plans.md#pauses",
  access: "workspace-coach",
  params: assignmentParams,
  body: resumeAssignmentSchema,
  answer: planAssignmentSchema,
  refusals: ["RELATIONSHIP_INACTIVE", "STATE_CONFLICT", "PROGRAM_RUNNING"],
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, body: { programDay = null }, ...request }) =>
    presentAssignment(await resumeAssignment(tx, { ...actingOf(request), programDay })),
});

const supersede = act({
  method: "POST",
  path: `${assignmentPath}/supersede`,
  name: "supersedePlanAssignment",
  summary: "Replace an assignment by another plan, from the present local day on",
  source: "docs/rooms/plans.md#superseding",
  access: "workspace-coach",
  params: assignmentParams,
  body: supersedeAssignmentSchema,
  answer: supersededAssignmentSchema,
  status: 201,
  refusals: givingRefusals,
  idempotency: "key",
  about: aboutRelationship,
  handle: async ({ tx, body: { endDate = null, ...body }, ...request }) => {
    const replacement = { ...actingOf(request), ...body, endDate };
    const hooks = request.deps.hooks.assignments;
    const { superseded, successor } = await supersedeAssignment(tx, replacement, hooks);
    return {
      superseded: presentAssignment(superseded),
      successor: presentAssignment(successor),
    };
  },
});

/** Routes that pause, resume and replace an assignment. */
export const assignmentPauseEndpoints: readonly Endpoint[] = [pause, resume, supersede];
