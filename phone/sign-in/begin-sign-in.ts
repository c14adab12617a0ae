import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Surface } from "../../device/types.ts";
import type { SignInFailure } from "./sign-in-failure.ts";
import { discoverProvider } from "./provider.ts";
import { redirectUri } from "./redirect-uri.ts";
import { rememberSignIn } from "./remembered-sign-in.ts";

/** Opens the provider's sign-in page: authorization code with PKCE. Returns only if the provider cannot be reached. */
export async function beginSignIn(surface: Surface): Promise<SignInFailure> {
  try {
    const { config, client } = await discoverProvider(surface);
    const [verifier, state] = [randomPKCECodeVerifier(), randomState()];
    const address = buildAuthorizationUrl(client, {
      redirect_uri: redirectUri(),
      scope: config.scope,
      resource: config.resource,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      // After a sign-out, the person chooses the account again.
      prompt: "login",
    });
    rememberSignIn({ verifier, state, surface });
    location.assign(address);
    // The browser is leaving the page; the screen stays unchanged until then.
    return await new Promise(() => undefined);
  } catch {
    return "UNREACHABLE";
  }
}
