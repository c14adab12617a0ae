import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ClientOnboardingStatus } from "../../contract/accounts/vocabulary.ts";
import { User } from "./user.ts";

const ClientProfileSchema = defineEntity({
  name: "ClientProfile",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().unique(),
    displayName: p.text(),
    timezone: p.text(),
    locale: p.text(),
    birthDate: p.date().strictNullable(),
    heightCm: p.integer().strictNullable(),
    goal: p.text().strictNullable(),
    onboardingStatus: p.text().$type<ClientOnboardingStatus>(),
    privacySettings: p.json<Record<string, boolean>>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    statedAt: p.datetime().strictNullable(),
    baselineChangedAt: p.datetime().strictNullable(),
  },
});

/**
 * The coaching profile of a client. The client last confirmed it at `statedAt`, which is null after mere registration.
 * The content of the baseline last changed at `baselineChangedAt`.
 */
export class ClientProfile extends ClientProfileSchema.class {}

ClientProfileSchema.setClass(ClientProfile);
