import * as z from "zod";
import {
  appSessionSchema,
  clientProfileSchema,
  registrationShape,
  rolesSchema,
  sessionShape,
  userSchema,
} from "../accounts/schema.ts";
import { CLIENT_ONBOARDING_STATUSES, NEXT_ROUTES, SURFACES } from "../accounts/vocabulary.ts";
import { invitationTokenSchema } from "../invitations/schema.ts";
import { clientRelationshipSchema } from "../relationships/schema.ts";
import { idSchema, instantSchema, lineSchema } from "../wire.ts";
import { onboardingSchema, onboardingTaskSchema } from "./schema.ts";

export const clientRegistrationSchema = z
  .strictObject({
    ...registrationShape,
    invitationToken: invitationTokenSchema,
    validationId: idSchema,
    clientApp: z.enum(SURFACES),
    deviceId: lineSchema(200).optional(),
  })
  .meta({
    id: "ClientRegistration",
    description:
      "`deviceId` is any name of the app for its device, e.g. its installation id; only a hash is stored.",
  });

export const clientRegistrationAnswerSchema = z
  .strictObject({
    user: userSchema,
    clientProfile: clientProfileSchema,
    relationship: clientRelationshipSchema,
    onboarding: onboardingSchema,
    roles: rolesSchema,
    nextRoute: z.enum(NEXT_ROUTES),
    session: appSessionSchema,
  })
  .meta({
    id: "ClientRegistrationAnswer",
    description:
      "Result of a registration: account, profile, relationship and onboarding, the new session, and the app's next screen.",
  });

const formerRelationshipSchema = z
  .strictObject({
    relationshipId: idSchema,
    workspaceName: z.string(),
    coachDisplayName: z.string(),
    endedAt: instantSchema,
  })
  .meta({
    id: "FormerRelationship",
    description: "The client's last relationship, which has ended.",
  });

const waitingInvitationSchema = z
  .strictObject({ expiresAt: instantSchema.describe("When its link closes.") })
  .meta({
    id: "WaitingInvitation",
    description:
      "An invitation waits for the address that the sign-in proves. Its link is in the mail, which can be sent again.",
  });

export const clientMeSchema = z
  .strictObject({
    user: userSchema.nullable(),
    clientProfile: clientProfileSchema.nullable(),
    relationship: clientRelationshipSchema.nullable(),
    formerRelationship: formerRelationshipSchema
      .nullable()
      .describe(
        "The relationship that ended last, and when; null while one is open, or if there was none.",
      ),
    onboardingStatus: z.enum(CLIENT_ONBOARDING_STATUSES).nullable(),
    pendingTasks: z.array(onboardingTaskSchema).describe("Open tasks of the onboarding, in order."),
    nextRoute: z.enum(NEXT_ROUTES),
    signInWith: z
      .array(z.string())
      .describe(
        "For SIGN_IN_OTHER_WAY: aliases of the sign-ins of the account that has the verified contact.",
      ),
    waitingInvitation: waitingInvitationSchema
      .nullable()
      .describe("For INVITE_REQUIRED without an account; null otherwise, or if none waits."),
    ...sessionShape,
  })
  .meta({
    id: "ClientMe",
    description:
      "Without an account, everything but the flags and a waiting invitation is empty, and nextRoute is INVITE_REQUIRED, or SIGN_IN_OTHER_WAY if another sign-in has an account.",
  });
export type ClientMe = z.output<typeof clientMeSchema>;
