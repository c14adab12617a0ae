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
import { workspaceSchema } from "./schema.ts";

export const coachRegistrationSchema = z
  .strictObject({
    ...registrationShape,
    workspaceName: nameSchema.optional(),
  })
  .meta({
    id: "CoachRegistration",
    description:
      "A coach's account to be made, with the legal texts they accept; a workspace comes with it, named after `workspaceName` or the coach.",
  });

export const coachRegistrationAnswerSchema = z
  .strictObject({
    user: userSchema,
    coachProfile: coachProfileSchema,
    workspace: workspaceSchema,
    roles: rolesSchema,
    onboardingStatus: z.enum(COACH_ONBOARDING_STATUSES),
  })
  .meta({
    id: "CoachRegistrationAnswer",
    description:
      "What registration made: account, profile and workspace, and the roles that come with them.",
  });

export const coachMeSchema = z
  .strictObject({
    user: userSchema,
    workspace: workspaceSchema.describe(
      "The active workspace: the one the coach owns, else the one joined first.",
    ),
    workspaces: z.array(workspaceSchema),
    coachProfile: coachProfileSchema,
    onboardingStatus: z.enum(COACH_ONBOARDING_STATUSES),
    ...sessionShape,
  })
  .meta({
    id: "CoachMe",
    description:
      "Everything a coach's app starts from: who signed in, their workspaces and roles, and what is switched on.",
  });
export type CoachMe = z.output<typeof coachMeSchema>;
