import * as z from "zod";
import { registrationShape } from "../accounts/schema.ts";
import { MESSAGE_LANGUAGES } from "../language-of.ts";
import { idSchema, instantSchema, lineSchema, pageSchema } from "../wire.ts";
import { workspaceSchema } from "../workspaces/schema.ts";
import { invitationLanguageSchema, invitationTokenSchema, maskedContactSchema } from "./schema.ts";
import { MEMBER_INVITATION_STATUSES } from "./vocabulary.ts";

export const inviteMemberSchema = z
  .strictObject({ email: lineSchema(320), language: invitationLanguageSchema.optional() })
  .meta({
    id: "InviteMember",
    description: "E-mail address of the invited coach; compared in normal form.",
  });

const memberInvitationShape = {
  memberInvitationId: idSchema,
  workspaceId: idSchema,
  contact: maskedContactSchema,
  status: z.enum(MEMBER_INVITATION_STATUSES),
  expiresAt: instantSchema,
  createdAt: instantSchema,
  acceptedAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
  language: z
    .enum(MESSAGE_LANGUAGES)
    .nullable()
    .describe("The chosen language of its mail; null for the workspace's."),
};

export const memberInvitationSchema = z.strictObject(memberInvitationShape).meta({
  id: "MemberInvitation",
  description:
    "An invitation of a coach into a workspace, with the contact masked; `acceptedAt` is null until it is accepted, `revokedAt` unless it was revoked.",
});

export const memberInvitationPageSchema = pageSchema(memberInvitationSchema);

export const createdMemberInvitationSchema = z
  .strictObject({
    ...memberInvitationShape,
    link: z.url(),
  })
  .meta({
    id: "CreatedMemberInvitation",
    description: "The link is shown to the owner who made it, and mailed; it is not stored.",
  });

export const acceptMemberInvitationSchema = z
  .strictObject({
    invitationToken: invitationTokenSchema,
  })
  .meta({
    id: "AcceptMemberInvitation",
    description: "The token of the link that was mailed to the coach.",
  });

export const memberRegistrationSchema = z
  .strictObject({ ...registrationShape, invitationToken: invitationTokenSchema })
  .meta({
    id: "MemberRegistration",
    description:
      "Account of an invited coach, with the accepted legal texts; it does not come with a workspace of their own.",
  });

export const memberInvitationPreviewSchema = z
  .strictObject({
    workspaceName: z.string(),
    ownerDisplayName: z.string(),
    contact: maskedContactSchema,
    expiresAt: instantSchema,
  })
  .meta({
    id: "MemberInvitationPreview",
    description:
      "Shown to an invited coach before signing in: the inviter, the workspace, and the end of the link.",
  });

export const joinedWorkspaceSchema = z
  .strictObject({ workspace: workspaceSchema })
  .meta({ id: "JoinedWorkspace", description: "The workspace that was joined." });
