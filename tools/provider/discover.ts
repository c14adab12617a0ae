import {
  allowInsecureRequests,
  type ClientAuth,
  type Configuration,
  discovery,
} from "openid-client";

/** Metadata of the development provider for one of its clients. It runs on this machine, without TLS. */
export async function discoverProvider(
  issuer: string,
  clientId: string,
  authentication: ClientAuth,
): Promise<Configuration> {
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; loopback only.
  const options = { execute: [allowInsecureRequests], timeout: 5 };
  return await discovery(new URL(issuer), clientId, undefined, authentication, options);
}
