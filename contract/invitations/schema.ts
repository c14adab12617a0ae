import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import { CONTACT_KINDS } from "../accounts/vocabulary.ts";
import { INVITATION_STATUSES } from "./vocabulary.ts";

/** Longest text taken for a token; a real one has 43 characters. */
const MAX_TOKEN_LENGTH = 256;

/** Token of an invitation, as the link carries it. A wrong one is well formed too: it is unknown. */
export const invitationTokenSchema = z.string().min(1).max(MAX_TOKEN_LENGTH);

export const createInvitationSchema = z
  .strictObject({
    email: lineSchema(320).optional(),
    phone: lineSchema(40).optional(),
    formVersionId: idSchema
      .optional()
      .describe(
        "A published version of a form in use; without it the workspace's default at registration.",
      ),
  })
  .refine(({ email, phone }) => (email === undefined) !== (phone === undefined), {
    error: "Name either email or phone",
  })
  .meta({
    id: "CreateInvitation",
    description: "Exactly one contact, as people write it; compared in normal form.",
  });
export type CreateInvitation = z.output<typeof createInvitationSchema>;

export const maskedContactSchema = z
  .strictObject({
    kind: z.enum(CONTACT_KINDS),
    masked: z.string().describe("E.g. `a***@example.com`."),
  })
  .meta({ id: "MaskedContact", description: "A contact as far as others may see it." });

const invitationShape = {
  invitationId: idSchema,
  workspaceId: idSchema,
  invitedByUserId: idSchema,
  contact: maskedContactSchema,
  status: z.enum(INVITATION_STATUSES),
  generation: z.int().describe("How many links were made; only the newest opens."),
  expiresAt: instantSchema,
  createdAt: instantSchema,
  consumedAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
  formVersionId: idSchema
    .nullable()
    .describe(
      "The questionnaire that was chosen; null is the workspace's default at registration.",
    ),
};

export const invitationSchema = z.strictObject(invitationShape).meta({
  id: "Invitation",
  description:
    "An invitation of a client, with the contact masked; `consumedAt` is null until somebody accepted it, `revokedAt` unless it was taken back.",
});
/** An invitation in the list of its workspace: whoever invited knows the contact. */
export const listedInvitationSchema = z
  .strictObject({
    ...invitationShape,
    contact: z.strictObject({ ...maskedContactSchema.shape, value: z.string() }).meta({
      id: "InvitedContact",
      description:
        "A contact, whole, to the coaches who invited it; an empty text 30 days after the invitation ended, or once the account of who accepted is deleted.",
    }),
  })
  .meta({
    id: "ListedInvitation",
    description:
      "An invitation of a client as its workspace's coaches read it, with the whole contact.",
  });
/** Narrows the list to the invitations that stand so now. */
export const listInvitationsQuerySchema = pageQuerySchema.extend({
  status: z.enum(INVITATION_STATUSES).optional(),
});
export const invitationPageSchema = pageSchema(listedInvitationSchema);

export const createdInvitationSchema = z.strictObject({ ...invitationShape, link: z.url() }).meta({
  id: "CreatedInvitation",
  description: "The link is shown to the coach who made it, and mailed; nothing keeps it.",
});

export const invitationTokenBodySchema = z
  .strictObject({ invitationToken: invitationTokenSchema })
  .meta({ id: "InvitationTokenBody", description: "The token of an invitation's link." });

export const invitationPreviewSchema = z
  .strictObject({
    workspaceName: z.string(),
    coachDisplayName: z.string(),
    contact: maskedContactSchema,
    expiresAt: instantSchema,
  })
  .meta({
    id: "InvitationPreview",
    description:
      "What an invited person sees before signing in: who invites, into which workspace, and until when the link opens.",
  });

export const invitationValidationSchema = z
  .strictObject({
    validationId: idSchema,
    expiresAt: instantSchema,
  })
  .meta({
    id: "InvitationValidation",
    description:
      "Proof for registration that this sign-in may accept this invitation, until `expiresAt`.",
  });
