import { defineEntity, p } from "@mikro-orm/postgresql";

const CoachTaskChangeSchema = defineEntity({
  name: "CoachTaskChange",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    seq: p.bigint("number").strictNullable(),
    taskIds: p.array().columnType("uuid[]"),
    /** Ids of the changed tasks whose change is news to the coach. */
    newsIds: p.array().columnType("uuid[]").defaultRaw("'{}'"),
    isReload: p.boolean(),
    changedAt: p.datetime().index(),
  },
  uniques: [
    {
      name: "coach_task_change_seq_unique",
      properties: ["workspaceId", "seq"],
      where: "seq is not null",
    },
  ],
});

/** Tasks that one act or slice changed in the inbox of a workspace; the commit assigns the counter. */
export class CoachTaskChange extends CoachTaskChangeSchema.class {}
CoachTaskChangeSchema.setClass(CoachTaskChange);
