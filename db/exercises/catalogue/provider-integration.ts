import { defineEntity, p } from "@mikro-orm/postgresql";

const ProviderIntegrationSchema = defineEntity({
  name: "ProviderIntegration",
  properties: {
    providerKey: p.text().primary(),
    credentialsReference: p.text(),
    planKey: p.text(),
    metered: p.boolean(),
    mediaUniqueLimit: p.integer().strictNullable(),
    videoMinutesLimit: p.integer().strictNullable(),
    licensePolicy: p.text(),
    mediaHosts: p.array(),
    lastUsageSyncAt: p.datetime().strictNullable(),
    updatedAt: p.datetime(),
  },
});

/** The configuration of a provider of exercises: its plan, its limits, and the source of its media. */
export class ProviderIntegration extends ProviderIntegrationSchema.class {}
ProviderIntegrationSchema.setClass(ProviderIntegration);
