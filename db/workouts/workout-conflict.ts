import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  WorkoutConflictKind,
  WorkoutConflictResolution,
} from "../../contract/workouts/session-vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";

/** The records that a conflict refers to. */
export interface WorkoutConflictRefs {
  readonly taskId: string;
  readonly packageId: string;
  readonly snapshotChecksum: string;
  /** Calendar day of the task. */
  readonly localDate: string;
  readonly frozenRevision: number;
  /** The session that counts, if any. */
  readonly serverSessionId: string | null;
  /** The refused operation, by the device's own id. */
  readonly clientOperationId: string;
  /** Its type; missing in rows older than this field. */
  readonly operationType?: string;
  readonly deviceId: string;
}

const WorkoutConflictSchema = defineEntity({
  name: "WorkoutConflict",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    clientSessionId: p.uuid(),
    lineageId: p.uuid(),
    kind: p.text().$type<WorkoutConflictKind>(),
    refs: p.json<WorkoutConflictRefs>(),
    latestReceiptId: p.uuid(),
    openedAt: p.datetime(),
    latestAt: p.datetime(),
    expiresAt: p.datetime(),
    remindFrom: p.date(),
    coachToldAt: p.datetime().strictNullable(),
    resolvedAt: p.datetime().strictNullable(),
    resolution: p.text().$type<WorkoutConflictResolution>().strictNullable(),
    resolvedBy: p.text().strictNullable(),
    /** The refused payload; null once it was purged. */
    content: p.json<Record<string, unknown>>().strictNullable(),
  },
  uniques: [
    {
      name: "workout_conflict_open_unique",
      properties: ["relationshipId", "clientSessionId"],
      where: "resolved_at is null",
    },
  ],
  indexes: [
    { name: "workout_conflict_session_idx", properties: ["relationshipId", "clientSessionId"] },
    {
      name: "workout_conflict_expires_at_idx",
      properties: ["expiresAt"],
      where: "resolved_at is null",
    },
    {
      name: "workout_conflict_lineage_id_idx",
      properties: ["lineageId"],
      where: "resolved_at is null",
    },
    {
      name: "workout_conflict_resolved_at_idx",
      properties: ["resolvedAt"],
      where: "resolved_at is not null",
    },
  ],
});

/** A draft that the server refused. */
export class WorkoutConflict extends WorkoutConflictSchema.class {}
WorkoutConflictSchema.setClass(WorkoutConflict);
