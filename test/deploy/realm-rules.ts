import * as z from "zod";
import { SECOND_FACTOR_ACR } from "../../contract/accounts/vocabulary.ts";
import { MESSAGE_LANGUAGES } from "../../contract/language-of.ts";
import { PROVIDER_MACHINE } from "../../tools/provider/clients.ts";
import type { Realm, RealmClient, RealmFlow } from "./realm.ts";

/** A rule for every realm that signs people in for the API; `holds` is false for a violation. */
export interface RealmRule {
  readonly law: string;
  readonly isMet: (realm: Realm) => boolean;
}

/** Clients of our services; any other client is an app of people. */
const MACHINES: readonly string[] = [PROVIDER_MACHINE.clientId];

const isMachine = ({ clientId }: RealmClient) => MACHINES.includes(clientId);

const every =
  (isMet: (client: RealmClient) => boolean) =>
  (clients: readonly RealmClient[]): boolean =>
    clients.length > 0 && clients.every(isMet);

const everyClient =
  (isMet: (client: RealmClient) => boolean) =>
  ({ clients }: Realm): boolean =>
    every(isMet)(clients);

const everyApp =
  (isMet: (client: RealmClient) => boolean) =>
  ({ clients }: Realm): boolean =>
    every(isMet)(clients.filter((client) => !isMachine(client)));

const everyMachine =
  (isMet: (client: RealmClient) => boolean) =>
  ({ clients }: Realm): boolean =>
    every(isMet)(clients.filter(isMachine));

const attribute = (name: string, value: string, among = everyClient) =>
  among(({ attributes }) => attributes[name] === value);

const mapper = (
  kind: string,
  config: (client: RealmClient) => Readonly<Record<string, string>>,
  among = everyClient,
): ((realm: Realm) => boolean) =>
  among((client) =>
    client.protocolMappers.some(
      (candidate) =>
        candidate.protocolMapper === kind &&
        candidate.config["access.token.claim"] === "true" &&
        Object.entries(config(client)).every(([key, value]) => candidate.config[key] === value),
    ),
  );

const isPlaceholder = (text: string): boolean => /^\$\{[A-Z_]+\}$/.test(text);

