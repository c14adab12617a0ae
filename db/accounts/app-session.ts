import { defineEntity, p } from "@mikro-orm/postgresql";
import type { SessionEnd } from "../../contract/accounts/session-vocabulary.ts";
import type { Surface } from "../../contract/accounts/vocabulary.ts";
import { AuthIdentity } from "./auth-identity.ts";
import { User } from "./user.ts";

const AppSessionSchema = defineEntity({
  name: "AppSession",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().index(),
    identityId: () => p.manyToOne(AuthIdentity).mapToPk().index(),
    issuer: p.text(),
    providerSessionId: p.text(),
    clientApp: p.text(),
    surface: p.text().$type<Surface>(),
    deviceIdHash: p.text().strictNullable(),
    ipHash: p.text().strictNullable(),
    startedAt: p.datetime(),
    lastSeenAt: p.datetime(),
    revokedAt: p.datetime().strictNullable(),
    appVersion: p.text().strictNullable(),
    pushTokenId: p.uuid().strictNullable(),
    reportedAt: p.datetime().strictNullable(),
    network: p.text().strictNullable(),
    revokedFor: p.text().$type<SessionEnd>().strictNullable(),
  },
  uniques: [
    {
      name: "app_session_issuer_sid_client_unique",
      properties: ["issuer", "providerSessionId", "clientApp"],
    },
  ],
});

/** One provider session in one app, created when the pair is first seen. */
export class AppSession extends AppSessionSchema.class {}

AppSessionSchema.setClass(AppSession);
