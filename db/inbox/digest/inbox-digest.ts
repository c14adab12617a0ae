import { defineEntity, p } from "@mikro-orm/postgresql";
import { CoachWorkspace } from "../../workspaces/coach-workspace.ts";

const InboxDigestSchema = defineEntity({
  name: "InboxDigest",
  properties: {
    workspaceId: () =>
      p
        .manyToOne(CoachWorkspace)
        .mapToPk()
        .primary()
        .updateRule("no action")
        .deleteRule("no action"),
    localDate: p.date(),
    decidedAt: p.datetime(),
  },
});

/** The local day of a workspace's last digest. */
export class InboxDigest extends InboxDigestSchema.class {}
InboxDigestSchema.setClass(InboxDigest);
