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

export const coachRegistrationSchema = z.strictObject({
  ...registrationShape,
  workspaceName: nameSchema.optional(),
});

export const coachRegistrationAnswerSchema = z.strictObject({
  user: userSchema,
  coachProfile: coachProfileSchema,
  workspace: workspaceSchema,
  roles: rolesSchema,
  onboardingStatus: z.enum(COACH_ONBOARDING_STATUSES),
});

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
