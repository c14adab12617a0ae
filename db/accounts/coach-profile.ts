import { defineEntity, p } from "@mikro-orm/postgresql";
import type { CoachOnboardingStatus } from "../../contract/accounts/vocabulary.ts";
import { User } from "./user.ts";

const CoachProfileSchema = defineEntity({
  name: "CoachProfile",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().unique(),
    publicHandle: p.text().strictNullable().unique(),
    bio: p.text().strictNullable(),
    timezone: p.text(),
    locale: p.text(),
    onboardingStatus: p.text().$type<CoachOnboardingStatus>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** The professional profile of a coach; at registration it has no public handle. */
export class CoachProfile extends CoachProfileSchema.class {}

CoachProfileSchema.setClass(CoachProfile);
