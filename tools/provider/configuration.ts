import { randomBytes } from "node:crypto";
import {
  type Configuration,
  type Interaction,
  type KoaContextWithOIDC,
  errors,
  interactionPolicy,
} from "oidc-provider";
import { type Accounts, accountClaims } from "./accounts.ts";
import { INTERNAL_SCOPE } from "../../contract/accounts/vocabulary.ts";
import { PROVIDER_CLIENTS, PROVIDER_MACHINE, clientMetadata, machineMetadata } from "./clients.ts";
import { API_RESOURCE, API_SCOPE, IDENTITY_SCOPES } from "./requested-scopes.ts";
import { isLoopback } from "./is-loopback.ts";
import { type ProviderKeys, publishedKeys } from "./keys.ts";
import { pageHeaders, renderLogoutPage, renderNotice } from "./login-page.ts";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export type ConfigurationParts = {
  readonly accounts: Accounts;
  readonly keys: ProviderKeys;
  readonly audience: string;
  readonly backchannelLogoutUri: string;
};

/** Configuration of the provider library: code with PKCE, JWT access tokens, no consent page. */
export function providerConfiguration(parts: ConfigurationParts): Configuration {
  const { accounts, keys } = parts;
  return {
    clients: [
      ...PROVIDER_CLIENTS.map((client) => clientMetadata(client, parts.backchannelLogoutUri)),
      machineMetadata(),
    ],
    jwks: { keys: publishedKeys(keys) },
    cookies: { keys: [keys.cookie] },
    scopes: IDENTITY_SCOPES.split(" "),
    claims: {
      openid: ["sub", "sid", "identity_provider"],
      email: ["email", "email_verified"],
      phone: ["phone_number", "phone_number_verified"],
      profile: ["name"],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    extraParams: ["kc_idp_hint"],
    // Disables the library's guard, which refuses the loopback address of our API.
    fetch: (url, options) => {
      const { dispatcher: _guard, ...rest } = options ?? {};
      return globalThis.fetch(url, rest);
    },
    clientBasedCORS: (_ctx, origin) => isLoopback(origin),
    ttl: {
      AccessToken: 5 * MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: 5 * MINUTE,
      Interaction: 30 * MINUTE,
      Session: 30 * DAY,
      Grant: 30 * DAY,
      RefreshToken: 30 * DAY,
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    ...accountClaimsOf(accounts),
    loadExistingGrant,
    renderError: async (ctx, out) =>
      showPage(ctx, (nonce) =>
        renderNotice(nonce, "That did not work", out.error_description ?? out.error),
      ),
    interactions: {
      policy: policyWithoutConsent(),
      url: (_ctx: KoaContextWithOIDC, interaction: Interaction) =>
        `/interaction/${interaction.uid}`,
    },
    features: providerFeatures(parts),
  };
}

function accountClaimsOf(
  accounts: Accounts,
): Pick<Configuration, "findAccount" | "extraTokenClaims"> {
  return {
    findAccount: async (_ctx, sub) => {
      const account = accounts.find(sub);
      return (
        account && { accountId: sub, claims: async () => ({ sub, ...accountClaims(account) }) }
      );
    },
    extraTokenClaims: async (ctx, token) => {
      if (token.kind !== "AccessToken") return undefined;
      const account = accounts.find(token.accountId);
      if (account === undefined) return undefined;
      return { azp: token.clientId, ...sessionClaimsOf(ctx), ...accountClaims(account) };
    },
  };
}

function showPage(ctx: KoaContextWithOIDC, render: (nonce: string) => string): void {
  const nonce = randomBytes(16).toString("base64");
  ctx.set(pageHeaders(nonce));
  ctx.body = render(nonce);
}

function providerFeatures(parts: ConfigurationParts): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    revocation: { enabled: true },
    introspection: { enabled: true },
    clientCredentials: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: async (ctx, form) => showPage(ctx, (nonce) => renderLogoutPage(nonce, form)),
      postLogoutSuccessSource: async (ctx) =>
        showPage(ctx, (nonce) => renderNotice(nonce, "Signed out", "You can close this page.")),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => API_RESOURCE,
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, resource, { clientId }) => {
        if (resource !== API_RESOURCE) throw new errors.InvalidTarget();
        return {
          scope: clientId === PROVIDER_MACHINE.clientId ? INTERNAL_SCOPE : API_SCOPE,
          audience: parts.audience,
          accessTokenTTL: 5 * MINUTE,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        };
      },
    },
  };
}

// Our own apps need no consent: everything they may request is granted immediately.
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, provider, session } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known !== undefined) return known;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(IDENTITY_SCOPES);
  grant.addResourceScope(API_RESOURCE, API_SCOPE);
  await grant.save();
  return grant;
}

function policyWithoutConsent() {
  const policy = interactionPolicy.base();
  policy.get("consent")?.checks.remove("native_client_prompt");
  return policy;
}

/** The session, and when the person signed in; a token renewal does not change that. */
function sessionClaimsOf(ctx: KoaContextWithOIDC) {
  const { AuthorizationCode, RefreshToken } = ctx.oidc.entities;
  const grantedBy = RefreshToken ?? AuthorizationCode;
  return { sid: grantedBy?.sid, auth_time: grantedBy?.authTime };
}
