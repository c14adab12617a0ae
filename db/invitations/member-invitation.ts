import { defineEntity, p } from "@mikro-orm/postgresql";
import type { MessageLanguage } from "../../contract/language-of.ts";
import type { MemberInvitationStatus } from "../../contract/invitations/vocabulary.ts";
import { CoachWorkspace } from "../workspaces/coach-workspace.ts";
import { User } from "../accounts/user.ts";

const MemberInvitationSchema = defineEntity({
  name: "MemberInvitation",
  properties: {
    id: p.uuid().primary(),
    workspaceId: () => p.manyToOne(CoachWorkspace).mapToPk(),
    invitedByUserId: () => p.manyToOne(User).mapToPk(),
    targetEmail: p.text(),
    status: p.text().$type<MemberInvitationStatus>(),
    tokenHash: p.text().unique(),
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    acceptedAt: p.datetime().strictNullable(),
    acceptedByUserId: () => p.manyToOne(User).mapToPk().deleteRule("no action").strictNullable(),
    revokedAt: p.datetime().strictNullable(),
    language: p.text().$type<MessageLanguage>().strictNullable(),
  },
  indexes: [{ name: "member_invitation_workspace_id_id_idx", properties: ["workspaceId", "id"] }],
});

/** An invitation for the coach with this e-mail address to join a workspace. Only the hash of its token is stored. */
export class MemberInvitation extends MemberInvitationSchema.class {}

MemberInvitationSchema.setClass(MemberInvitation);
