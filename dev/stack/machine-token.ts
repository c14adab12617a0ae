import {
  ClientSecretBasic,
  allowInsecureRequests,
  clientCredentialsGrant,
  discovery,
} from "openid-client";
import { INTERNAL_SCOPE } from "../../contract/accounts/vocabulary.ts";
import { PROVIDER_MACHINE } from "../provider/clients.ts";

/** An access token of the development provider's service, got by client credentials. */
export async function machineToken(issuer: string): Promise<string> {
  const { clientId, secret } = PROVIDER_MACHINE;
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; loopback only.
  const options = { execute: [allowInsecureRequests], timeout: 5 };
  const authentication = ClientSecretBasic(secret);
  const config = await discovery(new URL(issuer), clientId, undefined, authentication, options);
  return (await clientCredentialsGrant(config, { scope: INTERNAL_SCOPE })).access_token;
}
