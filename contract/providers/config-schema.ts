import * as z from "zod";
import { lineSchema, localeSchema } from "../wire.ts";
import {
  CLAIM_TARGETS,
  CLAIM_TRANSFORMS,
  PLATFORMS,
  PROVIDER_STATUSES,
  VERIFICATION_POLICIES,
} from "./vocabulary.ts";
import { SURFACES } from "../accounts/vocabulary.ts";

/** Stable internal name of a provider, e.g. `google`; never shown. */
export const providerKeySchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, { error: "Lower-case letters, digits and hyphens, at most 40" });

const aliasSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, { error: "Not an alias of an identity provider" });

/** ISO 3166-1 alpha-2. */
export const regionSchema = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: "Two capital letters, such as CH" });

/** Text by language tag; English is the fallback. */
const perLocale = (maxLength: number) =>
  z
    .record(localeSchema, lineSchema(maxLength))
    .refine((texts) => texts["en"] !== undefined, { error: "English (en) is missing" });

const claimMappingSchema = z
  .strictObject({
    claim: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_.:/-]{0,99}$/, { error: "Not the name of a claim" }),
    target: z.enum(CLAIM_TARGETS),
    required: z.boolean().describe("A sign-in without this claim cannot begin a login."),
    transform: z.enum(CLAIM_TRANSFORMS),
  })
  .meta({
    id: "ClaimMapping",
    description: "Which claim of a sign-in fills which field, and how it is converted.",
  });
export type ClaimMapping = z.output<typeof claimMappingSchema>;

const displayShape = {
  displayName: perLocale(60),
  iconKey: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, { error: "Not the name of an icon" }),
  sortOrder: z.int().min(0).max(10_000).describe("Cards are ordered by this number, then by key."),
  supportCopy: perLocale(300).optional().describe("A sentence below the card, if needed."),
};

const unique = (items: readonly unknown[]) => new Set(items).size === items.length;
const distinct = { error: "Named twice" };

const settingsShape = {
  keycloakAlias: aliasSchema.describe(
    "The provider's name at the identity provider. It is part of authorization URLs and unique among active providers.",
  ),
  status: z.enum(PROVIDER_STATUSES),
  supportedSurfaces: z.array(z.enum(SURFACES)).min(1).refine(unique, distinct),
  supportedPlatforms: z.array(z.enum(PLATFORMS)).min(1).refine(unique, distinct),
  enabledRegions: z
    .array(regionSchema)
    .max(250)
    .refine(unique, distinct)
    .describe("Empty: everywhere."),
  verificationPolicy: z.enum(VERIFICATION_POLICIES),
  claimMappings: z
    .array(claimMappingSchema)
    .max(20)
    .refine((mappings) => unique(mappings.map(({ target }) => target)), {
      error: "Only one claim per target",
    }),
};

/** docs/rooms/providers.md#configuration */
export const providerConfigSchema = z
  .strictObject({
    providerKey: providerKeySchema,
    display: z.strictObject(displayShape),
    ...settingsShape,
  })
  .meta({
    id: "ProviderConfig",
    description:
      "The effective configuration of one provider: a file of `config/auth-providers`, with an administrator's override. Never contains a secret.",
  });
export type ProviderConfig = z.output<typeof providerConfigSchema>;

export const newProviderSchema = z
  .strictObject({
    providerKey: providerKeySchema,
    display: z.strictObject(displayShape),
    ...settingsShape,
    supportedPlatforms: settingsShape.supportedPlatforms.default([...PLATFORMS]),
    enabledRegions: settingsShape.enabledRegions.default([]),
    claimMappings: settingsShape.claimMappings.default([]),
  })
  .meta({
    id: "NewProvider",
    description:
      "Configuration of a new provider. By default it is offered everywhere and maps no claims.",
  });

const overridable = z.strictObject({
  display: z.strictObject(displayShape).partial(),
  ...settingsShape,
});

/** Settings of an administrator that override a file, or all settings of a provider without a file. */
export const providerOverrideSchema = overridable.partial();
export type ProviderOverride = z.output<typeof providerOverrideSchema>;

export const providerPatchSchema = z
  .strictObject({
    display: z.strictObject(displayShape).partial().nullable().optional(),
    keycloakAlias: settingsShape.keycloakAlias.nullable().optional(),
    status: settingsShape.status.nullable().optional(),
    supportedSurfaces: settingsShape.supportedSurfaces.nullable().optional(),
    supportedPlatforms: settingsShape.supportedPlatforms.nullable().optional(),
    enabledRegions: settingsShape.enabledRegions.nullable().optional(),
    verificationPolicy: settingsShape.verificationPolicy.nullable().optional(),
    claimMappings: settingsShape.claimMappings.nullable().optional(),
  })
  .meta({
    id: "ProviderPatch",
    description:
      "A change of the override; null removes a value, so that the file's value applies again.",
  });
export type ProviderPatch = z.output<typeof providerPatchSchema>;
