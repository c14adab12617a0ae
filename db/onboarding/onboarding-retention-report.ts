import { defineEntity, p } from "@mikro-orm/postgresql";
import { OnboardingInstance } from "./onboarding-instance.ts";

const OnboardingRetentionReportSchema = defineEntity({
  name: "OnboardingRetentionReport",
  properties: {
    instanceId: () =>
      p
        .manyToOne(OnboardingInstance)
        .mapToPk()
        .primary()
        .updateRule("no action")
        .deleteRule("no action"),
    counts: p.json<Readonly<Record<string, number>>>(),
    purgedAt: p.datetime(),
  },
});

/** How many rows were deleted at the end of a retention. */
export class OnboardingRetentionReport extends OnboardingRetentionReportSchema.class {}
OnboardingRetentionReportSchema.setClass(OnboardingRetentionReport);
