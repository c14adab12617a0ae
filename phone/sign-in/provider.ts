import { type Configuration, None, allowInsecureRequests, discovery } from "openid-client";
import type { Surface } from "../../device/types.ts";
import { readPhoneConfig, type PhoneConfig } from "./phone-config.ts";

/** Discovers the provider, with this app as its public client: PKCE takes the place of a secret. */
export async function discoverProvider(surface: Surface): Promise<Provider> {
  const config = await readPhoneConfig(surface);
  const issuer = new URL(config.issuer);
  // The development provider listens on this machine without TLS.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; loopback only.
  const execute = issuer.protocol === "http:" ? [allowInsecureRequests] : [];
  const client = await discovery(issuer, config.clientId, undefined, None(), { execute });
  return { config, client };
}

/** The settings of a sign-in, and the app as a client of the provider. */
export interface Provider {
  readonly config: PhoneConfig;
  readonly client: Configuration;
}
