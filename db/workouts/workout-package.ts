import { defineEntity, p } from "@mikro-orm/postgresql";
import type { PackedContent } from "../../rules/workouts/packed-content.ts";
import { Relationship } from "../relationships/relationship.ts";

const WorkoutPackageSchema = defineEntity({
  name: "WorkoutPackage",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    /** Id of the task, or the id that the task of that day will have. */
    taskId: p.uuid(),
    localDate: p.string().columnType("date"),
    timezone: p.text(),
    assignmentId: p.uuid(),
    programDay: p.integer(),
    sourceRevision: p.integer(),
    snapshotChecksum: p.text(),
    packageChecksum: p.text(),
    content: p.json<PackedContent>(),
    /** A session may be started from it until then. */
    expiresAt: p.datetime(),
    supersededAt: p.datetime().strictNullable(),
    /** Whether nothing may be submitted from it any more. */
    stopUse: p.boolean().default(false),
    createdAt: p.datetime(),
  },
  uniques: [
    {
      name: "workout_package_content_unique",
      properties: ["relationshipId", "taskId", "packageChecksum"],
    },
    {
      name: "workout_package_current_unique",
      properties: ["relationshipId", "taskId"],
      where: "superseded_at is null",
    },
  ],
  indexes: [
    { name: "workout_package_day_idx", properties: ["relationshipId", "localDate"] },
    { name: "workout_package_snapshot_idx", properties: ["workspaceId", "snapshotChecksum"] },
    { name: "workout_package_expires_at_idx", properties: ["expiresAt"] },
  ],
});

/** A workout prepared for offline use on a phone. */
export class WorkoutPackage extends WorkoutPackageSchema.class {}
WorkoutPackageSchema.setClass(WorkoutPackage);
