import { defineEntity, p } from "@mikro-orm/postgresql";
import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";

const WorkoutSnapshotSchema = defineEntity({
  name: "WorkoutSnapshot",
  properties: {
    workspaceId: p.uuid().primary(),
    checksum: p.text().primary(),
    content: p.json<WorkoutSnapshotContent>(),
    createdAt: p.datetime(),
  },
  indexes: [{ name: "workout_snapshot_created_at_idx", properties: ["createdAt"] }],
});

/** A workout, identified by its content; it never changes. */
export class WorkoutSnapshot extends WorkoutSnapshotSchema.class {}
WorkoutSnapshotSchema.setClass(WorkoutSnapshot);
