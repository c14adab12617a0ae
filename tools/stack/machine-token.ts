import { ClientSecretBasic, clientCredentialsGrant } from "openid-client";
import { INTERNAL_SCOPE } from "../../contract/accounts/vocabulary.ts";
import { PROVIDER_MACHINE } from "../provider/clients.ts";
import { discoverProvider } from "../provider/discover.ts";

/** An access token of the stack's service, obtained from its provider with client credentials. */
export async function machineToken(issuer: string): Promise<string> {
  const { clientId, secret } = PROVIDER_MACHINE;
  const config = await discoverProvider(issuer, clientId, ClientSecretBasic(secret));
  return (await clientCredentialsGrant(config, { scope: INTERNAL_SCOPE })).access_token;
}
