import { defineEntity, p } from "@mikro-orm/postgresql";
import { User } from "../../accounts/user.ts";
import { CoachWorkspace } from "../../workspaces/coach-workspace.ts";

const InvitationImportSchema = defineEntity({
  name: "InvitationImport",
  properties: {
    id: p.uuid().primary(),
    workspaceId: () => p.manyToOne(CoachWorkspace).mapToPk(),
    userId: () => p.manyToOne(User).mapToPk(),
    createdAt: p.datetime(),
    doneAt: p.datetime().strictNullable(),
  },
  indexes: [{ name: "invitation_import_created_at_idx", properties: "createdAt" }],
});

/** A file of people whom a coach invites (docs/rooms/invitations.md#csv); `doneAt` is null while lines wait. */
export class InvitationImport extends InvitationImportSchema.class {}

InvitationImportSchema.setClass(InvitationImport);
