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

export const memberInvitationTokenSchema = z
  .strictObject({ invitationToken: invitationTokenSchema })
  .meta({
    id: "MemberInvitationToken",
    description: "The token of the link that was mailed to the coach.",
  });

/** Longest text accepted as a handle; a real one has about 90 characters. A wrong one is well-formed too. */
const MAX_HANDLE_LENGTH = 256;

const joinHandleSchema = z.string().min(1).max(MAX_HANDLE_LENGTH);

export const joinHandleBodySchema = z.strictObject({ joinHandle: joinHandleSchema }).meta({
  id: "JoinHandleBody",
  description: "The handle of an invitation to join, from its preview.",
});

const proofShape = {
  invitationToken: invitationTokenSchema.optional(),
  joinHandle: joinHandleSchema.optional(),
};

interface ProofBody {
  readonly invitationToken?: string | undefined;
  readonly joinHandle?: string | undefined;
}

const isOneProof = ({ invitationToken, joinHandle }: ProofBody) =>
  (invitationToken === undefined) !== (joinHandle === undefined);
const oneProof = { error: "Name either invitationToken or joinHandle" };

export const acceptMemberInvitationSchema = z
  .strictObject(proofShape)
  .refine(isOneProof, oneProof)
  .meta({
    id: "AcceptMemberInvitation",
    description: "The token of the link that was mailed to the coach, or the handle for it.",
  });

export const memberRegistrationSchema = z
  .strictObject({ ...registrationShape, ...proofShape })
  .refine(isOneProof, oneProof)
  .meta({
    id: "MemberRegistration",
    description:
      "Account of an invited coach, with the accepted legal texts and either token or handle; it does not come with a workspace of their own.",
  });

const memberPreviewShape = {
  workspaceName: z.string(),
  ownerDisplayName: z.string(),
  role: z.literal("COACH").describe("Role in the workspace after joining."),
  contact: maskedContactSchema,
  expiresAt: instantSchema,
};

export const memberInvitationPreviewSchema = z
  .strictObject({
    ...memberPreviewShape,
    joinHandle: z
      .string()
      .describe(
        "Stands for the token in a browser: for this invitation alone, and only with a sign-in that proves the invited address.",
      ),
    joinHandleExpiresAt: instantSchema,
  })
  .meta({
    id: "MemberInvitationPreview",
    description:
      "Shown to an invited coach before signing in: the inviter, the workspace, the end of the link, and a handle to join in the browser.",
  });

export const joiningPreviewSchema = z.strictObject(memberPreviewShape).meta({
  id: "JoiningPreview",
  description: "Shown to an invited coach after signing in: what they are about to join.",
});

export const joinedWorkspaceSchema = z
  .strictObject({ workspace: workspaceSchema })
  .meta({ id: "JoinedWorkspace", description: "The workspace that was joined." });