/** A redirect is one address: no wildcard, no fragment, no plain HTTP. */
function isExactRedirect(uri: string): boolean {
  return (
    /^(https:\/\/|\$\{[A-Z_]+_(?:ORIGIN|PUBLIC_URL)\}\/|[a-z]+(\.[a-z]+)+:\/)/.test(uri) &&
    !/[*#]|\.\./.test(uri)
  );
}

/** The level that the realm assigns to an `acr` name. */
function levelNamed({ attributes }: Realm, acr: string): number | undefined {
  const levels = z.record(z.string(), z.coerce.number());
  return levels.parse(JSON.parse(attributes["acr.loa.map"] ?? "{}"))[acr];
}

/** A flow and all its subflows. */
function flowsFrom(realm: Realm, alias: string): readonly RealmFlow[] {
  const flow = realm.authenticationFlows.find((candidate) => candidate.alias === alias);
  if (flow === undefined) return [];
  const below = flow.authenticationExecutions.flatMap(({ flowAlias }) => flowAlias ?? []);
  return [flow, ...below.flatMap((one) => flowsFrom(realm, one))];
}

/** The authenticator that the browser flow requires for a level, if it is the only one. */
function asksFor(realm: Realm, level: number): string | undefined {
  const condition = realm.authenticatorConfig.find(
    ({ config }) => config["loa-condition-level"] === String(level),
  );
  const flow = flowsFrom(realm, realm.browserFlow).find(
    ({ authenticationExecutions: [first] }) =>
      first?.authenticator === "conditional-level-of-authentication" &&
      first.authenticatorConfig === condition?.alias,
  );
  const [first, factor, ...others] = flow?.authenticationExecutions ?? [];
  const isWhole = first?.requirement === "REQUIRED" && factor?.requirement === "REQUIRED";
  return isWhole && others.length === 0 ? factor.authenticator : undefined;
}

export const realmRules: readonly RealmRule[] = [
  {
    law: "PKCE with S256 is forced",
    isMet: attribute("pkce.code.challenge.method", "S256", everyApp),
  },
  {
    law: "its pages and mails are in every language of the API",
    isMet: ({ internationalizationEnabled, supportedLocales }) =>
      internationalizationEnabled &&
      MESSAGE_LANGUAGES.every((language) => supportedLocales.includes(language)),
  },
  {
    law: "access tokens have the type at+jwt (RFC 9068)",
    isMet: attribute("access.token.header.type.rfc9068", "true"),
  },
  {
    law: "access tokens carry sub and sid",
    isMet: everyClient(
      ({ attributes, defaultClientScopes }) =>
        defaultClientScopes.includes("basic") &&
        attributes["client.use.lightweight.access.token.enabled"] !== "true",
    ),
  },
  {
    law: "a logout reaches the API with its session",
    isMet: everyApp(
      ({ attributes }) =>
        attributes["backchannel.logout.session.required"] === "true" &&
        attributes["backchannel.logout.url"]?.endsWith("/api/v1/auth/backchannel-logout") === true,
    ),
  },
  {
    law: "the audience is the API",
    isMet: mapper("oidc-audience-mapper", () => ({ "included.custom.audience": "sideline-api" })),
  },
  {
    law: "client_id names the client itself",
    isMet: mapper("oidc-hardcoded-claim-mapper", ({ clientId }) => ({
      "claim.name": "client_id",
      "claim.value": clientId,
    })),
  },
  {
    law: "identity_provider names the upstream provider",
    isMet: mapper(
      "oidc-usersessionmodel-note-mapper",
      () => ({ "user.session.note": "identity_provider", "claim.name": "identity_provider" }),
      everyApp,
    ),
  },
  {
    law: "the code flow is the only one",
    isMet: everyApp(
      (client) =>
        client.standardFlowEnabled &&
        !client.implicitFlowEnabled &&
        !client.directAccessGrantsEnabled &&
        !client.serviceAccountsEnabled &&
        client.attributes["oauth2.device.authorization.grant.enabled"] !== "true" &&
        client.attributes["oidc.ciba.grant.enabled"] !== "true",
    ),
  },
  {
    law: "a service has client credentials and no other way",
    isMet: everyMachine(
      (client) =>
        client.serviceAccountsEnabled &&
        !client.publicClient &&
        client.secret !== undefined &&
        !client.standardFlowEnabled &&
        !client.implicitFlowEnabled &&
        !client.directAccessGrantsEnabled &&
        client.redirectUris.length === 0 &&
        client.attributes["client_credentials.use_refresh_token"] === "false",
    ),
  },
  {
    law: "redirects are exact",
    isMet: everyApp(
      ({ redirectUris }) => redirectUris.length > 0 && redirectUris.every(isExactRedirect),
    ),
  },
  {
    law: "no origin is a wildcard",
    isMet: everyClient(({ webOrigins }) => !webOrigins.some((origin) => /[*+]/.test(origin))),
  },
  {
    law: "a client gets no role it was not given",
    isMet: everyClient(({ fullScopeAllowed }) => !fullScopeAllowed),
  },
  {
    law: "an access token lives at most 300 s",
    isMet: ({ accessTokenLifespan }) => accessTokenLifespan > 0 && accessTokenLifespan <= 300,
  },
  {
    law: "a code lives at most 60 s",
    isMet: ({ accessCodeLifespan }) => accessCodeLifespan > 0 && accessCodeLifespan <= 60,
  },
  {
    // A second use means that the token was stolen: the sign-in ends.
    law: "refresh tokens rotate, and each is valid once",
    isMet: ({ revokeRefreshToken, refreshTokenMaxReuse }) =>
      revokeRefreshToken && refreshTokenMaxReuse === 0,
  },
  {
    law: "a second factor can be asked for by name, and is of an authenticator",
    isMet: (realm) =>
      levelNamed(realm, SECOND_FACTOR_ACR) === 2 && asksFor(realm, 2) === "auth-otp-form",
  },
  {
    law: "a second factor comes after the password",
    isMet: (realm) => asksFor(realm, 1) === "auth-username-password-form",
  },
  {
    law: "a second factor is valid for a working day",
    isMet: ({ authenticatorConfig }) =>
      authenticatorConfig
        .filter(({ config }) => config["loa-condition-level"] === "2")
        .every(({ config }) => Number(config["loa-max-age"]) <= 28_800),
  },
  {
    law: "a token with roles says how the person signed in",
    isMet: ({ clients, scopeMappings }) =>
      scopeMappings.length > 0 &&
      scopeMappings.every(({ client }) =>
        clients.some(
          ({ clientId, defaultClientScopes }) =>
            clientId === client && defaultClientScopes.includes("acr"),
        ),
      ),
  },
  { law: "brute force is detected", isMet: ({ bruteForceProtected }) => bruteForceProtected },
  {
    law: "an e-mail address is verified and belongs to one account",
    isMet: ({ verifyEmail, duplicateEmailsAllowed }) => verifyEmail && !duplicateEmailsAllowed,
  },
  { law: "plain HTTP is refused", isMet: ({ sslRequired }) => sslRequired !== "none" },
  { law: "events are recorded", isMet: ({ eventsEnabled }) => eventsEnabled },
  {
    // Keycloak's default flow links accounts by e-mail alone.
    law: "a further provider is linked by signing in again, never by e-mail",
    isMet: ({ identityProviders }) =>
      identityProviders.every(
        ({ firstBrokerLoginFlowAlias }) =>
          firstBrokerLoginFlowAlias !== undefined &&
          firstBrokerLoginFlowAlias !== "first broker login",
      ),
  },
  {
    law: "the built-in scopes are created, because the file names none",
    isMet: ({ clientScopes }) => clientScopes === undefined,
  },
  {
    law: "the file contains no secret and no account",
    isMet: ({ clients, identityProviders, smtpServer, users }) =>
      users.length === 0 &&
      clients.every(({ secret }) => secret === undefined || isPlaceholder(secret)) &&
      [smtpServer["password"], ...identityProviders.map(({ config }) => config["clientSecret"])]
        .filter((secret) => secret !== undefined)
        .every(isPlaceholder),
  },
];

/** The rules that a realm breaks. */
export function findingsOf(realm: Realm): readonly string[] {
  return realmRules.filter(({ isMet }) => !isMet(realm)).map(({ law }) => law);
}
