import * as z from "zod";
import { registrationShape } from "../accounts/schema.ts";
import { idSchema, instantSchema, lineSchema, pageSchema } from "../wire.ts";
import { workspaceSchema } from "../workspaces/schema.ts";
import { invitationTokenSchema, maskedContactSchema } from "./schema.ts";
import { MEMBER_INVITATION_STATUSES } from "./vocabulary.ts";

export const inviteMemberSchema = z.strictObject({ email: lineSchema(320) }).meta({
  id: "InviteMember",
  description: "The mail address of the coach who is to join; compared in normal form.",
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
};

export const memberInvitationSchema = z.strictObject(memberInvitationShape).meta({
  id: "MemberInvitation",
  description:
    "An invitation of a coach into a workspace, with the contact masked; `acceptedAt` is null until it was accepted, `revokedAt` unless it was taken back.",
});

export const memberInvitationPageSchema = pageSchema(memberInvitationSchema);

export const createdMemberInvitationSchema = z
  .strictObject({
    ...memberInvitationShape,
    link: z.url(),
  })
  .meta({
    id: "CreatedMemberInvitation",
    description: "The link is shown to the owner who made it, and mailed; nothing keeps it.",
  });

export const acceptMemberInvitationSchema = z
  .strictObject({
    invitationToken: invitationTokenSchema,
  })
  .meta({
    id: "AcceptMemberInvitation",
    description: "The token of the link that a coach was mailed.",
  });

export const memberRegistrationSchema = z
  .strictObject({ ...registrationShape, invitationToken: invitationTokenSchema })
  .meta({
    id: "MemberRegistration",
    description:
      "The account of a coach who was asked into a workspace, with the legal texts they accept; no workspace of their own comes with it.",
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
      "What an invited coach sees before signing in: who asks, into which workspace, and until when the link opens.",
  });

export const joinedWorkspaceSchema = z
  .strictObject({ workspace: workspaceSchema })
  .meta({ id: "JoinedWorkspace", description: "The workspace that was joined." });
