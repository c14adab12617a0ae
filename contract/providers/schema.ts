import * as z from "zod";
import { describing, idSchema, instantSchema, lineSchema, localeSchema } from "../wire.ts";
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
  locale: describing(localeSchema, "BCP 47 language tag, such as de-CH, of the labels."),
  inviteToken: invitationTokenSchema
    .optional()
    .describe(
      "Excludes providers that cannot prove the invited contact. Used for this answer only, never stored.",
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
      .describe("Name of the provider in the app's authorization request, e.g. as `kc_idp_hint`."),
    requiredVerification: z.enum(VERIFICATION_POLICIES),
    supportCopy: z.string().nullable(),
  })
  .meta({ id: "ProviderCard", description: "A way to sign in, as an app shows it." });

export const providerCardsSchema = z
  .strictObject({
    items: z.array(providerCardSchema),
    nextCursor: z.null(),
  })
  .meta({ id: "ProviderCards", description: "All cards in order, on one page." });

export const listProvidersQuerySchema = z.strictObject({
  status: z.enum(PROVIDER_STATUSES).optional(),
});

const healthSchema = z
  .strictObject({
    status: z.enum(PROVIDER_HEALTHS),
    latencyMs: z.int().describe("Milliseconds until the provider answered."),
    errorCode: z.enum(HEALTH_ERRORS).nullable(),
    checkedAt: instantSchema,
  })
  .meta({ id: "ProviderHealth", description: "Result of the provider's last check." });

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
      .describe("Result of the last security disable: ended sessions, and those left."),
  })
  .meta({ id: "ProviderAudit", description: "A recent change of a provider, in short." });

export const adminProviderSchema = z
  .strictObject({
    ...providerConfigSchema.shape,
    source: z.enum(PROVIDER_SOURCES),
    file: providerConfigSchema
      .nullable()
      .describe("The file's content; null for a provider without a file."),
    override: providerOverrideSchema.nullable().describe("The override; null if there is none."),
    health: healthSchema.nullable(),
    audit: auditSummarySchema,
    warnings: z.array(z.enum(SETUP_WARNINGS)),
  })
  .meta({
    id: "AdminProvider",
    description:
      "A provider as administrators see it: the effective configuration and its sources.",
  });
export type AdminProvider = z.output<typeof adminProviderSchema>;

export const adminProvidersSchema = z
  .strictObject({
    items: z.array(adminProviderSchema),
    nextCursor: z.null(),
    warnings: z
      .array(z.enum(SETUP_WARNINGS))
      .describe("Faults of all providers together, whatever the filter."),
  })
  .meta({
    id: "AdminProviders",
    description: "All providers, on one page.",
  });

const reasonSchema = lineSchema(500);

export const createProviderSchema = newProviderSchema
  .extend({ reason: reasonSchema.optional() })
  .meta({ id: "CreateProvider", description: "A provider in addition to those of the files." });

export const changeProviderSchema = providerPatchSchema
  .extend({
    reason: reasonSchema.optional(),
    revokeSessions: z.boolean().default(false),
  })
  .meta({
    id: "ChangeProvider",
    description:
      "`reason` is required for every change but that of the appearance; `revokeSessions` ends the sessions of a disabled provider.",
  });

export const createdProviderSchema = z
  .strictObject({
    provider: adminProviderSchema,
    auditEventId: idSchema,
    warnings: z.array(z.enum(SETUP_WARNINGS)),
  })
  .meta({
    id: "CreatedProvider",
    description: "The new provider, and what its setup still lacks.",
  });

export const changedProviderSchema = z
  .strictObject({
    provider: adminProviderSchema,
    auditEventId: idSchema.nullable().describe("Null if nothing changed."),
    revokedSessionCount: z.int(),
    warnings: z
      .array(z.enum(SETUP_WARNINGS))
      .describe("Faults of all providers together after the change."),
  })
  .meta({ id: "ChangedProvider", description: "A provider after a change." });

export const healthCheckSchema = z
  .strictObject({
    dryRunClaims: z
      .string()
      .max(40)
      .optional()
      .describe("Name of the sample claims to run through the configuration."),
  })
  .default({})
  .meta({
    id: "HealthCheck",
    description: "Request for a check of a provider; the body may be empty.",
  });

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
  .meta({ id: "HealthCheckAnswer", description: "Result of the check of a provider." });
