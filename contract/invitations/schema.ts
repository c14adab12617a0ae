import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import { nameSchema } from "../accounts/schema.ts";
import { CONTACT_KINDS } from "../accounts/vocabulary.ts";
import { LETTER_STATUSES } from "../outbox/letter-vocabulary.ts";
import { INVITATION_STATUSES } from "./vocabulary.ts";

/** Longest text accepted as a token; a real one has 43 characters. */
const MAX_TOKEN_LENGTH = 256;

/** Token of an invitation, as in its link. A wrong token is well-formed too; it is just unknown. */
export const invitationTokenSchema = z.string().min(1).max(MAX_TOKEN_LENGTH);

export const createInvitationSchema = z
  .strictObject({
    email: lineSchema(320).optional(),
    phone: lineSchema(40).optional(),
    name: nameSchema
      .optional()
      .describe("As the coach calls them; shown to the coaches of the workspace alone."),
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
  sendAt: instantSchema.nullable().describe("From when one that is SCHEDULED is sent."),
  expiresAt: instantSchema.describe("Of one that is SCHEDULED: until when it is tried to send it."),
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

export const letterOutcomeSchema = z
  .strictObject({
    status: z
      .enum(LETTER_STATUSES)
      .describe("PENDING is tried again by itself, FAILED is not, NOT_SENT had nobody to go to."),
    attempts: z.int().min(0),
    failureCode: z
      .string()
      .nullable()
      .describe("Of the last try, where it failed: `SMTP_550`, say, an address unknown there."),
    askedAt: instantSchema,
    triedAt: instantSchema.nullable().describe("When it was sent, or the last try failed."),
  })
  .meta({ id: "LetterOutcome", description: "A mail, and what became of it." });

/** An invitation as its workspace reads it: the inviter knows contact and name. */
export const listedInvitationSchema = z
  .strictObject({
    ...invitationShape,
    name: z
      .string()
      .nullable()
      .describe("As the coach calls them; null where none was given, and once the contact goes."),
    lastMail: letterOutcomeSchema
      .nullable()
      .describe("Of the newest mail, for 90 days; null where none is kept."),
    contact: z.strictObject({ ...maskedContactSchema.shape, value: z.string() }).meta({
      id: "InvitedContact",
      description:
        "A contact, whole, to the coaches who invited it; an empty text 30 days after the invitation ended, or once the account of who accepted is deleted.",
    }),
  })
  .meta({
    id: "ListedInvitation",
    description:
      "An invitation of a client as its workspace's coaches read it, with the whole contact, the name they gave it, and what became of its last mail.",
  });
/** Filters the list by present status. */
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
