import { defineEntity, p } from "@mikro-orm/postgresql";
import type { StoredActionSchema, TaskSnapshot } from "../../../contract/agenda/schema.ts";

const AgendaTaskSnapshotSchema = defineEntity({
  name: "AgendaTaskSnapshot",
  properties: {
    /** Keyed hash of workspace and content. */
    key: p.uuid().primary(),
    workspaceId: p.uuid(),
    snapshot: p.json<TaskSnapshot>(),
    actionSchema: p.json<StoredActionSchema>(),
    /** Until then, writers of tasks rely on the row without locking it. */
    trustedUntil: p.datetime(),
  },
  indexes: [{ name: "agenda_task_snapshot_trusted_idx", properties: ["trustedUntil"] }],
});

/** The snapshot and actions of tasks, identified by their content; they never change (docs/rooms/agenda.md#snapshots). */
export class AgendaTaskSnapshot extends AgendaTaskSnapshotSchema.class {}
AgendaTaskSnapshotSchema.setClass(AgendaTaskSnapshot);
