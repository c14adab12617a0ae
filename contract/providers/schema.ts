import * as z from "zod";
import { idSchema, instantSchema, lineSchema, localeSchema } from "../wire.ts";
import { invitationTokenSchema } from "../invitations/schema.ts";
import {
  newProviderSchema,
  providerConfigSchema,
  providerOverrideSchema,
  providerPatchSchema,
  regionSchema,
} from "./config-schema.ts";
import {
  AVAILABILITIES,
  HEALTH_ERRORS,
  PLATFORMS,
  PROVIDER_CHANGES,
  PROVIDER_HEALTHS,
  PROVIDER_SOURCES,
  PROVIDER_STATUSES,
  SETUP_WARNINGS,
  VERIFICATION_POLICIES,
} from "./vocabulary.ts";
import { SURFACES } from "../accounts/vocabulary.ts";

/** Query for the cards of discovery. An omitted region, locale or invitation filters nothing. */
export const discoveryQuerySchema = z.strictObject({
  surface: z.enum(SURFACES),
  platform: z.enum(PLATFORMS),
  region: regionSchema.optional(),
  locale: localeSchema.optional(),
  inviteToken: invitationTokenSchema
    .optional()
    .describe(
      "Leaves out what cannot prove the invited contact. Used for this answer, and kept nowhere.",
    ),
});

export const providerCardSchema = z
  .strictObject({
    key: z.string(),
    label: z.string(),
    icon: z.string(),
    availability: z.enum(AVAILABILITIES),
    alias: z
      .string()
      .describe("Names the provider in the app's authorization request, e.g. as `kc_idp_hint`."),
    requiredVerification: z.enum(VERIFICATION_POLICIES),
    supportCopy: z.string().nullable(),
  })
  .meta({ id: "ProviderCard", description: "A way to sign in, as an app shows it." });

export const providerCardsSchema = z
  .strictObject({
    items: z.array(providerCardSchema),
    nextCursor: z.null(),
  })
  .meta({ id: "ProviderCards", description: "All cards at once, in order." });

export const listProvidersQuerySchema = z.strictObject({
  status: z.enum(PROVIDER_STATUSES).optional(),
});

const healthSchema = z
  .strictObject({
    status: z.enum(PROVIDER_HEALTHS),
    latencyMs: z.int().describe("Milliseconds until it answered."),
    errorCode: z.enum(HEALTH_ERRORS).nullable(),
    checkedAt: instantSchema,
  })
  .meta({ id: "ProviderHealth", description: "How a provider stood when it was last looked at." });

const auditSummarySchema = z
  .strictObject({
    changeCount: z.int().describe("Within the last 30 days."),
    lastChange: z
      .strictObject({
        auditEventId: idSchema,
        change: z.enum(PROVIDER_CHANGES),
        reason: z.string().nullable(),
        actor: z.string(),
        createdAt: instantSchema,
      })
      .nullable(),
    lastSessionReview: z
      .strictObject({
        /** Id of the disable's audit event. */
        auditEventId: idSchema,
        endedSessionCount: z.int(),
        revokedDeviceCount: z.int(),
        /**
         * Open sessions that the same people have through other sign-ins; null while sessions are still being ended.
         */
        leftSessionCount: z.int().nullable(),
        openedAt: instantSchema,
        reviewedAt: instantSchema.nullable(),
      })
      .nullable()
      .describe("What the last security disable ended, and left over."),
  })
  .meta({ id: "ProviderAudit", description: "What was lately changed of a provider, in short." });

export const adminProviderSchema = z
  .strictObject({
    ...providerConfigSchema.shape,
    source: z.enum(PROVIDER_SOURCES),
    file: providerConfigSchema
      .nullable()
      .describe("The file as it is; null for a provider that was created."),
    override: providerOverrideSchema
      .nullable()
      .describe("What stands over the file; null when nothing does."),
    health: healthSchema.nullable(),
    audit: auditSummarySchema,
    warnings: z.array(z.enum(SETUP_WARNINGS)),
  })
  .meta({
    id: "AdminProvider",
    description: "A provider to administrators: what counts, and where it comes from.",
  });
export type AdminProvider = z.output<typeof adminProviderSchema>;

export const adminProvidersSchema = z
  .strictObject({
    items: z.array(adminProviderSchema),
    nextCursor: z.null(),
  })
  .meta({
    id: "AdminProviders",
    description: "All of them at once: a product has few ways to sign in.",
  });

const reasonSchema = lineSchema(500);

export const createProviderSchema = newProviderSchema
  .extend({ reason: reasonSchema.optional() })
  .meta({ id: "CreateProvider", description: "A provider beside those of the files." });

export const changeProviderSchema = providerPatchSchema
  .extend({
    reason: reasonSchema.optional(),
    revokeSessions: z.boolean().default(false),
  })
  .meta({
    id: "ChangeProvider",
    description:
      "`reason` for anything but the looks; `revokeSessions` ends the sessions of a disabled provider.",
  });

export const createdProviderSchema = z
  .strictObject({
    provider: adminProviderSchema,
    auditEventId: idSchema,
    warnings: z.array(z.enum(SETUP_WARNINGS)),
  })
  .meta({
    id: "CreatedProvider",
    description: "A provider as made, and what its setup still lacks.",
  });

export const changedProviderSchema = z
  .strictObject({
    provider: adminProviderSchema,
    auditEventId: idSchema
      .nullable()
      .describe("Null when nothing was different from what was there."),
    revokedSessionCount: z.int(),
  })
  .meta({ id: "ChangedProvider", description: "A provider as it stands after a change." });

export const healthCheckSchema = z
  .strictObject({
    dryRunClaims: z
      .string()
      .max(40)
      .optional()
      .describe("Name of made-up claims that are run through the configuration."),
  })
  .default({})
  .meta({ id: "HealthCheck", description: "A look at a provider; nothing has to be sent." });

export const healthCheckAnswerSchema = z
  .strictObject({
    providerKey: z.string(),
    healthStatus: z.enum(PROVIDER_HEALTHS),
    latencyMs: z.int(),
    errorCode: z.enum(HEALTH_ERRORS).nullable(),
    missingClaims: z.array(z.string()).describe("Required claims that the dry run did not find."),
    setupWarnings: z.array(z.enum(SETUP_WARNINGS)),
    checkedAt: instantSchema,
  })
  .meta({ id: "HealthCheckAnswer", description: "What a look at a provider found just now." });
