import { defineEntity, p } from "@mikro-orm/postgresql";
import { User } from "../../accounts/user.ts";

const InboxReadMarkSchema = defineEntity({
  name: "InboxReadMark",
  properties: {
    workspaceId: p.uuid().primary(),
    userId: () =>
      p.manyToOne(User).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    readThrough: p.datetime(),
  },
});

/** Up to which instant a member has read the inbox of a workspace. */
export class InboxReadMark extends InboxReadMarkSchema.class {}
InboxReadMarkSchema.setClass(InboxReadMark);
