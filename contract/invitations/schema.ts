import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import { CONTACT_KINDS } from "../accounts/vocabulary.ts";
import { INVITATION_STATUSES } from "./vocabulary.ts";

/** Longest text taken for a token; a real one has 43 characters. */
const MAX_TOKEN_LENGTH = 256;

/** Token of an invitation, as the link carries it. A wrong one is well formed too: it is unknown. */
export const invitationTokenSchema = z.string().min(1).max(MAX_TOKEN_LENGTH);

/** Exactly one contact, as people write it; compared in normal form. */
export const createInvitationSchema = z
  .strictObject({
    email: lineSchema(320).optional(),
    phone: lineSchema(40).optional(),
    /** A published version of a form in use; without it the workspace's default at registration. */
    formVersionId: idSchema.optional(),
  })
  .refine(({ email, phone }) => (email === undefined) !== (phone === undefined), {
    error: "Name either email or phone",
  });
export type CreateInvitation = z.output<typeof createInvitationSchema>;

/** A contact as far as others may see it. */
export const maskedContactSchema = z.strictObject({
  kind: z.enum(CONTACT_KINDS),
  /** E.g. `a***@example.com`. */
  masked: z.string(),
});

const invitationShape = {
  invitationId: idSchema,
  workspaceId: idSchema,
  invitedByUserId: idSchema,
  contact: maskedContactSchema,
  status: z.enum(INVITATION_STATUSES),
  /** How many links were made; only the newest opens. */
  generation: z.int(),
  expiresAt: instantSchema,
  createdAt: instantSchema,
  consumedAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
  /** The questionnaire that was chosen; null is the workspace's default at registration. */
  formVersionId: idSchema.nullable(),
};

export const invitationSchema = z.strictObject(invitationShape);
/** Narrows the list to the invitations that stand so now. */
export const listInvitationsQuerySchema = pageQuerySchema.extend({
  status: z.enum(INVITATION_STATUSES).optional(),
});
export const invitationPageSchema = pageSchema(invitationSchema);

/** The link is shown to the coach who made it, and mailed; nothing keeps it. */
export const createdInvitationSchema = z.strictObject({ ...invitationShape, link: z.url() });

export const invitationTokenBodySchema = z.strictObject({ invitationToken: invitationTokenSchema });

export const invitationPreviewSchema = z.strictObject({
  workspaceName: z.string(),
  coachDisplayName: z.string(),
  contact: maskedContactSchema,
  expiresAt: instantSchema,
});

/** Proof for registration that this sign-in may accept this invitation, until `expiresAt`. */
export const invitationValidationSchema = z.strictObject({
  validationId: idSchema,
  expiresAt: instantSchema,
});
