import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { PROVIDER_CLIENTS, PROVIDER_MACHINE } from "../../tools/provider/clients.ts";
import { findingsOf, realmRules } from "./realm-rules.ts";
import { Realm, type RealmClient, type RealmFlow } from "./realm.ts";

const file = new URL("../../deploy/keycloak/sideline-realm.json", import.meta.url);
const readRealm = (): Realm => Realm.parse(JSON.parse(readFileSync(file, "utf8")));

const SECOND_FACTOR = "a second factor can be asked for by name, and is of an authenticator";
const MACHINE = "a service has client credentials and no other way";

/** One realm with one mistake per line: the rule it breaks, and the change. */
const faults: readonly (readonly [string, (realm: Realm) => Partial<Realm>])[] = [
  ["PKCE with S256 is forced", changeAttribute("pkce.code.challenge.method", "plain")],
  [
    "its pages and mails are in every language of the API",
    () => ({ internationalizationEnabled: false }),
  ],
  ["its pages and mails are in every language of the API", () => ({ supportedLocales: ["en"] })],
  [
    "access tokens have the type at+jwt (RFC 9068)",
    changeAttribute("access.token.header.type.rfc9068", "false"),
  ],
  [
    "access tokens carry sub and sid",
    changeAttribute("client.use.lightweight.access.token.enabled", "true"),
  ],
  [
    "access tokens carry sub and sid",
    changeClient(() => ({ defaultClientScopes: ["profile", "acr"] })),
  ],
  [
    "a logout reaches the API with its session",
    changeAttribute("backchannel.logout.session.required", "false"),
  ],
  ["the audience is the API", dropMapper("oidc-audience-mapper")],
  [
    "the audience is the API",
    changeMapper("oidc-audience-mapper", "included.custom.audience", "another-api"),
  ],
  [
    "client_id names the client itself",
    changeMapper("oidc-hardcoded-claim-mapper", "claim.value", "sideline-admin"),
  ],
  [
    "identity_provider names the upstream provider",
    changeMapper("oidc-usersessionmodel-note-mapper", "access.token.claim", "false"),
  ],
  ["the code flow is the only one", changeClient(() => ({ directAccessGrantsEnabled: true }))],
  ["the code flow is the only one", changeClient(() => ({ implicitFlowEnabled: true }))],
  [MACHINE, changeMachine({ standardFlowEnabled: true })],
  [MACHINE, changeMachine({ directAccessGrantsEnabled: true })],
  [MACHINE, changeMachine({ publicClient: true })],
  [MACHINE, changeMachine({ secret: undefined })],
  [MACHINE, changeMachine({ redirectUris: ["https://app.example/callback"] })],
  ["a client gets no role it was not given", changeMachine({ fullScopeAllowed: true })],
  ["the file contains no secret and no account", changeMachine({ secret: "abc123" })],
  ["redirects are exact", changeClient(() => ({ redirectUris: ["https://app.example/*"] }))],
  ["redirects are exact", changeClient(() => ({ redirectUris: ["http://app.example/callback"] }))],
  ["no origin is a wildcard", changeClient(() => ({ webOrigins: ["*"] }))],
  ["a client gets no role it was not given", changeClient(() => ({ fullScopeAllowed: true }))],
  ["an access token lives at most 300 s", () => ({ accessTokenLifespan: 3600 })],
  ["a code lives at most 60 s", () => ({ accessCodeLifespan: 600 })],
  ["refresh tokens rotate, and each is valid once", () => ({ revokeRefreshToken: false })],
  ["refresh tokens rotate, and each is valid once", () => ({ refreshTokenMaxReuse: 1 })],
  [SECOND_FACTOR, () => ({ attributes: {} })],
  [SECOND_FACTOR, () => ({ attributes: { "acr.loa.map": '{"1fa":"1","2fa":"1"}' } })],
  [SECOND_FACTOR, changeExecution("auth-otp-form", () => ({ requirement: "ALTERNATIVE" }))],
  [SECOND_FACTOR, changeExecution("auth-otp-form", () => ({ authenticator: "auth-cookie" }))],
  [
    "a second factor comes after the password",
    changeExecution("auth-username-password-form", () => ({ requirement: "DISABLED" })),
  ],
  [
    "a second factor is valid for a working day",
    ({ authenticatorConfig }) => ({
      authenticatorConfig: authenticatorConfig.map(({ alias, config }) => ({
        alias,
        config: { ...config, "loa-max-age": "7776000" },
      })),
    }),
  ],
  [
    "a token with roles says how the person signed in",
    changeClient(() => ({ defaultClientScopes: ["basic", "profile", "email"] })),
  ],
  ["brute force is detected", () => ({ bruteForceProtected: false })],
  [
    "an e-mail address is verified and belongs to one account",
    () => ({ duplicateEmailsAllowed: true }),
  ],
  ["plain HTTP is refused", () => ({ sslRequired: "none" })],
  ["events are recorded", () => ({ eventsEnabled: false })],
  [
    "a further provider is linked by signing in again, never by e-mail",
    () => google({ flow: "first broker login" }),
  ],
  [
    "the built-in scopes are created, because the file names none",
    () => ({ clientScopes: [{ name: "sideline" }] }),
  ],
  [
    "the file contains no secret and no account",
    () => google({ config: { clientSecret: "abc123" } }),
  ],
  ["the file contains no secret and no account", () => ({ users: [{ username: "root" }] })],
  [
    "the file contains no secret and no account",
    changeClient(() => ({ secret: "not-a-placeholder" })),
  ],
];

