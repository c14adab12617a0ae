import { defineEntity, p } from "@mikro-orm/postgresql";

const ProviderLogoutSchema = defineEntity({
  name: "ProviderLogout",
  properties: {
    issuer: p.text().primary(),
    jti: p.text().primary(),
    providerSessionId: p.text().strictNullable(),
    subject: p.text().strictNullable(),
    issuedAt: p.datetime(),
    receivedAt: p.datetime().index(),
  },
  indexes: [
    { name: "provider_logout_issuer_session_idx", properties: ["issuer", "providerSessionId"] },
    { name: "provider_logout_issuer_subject_idx", properties: ["issuer", "subject"] },
  ],
});

/** A logout that the identity provider reported through its back channel; each token counts once. */
export class ProviderLogout extends ProviderLogoutSchema.class {}

ProviderLogoutSchema.setClass(ProviderLogout);
