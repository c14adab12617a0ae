import * as z from "zod";
import { idSchema, instantSchema, lineSchema, localeSchema, timezoneSchema } from "../wire.ts";
import { containsHiddenMarks, containsLink } from "./shown-name.ts";
import { legalVersionsSchema } from "./terms-schema.ts";
import { SURFACES, USER_ROLES, USER_STATUSES } from "./vocabulary.ts";

/** Name of a person or a workspace. It appears in mails to strangers (docs/rooms/accounts.md#names). */
export const nameSchema = lineSchema(100)
  .refine((name) => !containsLink(name), { error: "A name must not contain a link or an address" })
  .refine((name) => !containsHiddenMarks(name), {
    error: "A name must not contain hidden characters",
  })
  .describe(
    "Without links, addresses, and characters that are hidden or change the text's direction.",
  );
export const rolesSchema = z.array(z.enum(USER_ROLES));

export const registrationShape = {
  displayName: nameSchema,
  timezone: timezoneSchema,
  locale: localeSchema,
  ...legalVersionsSchema.shape,
};

export const userSchema = z
  .strictObject({
    userId: idSchema,
    displayName: z.string(),
    primaryEmail: z.string().nullable(),
    primaryPhone: z.string().nullable(),
    status: z.enum(USER_STATUSES),
    createdAt: instantSchema,
  })
  .meta({
    id: "User",
    description: "An account with its own contacts; null where it has none of that kind.",
  });

export const coachProfileSchema = z
  .strictObject({
    publicHandle: z.string().nullable(),
    bio: z.string().nullable(),
    timezone: z.string(),
    locale: z.string(),
  })
  .meta({
    id: "CoachProfile",
    description: "The profile of a coach; `publicHandle` and `bio` are null until they are set.",
  });

/** Data that every app loads first. */
export const sessionShape = {
  roles: rolesSchema,
  permissions: z.array(z.string()),
  featureFlags: z.record(z.string(), z.boolean()),
  legalVersions: legalVersionsSchema.describe(
    "The legal texts in force, to be shown and accepted.",
  ),
  termsAcceptanceRequired: z
    .boolean()
    .describe("True until the legal versions in force are accepted; nothing is refused meanwhile."),
};

export const clientProfileSchema = z
  .strictObject({
    displayName: z.string(),
    timezone: z.string(),
    locale: z.string(),
  })
  .meta({
    id: "ClientProfile",
    description: "Name of a client, and zone and language of their app.",
  });

export const appSessionSchema = z
  .strictObject({
    sessionId: idSchema,
    clientApp: z.enum(SURFACES),
    startedAt: instantSchema,
    lastSeenAt: instantSchema,
  })
  .meta({
    id: "AppSession",
    description: "The app session of the caller's token, and approximately when it was last used.",
  });
