import {
  type AuthorizationServer,
  type Client,
  None,
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
} from "oauth4webapi";
import { readPhoneConfig, type PhoneConfig } from "./phone-config.ts";

/** The provider's endpoints, and this app as its public client. */
export async function discoverProvider(): Promise<Provider> {
  const config = await readPhoneConfig();
  const issuer = new URL(config.issuer);
  const answer = await discoveryRequest(issuer, INSECURE);
  const server = await processDiscoveryResponse(issuer, answer);
  return { config, server, client: { client_id: config.clientId } };
}

/** The common options of all requests to the provider. */
export interface Provider {
  readonly config: PhoneConfig;
  readonly server: AuthorizationServer;
  readonly client: Client;
}

/** The development provider listens on this machine without TLS. */
// oxlint-disable-next-line typescript/no-deprecated -- marked as such only to stand out
export const INSECURE = { [allowInsecureRequests]: true } as const;

/** A public client has no secret; PKCE takes its place. */
export const PUBLIC_CLIENT = None();
