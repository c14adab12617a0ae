import { defineEntity, p } from "@mikro-orm/postgresql";
import type { MessageLanguage } from "../../contract/language-of.ts";
import type { InvitationStatus } from "../../contract/invitations/vocabulary.ts";
import { CoachWorkspace } from "../workspaces/coach-workspace.ts";
import { User } from "../accounts/user.ts";

const InvitationSchema = defineEntity({
  name: "Invitation",
  properties: {
    id: p.uuid().primary(),
    workspaceId: () => p.manyToOne(CoachWorkspace).mapToPk(),
    invitedByUserId: () => p.manyToOne(User).mapToPk(),
    targetEmail: p.text().strictNullable(),
    targetPhone: p.text().strictNullable(),
    inviteeName: p.text().strictNullable(),
    status: p.text().$type<InvitationStatus>(),
    generation: p.integer(),
    tokenHash: p.text().unique(),
    sendAt: p.datetime().strictNullable(),
    expiresAt: p.datetime(),
    remindedAt: p.datetime().strictNullable(),
    expiryNoticedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    consumedAt: p.datetime().strictNullable(),
    consumedByUserId: () => p.manyToOne(User).mapToPk().deleteRule("no action").strictNullable(),
    revokedAt: p.datetime().strictNullable(),
    language: p.text().$type<MessageLanguage>().strictNullable(),
    formVersionId: p.uuid().strictNullable(),
  },
  indexes: [
    { name: "invitation_workspace_id_id_idx", properties: ["workspaceId", "id"] },
    {
      name: "invitation_target_email_idx",
      properties: ["targetEmail", "id"],
      where: "target_email is not null",
    },
    {
      name: "invitation_target_phone_idx",
      properties: ["targetPhone", "id"],
      where: "target_phone is not null",
    },
    {
      name: "invitation_standing_idx",
      properties: ["workspaceId", "id"],
      where: "status in ('SCHEDULED', 'ACTIVE')",
    },
  ],
});

/** An invitation for one verified contact. Only the SHA-256 of its token is stored. */
export class Invitation extends InvitationSchema.class {}

InvitationSchema.setClass(Invitation);
