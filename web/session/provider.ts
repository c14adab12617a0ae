import * as oauth from "oauth4webapi";
import type { ConsoleConfig } from "../config.ts";

/** The identity provider's endpoints (OpenID Connect Discovery 1.0), and the console as its public client. */
export async function discoverProvider({
  issuer: address,
  clientId,
}: SignInPlace): Promise<Provider> {
  const issuer = new URL(address);
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; loopback only.
  const options = { [oauth.allowInsecureRequests]: issuer.protocol === "http:" };
  const found = await oauth.discoveryRequest(issuer, options);
  const server = await oauth.processDiscoveryResponse(issuer, found);
  return {
    server,
    client: { client_id: clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    options,
  };
}

/** The provider, and the console's client id there. */
type SignInPlace = Pick<ConsoleConfig, "issuer"> & { readonly clientId: string };

/** A provider that was discovered. */
export interface Provider {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  /** A development provider listens on this machine without TLS. */
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; loopback only.
  readonly options: { readonly [oauth.allowInsecureRequests]: boolean };
}

const CLOCK_TOLERANCE_SECONDS = 30;
