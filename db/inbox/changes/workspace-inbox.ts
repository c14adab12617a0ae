import { defineEntity, p } from "@mikro-orm/postgresql";
import { CoachWorkspace } from "../../workspaces/coach-workspace.ts";

const WorkspaceInboxSchema = defineEntity({
  name: "WorkspaceInbox",
  properties: {
    workspaceId: () =>
      p
        .manyToOne(CoachWorkspace)
        .mapToPk()
        .primary()
        .updateRule("no action")
        .deleteRule("no action"),
    seq: p.bigint("number"),
    epoch: p.uuid(),
    /** Instant of the newest change; each change has a later one. */
    movedAt: p.datetime(),
  },
});

/** The counter of a workspace's inbox; there is no row before the first change. */
export class WorkspaceInbox extends WorkspaceInboxSchema.class {}
WorkspaceInboxSchema.setClass(WorkspaceInbox);
