import * as z from "zod";
import {
  coachProfileSchema,
  nameSchema,
  registrationShape,
  rolesSchema,
  sessionShape,
  userSchema,
} from "../accounts/schema.ts";
import { COACH_ONBOARDING_STATUSES } from "../accounts/vocabulary.ts";
import { idSchema } from "../wire.ts";
import { workspaceSchema } from "./schema.ts";

export const coachRegistrationSchema = z
  .strictObject({
    ...registrationShape,
    workspaceName: nameSchema.optional(),
  })
  .meta({
    id: "CoachRegistration",
    description:
      "A new coach account, with the accepted legal texts; it comes with a workspace named `workspaceName` or after the coach.",
  });

const onboardingStatusSchema = z
  .enum(COACH_ONBOARDING_STATUSES)
  .describe(
    "NOT_STARTED until the coach changes the profile or a workspace; COMPLETED from the first client on, invited or taken over. It never goes back.",
  );

export const coachRegistrationAnswerSchema = z
  .strictObject({
    user: userSchema,
    coachProfile: coachProfileSchema,
    workspace: workspaceSchema,
    roles: rolesSchema,
    onboardingStatus: onboardingStatusSchema,
  })
  .meta({
    id: "CoachRegistrationAnswer",
    description: "Result of a registration: account, profile, workspace and roles.",
  });

export const coachMeQuerySchema = z.strictObject({
  workspaceId: idSchema
    .optional()
    .describe("The workspace that the app shows; one of the caller's `workspaces`."),
});

export const coachMeSchema = z
  .strictObject({
    user: userSchema,
    workspace: workspaceSchema.describe(
      "The workspace that `workspaceId` names. Without it: the active one that the coach owns, else the active one joined first, else a closed one. `permissions` are those in it.",
    ),
    workspaces: z
      .array(workspaceSchema)
      .describe("All workspaces of the coach's active memberships: owned ones first, then by age."),
    coachProfile: coachProfileSchema,
    onboardingStatus: onboardingStatusSchema,
    draftKey: z
      .string()
      .nullable()
      .describe(
        "Key by which a browser seals unsent text: 32 bytes, base64url. It belongs to this session and person, and ends with the session; keep it in memory only. Null in an app, which has a safe place of its own.",
      ),
    ...sessionShape,
  })
  .meta({
    id: "CoachMe",
    description:
      "Data that a coach's app loads first: who signed in, their workspaces and roles, and enabled features.",
  });
export type CoachMe = z.output<typeof coachMeSchema>;