describe("The realm of the production shape", () => {
  test("breaks no rule", () => {
    expect(findingsOf(readRealm())).toEqual([]);
  });

  test("has the clients of the development provider with their redirects", () => {
    const clients = new Map(readRealm().clients.map((client) => [client.clientId, client]));
    expect([...clients.keys()].toSorted()).toEqual(
      [...PROVIDER_CLIENTS, PROVIDER_MACHINE].map(({ clientId }) => clientId).toSorted(),
    );
    for (const { clientId, applicationType, redirectUris } of PROVIDER_CLIENTS) {
      const appRedirects = redirectUris.filter((uri) => !uri.startsWith("http:"));
      if (applicationType === "web") continue;
      expect(clients.get(clientId)?.redirectUris).toEqual(appRedirects);
    }
  });
});

describe("A realm with one mistake breaks the rule:", () => {
  test.each(faults)("%s", (law, fault) => {
    const realm = readRealm();
    expect(findingsOf({ ...realm, ...fault(realm) })).toEqual([law]);
  });

  test("every rule has a planted mistake", () => {
    const tried = new Set(faults.map(([law]) => law));
    expect(realmRules.map(({ law }) => law).filter((law) => !tried.has(law))).toEqual([]);
  });
});

type Execution = RealmFlow["authenticationExecutions"][number];

function changeClient(change: (client: RealmClient) => Partial<RealmClient>) {
  return (realm: Realm): Partial<Realm> => ({
    clients: realm.clients.map((client, index) =>
      index === 0 ? { ...client, ...change(client) } : client,
    ),
  });
}

function changeMachine(change: Partial<RealmClient>) {
  return (realm: Realm) => ({
    clients: realm.clients.map((client) =>
      client.clientId === PROVIDER_MACHINE.clientId ? { ...client, ...change } : client,
    ),
  });
}

function changeAttribute(name: string, value: string) {
  return changeClient(({ attributes }) => ({ attributes: { ...attributes, [name]: value } }));
}

function dropMapper(kind: string) {
  return changeClient(({ protocolMappers }) => ({
    protocolMappers: protocolMappers.filter(({ protocolMapper }) => protocolMapper !== kind),
  }));
}

function changeMapper(kind: string, name: string, value: string) {
  return changeClient(({ protocolMappers }) => ({
    protocolMappers: protocolMappers.map((mapper) =>
      mapper.protocolMapper === kind
        ? { ...mapper, config: { ...mapper.config, [name]: value } }
        : mapper,
    ),
  }));
}

function changeExecution(authenticator: string, change: () => Partial<Execution>) {
  return (realm: Realm): Partial<Realm> => ({
    authenticationFlows: realm.authenticationFlows.map((flow) => ({
      ...flow,
      authenticationExecutions: flow.authenticationExecutions.map((execution) =>
        execution.authenticator === authenticator ? { ...execution, ...change() } : execution,
      ),
    })),
  });
}

function google(further: { config?: Record<string, string>; flow?: string }) {
  return {
    identityProviders: [
      {
        alias: "google",
        firstBrokerLoginFlowAlias: further.flow ?? "link by signing in",
        config: further.config ?? {},
      },
    ],
  };
}
