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

const Flow = z.object({
  alias: z.string(),
  topLevel: z.boolean(),
  authenticationExecutions: z.array(
    z.object({
      authenticator: z.string().optional(),
      authenticatorConfig: z.string().optional(),
      flowAlias: z.string().optional(),
      requirement: z.string(),
    }),
  ),
});

export type RealmFlow = z.infer<typeof Flow>;

/** The part of a Keycloak realm file that our rules read. */
export const Realm = z.object({
  realm: z.string(),
  sslRequired: z.string(),
  verifyEmail: z.boolean(),
  duplicateEmailsAllowed: z.boolean(),
  internationalizationEnabled: z.boolean().default(false),
  supportedLocales: z.array(z.string()).default([]),
  bruteForceProtected: z.boolean(),
  accessTokenLifespan: z.number(),
  accessCodeLifespan: z.number(),
  revokeRefreshToken: z.boolean(),
  refreshTokenMaxReuse: z.number(),
  eventsEnabled: z.boolean(),
  scopeMappings: z.array(z.object({ client: z.string(), roles: z.array(z.string()) })),
  attributes: z.record(z.string(), z.string()),
  browserFlow: z.string(),
  authenticationFlows: z.array(Flow),
  authenticatorConfig: z.array(
    z.object({ alias: z.string(), config: z.record(z.string(), z.string()) }),
  ),
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
