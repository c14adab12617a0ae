import * as oauth from "oauth4webapi";
import type { ConsoleConfig } from "../config.ts";

/** The identity provider's endpoints (OpenID Connect Discovery 1.0), and the console as its public client. */
export async function discoverProvider({
  issuer: address,
  clientId,
  clockSkew,
}: SignInPlace): Promise<Provider> {
  const issuer = new URL(address);
  const options = transportOf(issuer);
  const found = await oauth.discoveryRequest(issuer, options);
  const server = await oauth.processDiscoveryResponse(issuer, found);
  return {
    server,
    client: {
      client_id: clientId,
      [oauth.clockSkew]: clockSkew,
      [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    },
    options,
  };
}

/** The provider, and the console's client id there. */
type SignInPlace = Pick<ConsoleConfig, "clockSkew" | "issuer"> & { readonly clientId: string };

/** A provider that was discovered. */
export interface Provider {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly options: ReturnType<typeof transportOf>;
}

/** A development provider listens on this machine without TLS. */
const transportOf = ({ protocol }: URL) => ({
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; loopback only.
  [oauth.allowInsecureRequests]: protocol === "http:",
});

const CLOCK_TOLERANCE_SECONDS = 30;
