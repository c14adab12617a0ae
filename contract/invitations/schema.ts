import * as z from "zod";
import {
  idSchema,
  instantSchema,
  lineSchema,
  pageQuerySchema,
  pageSchema,
  searchTextSchema,
} from "../wire.ts";
import { nameSchema } from "../accounts/schema.ts";
import { CONTACT_KINDS } from "../accounts/vocabulary.ts";
import { MESSAGE_LANGUAGES } from "../language-of.ts";
import { EMAIL_STATUSES } from "../outbox/email-vocabulary.ts";
import { INVITATION_STATUSES } from "./vocabulary.ts";

/** Longest text accepted as a token; a real one has 43 characters. */
const MAX_TOKEN_LENGTH = 256;

/** Token of an invitation, as in its link. A wrong token is well-formed too; it is just unknown. */
export const invitationTokenSchema = z.string().min(1).max(MAX_TOKEN_LENGTH);

/** The coach's choice of language. */
export const invitationLanguageSchema = z
  .enum(MESSAGE_LANGUAGES)
  .describe("Language of the mails to the invited person; the default is the workspace's.");

export const createInvitationSchema = z
  .strictObject({
    email: lineSchema(320).optional(),
    phone: lineSchema(40).optional(),
    name: nameSchema
      .optional()
      .describe("Name that the coach gave; shown only to the coaches of the workspace."),
    formVersionId: idSchema
      .optional()
      .describe(
        "A published version of a form in use; the default is the workspace's form at registration.",
      ),
    language: invitationLanguageSchema.optional(),
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
  .meta({ id: "MaskedContact", description: "A contact in masked form." });

const invitationShape = {
  invitationId: idSchema,
  workspaceId: idSchema,
  invitedByUserId: idSchema,
  contact: maskedContactSchema,
  status: z.enum(INVITATION_STATUSES),
  generation: z.int().describe("Number of links that were made; only the newest one opens."),
  sendAt: instantSchema.nullable().describe("When a SCHEDULED invitation is sent."),
  expiresAt: instantSchema.describe("Until when the service tries to send a SCHEDULED invitation."),
  createdAt: instantSchema,
  consumedAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
  formVersionId: idSchema
    .nullable()
    .describe("The chosen questionnaire; null for the workspace's default at registration."),
  language: z
    .enum(MESSAGE_LANGUAGES)
    .nullable()
    .describe("The chosen language of its mails; null for the workspace's."),
};

export const invitationSchema = z.strictObject(invitationShape).meta({
  id: "Invitation",
  description:
    "An invitation of a client, with the contact masked; `consumedAt` is null until it is accepted, `revokedAt` unless it was revoked.",
});

export const emailOutcomeSchema = z
  .strictObject({
    status: z
      .enum(EMAIL_STATUSES)
      .describe("PENDING is retried automatically, FAILED is not, NOT_SENT had no recipient."),
    attempts: z.int().min(0),
    failureCode: z
      .string()
      .nullable()
      .describe("Error code of the last try, e.g. `SMTP_550` for an unknown address."),
    askedAt: instantSchema,
    triedAt: instantSchema.nullable().describe("When it was sent, or when the last try failed."),
  })
  .meta({ id: "LetterOutcome", description: "Delivery state of a mail." });

/** An invitation as its workspace reads it: the inviter knows contact and name. */
export const listedInvitationSchema = z
  .strictObject({
    ...invitationShape,
    name: z
      .string()
      .nullable()
      .describe(
        "Name that the coach gave; null if none was given, or once the contact is deleted.",
      ),
    lastMail: emailOutcomeSchema
      .nullable()
      .describe("State of the newest mail, for 90 days; null if none is kept."),
    contact: z.strictObject({ ...maskedContactSchema.shape, value: z.string() }).meta({
      id: "InvitedContact",
      description:
        "The whole contact, for the coaches of the workspace. It is empty from 30 days after the end of the invitation, or once the invited person's account is deleted.",
    }),
  })
  .meta({
    id: "ListedInvitation",
    description:
      "An invitation of a client as the workspace's coaches see it, with the whole contact, the given name, and the state of its last mail.",
  });
/** Filters the list by present status, contact and text. */
export const listInvitationsQuerySchema = pageQuerySchema.extend({
  status: z.enum(INVITATION_STATUSES).optional(),
  kind: z.enum(CONTACT_KINDS).optional().describe("Kind of the contact."),
  q: searchTextSchema
    .refine((text) => !text.includes("@"), { error: "A whole address is never part of a URL" })
    .optional()
    .describe(
      "Part of the name or of the e-mail address, in upper or lower case. An `@` is refused: no contact stands in a URL.",
    ),
});
export const invitationPageSchema = pageSchema(listedInvitationSchema);

export const createdInvitationSchema = z.strictObject({ ...invitationShape, link: z.url() }).meta({
  id: "CreatedInvitation",
  description: "The link is shown to the coach who made it, and mailed; it is not stored.",
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
      "Shown to an invited person before signing in: the inviter, the workspace, and the end of the link.",
  });

export const invitationMailedAgainSchema = z
  .strictObject({ expiresAt: instantSchema.describe("When the link closes: as before.") })
  .meta({
    id: "InvitationMailedAgain",
    description: "The mail with the link is on its way to the address that the sign-in proves.",
  });

export const invitationValidationSchema = z
  .strictObject({
    validationId: idSchema,
    expiresAt: instantSchema,
  })
  .meta({
    id: "InvitationValidation",
    description:
      "Proof for the registration that this sign-in may accept this invitation, until `expiresAt`.",
  });
