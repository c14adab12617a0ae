import * as z from "zod";
import { SESSION_ENDS } from "../../accounts/session-vocabulary.ts";
import { DEVICE_SURFACES, SURFACES } from "../../accounts/vocabulary.ts";
import { MOST_AUTH_EVENTS } from "../../accounts/support-vocabulary.ts";
import { supportUserSchema } from "../../accounts/support-schema.ts";
import { emailOutcomeSchema } from "../../invitations/schema.ts";
import { supportInvitationSchema } from "../../invitations/support-schema.ts";
import { DELIVERY_STATUSES, NOTIFICATION_CATEGORIES } from "../../notifications/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../relationships/vocabulary.ts";
import { idSchema, instantSchema, lineSchema } from "../../wire.ts";
import {
  MEMBERSHIP_ROLES,
  MEMBERSHIP_STATUSES,
  WORKSPACE_STATUSES,
} from "../../workspaces/vocabulary.ts";
import { DEVICE_STATUSES, PLATFORMS } from "../vocabulary.ts";

/** Maximum number of rows of each list about a person, newest first. */
export const MOST_OF_PERSON = 20;

export const findPersonSchema = z
  .strictObject({ email: lineSchema(320).optional(), phone: lineSchema(40).optional() })
  .refine(({ email, phone }) => (email === undefined) !== (phone === undefined), {
    error: "Name either email or phone",
  })
  .meta({
    id: "FindPerson",
    description: "Exactly one contact, as people write it; compared in normal form.",
  });

export const foundPersonSchema = z
  .strictObject({ userId: idSchema.nullable(), invitations: z.array(supportInvitationSchema) })
  .meta({
    id: "FoundPerson",
    description: `The account with a contact, null if there is none, and the newest ${MOST_OF_PERSON} invitations to it.`,
  });

const membershipSchema = z
  .strictObject({
    workspaceId: idSchema,
    workspaceStatus: z.enum(WORKSPACE_STATUSES),
    role: z.enum(MEMBERSHIP_ROLES),
    status: z.enum(MEMBERSHIP_STATUSES),
    joinedAt: instantSchema,
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: "SupportMembership", description: "A coach's membership of a workspace." });

const relationshipSchema = z
  .strictObject({
    relationshipId: idSchema,
    workspaceId: idSchema,
    coachUserId: idSchema,
    status: z.enum(RELATIONSHIP_STATUSES),
    startedAt: instantSchema,
    endedAt: instantSchema.nullable(),
  })
  .meta({
    id: "SupportRelationship",
    description: "A relationship in which the person is or was a client.",
  });

const deviceSchema = z
  .strictObject({
    deviceId: idSchema,
    appSurface: z.enum(DEVICE_SURFACES),
    platform: z.enum(PLATFORMS),
    appVersion: z.string(),
    status: z.enum(DEVICE_STATUSES),
    createdAt: instantSchema,
    lastSuccessfulSyncAt: instantSchema.nullable(),
  })
  .meta({ id: "SupportPersonDevice", description: "A device of the person, in short." });

const mailSchema = z
  .strictObject({
    category: z.enum(NOTIFICATION_CATEGORIES),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int().min(0),
    failureCode: z.string().nullable(),
    decidedAt: instantSchema,
    sentAt: instantSchema.nullable(),
  })
  .meta({ id: "SupportMail", description: "A notification mail, and its delivery state." });

const emailSchema = z
  .strictObject({
    type: z.string().describe("Name of the event that it reports."),
    ...emailOutcomeSchema.shape,
  })
  .meta({
    id: "SupportLetter",
    description: "A mail about the account or a relationship, and its delivery state.",
  });

const signInSchema = z
  .strictObject({
    identityId: idSchema,
    provider: z.string(),
    linkedAt: instantSchema,
    lastLoginAt: instantSchema,
    unlinkedAt: instantSchema.nullable(),
  })
  .meta({ id: "SupportSignIn", description: "A sign-in that is or was linked to the account." });

const supportSessionSchema = z
  .strictObject({
    sessionId: idSchema,
    identityId: idSchema,
    clientApp: z.enum(SURFACES),
    appVersion: z.string().nullable(),
    startedAt: instantSchema,
    lastSeenAt: instantSchema,
    revokedAt: instantSchema.nullable(),
    revokedFor: z.enum(SESSION_ENDS).nullable(),
  })
  .meta({ id: "SupportSession", description: "A session of the person, and its sign-in." });

const onboardingSchema = z
  .strictObject({
    instanceId: idSchema,
    relationshipId: idSchema,
    status: z.string().describe("State of the onboarding, as its own route names it."),
  })
  .meta({ id: "SupportPersonOnboarding", description: "The state of an onboarding of a client." });

const authEventSchema = z
  .strictObject({ type: z.string(), at: instantSchema })
  .meta({ id: "SupportAuthEvent", description: "An event of the auth audit." });

export const supportAuthEventsSchema = z.strictObject({ items: z.array(authEventSchema) }).meta({
  id: "SupportAuthEvents",
  description: `The newest ${MOST_AUTH_EVENTS} events of a person's auth audit, newest first.`,
});

export const supportPersonSchema = z
  .strictObject({
    account: supportUserSchema,
    workspaces: z.array(membershipSchema),
    relationships: z.array(relationshipSchema),
    devices: z.array(deviceSchema),
    mails: z.array(mailSchema),
    letters: z.array(emailSchema),
    signIns: z.array(signInSchema),
    sessions: z.array(supportSessionSchema),
    onboarding: z.array(onboardingSchema),
  })
  .meta({
    id: "SupportPerson",
    description: `A person as support sees one: ids, states and instants. Each list has the newest ${MOST_OF_PERSON}.`,
  });
