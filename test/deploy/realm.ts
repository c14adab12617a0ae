import * as z from "zod";

const Mapper = z.object({
  protocolMapper: z.string(),
  config: z.record(z.string(), z.string()),
});

const RealmClient = z.object({
  clientId: z.string(),
  publicClient: z.boolean(),
  standardFlowEnabled: z.boolean(),
  implicitFlowEnabled: z.boolean(),
  directAccessGrantsEnabled: z.boolean(),
  serviceAccountsEnabled: z.boolean(),
  fullScopeAllowed: z.boolean(),
  redirectUris: z.array(z.string()),
  webOrigins: z.array(z.string()),
  defaultClientScopes: z.array(z.string()),
  secret: z.string().optional(),
  attributes: z.record(z.string(), z.string()),
  protocolMappers: z.array(Mapper),
});
export type RealmClient = z.infer<typeof RealmClient>;

/** The part of a Keycloak realm file that our rules look at. */
export const Realm = z.object({
  realm: z.string(),
  sslRequired: z.string(),
  verifyEmail: z.boolean(),
  duplicateEmailsAllowed: z.boolean(),
  bruteForceProtected: z.boolean(),
  accessTokenLifespan: z.number(),
  accessCodeLifespan: z.number(),
  revokeRefreshToken: z.boolean(),
  refreshTokenMaxReuse: z.number(),
  eventsEnabled: z.boolean(),
  smtpServer: z.record(z.string(), z.string()),
  clients: z.array(RealmClient),
  identityProviders: z
    .array(
      z.object({
        alias: z.string(),
        firstBrokerLoginFlowAlias: z.string().optional(),
        config: z.record(z.string(), z.string()),
      }),
    )
    .default([]),
  users: z.array(z.unknown()).default([]),
  clientScopes: z.array(z.unknown()).optional(),
});
export type Realm = z.infer<typeof Realm>;
