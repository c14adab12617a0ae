import { z } from "zod";
import { onboardingSchema, onboardingTaskSchema } from "../onboarding/schema.ts";
import {
  idSchema,
  instantSchema,
  lineSchema,
  localeSchema,
  pageQuerySchema,
  pageSchema,
  timezoneSchema,
} from "../wire.ts";
import { invitationTokenSchema } from "../invitations/schema.ts";
import { legalVersionsSchema } from "./terms-schema.ts";
import {
  CLIENT_ONBOARDING_STATUSES,
  COACH_ONBOARDING_STATUSES,
  NEXT_ROUTES,
  SURFACES,
  USER_ROLES,
  USER_STATUSES,
} from "./vocabulary.ts";
import { MEMBERSHIP_ROLES, WORKSPACE_STATUSES } from "../workspaces/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../relationships/vocabulary.ts";

const nameSchema = lineSchema(100);
const rolesSchema = z.array(z.enum(USER_ROLES));

const registrationShape = {
  displayName: nameSchema,
  timezone: timezoneSchema,
  locale: localeSchema,
  ...legalVersionsSchema.shape,
};

export const coachRegistrationSchema = z.strictObject({
  ...registrationShape,
  workspaceName: nameSchema.optional(),
});

/** `deviceId` is whatever the app calls its device, e.g. its installation id; kept as a hash only. */
export const clientRegistrationSchema = z.strictObject({
  ...registrationShape,
  invitationToken: invitationTokenSchema,
  validationId: idSchema,
  clientApp: z.enum(SURFACES),
  deviceId: lineSchema(200).optional(),
});

export const userSchema = z.strictObject({
  userId: idSchema,
  displayName: z.string(),
  primaryEmail: z.string().nullable(),
  primaryPhone: z.string().nullable(),
  status: z.enum(USER_STATUSES),
  createdAt: instantSchema,
});

export const coachProfileSchema = z.strictObject({
  publicHandle: z.string().nullable(),
  bio: z.string().nullable(),
  timezone: z.string(),
  locale: z.string(),
});

export const workspaceSchema = z.strictObject({
  workspaceId: idSchema,
  name: z.string(),
  status: z.enum(WORKSPACE_STATUSES),
  /** What the caller is in it. */
  role: z.enum(MEMBERSHIP_ROLES),
});

export const coachRegistrationAnswerSchema = z.strictObject({
  user: userSchema,
  coachProfile: coachProfileSchema,
  workspace: workspaceSchema,
  roles: rolesSchema,
  onboardingStatus: z.enum(COACH_ONBOARDING_STATUSES),
});

/** What every app starts from. */
const sessionShape = {
  roles: rolesSchema,
  permissions: z.array(z.string()),
  featureFlags: z.record(z.string(), z.boolean()),
  /** The legal texts in force, to be shown and accepted. */
  legalVersions: legalVersionsSchema,
  /** True until the legal versions in force are accepted; nothing is refused for it. */
  termsAcceptanceRequired: z.boolean(),
};

export const coachMeSchema = z.strictObject({
  user: userSchema,
  /** The active workspace: the one the coach owns, else the one joined first. */
  workspace: workspaceSchema,
  workspaces: z.array(workspaceSchema),
  coachProfile: coachProfileSchema,
  onboardingStatus: z.enum(COACH_ONBOARDING_STATUSES),
  ...sessionShape,
});
export type CoachMe = z.output<typeof coachMeSchema>;

const clientProfileSchema = z.strictObject({
  displayName: z.string(),
  timezone: z.string(),
  locale: z.string(),
});

/** A client's one relationship that is not ended. */
export const clientRelationshipSchema = z.strictObject({
  relationshipId: idSchema,
  workspaceId: idSchema,
  workspaceName: z.string(),
  coachUserId: idSchema,
  coachDisplayName: z.string(),
  status: z.enum(RELATIONSHIP_STATUSES),
  timezone: z.string(),
  startedAt: instantSchema,
});

export const appSessionSchema = z.strictObject({
  sessionId: idSchema,
  clientApp: z.enum(SURFACES),
  startedAt: instantSchema,
  lastSeenAt: instantSchema,
});

export const clientRegistrationAnswerSchema = z.strictObject({
  user: userSchema,
  clientProfile: clientProfileSchema,
  relationship: clientRelationshipSchema,
  onboarding: onboardingSchema,
  roles: rolesSchema,
  nextRoute: z.enum(NEXT_ROUTES),
  session: appSessionSchema,
});

/** Everything but the flags is empty for somebody without an invitation: nextRoute INVITE_REQUIRED. */
export const clientMeSchema = z.strictObject({
  user: userSchema.nullable(),
  clientProfile: clientProfileSchema.nullable(),
  relationship: clientRelationshipSchema.nullable(),
  onboardingStatus: z.enum(CLIENT_ONBOARDING_STATUSES).nullable(),
  /** What is still to be done of the onboarding, in its order. */
  pendingTasks: z.array(onboardingTaskSchema),
  nextRoute: z.enum(NEXT_ROUTES),
  ...sessionShape,
});
export type ClientMe = z.output<typeof clientMeSchema>;

export const listRelationshipsQuerySchema = pageQuerySchema.extend({
  status: z.enum(RELATIONSHIP_STATUSES).optional(),
});

/** A relationship in the list of its workspace. */
export const relationshipSchema = z.strictObject({
  relationshipId: idSchema,
  clientUserId: idSchema,
  clientDisplayName: z.string(),
  coachUserId: idSchema,
  status: z.enum(RELATIONSHIP_STATUSES),
  timezone: z.string(),
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
});
export const relationshipPageSchema = pageSchema(relationshipSchema);
