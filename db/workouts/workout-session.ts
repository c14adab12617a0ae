import { defineEntity, p } from "@mikro-orm/postgresql";
import type { SessionContent } from "../../contract/workouts/session-content.ts";
import type { PerformedFrom, SessionStatus } from "../../contract/workouts/session-vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";
import { WorkoutPackage } from "./workout-package.ts";

const WorkoutSessionSchema = defineEntity({
  name: "WorkoutSession",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    /** Assigned by the phone. */
    clientSessionId: p.uuid(),
    lineageId: p.uuid(),
    /** Its task; a draft may move to another one. */
    taskId: p.uuid(),
    /** The task that it completed; null for none. */
    creditedTaskId: p.uuid().strictNullable(),
    packageId: () => p.manyToOne(WorkoutPackage).mapToPk(),
    snapshotChecksum: p.text(),
    assignmentId: p.uuid(),
    programDay: p.integer(),
    localDate: p.string().columnType("date"),
    status: p.text().$type<SessionStatus>(),
    clientRevision: p.integer(),
    frozenRevision: p.integer().strictNullable(),
    performedFrom: p.text().$type<PerformedFrom>().strictNullable(),
    startedAt: p.datetime().strictNullable(),
    finishedAt: p.datetime().strictNullable(),
    acceptedAt: p.datetime().strictNullable(),
    correctableUntil: p.datetime().strictNullable(),
    reviewedAt: p.datetime().strictNullable(),
    changedAfterReviewAt: p.datetime().strictNullable(),
    /** Whether it completed a skipped task. */
    overtookSkip: p.boolean(),
    submittedReceiptId: p.uuid().strictNullable(),
    changedReceiptId: p.uuid(),
    changedAt: p.datetime(),
    content: p.json<SessionContent>(),
  },
  uniques: [
    { name: "workout_session_client_unique", properties: ["relationshipId", "clientSessionId"] },
    {
      name: "workout_session_submitted_unique",
      properties: ["relationshipId", "taskId"],
      where: "status = 'SUBMITTED'",
    },
    {
      name: "workout_session_credited_unique",
      properties: ["creditedTaskId"],
      where: "credited_task_id is not null",
    },
  ],
  indexes: [
    { name: "workout_session_task_idx", properties: ["relationshipId", "taskId"] },
    { name: "workout_session_day_idx", properties: ["relationshipId", "localDate", "id"] },
    { name: "workout_session_changed_idx", properties: ["changedReceiptId"] },
    {
      name: "workout_session_submitted_idx",
      properties: ["submittedReceiptId"],
      where: "submitted_receipt_id is not null",
    },
    {
      name: "workout_session_open_idx",
      properties: ["changedAt"],
      where: "status = 'IN_PROGRESS'",
    },
    { name: "workout_session_package_idx", properties: ["packageId"] },
    {
      name: "workout_session_labelled_idx",
      properties: ["relationshipId", "localDate", "id"],
      where: "status = 'SUBMITTED' and performed_from <> 'CURRENT'",
    },
  ],
});

/** A training session of a client. */
export class WorkoutSession extends WorkoutSessionSchema.class {}
WorkoutSessionSchema.setClass(WorkoutSession);
