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
  .meta({ id: "CoachRegistration" });

export const coachRegistrationAnswerSchema = z
  .strictObject({
    user: userSchema,
    coachProfile: coachProfileSchema,
    workspace: workspaceSchema,
    roles: rolesSchema,
    onboardingStatus: z.enum(COACH_ONBOARDING_STATUSES),
  })
  .meta({ id: "CoachRegistrationAnswer" });

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
  .meta({ id: "CoachMe" });
export type CoachMe = z.output<typeof coachMeSchema>;
