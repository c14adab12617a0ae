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

/** A provider of exercises as the product works with it: its plan, its limits, where its media come from. */
export class ProviderIntegration extends ProviderIntegrationSchema.class {}
ProviderIntegrationSchema.setClass(ProviderIntegration);
