import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
} from "oauth4webapi";
import type { SignInFailure } from "./sign-in-failure.ts";
import { discoverProvider } from "./provider.ts";
import { redirectUri } from "./redirect-uri.ts";
import { rememberSignIn } from "./remembered-sign-in.ts";

/** Opens the provider's sign-in page: authorization code with PKCE. Returns only if the provider cannot be reached. */
export async function beginSignIn(): Promise<SignInFailure> {
  try {
    const { config, server } = await discoverProvider();
    const [verifier, state] = [generateRandomCodeVerifier(), generateRandomState()];
    const address = new URL(server.authorization_endpoint ?? "");
    const parameters = {
      response_type: "code",
      client_id: config.clientId,
      redirect_uri: redirectUri(),
      scope: config.scope,
      resource: config.resource,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      // After a sign-out, the person chooses the account again.
      prompt: "login",
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    rememberSignIn({ verifier, state });
    location.assign(address);
    // The browser is leaving the page; the screen stays unchanged until then.
    return await new Promise(() => undefined);
  } catch {
    return "UNREACHABLE";
  }
}
