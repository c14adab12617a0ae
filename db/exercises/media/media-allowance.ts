import { defineEntity, p } from "@mikro-orm/postgresql";
import type { QuotaClosedBy } from "../../../contract/exercises/media-vocabulary.ts";
import { ProviderIntegration } from "../catalogue/provider-integration.ts";

const MediaAllowanceSchema = defineEntity({
  name: "MediaAllowance",
  properties: {
    providerKey: () =>
      p
        .manyToOne(ProviderIntegration)
        .mapToPk()
        .primary()
        .updateRule("no action")
        .deleteRule("no action"),
    toldUniqueLimit: p.integer().strictNullable(),
    toldMinutesLimit: p.integer().strictNullable(),
    uniqueDrift: p.integer().default(0),
    minutesDrift: p.integer().default(0),
    closedBy: p.text().$type<QuotaClosedBy>().strictNullable(),
    closedAt: p.datetime().strictNullable(),
    awaitsUsageSince: p.datetime().strictNullable(),
    warnedAt: p.datetime().strictNullable(),
    reconciledAt: p.datetime().strictNullable(),
  },
});

/** A provider's allowance; its row is locked while an access is counted. */
export class MediaAllowance extends MediaAllowanceSchema.class {}
MediaAllowanceSchema.setClass(MediaAllowance);
