import type { ClientMetadata } from "oidc-provider";
import { APP_SCHEMES } from "../../contract/accounts/vocabulary.ts";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import { CALLBACK_PATH, PHONE_PATHS } from "../../contract/page-paths.ts";

/** A public client of the development provider. */
export type ProviderClient = {
  readonly clientId: string;
  /** Its name in `npm run token -- --client`. */
  readonly label: "web" | "coach-mobile" | "client-mobile";
  /** Its name on the login page, and in the production realm. */
  readonly name: string;
  readonly applicationType: "web" | "native";
  /** The command line and the tests use the first one. */
  readonly redirectUris: readonly [string, ...string[]];
};

/** The provider's clients; a native loopback redirect may use any port. */
export const PROVIDER_CLIENTS: readonly ProviderClient[] = [
  {
    clientId: "sideline-web",
    label: "web",
    name: "Sideline on the web",
    applicationType: "web",
    redirectUris: ["http://127.0.0.1:5173/callback", "http://localhost:5173/callback"],
  },
  {
    clientId: "sideline-coach-mobile",
    label: "coach-mobile",
    name: "Coach app",
    applicationType: "native",
    redirectUris: ["http://127.0.0.1/callback", `${APP_SCHEMES.COACH_MOBILE}:/callback`],
  },
  {
    clientId: "sideline-client-mobile",
    label: "client-mobile",
    name: "Client app",
    applicationType: "native",
    redirectUris: ["http://127.0.0.1/callback", `${APP_SCHEMES.CLIENT_MOBILE}:/callback`],
  },
];

/**
 * A service that calls the internal routes. Its secret protects nothing, because everybody who reaches this provider
 * can sign in anyway.
 */
export const PROVIDER_MACHINE = { clientId: "sideline-jobs", secret: "development-only" } as const;

/** The service's registration in the format of the provider library: client credentials only. */
export function machineMetadata(): ClientMetadata {
  return {
    client_id: PROVIDER_MACHINE.clientId,
    client_secret: PROVIDER_MACHINE.secret,
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["client_credentials"],
    response_types: [],
    redirect_uris: [],
  };
}

/** The client of an id. Throws for one that the provider does not know. */
export function getProviderClient(clientId: string): ProviderClient {
  const client = PROVIDER_CLIENTS.find((candidate) => candidate.clientId === clientId);
  if (client === undefined) throw new Error(`The provider has no client ${clientId}.`);
  return client;
}

/** The client's registration in the format of the provider library. */
export function clientMetadata(
  client: ProviderClient,
  backchannelLogoutUri: string,
): ClientMetadata {
  return {
    client_id: client.clientId,
    application_type: client.applicationType,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    redirect_uris: [...client.redirectUris, ...ownPages(client, backchannelLogoutUri)],
    post_logout_redirect_uris: ownPages(client, backchannelLogoutUri),
    // Requesting the session makes `sid` part of codes and refresh tokens.
    backchannel_logout_uri: backchannelLogoutUri,
    backchannel_logout_session_required: true,
  };
}

/**
 * Addresses of the API's own pages, which sign in and out like the apps. They exist under both names of this machine:
 * account page and console as the web, the phone as both native apps. Only this provider knows the phone; no realm of
 * `deploy/` does.
 */
function ownPages({ applicationType }: ProviderClient, backchannelLogoutUri: string): string[] {
  const isWeb = applicationType === "web";
  const paths = isWeb ? [CALLBACK_PATH, CONSOLE_PATHS.callback] : [PHONE_PATHS.callback];
  const names = new Set([new URL(backchannelLogoutUri).hostname, "localhost"]);
  return [...names].flatMap((hostname) =>
    paths.map((path) => {
      const address = new URL(path, backchannelLogoutUri);
      address.hostname = hostname;
      return address.href;
    }),
  );
}
